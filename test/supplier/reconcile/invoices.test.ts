import { describe, expect, it } from "vitest";
import { findInvoice, type ListsInvoices, reconcile } from "../../../src/supplier/index.js";
import { invoice } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { failed, kinds, losses, readyToInvoice, withLoss } from "./support.js";

const number = "2026-1";

describe.each(kinds)("an invoice of %s", (kind) => {
  const operation = `${kind}.invoices.create` as const;
  const list = `${kind}.invoices.list` as const;

  /** An approved request, and what invoices it and, if need be, looks for the invoice. */
  async function prepare() {
    const { sandbox, requests, id } = await readyToInvoice(kind);
    const create = (fields = {}) => requests.invoices.create(id, invoice(fields));
    const find = () => findInvoice(requests, id, number);
    return { sandbox, requests, id, create, find, run: () => reconcile(create, find) };
  }

  it.each(losses)("that was stored is found after %s, and not sent again", async (_, fault) => {
    const { sandbox, run } = await prepare();
    const found = await withLoss(sandbox, { operation, when: "after-commit", with: fault }, run);
    expect(found).toMatchObject({ invoiceNumber: number, id: expect.any(Number) });
    sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
  });

  it.each(losses)("that was not stored stays unknown after %s", async (_, fault, errorKind) => {
    const { sandbox, run } = await prepare();
    const call = withLoss(sandbox, { operation, when: "before-commit", with: fault }, run);
    expect(await failed(call)).toEqual({ kind: errorKind, outcome: "unknown" });
    sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
  });

  it("is not looked for if it is answered", async () => {
    const { sandbox, run } = await prepare();
    expect(await run()).toMatchObject({ id: expect.any(Number), location: expect.any(String) });
    sandbox.journal.assertCalls({ [operation]: 1, [list]: 0 });
  });

  it("is not looked for if it is refused", async () => {
    const { sandbox, create, find } = await prepare();
    const refused = reconcile(() => create({ invoiceNumber: "0" }), find);
    expect(await failed(refused)).toEqual({ kind: "validation", outcome: undefined });
    sandbox.journal.assertCalls({ [operation]: 1, [list]: 0 });
  });

  it("that another caller was faster with is found after the 409", async () => {
    const { sandbox, create, find } = await prepare();
    const release = sandbox.holdInvoices();
    const faster = create();
    const slower = async () => {
      try {
        return await create();
      } finally {
        release();
        await faster;
      }
    };
    expect(await reconcile(slower, find)).toMatchObject({ id: (await faster).id, invoiceNumber: number });
    sandbox.journal.assertCalls({ [operation]: 2, [list]: 1 });
  });

  it("that another caller is not done with stays a 409, until it is", async () => {
    const { sandbox, create, find, run } = await prepare();
    const release = sandbox.holdInvoices();
    const faster = create();
    await failure(run(), "conflict");
    release();
    await faster;
    expect(await find()).toMatchObject({ invoiceNumber: number });
    sandbox.journal.assertCalls({ [operation]: 2, [list]: 2 });
  });

  it("is told apart from others by its whole number, also in the archive", async () => {
    const { sandbox, requests, id, create, find } = await prepare();
    await create({ invoiceNumber: "2026-10" });
    sandbox.clock.advance({ days: 1 });
    await failure(requests.get(id), "archived");
    expect(await find()).toBeUndefined();
    expect(await findInvoice(requests, id, "2026-10")).toMatchObject({ invoiceNumber: "2026-10" });
  });
});

describe("the list of invoices", () => {
  const find = (body: unknown, invoiceNumber = number) =>
    findInvoice(supplierOver(fakeFetch(json(body))).serviceRequests, "a-request", invoiceNumber);
  const mine = { invoiceNumber: number };
  const other = { invoiceNumber: "2026-2" };

  it.each([
    ["bare", [other, mine]],
    ["in an envelope", { data: [mine, other] }],
    ["in a field", { invoices: [mine, other], hasMore: false }],
    ["with one that has no number", [{ id: 1 }, mine]],
  ])("is read %s", async (_, body) => {
    expect(await find(body)).toEqual(mine);
  });

  it.each([
    ["bare", []],
    ["in a field", { invoices: [] }],
    ["with others", { invoices: [other] }],
  ])("has none, %s", async (_, body) => {
    expect(await find(body)).toBeUndefined();
  });

  it.each([
    ["no list", {}],
    ["another list", { links: [] }],
    ["null for the list", { invoices: null }],
    ["an invoice without a number", [other, { id: 1 }]],
    ["a number that is none of text", [{ invoiceNumber: 20261 }]],
    ["addresses only", ["/v2/servicerequests/1/invoices/1"]],
    ["nothing for an invoice", [null]],
  ])("does not pass for one without the invoice if it has %s", async (_, body) => {
    expect((await failure(find(body), "response")).message).toContain("cannot be looked up");
  });

  it("does not choose between two with the number", async () => {
    const error = await failure(find([mine, other, { ...mine }]), "response");
    expect(error.message).toContain("2 invoices of this request have this number; look for it yourself");
    expect(error).toMatchObject({ status: 200, outcome: undefined });
  });

  it.each(["", undefined, 20261])("is not asked for the number %j", async (invoiceNumber) => {
    const fetch = fakeFetch(json([]));
    const call = findInvoice(supplierOver(fetch).serviceRequests, "a-request", invoiceNumber as string);
    expect((await failure(call, "input")).message).toBe(
      "invoiceNumber must be the number of the invoice to look for, as text",
    );
    expect(fetch.requests).toEqual([]);
  });

  it.each([undefined, {}, supplierOver(fakeFetch(json([])))])(
    "is not asked of what is no group of requests: %o",
    async (given) => {
      const call = findInvoice(given as unknown as ListsInvoices, "a-request", "2026-0417");
      expect((await failure(call, "input")).message).toBe(
        "requests must be supplier.serviceRequests or supplier.damageServiceRequests",
      );
    },
  );
});
