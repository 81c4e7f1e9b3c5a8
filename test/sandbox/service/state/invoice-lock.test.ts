import { randomUUID } from "node:crypto";
import { createSupplierClient } from "@reg/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { InvoiceLock } from "../../../../src/sandbox/service/state/invoice-lock.js";
import { settle } from "../../../support/clock.js";
import { approved, invoice, kindOf, open, refusal, repair } from "../../support.js";

/**
 * Creates an approved request, and returns a function that sends an invoice for it and tracks whether it is settled.
 */
async function prepareInvoice() {
  const setup = await open();
  const id = await approved(setup);
  const send = () => {
    const sent = { isSettled: false, call: setup.supplier.serviceRequests.invoices.create(id, invoice()) };
    const markSettled = () => {
      sent.isSettled = true;
    };
    sent.call.then(markSettled, markSettled);
    return sent;
  };
  return { ...setup, id, send };
}

describe("a concurrent invoice", () => {
  it("gets 409, unless it is for another request", async () => {
    const setup = await open();
    const id = await approved(setup);
    const vehicle = { licensePlate: "KL-012-M", partialVin: "VO123456" };
    const other = await approved(setup, repair({ vehicle }));
    const { create, list } = setup.supplier.serviceRequests.invoices;
    const [winner, loser] = await Promise.allSettled([
      create(id, invoice()),
      create(id, invoice()),
      create(other, invoice()),
    ]);
    expect([winner.status, loser]).toMatchObject(["fulfilled", { reason: { status: 409 } }]);
    expect(await list(id)).toMatchObject({ invoices: [{ id: 70_001 }] });
    expect(await list(other)).toMatchObject({ invoices: [{ id: 70_002 }] });
    // A later call does not conflict, but has nothing to invoice.
    expect(await refusal(create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
  });

  it("gets 409 even if it arrives later in one turn of the event loop", async () => {
    const setup = await open();
    const id = await approved(setup);
    const { create } = setup.supplier.serviceRequests.invoices;
    const winner = create(id, invoice());
    for (let tick = 0; tick < 300; tick++) await undefined;
    expect(await refusal(create(id, invoice()))).toEqual([409]);
    await winner;
  });

  it("gets 409 over HTTP too, where calls that are sent together arrive one after the other", async () => {
    const { sandbox, supplier } = await open();
    const id = await approved({ sandbox, supplier });
    const server = await sandbox.listen();
    onTestFinished(() => server.close());
    const overHttp = createSupplierClient({
      baseUrl: server.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      retry: false,
      throttle: false,
    });
    const { create } = overHttp.serviceRequests.invoices;
    const calls = await Promise.allSettled(Array.from({ length: 21 }, () => create(id, invoice())));
    const statuses = calls.map((call) => (call.status === "fulfilled" ? 201 : call.reason.status));
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(20).fill(409)]);
    // The clock stands still, but the invoice is created: a later call has nothing to invoice.
    expect(await refusal(create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);
  });

  it("delays the earlier one until none has arrived for a while", async () => {
    const lock = new InvoiceLock();
    const locked = { id: randomUUID(), isOverHttp: true };
    let isDone = false;
    const earlier = lock.run(locked, () => {
      isDone = true;
    });
    // Together, these pauses are longer than the time without callers after which the earlier one continues. The lock
    // counts timers of the machine; this counts them as well, so that its speed does not matter.
    for (let caller = 0; caller < 6; caller++) {
      for (let timer = 0; timer < 8; timer++) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(isDone).toBe(false);
      await lock.run(locked, () => {}).catch(() => {});
    }
    await earlier;
  });

  it("cannot delay the earlier one for long by being sent again and again", async () => {
    const lock = new InvoiceLock();
    const locked = { id: randomUUID(), isOverHttp: true };
    let isDone = false;
    const earlier = lock
      .run(locked, () => "done")
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      await lock.run(locked, () => {}).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await earlier).toBe("done");
  });

  it("is accepted once the earlier one has failed", async () => {
    const setup = await open();
    const id = await approved(setup);
    const { create } = setup.supplier.serviceRequests.invoices;
    expect((await refusal(create(id, invoice({ total: 1 }))))[0]).toBe(400);
    await create(id, invoice());
  });
});

describe("holds on invoices", () => {
  it.each([
    ["first", [0, 1]],
    ["last", [1, 0]],
  ] as const)("must all be released, even if the %s one is released before the other", async (_, order) => {
    const { sandbox, send } = await prepareInvoice();
    const releases = [sandbox.holdInvoices(), sandbox.holdInvoices()];
    const sent = send();
    await settle();
    releases[order[0]]?.();
    releases[order[0]]?.();
    await settle();
    expect(sent.isSettled).toBe(false);
    releases[order[1]]?.();
    await sent.call;
  });

  it("delay callers that already wait if they are added before the last release", async () => {
    const { sandbox, send } = await prepareInvoice();
    const one = sandbox.holdInvoices();
    const sent = send();
    await settle();
    const other = sandbox.holdInvoices();
    one();
    await settle();
    expect(sent.isSettled).toBe(false);
    other();
    await sent.call;
  });

  it("stay after a restore, which unlocks every request", async () => {
    const { sandbox, supplier, id, send } = await prepareInvoice();
    const release = sandbox.holdInvoices();
    const lost = send();
    await settle();
    sandbox.restore(sandbox.snapshot());
    const sent = send();
    await settle();
    expect([lost.isSettled, sent.isSettled]).toEqual([false, false]);
    expect(await refusal(supplier.serviceRequests.invoices.create(id, invoice()))).toEqual([409]);
    release();
    expect(await kindOf(lost.call)).toBe("connection");
    await sent.call;
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });

  it("are released by a reset", async () => {
    const { sandbox, supplier, send } = await prepareInvoice();
    const release = sandbox.holdInvoices();
    sandbox.holdInvoices();
    const sent = send();
    await settle();
    expect(sent.isSettled).toBe(false);
    sandbox.reset();
    expect(await kindOf(sent.call)).toBe("connection");
    const id = await approved({ sandbox, supplier });
    await supplier.serviceRequests.invoices.create(id, invoice());
    release();
  });
});
