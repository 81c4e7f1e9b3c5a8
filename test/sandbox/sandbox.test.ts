import { inspect } from "node:util";
import { createSandbox, type SandboxSnapshot } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../support/untyped.js";
import {
  approved,
  invoice,
  kindOf,
  monday,
  open,
  reading,
  refusal,
  rental,
  repair,
  supplierOf,
  work,
} from "./support.js";

const ids = {
  reading: "11111111-1111-4111-8111-111111111111",
  work: "22222222-2222-4222-8222-222222222222",
  more: "33333333-3333-4333-8333-333333333333",
};

const lines = () => [reading({ id: ids.reading }), work({ id: ids.work })];

/** Waits until a call has succeeded or failed. */
const whenEnded = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    () => undefined,
  );

/** Sends requests with every kind of outcome, and returns the journal. */
async function runScript(seed: number) {
  const setup = await open({ seed });
  const { sandbox, supplier, lessor } = setup;
  const { serviceRequests } = supplier;

  const id = await approved(setup, repair({ components: lines() }));
  sandbox.clock.advance({ hours: 1, ms: 7 });
  await whenEnded(serviceRequests.invoices.create(id, invoice({ invoiceNumber: "0" })));
  sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
  await whenEnded(serviceRequests.invoices.create(id, invoice()));
  await serviceRequests.invoices.list(id);

  const denied = await serviceRequests.create({
    ...repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "JF123456" }, components: lines() }),
    status: "ApprovalRequested",
  });
  sandbox.lessor.deny(denied.id, { lines: [ids.work] });
  await whenEnded(serviceRequests.components.put(denied.id, ids.more, work({ id: ids.more, price: 12 })));
  await whenEnded(serviceRequests.components.cancel(denied.id, ids.work));
  await whenEnded(serviceRequests.create(repair({ vehicle: { licensePlate: "GH-789-J" }, components: lines() })));
  await whenEnded(serviceRequests.create(rental({ components: [] })));
  await whenEnded(serviceRequests.get("nothing"));
  await whenEnded(serviceRequests.attachments.upload(denied.id, new Blob(["x"], { type: "image/png" })));

  sandbox.fail({ operation: "lessors.list", times: 2, with: { status: 503 } });
  sandbox.fail({ operation: "*", probability: 0.5, times: 4, with: "bad-json" });
  for (let count = 0; count < 8; count += 1) await whenEnded(supplier.lessors.list());
  await Promise.all([whenEnded(supplier.dealerships.list()), whenEnded(supplier.objectTypes.list())]);

  sandbox.clock.set("2026-06-16T00:00:00Z");
  await whenEnded(lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" }));
  await whenEnded(lessor.vehicles.mileages.put("ZX-987-Y", untyped([{ value: 1 }])));
  await whenEnded(lessor.vehicles.get("ZX-987-Y"));
  await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/nowhere`);
  sandbox.clock.advance({ days: 3 });
  await whenEnded(serviceRequests.get(id));
  return sandbox.journal;
}

describe("a reset", () => {
  it("restores the initial state except the clock and the tokens", async () => {
    const { sandbox, supplier, lessor } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "lessors.list", with: "reset" });
    sandbox.clock.advance({ hours: 1 });
    sandbox.reset();
    expect(sandbox.journal.entries).toEqual([]);
    await supplier.lessors.list();
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
    expect(await refusal(lessor.vehicles.get("ZX-987-Y"))).toEqual([404]);
    expect((await supplier.serviceRequests.create(repair())).id).toBe(id);
    expect(sandbox.clock.iso()).toBe("2026-06-15T10:00:00.000Z");
  });
});

it("two sandboxes share no state", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  await one.supplier.serviceRequests.create(repair());
  expect((await other.supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  expect((await (await supplierOf(one.sandbox)).serviceRequests.list()).serviceRequests).toHaveLength(1);
});

describe("a snapshot", () => {
  it("restores the state of both services, any number of times", async () => {
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

  it("changes neither the clock nor the journal", async () => {
    const { sandbox, supplier } = await open();
    const snapshot = sandbox.snapshot();
    await supplier.lessors.list();
    sandbox.clock.advance({ hours: 1 });
    sandbox.restore(snapshot);
    expect(sandbox.clock.iso()).toBe("2026-06-15T10:00:00.000Z");
    expect(sandbox.journal.calls()).toEqual({ "lessors.list": 1 });
  });

  it("can be restored in another sandbox with an equal seed", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const other = await open();
    other.sandbox.restore(sandbox.snapshot());
    expect((await other.supplier.serviceRequests.get(id)).id).toBe(id);
    await other.supplier.serviceRequests.delete(id);
    expect(await refusal(other.supplier.serviceRequests.get(id))).toEqual([404]);
    expect((await supplier.serviceRequests.get(id)).id).toBe(id);
  });

  it("does not show the secrets that it contains", async () => {
    const { sandbox } = await open();
    const snapshot = sandbox.snapshot();
    const { clientSecret } = sandbox.lessor;
    expect(clientSecret.length).toBeGreaterThan(10);
    expect(inspect(snapshot, { depth: 20, showHidden: true })).not.toContain(clientSecret);
    expect(JSON.stringify(snapshot)).toBe("{}");
  });

  it("is the only value that restore accepts", () => {
    const sandbox = createSandbox({ now: monday });
    expect(() => sandbox.restore(untyped({}) as SandboxSnapshot)).toThrow("snapshot must be what");
  });

  it.each(["reset", "restore"] as const)("fails requests in flight at a %s", async (method) => {
    const { sandbox, supplier } = await open();
    const id = await approved({ sandbox, supplier });
    const snapshot = sandbox.snapshot();
    const release = sandbox.holdInvoices();
    const call = kindOf(supplier.serviceRequests.invoices.create(id, invoice()));
    await new Promise((resolve) => setImmediate(resolve));
    if (method === "reset") sandbox.reset();
    else sandbox.restore(snapshot);
    release();
    expect(await call).toBe("connection");
    if (method === "restore") expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
  });
});

describe("the journal", () => {
  it("is equal, byte for byte, for equal seeds and calls, and differs for another seed", async () => {
    const [one, other, different] = [await runScript(7), await runScript(7), await runScript(8)];
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    expect(JSON.stringify(different)).not.toBe(JSON.stringify(one));
    const statuses = new Set(one.entries.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 404, 503, "reset"]));
    expect(one.entries.length).toBeGreaterThan(25);
  });

  it("does not depend on which of two concurrent requests gets its response first", async () => {
    const run = async (first: "lessors.list" | "dealerships.list") => {
      const { sandbox, supplier } = await open();
      sandbox.fail({ operation: first, with: { delay: 1000 } });
      const calls = [supplier.lessors.list(), supplier.dealerships.list()];
      await calls[first === "lessors.list" ? 1 : 0];
      sandbox.clock.advance({ ms: 1000 });
      await Promise.all(calls);
      return sandbox.journal.entries.map(({ fault: _, ...rest }) => rest);
    };
    expect(JSON.stringify(await run("lessors.list"))).toBe(JSON.stringify(await run("dealerships.list")));
  });
});
