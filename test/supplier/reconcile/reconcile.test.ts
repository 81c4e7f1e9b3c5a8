import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Created } from "../../../src/http/client.js";
import type { Invoice, InvoiceCreated, ServiceRequest } from "../../../src/index.js";
import {
  findErrorOf,
  findInvoice,
  findServiceRequest,
  findServiceRequests,
  reconcile,
} from "../../../src/supplier/index.js";
import { invoice } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json, networkFailure, silence, text } from "../../support/fetch.js";
import { readyToInvoice, withLoss } from "./support.js";

const operation = "serviceRequests.invoices.create" as const;
const lost = { operation, when: "after-commit", with: "reset" } as const;

/** An invoice whose answer gets lost, and then what looks for it. */
async function lose<Found>(find: () => Promise<Found | undefined>) {
  const { sandbox, requests, id } = await readyToInvoice("serviceRequests");
  const run = () => reconcile(() => requests.invoices.create(id, invoice()), find);
  return rejection(withLoss(sandbox, lost, run));
}

describe("if looking fails", () => {
  it("the error is the one of the call, and tells why", async () => {
    const { sandbox, requests, id } = await readyToInvoice("serviceRequests");
    sandbox.fail({ operation: "serviceRequests.invoices.list", with: { status: 503 } });
    const find = () => findInvoice(requests, id, "2026-1");
    const run = () => reconcile(() => requests.invoices.create(id, invoice()), find);
    const error = await failure(withLoss(sandbox, lost, run), "connection");
    expect(error).toMatchObject({ operationId: operation, outcome: "unknown", code: "ECONNRESET" });
    expect(findErrorOf(error)).toMatchObject({ kind: "server", status: 503 });
    expect(inspect(error)).toContain("RegServerError");
    sandbox.journal.assertCalls({ [operation]: 1 });
    expect(await find()).toMatchObject({ invoiceNumber: "2026-1" });
  });

  it("with anything at all, the error can still be logged", async () => {
    const cyclic: Record<string, unknown> = { password: "of the user's own" };
    cyclic["self"] = cyclic;
    const error = await lose(() => Promise.reject(cyclic));
    expect(findErrorOf(error)).toBe(cyclic);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(JSON.stringify(error)).not.toContain("password");
  });

  it("before it gives a promise, the same holds", async () => {
    const slip = new TypeError("a slip in find");
    const error = await lose(() => {
      throw slip;
    });
    expect(error).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(findErrorOf(error)).toBe(slip);
  });

  it("several times over, the last reason counts", async () => {
    const { requests } = supplierWith(text("", { status: 503 }));
    const create = () => requests.invoices.create("a-request", invoice());
    const inner = () => reconcile(create, () => Promise.reject("first"));
    const error = await rejection(reconcile(inner, () => Promise.reject("second")));
    expect(findErrorOf(error)).toBe("second");
  });

  it("because it was aborted, the same holds", async () => {
    const { sandbox, requests, id } = await readyToInvoice("serviceRequests");
    const signal = AbortSignal.abort("enough");
    const find = () => findInvoice(requests, id, "2026-1", { signal });
    const run = () => reconcile(() => requests.invoices.create(id, invoice()), find);
    const error = await failure(withLoss(sandbox, lost, run), "connection");
    expect([error.outcome, findErrorOf(error)]).toEqual(["unknown", "enough"]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.list": 0 });
  });
});

describe("what is not looked for", () => {
  const never = () => Promise.reject(new Error("looked for all the same"));

  it("is what its caller has aborted", async () => {
    const { requests, id } = await readyToInvoice("serviceRequests");
    const signal = AbortSignal.abort(new Error("enough"));
    const send = () => requests.invoices.create(id, invoice(), { signal });
    expect(await rejection(reconcile(send, never))).toBe(signal.reason);
  });

  it("is an error of another origin, also one that looks similar", async () => {
    for (const reason of [undefined, "text", { outcome: "unknown" }, { kind: "conflict" }]) {
      expect(await rejection(reconcile(() => Promise.reject(reason), never))).toBe(reason);
      expect(findErrorOf(reason)).toBeUndefined();
    }
  });

  it("is what certainly was not sent", async () => {
    const { requests } = supplierWith(networkFailure("ECONNREFUSED", "connect"));
    const send = () => requests.invoices.create("a-request", invoice());
    expect(await failure(reconcile(send, never), "connection")).toMatchObject({ sent: false });
  });

  it("is a call that did nothing, such as a read", async () => {
    const { requests } = supplierWith(text("", { status: 503 }));
    const error = await failure(
      reconcile(() => requests.list(), never),
      "server",
    );
    expect(findErrorOf(error)).toBeUndefined();
  });
});

describe("what is found", () => {
  it("is undefined: then the error of the call stays, without a reason why looking failed", async () => {
    const error = await lose(async () => undefined);
    expect(error).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(findErrorOf(error)).toBeUndefined();
  });

  it("can be any other value, also after a create that succeeded without an id", async () => {
    const { requests } = supplierWith(json({}, { status: 201 }));
    const send = () => requests.invoices.create("a-request", invoice());
    await failure(send(), "response");
    for (const found of [null, 0, false, ""]) expect(await reconcile(send, async () => found)).toBe(found);
  });

  it("has the type of what is sent or of what is looked for", () => {
    const { requests } = supplierWith(silence);
    const invoiced = () =>
      reconcile(
        () => requests.invoices.create("1", invoice()),
        () => findInvoice(requests, "1", "2026-1"),
      );
    expectTypeOf(invoiced).returns.resolves.toEqualTypeOf<Created<InvoiceCreated, number> | Invoice>();
    const created = () =>
      reconcile(
        () => requests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } }),
        () => findServiceRequest(requests, { licensePlate: "AB-123-C", workOrderNumber: "WO-1" }),
      );
    expectTypeOf<Awaited<ReturnType<typeof created>>["id"]>().toEqualTypeOf<string>();
    const submitted = () =>
      reconcile(
        () => requests.patch("1", { status: "ApprovalRequested" }),
        async () => {
          const read = await requests.get("1");
          return read.status === "ApprovalRequested" ? read : undefined;
        },
      );
    expectTypeOf(submitted).returns.resolves.toEqualTypeOf<ServiceRequest>();
  });
});

describe("the options of a call", () => {
  it.each([
    ["findInvoice", json([])],
    ["findServiceRequest", json({ serviceRequests: [], hasMore: false })],
    ["findServiceRequests", json({ serviceRequests: [], hasMore: false })],
  ] as const)("are those of %s too", async (name, reply) => {
    const { fetch, requests } = supplierWith(reply);
    const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-1" };
    const options = { headers: { "x-mine": "1" } };
    if (name === "findInvoice") await findInvoice(requests, "1", "2026-1", options);
    if (name === "findServiceRequest") await findServiceRequest(requests, key, options);
    if (name === "findServiceRequests") await findServiceRequests(requests, key, options);
    expect(fetch.requests.map(({ headers }) => headers["x-mine"])).toEqual(["1"]);
  });

  it("end the search in flight, with the signal's reason", async () => {
    const { requests } = supplierWith(silence);
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [
      findInvoice(requests, "1", "2026-1", { signal }),
      findServiceRequest(requests, { licensePlate: "AB-123-C", workOrderNumber: "WO-1" }, { signal }),
    ];
    controller.abort("enough");
    expect(await Promise.all(calls.map(rejection))).toEqual(["enough", "enough"]);
  });
});

function supplierWith(reply: Parameters<typeof fakeFetch>[0]) {
  const fetch = fakeFetch(reply);
  return { fetch, requests: supplierOver(fetch, { retry: false }).serviceRequests };
}
