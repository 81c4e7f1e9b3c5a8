import { setupServer } from "msw/node";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { createLessorClient, type LessorClient } from "../../../src/lessor/client.js";
import {
  type CoverageReport,
  createSandbox,
  type OperationId,
  type Sandbox,
} from "../../../src/sandbox/index.js";
import type { SandboxOptions } from "../../../src/sandbox/options.js";
import { createSupplierClient, type SupplierClient } from "../../../src/supplier/client.js";
import { undiciFetch } from "../../../src/undici/index.js";
import { damageLine, monday, reading, repair, work } from "../support.js";

/** How a client reaches a sandbox. */
export interface Connection {
  readonly fetch: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
  close(): unknown;
}

/** Connects to a sandbox. */
export type Connect = (sandbox: Sandbox) => Promise<Connection>;

/** Every way to reach a sandbox, by its name in the titles of tests. */
export const adapters: Readonly<Record<string, Connect>> = {
  "in process": async ({ fetch, supplier, lessor }) => ({
    fetch,
    supplierUrl: supplier.baseUrl,
    lessorUrl: lessor.baseUrl,
    close() {},
  }),
  "on loopback": async (sandbox) => {
    const { supplier, lessor, close } = await sandbox.listen();
    return {
      fetch: (input, init) => globalThis.fetch(input, init),
      supplierUrl: supplier.baseUrl,
      lessorUrl: lessor.baseUrl,
      close,
    };
  },
  "on loopback, over undici": async (sandbox) => {
    const { supplier, lessor, close } = await sandbox.listen();
    const transport = undiciFetch();
    return {
      fetch: (input, init) => transport(String(input), init),
      supplierUrl: supplier.baseUrl,
      lessorUrl: lessor.baseUrl,
      close: async () => {
        await transport.close();
        await close();
      },
    };
  },
  "through msw": async (sandbox) => {
    const server = setupServer(...(await sandbox.handlers()));
    server.listen({ onUnhandledRequest: "error" });
    return {
      // Looked up when it is used: msw puts its own in its place.
      fetch: (input, init) => globalThis.fetch(input, init),
      supplierUrl: sandbox.supplier.baseUrl,
      lessorUrl: sandbox.lessor.baseUrl,
      close: () => server.close(),
    };
  },
};

/** A sandbox, and clients that reach it through an adapter. */
export interface World extends Omit<Connection, "close"> {
  readonly sandbox: Sandbox;
  readonly supplier: SupplierClient;
  readonly lessor: LessorClient;
  /** The token of supplier 4711. */
  readonly token: string;
  /** A client of the supplier API with another token. */
  supplierWith(token: string): SupplierClient;
}

/** Opens a sandbox for one test. */
export type Open = (options?: SandboxOptions) => Promise<World>;

/** What the tests of one adapter have met, all sandboxes together. */
export interface Met {
  /** The operations that succeeded through their named methods. */
  readonly succeeded: ReadonlySet<string>;
  /** The operations that no sandbox was ever asked for. */
  missed(): OperationId[];
  /** The statuses of all answers. */
  readonly statuses: ReadonlySet<string>;
}

/** Makes what the suites of one adapter share. */
export function createBench(connect: Connect) {
  const opened: { readonly sandbox: Sandbox; readonly connection: Connection }[] = [];
  const succeeded = new Set<string>();
  const statuses = new Set<string>();
  const reports: CoverageReport[] = [];

  const open: Open = async (options = {}) => {
    const sandbox = createSandbox({ now: monday, ...options });
    const connection = await connect(sandbox);
    opened.push({ sandbox, connection });
    const common = {
      fetch: connection.fetch,
      retry: false as const,
      throttle: false as const,
      clock: sandbox.clock,
      on: (event: { readonly type: string; readonly operationId: string }) => {
        if (event.type === "response") succeeded.add(event.operationId);
      },
    };
    const { clientId, clientSecret } = sandbox.lessor;
    const supplierWith = (token: string) =>
      createSupplierClient({ ...common, baseUrl: connection.supplierUrl, token, checkTokenExpiry: false });
    const token = await sandbox.supplier.token();
    return {
      ...connection,
      sandbox,
      token,
      supplierWith,
      supplier: supplierWith(token),
      lessor: createLessorClient({ ...common, baseUrl: connection.lessorUrl, clientId, clientSecret }),
    };
  };

  /** Notes what the sandboxes of a test have met, and closes their adapters. */
  const close = async () => {
    for (const { sandbox, connection } of opened.splice(0)) {
      const report = sandbox.journal.coverage();
      reports.push(report);
      for (const status of Object.keys(report.statuses)) statuses.add(status);
      await connection.close();
    }
  };

  const missed = () =>
    reports
      .map(({ operations }) => operations.missed)
      .reduce<readonly OperationId[]>(
        (all, some) => all.filter((id) => some.includes(id)),
        reports[0]?.operations.missed ?? [],
      )
      .slice();

  const met: Met = { succeeded, statuses, missed };
  return { open, close, met };
}

/** The two kinds of request, by the name of their part of the client. */
export const kinds = ["serviceRequests", "damageServiceRequests"] as const;

/** A kind of request. */
export type Kind = (typeof kinds)[number];

/** The part of the client for requests of a kind, as far as both have it. */
export const requestsOf = (supplier: SupplierClient, kind: Kind) => supplier[kind];

/** A line that the kind takes. */
export const lineOf = (kind: Kind) => (kind === "serviceRequests" ? work() : damageLine());

/** Another line that the kind takes. */
export const otherLineOf = (kind: Kind) =>
  kind === "serviceRequests"
    ? work({ reg: { code: "2201" } })
    : damageLine({ reg: { code: "7201" }, operation: { code: "01" }, reason: { code: "61" } });

/** A request with all that approval needs. */
export const contentOf = (kind: Kind, fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate =>
  repair({
    components: kind === "serviceRequests" ? [reading(), lineOf(kind)] : [lineOf(kind)],
    ...fields,
  });
