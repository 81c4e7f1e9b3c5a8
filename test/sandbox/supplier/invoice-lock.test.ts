import { describe, expect, it } from "vitest";
import { approved, invoice, kindOf, open, refusal } from "../support.js";

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates an approved request, and returns a function that sends an invoice for it and tracks whether it is settled. */
async function prepare() {
  const world = await open();
  const id = await approved(world);
  const send = () => {
    const sent = { isSettled: false, call: world.supplier.serviceRequests.invoices.create(id, invoice()) };
    const markSettled = () => {
      sent.isSettled = true;
    };
    sent.call.then(markSettled, markSettled);
    return sent;
  };
  return { ...world, id, send };
}

describe("holds on invoices", () => {
  it.each([
    ["first", [0, 1]],
    ["last", [1, 0]],
  ] as const)("must all be released, even if the %s one is released before the other", async (_, order) => {
    const { sandbox, send } = await prepare();
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
    const { sandbox, send } = await prepare();
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
    const { sandbox, supplier, id, send } = await prepare();
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
    const { sandbox, supplier, send } = await prepare();
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
