import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type FaultKind, type SandboxServer } from "../../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClient } from "../../../src/supplier/client.js";
import { monday, repair } from "../../sandbox/support.js";
import { describeEnd, listInvoices, pdf } from "../support.js";

describe("workflows over HTTP connections", () => {
  const sandbox = createSandbox({ now: monday });
  let server: SandboxServer;
  let supplier: SupplierClient;

  beforeAll(async () => {
    server = await sandbox.listen();
    const { baseUrl } = server.supplier;
    supplier = createSupplierClient({ baseUrl, token: await sandbox.supplier.token(), retry: false });
  });
  afterEach(() => {
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.reset();
  });
  afterAll(async () => {
    await supplier.close();
    await server.close();
  });

  /** Submits and invoices a request, and runs each workflow until it succeeds. */
  async function processRequest(): Promise<{ id: string; runs: number }> {
    const { serviceRequests } = supplier;
    const { id } = await serviceRequests.create(repair());
    let runs = 0;
    const runUntilResolved = async (run: () => Promise<unknown>) => {
      for (let end = ""; end !== "resolved"; runs += 1) end = await describeEnd(run());
    };
    await runUntilResolved(() => serviceRequests.submit(id));
    sandbox.lessor.approve(id);
    await runUntilResolved(() => serviceRequests.invoice(id, { number: "2026-1", pdf }));
    return { id, runs };
  }

  const faults = ["reset", "cut-body"] as const satisfies readonly FaultKind[];
  const lost = ["get", "patch", "invoiceTemplates.list", "invoices.create", "invoices.pdf.upload"] as const;
  const whens = ["before-commit", "after-commit"] as const;

  it.each(lost.flatMap((call) => whens.map((when) => ({ call, when }))))(
    "submit and invoice a request once although $call is lost $when",
    async ({ call, when }) => {
      for (const fault of faults) {
        sandbox.reset();
        const handle = sandbox.fail({ operation: `serviceRequests.${call}`, when, with: fault });
        const { id, runs } = await processRequest();
        expect(handle.happened).toBe(1);
        expect(runs).toBeLessThanOrEqual(3);
        expect(await listInvoices(supplier.serviceRequests, id)).toMatchObject([{ invoiceNumber: "2026-1" }]);
        sandbox.journal.assertNoDuplicateCreates();
      }
    },
  );

  it("create one invoice for three concurrent callers", async () => {
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    const calls = ["2026-1", "2026-1", "2026-2"].map((number) =>
      describeEnd(supplier.serviceRequests.invoice(id, { number })),
    );
    expect(await Promise.all(calls)).toContain("resolved");
    expect(await listInvoices(supplier.serviceRequests, id)).toHaveLength(1);
  });
});
