import { describe, expect, it } from "vitest";
import {
  findErrorOf,
  findInvoice,
  findServiceRequest,
  findServiceRequests,
  type ListsInvoices,
  type ListsServiceRequests,
  reconcile,
  type ServiceRequestKey,
} from "../../../src/supplier/index.js";
import { invoice } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { failed, kinds, losses, order, readyToInvoice, withLoss, world } from "./support.js";

describe("findInvoice", () => {
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
});

describe("findServiceRequest", () => {
  const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-7" };

  describe.each(kinds)("one of %s", (kind) => {
    const operation = `${kind}.create` as const;
    const list = `${kind}.list` as const;

    /** What creates a request and, if need be, looks for it. */
    async function prepare(options: { listLimit?: number } = {}) {
      const { sandbox, requests } = await world(kind, options);
      const create = () => requests.create(order(kind, key.workOrderNumber));
      const find = () => findServiceRequest(requests, key);
      return { sandbox, requests, create, find, run: () => reconcile(create, find) };
    }

    it.each(losses)("that was created is found after %s, and not sent again", async (_, fault) => {
      const { sandbox, requests, run } = await prepare();
      const found = await withLoss(sandbox, { operation, when: "after-commit", with: fault }, run);
      expect(found).toMatchObject({ ...key, status: "Draft" });
      expect(await requests.get(found.id)).toMatchObject({ id: found.id });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it.each(losses)("that was not created stays unknown after %s", async (_, fault, errorKind) => {
      const { sandbox, run } = await prepare();
      const call = withLoss(sandbox, { operation, when: "before-commit", with: fault }, run);
      expect(await failed(call)).toEqual({ kind: errorKind, outcome: "unknown" });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it("that was refused is not looked for", async () => {
      const { sandbox, requests, find } = await prepare();
      const refused = { ...order(kind, "WO-7"), vehicle: { licensePlate: "GH-789-J" } };
      expect(await failed(reconcile(() => requests.create(refused), find))).toMatchObject({
        kind: "validation",
      });
      sandbox.journal.assertCalls({ [list]: 0 });
    });

    it("is told apart from those of other vehicles and orders", async () => {
      const { requests, create, find } = await prepare();
      const { id } = await create();
      await requests.create({ ...order(kind, "WO-7"), vehicle: { licensePlate: "DE-456-F" } });
      if (kind === "damageServiceRequests") await requests.create(order(kind, "WO-70"));
      expect(await find()).toMatchObject({ ...key, id });
      expect(await findServiceRequest(requests, { ...key, workOrderNumber: "WO-" })).toBeUndefined();
    });

    it("is not called missing if the list is cut off", async () => {
      const { requests, create, find } = await prepare({ listLimit: 1 });
      if (kind === "serviceRequests") {
        await create();
        expect(await find()).toMatchObject(key);
        return;
      }
      await requests.create(order(kind, "WO-1"));
      await create();
      expect((await failure(find(), "response")).message).toContain("hasMore");
    });
  });

  describe("several damages with one work order number", () => {
    it("are listed, and none is chosen", async () => {
      const { sandbox, requests } = await world("damageServiceRequests");
      const first = await requests.create(order("damageServiceRequests", "WO-7"));
      const create = () =>
        requests.create({ ...order("damageServiceRequests", "WO-7"), status: "ApprovalRequested" });
      const loss = {
        operation: "damageServiceRequests.create",
        when: "after-commit",
        with: "reset",
      } as const;
      const call = withLoss(sandbox, loss, () => reconcile(create, () => findServiceRequest(requests, key)));
      const error = await rejection(call);
      expect(error).toMatchObject({ kind: "connection", outcome: "unknown" });
      const all = await findServiceRequests(requests, key);
      expect(all.map(({ status }) => status).sort()).toEqual(["ApprovalRequested", "Draft"]);
      const { message } = await failure(Promise.reject(findErrorOf(error)), "response");
      expect(message).toContain("2 open requests have this license plate and work order number (");
      for (const { id } of all) expect(message).toContain(id);
      expect(message).toContain(first.id);
    });
  });

  describe("who looks for a request", () => {
    it.each([undefined, supplierOver(fakeFetch(json([])))])(
      "gives a group of requests, not %o",
      async (given) => {
        const requests = given as unknown as ListsServiceRequests;
        const call = findServiceRequest(requests, { licensePlate: "AB-123-C", workOrderNumber: "1" });
        expect((await failure(call, "input")).field).toBe("requests");
      },
    );

    it("gives a key", async () => {
      const { serviceRequests } = supplierOver(fakeFetch(json([])));
      const call = findServiceRequest(serviceRequests, undefined as unknown as ServiceRequestKey);
      expect((await failure(call, "input")).field).toBe("licensePlate");
    });
  });

  describe("the list of requests", () => {
    const item = (licensePlate: string, workOrderNumber?: string) => ({
      id: "1",
      licensePlate,
      workOrderNumber,
    });
    const find = (items: readonly object[], wanted: Partial<typeof key> = {}, hasMore = false) => {
      const fetch = fakeFetch(json({ serviceRequests: items, hasMore }));
      const call = findServiceRequest(supplierOver(fetch).damageServiceRequests, { ...key, ...wanted });
      return { fetch, call };
    };

    it("is asked for the vehicle", async () => {
      const { fetch, call } = find([]);
      expect(await call).toBeUndefined();
      expect(fetch.requests.map(({ url }) => url.search)).toEqual(["?licensePlate=AB-123-C"]);
    });

    it("may ignore the filter, and write plates in another way", async () => {
      const items = [
        item("DE-456-F", "WO-7"),
        item("AB 123c", "WO-7"),
        item("AB-123-C"),
        item("AB-123-C", "wo-7"),
      ];
      expect(await find(items).call).toEqual(items[1]);
    });

    it.each([
      ["nothing", new Response(null, { status: 204 })],
      ["another object", Response.json({})],
      ["no list", Response.json({ serviceRequests: null, hasMore: false })],
    ])("is not taken for empty where the answer has %s", async (_, answer) => {
      const call = findServiceRequest(supplierOver(fakeFetch(() => answer)).serviceRequests, key);
      expect((await failure(call, "response")).message).toContain(
        "no list of requests; look for it yourself",
      );
    });

    it("may be cut off where it has the request", async () => {
      expect(await find([item("AB-123-C", "WO-7")], {}, true).call).toMatchObject({ id: "1" });
    });

    it.each([
      ["licensePlate", ""],
      ["licensePlate", " - "],
      ["licensePlate", undefined],
      ["workOrderNumber", ""],
      ["workOrderNumber", undefined],
      ["workOrderNumber", 7],
    ])("is not asked with %s %j", async (field, value) => {
      const { fetch, call } = find([item("", "")], { [field]: value });
      expect(await failure(call, "input")).toMatchObject({
        field,
        message: expect.stringContaining("to look for"),
      });
      expect(fetch.requests).toEqual([]);
    });
  });
});
