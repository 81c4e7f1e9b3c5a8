import { createLessorClient, createSupplierClient } from "@reg/sdk";
import { createSandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
});

/** All but the two of which Node itself makes its bodies: with another `queueMicrotask`, none of them ends. */
const everything = [
  ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate"] as const),
  ...(["Date", "performance", "hrtime"] as const),
];

function create(order: "before" | "after", options: SandboxOptions) {
  if (order === "after") vi.useFakeTimers({ toFake: everything });
  const sandbox = createSandbox(options);
  if (order === "before") vi.useFakeTimers({ toFake: everything });
  return sandbox;
}

async function connect(sandbox: ReturnType<typeof createSandbox>, baseUrl = sandbox.supplier.baseUrl) {
  const token = await sandbox.supplier.token();
  const { fetch, clock } = sandbox;
  return createSupplierClient({ baseUrl, token, clock, ...(baseUrl.startsWith("https:") && { fetch }) });
}

describe.each(["before", "after"] as const)("a sandbox that is created %s fake timers", (order) => {
  test.each<SandboxOptions>([{}, { now: "2026-06-15T09:00:00Z" }, { clock: "jumping" }])(
    "seeds, responds and creates one invoice at a time: %o",
    async (options) => {
      const sandbox = create(order, options);
      const { invoicing: id } = await sandbox.seed("invoicing");
      const supplier = await connect(sandbox);
      const pdf = new Blob(["%PDF"], { type: "application/pdf" });
      const { invoiceId } = await supplier.serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf });
      expect((await supplier.serviceRequests.invoices.pdf.get(id, invoiceId)).blob.size).toBe(4);
      sandbox.journal.assertNoDuplicateCreates();
    },
  );

  test("lets a fleet be kept current", async () => {
    const sandbox = create(order, {});
    const { baseUrl, clientId, clientSecret } = sandbox.lessor;
    const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch: sandbox.fetch });
    const fleet = Array.from({ length: 250 }, (_, index) => ({ licensePlate: `ZX-${index + 100}-Y` }));
    expect(await lessor.sync(fleet, { state: new Map() })).toMatchObject({ ok: true, newVehicles: 250 });
  });

  test("skips waits, if its clock jumps", async () => {
    const sandbox = create(order, { clock: "jumping" });
    const supplier = await connect(sandbox);
    sandbox.fail({ operation: "lessors.list", times: 2, with: { status: 503 } });
    await supplier.lessors.list();
    sandbox.journal.assertCalls({ "lessors.list": 3 });
  });

  test("creates one invoice at a time for callers over HTTP", async () => {
    const sandbox = create(order, {});
    const { invoicing: id } = await sandbox.seed("invoicing");
    const server = await sandbox.listen();
    const supplier = await connect(sandbox, server.supplier.baseUrl);
    await supplier.serviceRequests.invoice(id, { number: "2026-1", vatLines: [] });
    await server.close();
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
  });
});
