import { findInvoice, reconcile } from "@reg/sdk";
import type { ListsInvoices } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { invoice } from "../sandbox/support.js";
import { supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { fakeFetch, json } from "../support/fetch.js";
import { groups, losses, setUpInvoicing, withLoss } from "./support.js";

describe("findInvoice", () => {
  const number = "2026-1";

  describe.each(groups)("for an invoice of %s", (group) => {
    const operation = `${group}.invoices.create` as const;
    const list = `${group}.invoices.list` as const;

    /** Creates an approved request, and functions that invoice it and look for the invoice. */
    async function prepare() {
      const { sandbox, requests, id } = await setUpInvoicing(group);
      const create = (fields = {}) => requests.invoices.create(id, invoice(fields));
      const find = () => findInvoice(requests, id, number);
      return { sandbox, requests, id, create, find, run: () => reconcile(create, find) };
    }

    it.each(losses)("finds it after %s if it was stored, and does not send it again", async (_, fault) => {
      const { sandbox, run } = await prepare();
      const found = await withLoss(sandbox, { operation, when: "after-commit", with: fault }, run);
      expect(found).toMatchObject({ invoiceNumber: number, id: expect.any(Number) });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it.each(losses)("leaves the outcome unknown after %s if it was not stored", async (_, fault, errorKind) => {
      const { sandbox, run } = await prepare();
      const call = withLoss(sandbox, { operation, when: "before-commit", with: fault }, run);
      expect(await rejection(call)).toMatchObject({ kind: errorKind, outcome: "unknown" });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it("does not look for it after a success response", async () => {
      const { sandbox, run } = await prepare();
      expect(await run()).toMatchObject({ id: expect.any(Number), location: expect.any(String) });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 0 });
    });

    it("does not look for it after a rejection", async () => {
      const { sandbox, create, find } = await prepare();
      const rejected = reconcile(() => create({ invoiceNumber: "0" }), find);
      expect(await rejection(rejected)).toMatchObject({ kind: "validation", outcome: undefined });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 0 });
    });

    it("finds the invoice of a faster caller after the 409", async () => {
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

    it("rejects with the 409 while the call of the other caller is in flight", async () => {
      const { sandbox, create, find, run } = await prepare();
      const release = sandbox.holdInvoices();
      const faster = create();
      await failure(run(), "conflict");
      release();
      await faster;
      expect(await find()).toMatchObject({ invoiceNumber: number });
      sandbox.journal.assertCalls({ [operation]: 2, [list]: 2 });
    });

    it("compares the whole number, also in the archive", async () => {
      const { sandbox, requests, id, create, find } = await prepare();
      await create({ invoiceNumber: "2026-10" });
      sandbox.clock.advance({ days: 1 });
      await failure(requests.get(id), "archived");
      expect(await find()).toBeUndefined();
      expect(await findInvoice(requests, id, "2026-10")).toMatchObject({ invoiceNumber: "2026-10" });
    });
  });

  describe("reads a list of invoices", () => {
    const find = (body: unknown, invoiceNumber = number) =>
      findInvoice(supplierOver(fakeFetch(json(body))).serviceRequests, "a-request", invoiceNumber);
    const mine = { invoiceNumber: number };
    const other = { invoiceNumber: "2026-2" };

    it.each([
      ["that is an array", [other, mine]],
      ["in the envelope data", { data: [mine, other] }],
      ["in the field invoices", { invoices: [mine, other], hasMore: false }],
      ["with an entry that has no number", [{ id: 1 }, mine]],
    ])("%s", async (_, body) => {
      expect(await find(body)).toEqual(mine);
    });

    it.each([
      ["that is empty", []],
      ["with other invoices", { invoices: [other] }],
    ])("without the invoice: %s", async (_, body) => {
      expect(await find(body)).toBeUndefined();
    });

    it.each([
      ["no list", {}],
      ["a list in another field", { links: [] }],
      ["an invoice without a number", [other, { id: 1 }]],
      ["a number that is not a text", [{ invoiceNumber: 20261 }]],
      ["only addresses", ["/v2/servicerequests/1/invoices/1"]],
    ])("and rejects it if it has %s, because the invoice could be missed", async (_, body) => {
      expect((await failure(find(body), "response")).message).toContain("cannot be looked up");
    });

    it.each([
      ["in another case", "a-2026", "A-2026"],
      ["with blanks", "2026-1", " 2026-1"],
      ["with zeros", "2026-1", "002026-1"],
      ["cut", "2026-1", "2026"],
    ])("and rejects it if only another form of the number is there: %s", async (_, wanted, shown) => {
      const list = [other, { id: 7, invoiceNumber: shown }];
      expect((await failure(find(list, wanted), "response")).message).toContain("it may be 7, which perhaps shows");
      expect(await find([...list, { invoiceNumber: wanted }], wanted)).toEqual({ invoiceNumber: wanted });
    });

    it("and rejects it if two invoices have the number", async () => {
      const error = await failure(find([mine, other, { ...mine }]), "response");
      expect(error.message).toContain("2 invoices of this request have this number; look for it yourself");
      expect(error).toMatchObject({ status: 200, outcome: undefined });
    });

    it.each(["", undefined, 20261])("only for a valid number, not %j", async (invoiceNumber) => {
      const fetch = fakeFetch(json([]));
      const call = findInvoice(supplierOver(fetch).serviceRequests, "a-request", invoiceNumber as string);
      expect((await failure(call, "input")).message).toBe(
        "invoiceNumber must be the number of the invoice to look for, as text",
      );
      expect(fetch.requests).toEqual([]);
    });

    it.each([undefined, {}, supplierOver(fakeFetch(json([])))])(
      "only from a group of requests, not %o",
      async (given) => {
        const call = findInvoice(given as unknown as ListsInvoices, "a-request", "2026-0417");
        expect((await failure(call, "input")).message).toBe(
          "requests must be supplier.serviceRequests or supplier.damageServiceRequests",
        );
      },
    );
  });
});
