import { inspect } from "node:util";
import { expect, it } from "vitest";
import { createSandbox, type SandboxSnapshot } from "../../src/sandbox/index.js";
import { approved, invoice, kindOf, monday, open, refusal, repair, untyped } from "./support.js";

it("goes back to what both services held, as often as wanted", async () => {
  const { sandbox, supplier, lessor } = await open();
  const id = await approved({ sandbox, supplier });
  await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
  const snapshot = sandbox.snapshot();
  const ids = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    await supplier.serviceRequests.invoices.create(id, invoice());
    ids.add((await supplier.damageServiceRequests.create(repair({ components: [] }))).id);
    await lessor.vehicles.delete("ZX-987-Y");
    sandbox.lessor.deactivate(1002);
    sandbox.restore(snapshot);
    expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
    expect((await supplier.damageServiceRequests.list()).serviceRequests).toEqual([]);
    expect(await lessor.vehicles.get("ZX-987-Y")).toEqual({ licensePlate: "ZX-987-Y" });
    expect((await supplier.lessors.get(1002)).active).toBe(true);
  }
  expect(ids.size).toBe(1);
});

it("leaves the clock and the journal alone", async () => {
  const { sandbox, supplier } = await open();
  const snapshot = sandbox.snapshot();
  await supplier.lessors.list();
  sandbox.clock.advance({ hours: 1 });
  sandbox.restore(snapshot);
  expect(sandbox.clock.iso()).toBe("2026-06-15T10:00:00.000Z");
  expect(sandbox.journal.calls()).toEqual({ "lessors.list": 1 });
});

it("can be carried over to another sandbox of the same seed", async () => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair());
  const other = await open();
  other.sandbox.restore(sandbox.snapshot());
  expect((await other.supplier.serviceRequests.get(id)).id).toBe(id);
  await other.supplier.serviceRequests.delete(id);
  expect(await refusal(other.supplier.serviceRequests.get(id))).toEqual([404]);
  expect((await supplier.serviceRequests.get(id)).id).toBe(id);
});

it("shows nothing, as it holds secrets", async () => {
  const { sandbox } = await open();
  const snapshot = sandbox.snapshot();
  const { clientSecret } = sandbox.lessor;
  expect(clientSecret.length).toBeGreaterThan(10);
  expect(inspect(snapshot, { depth: 20, showHidden: true })).not.toContain(clientSecret);
  expect(JSON.stringify(snapshot)).toBe("{}");
});

it("refuses what is no snapshot", () => {
  const sandbox = createSandbox({ now: monday });
  expect(() => sandbox.restore(untyped({}) as SandboxSnapshot)).toThrow("snapshot must be what");
});

it.each(["reset", "restore"] as const)(
  "breaks off what is on its way at a %s: it would be for nothing",
  async (way) => {
    const { sandbox, supplier } = await open();
    const id = await approved({ sandbox, supplier });
    const snapshot = sandbox.snapshot();
    const release = sandbox.holdInvoices();
    const call = kindOf(supplier.serviceRequests.invoices.create(id, invoice()));
    await new Promise((resolve) => setImmediate(resolve));
    if (way === "reset") sandbox.reset();
    else sandbox.restore(snapshot);
    release();
    expect(await call).toBe("connection");
    if (way === "restore") expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
  },
);
