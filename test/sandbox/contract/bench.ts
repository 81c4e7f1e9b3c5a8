import { createLessorClient, type LessorClient } from "../../../src/lessor/client.js";
import {
  type CoverageReport,
  createSandbox,
  type OperationId,
  type Sandbox,
} from "../../../src/sandbox/index.js";
import type { SandboxOptions } from "../../../src/sandbox/options.js";
import { createSupplierClient, type SupplierClient } from "../../../src/supplier/client.js";
import { monday } from "../support.js";
import type { Connect, Connection } from "./adapters.js";

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
