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
import { adapters, type Connect, type Connection } from "../adapters/support.js";
import { damageLine, monday, reading, repair, work } from "../support.js";

/** Connects clients to a sandbox on loopback over the transport of `./undici`. */
const connectOverUndici: Connect = async (sandbox) => {
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
};

/** Every adapter, and every transport on loopback, by their names in the titles of tests. */
export const connections: Readonly<Record<string, Connect>> = {
  ...adapters,
  "on loopback, over undici": connectOverUndici,
};

/** A sandbox, and clients that are connected to it through an adapter. */
export interface ConnectedSandbox extends Omit<Connection, "close"> {
  readonly sandbox: Sandbox;
  readonly supplier: SupplierClient;
  readonly lessor: LessorClient;
  /** The token of supplier 4711. */
  readonly token: string;
  /** A client of the supplier API with another token. */
  supplierWith(token: string): SupplierClient;
}

/** Opens a sandbox for one test. */
export type Open = (options?: SandboxOptions) => Promise<ConnectedSandbox>;

/** The operations and statuses of the tests of one adapter, in all sandboxes together. */
export interface Reached {
  /** The operations that succeeded through their named methods. */
  readonly succeeded: ReadonlySet<string>;
  /** Lists the operations that no sandbox received. */
  listMissed(): OperationId[];
  /** The statuses of all responses. */
  readonly statuses: ReadonlySet<string>;
}

/** Creates the functions that the suites of one adapter share. */
export function createSuiteParts(connect: Connect) {
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

  /** Adds the coverage of a test's sandboxes to the total, and closes their adapters. */
  const close = async () => {
    for (const { sandbox, connection } of opened.splice(0)) {
      const report = sandbox.journal.coverage();
      reports.push(report);
      for (const status of Object.keys(report.statuses)) statuses.add(status);
      await connection.close();
    }
  };

  const listMissed = () =>
    reports
      .map(({ operations }) => operations.missed)
      .reduce<readonly OperationId[]>(
        (all, some) => all.filter((id) => some.includes(id)),
        reports[0]?.operations.missed ?? [],
      )
      .slice();

  const reached: Reached = { succeeded, statuses, listMissed };
  return { open, close, reached };
}

/** The two kinds of request, by the name of their part of the client. */
export const kinds = ["serviceRequests", "damageServiceRequests"] as const;

/** A kind of request. */
export type Kind = (typeof kinds)[number];

/** Selects the part of the client for requests of a kind. */
export const selectRequests = (supplier: SupplierClient, kind: Kind) => supplier[kind];

/** Creates a line that the kind accepts. */
export const createLine = (kind: Kind) => (kind === "serviceRequests" ? work() : damageLine());

/** Creates another line that the kind accepts. */
export const createOtherLine = (kind: Kind) =>
  kind === "serviceRequests"
    ? work({ reg: { code: "2201" } })
    : damageLine({ reg: { code: "7201" }, operation: { code: "01" }, reason: { code: "61" } });

/** Creates the content of a request that meets all requirements of approval. */
export const createContent = (kind: Kind, fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate =>
  repair({
    components: kind === "serviceRequests" ? [reading(), createLine(kind)] : [createLine(kind)],
    ...fields,
  });
