import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  createSandbox,
  type FaultKind,
  type Sandbox,
  type SandboxServer,
} from "../../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClient } from "../../../src/supplier/client.js";
import { monday, repair } from "../../sandbox/support.js";
import { endOf, invoicesOf, pdf } from "./workflow-world.js";

let sandbox: Sandbox;
let server: SandboxServer;
let reg: SupplierClient;

beforeAll(async () => {
  sandbox = createSandbox({ now: monday });
  server = await sandbox.listen();
  const { baseUrl } = server.supplier;
  const token = await sandbox.supplier.token();
  reg = createSupplierClient({ baseUrl, token, retry: false });
});

afterEach(() => {
  sandbox.journal.assertNoDuplicateCreates();
  sandbox.reset();
});

afterAll(async () => {
  await reg.close();
  await server.close();
});

/** The whole way of a request; each step is taken again until it is through. */
async function wholeWay(): Promise<{ id: string; runs: number }> {
  const { serviceRequests } = reg;
  const { id } = await serviceRequests.create(repair());
  const steps = [
    () => serviceRequests.submit(id),
    () => serviceRequests.invoice(id, { number: "2026-1", pdf }),
  ];
  let runs = 0;
  for (const step of steps) {
    for (let end = ""; end !== "resolved"; runs += 1) end = await endOf(step());
    if (step === steps[0]) sandbox.lessor.approve(id);
  }
  return { id, runs };
}

describe("over connections", () => {
  const faults = ["reset", "cut-body"] as const satisfies readonly FaultKind[];
  const lost = ["get", "patch", "invoiceTemplates.list", "invoices.create", "invoices.pdf.upload"] as const;
  const whens = ["before-commit", "after-commit"] as const;

  it.each(lost.flatMap((call) => whens.map((when) => ({ call, when }))))(
    "a request is submitted and invoiced once although $call is lost $when",
    async ({ call, when }) => {
      for (const fault of faults) {
        sandbox.reset();
        const handle = sandbox.fail({ operation: `serviceRequests.${call}`, when, with: fault });
        const { id, runs } = await wholeWay();
        expect(handle.happened).toBe(1);
        expect(runs).toBeLessThanOrEqual(3);
        expect(await invoicesOf(reg.serviceRequests, id)).toMatchObject([{ invoiceNumber: "2026-1" }]);
        sandbox.journal.assertNoDuplicateCreates();
      }
    },
  );

  it("two callers make one invoice", async () => {
    const { id } = await reg.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    const calls = ["2026-1", "2026-1", "2026-2"].map((number) =>
      endOf(reg.serviceRequests.invoice(id, { number })),
    );
    expect(await Promise.all(calls)).toContain("resolved");
    expect(await invoicesOf(reg.serviceRequests, id)).toHaveLength(1);
  });
});
