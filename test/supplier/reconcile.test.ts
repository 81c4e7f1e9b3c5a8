import { inspect } from "node:util";
import {
  type Created,
  findErrorOf,
  findInvoice,
  findServiceRequest,
  findServiceRequests,
  type RegErrorKind,
  reconcile,
  type SupplierClientOptions,
  type Transport,
} from "@reg/sdk";
import type {
  Invoice,
  InvoiceCreated,
  ListsServiceRequests,
  ServiceRequest,
  ServiceRequestCreate,
} from "@reg/sdk/supplier";
import { describe, expect, expectTypeOf, it } from "vitest";
import { damageLine, invoice, repair } from "../sandbox/support.js";
import { supplierAt, supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { fakeFetch, json, networkFailure, silence, text } from "../support/fetch.js";
import { httpServer } from "../support/server.js";
import { openTransport } from "../undici/support.js";
import { type Group, groups, losses, setUp, setUpInvoicing, withLoss } from "./support.js";

const operation = "serviceRequests.invoices.create" as const;
const lost = { operation, when: "after-commit", with: "reset" } as const;

/** Creates an invoice whose response is lost, and looks for it with `find`. */
async function loseResponse<Found>(find: () => Promise<Found | undefined>) {
  const { sandbox, requests, id } = await setUpInvoicing("serviceRequests");
  const run = () => reconcile(() => requests.invoices.create(id, invoice()), find);
  return rejection(withLoss(sandbox, lost, run));
}

describe("reconcile, if find fails", () => {
  it("rejects with the error of the call, which contains the error of find", async () => {
    const { sandbox, requests, id } = await setUpInvoicing("serviceRequests");
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

  it("rejects with an error that can be logged, whatever find threw", async () => {
    const cyclic: Record<string, unknown> = { password: "of the user" };
    cyclic["self"] = cyclic;
    const error = await loseResponse(() => Promise.reject(cyclic));
    expect(findErrorOf(error)).toBe(cyclic);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(JSON.stringify(error)).not.toContain("password");
  });

  it("keeps the error that find threw synchronously", async () => {
    const defect = new TypeError("a defect in find");
    const error = await loseResponse(() => {
      throw defect;
    });
    expect(error).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(findErrorOf(error)).toBe(defect);
  });
});

describe("reconcile does not call find", () => {
  const never = () => Promise.reject(new Error("find was called"));

  it("for a call that its caller aborted", async () => {
    const { requests, id } = await setUpInvoicing("serviceRequests");
    const signal = AbortSignal.abort(new Error("enough"));
    const send = () => requests.invoices.create(id, invoice(), { signal });
    expect(await rejection(reconcile(send, never))).toBe(signal.reason);
  });

  it("for an error that is not of this package, even if it looks similar", async () => {
    for (const reason of [undefined, "text", { outcome: "unknown" }, { kind: "conflict" }]) {
      expect(await rejection(reconcile(() => Promise.reject(reason), never))).toBe(reason);
      expect(findErrorOf(reason)).toBeUndefined();
    }
  });

  it("for a call that was certainly not sent", async () => {
    const { requests } = supplierWith(networkFailure("ECONNREFUSED", "connect"));
    const send = () => requests.invoices.create("a-request", invoice());
    expect(await failure(reconcile(send, never), "connection")).toMatchObject({ sent: false });
  });

  it("for a call that changes nothing, such as a read", async () => {
    const { requests } = supplierWith(text("", { status: 503 }));
    const error = await failure(
      reconcile(() => requests.list(), never),
      "server",
    );
    expect(findErrorOf(error)).toBeUndefined();
  });
});

describe.each<[string, () => Transport | undefined]>([
  ["the global fetch", () => undefined],
  ["the undici transport", () => openTransport()],
])("with %s, behind a gateway that passes a part of a file on as a whole one", (_, open) => {
  const chunk = new Uint8Array(10);

  /** Starts a service with such a gateway. It closes the connection after `accepted` bytes of a file. */
  async function startService(accepted = Number.POSITIVE_INFINITY) {
    const stored: { fileName: string; size: number }[] = [];
    const { url, requests } = await httpServer((request, response) => {
      if (request.method === "GET") {
        response.setHeader("content-type", "application/json").end(JSON.stringify({ attachments: stored }));
        return;
      }
      const file = { fileName: "engine.jpg", size: 0 };
      request.on("error", () => {});
      request.on("data", (part: Buffer) => {
        file.size += part.length;
        if (file.size >= accepted) request.socket.resetAndDestroy();
      });
      // The response is lost, too.
      request.on("end", () => request.socket.resetAndDestroy());
      request.on("close", () => stored.push(file));
    });
    return { url, requests, stored };
  }

  /** Uploads a file, and looks for its name if the outcome is unknown. */
  function upload(url: string, file: ReadableStream<Uint8Array>, options: Partial<SupplierClientOptions> = {}) {
    const { attachments } = supplierAt(url, { transport: open(), ...options }).serviceRequests;
    return reconcile(
      () => attachments.upload("R-1", file, { fileName: "engine.jpg" }),
      async () => {
        const list = (await attachments.list("R-1")) as { attachments: { fileName: string }[] };
        return list.attachments.find(({ fileName }) => fileName === "engine.jpg");
      },
    );
  }

  /** A stream that returns this number of chunks, and then ends in a certain way. */
  function source(chunks: number, end: (controller: ReadableStreamDefaultController) => unknown) {
    let left = chunks;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      left-- > 0 ? controller.enqueue(chunk) : end(controller);
    return new ReadableStream<Uint8Array>({ pull: async (controller) => void (await pull(controller)) });
  }
  const hangs = () => new Promise(() => {});

  it.each<[string, ReadableStream<Uint8Array>, number, RegErrorKind, object]>([
    ["its source failed", source(1, () => Promise.reject(new Error("no disk"))), 99, "connection", {}],
    ["its source hung until the timeout", source(1, hangs), 99, "timeout", { timeout: 300 }],
    ["its source hung until the deadline", source(1, hangs), 99, "timeout", { deadline: 300 }],
    ["the connection was closed", source(2, hangs), 20, "connection", {}],
  ])("the file is not found by its name if %s", async (_, file, accepted, kind, options) => {
    const { url, requests, stored } = await startService(accepted);
    const error = await failure(upload(url, file, options), kind);
    expect(error).toMatchObject({ outcome: "unknown", partlyUploaded: true });
    await expect.poll(() => stored).toEqual([{ fileName: "engine.jpg", size: expect.any(Number) }]);
    expect(requests).toEqual(["PUT /v2/servicerequests/R-1/attachments"]);
  });

  it("the file is found if it was sent to its end", async () => {
    const { url } = await startService();
    const file = source(2, (controller) => controller.close());
    expect(await upload(url, file)).toEqual({ fileName: "engine.jpg", size: 20 });
  });
});

describe("the result of find", () => {
  it("may be undefined: then reconcile rejects with the error of the call, without an error of find", async () => {
    const error = await loseResponse(async () => undefined);
    expect(error).toMatchObject({ kind: "connection", outcome: "unknown" });
    expect(findErrorOf(error)).toBeUndefined();
  });

  it("can be any other value, also after a create that succeeded without an id", async () => {
    const { requests } = supplierWith(json({}, { status: 201 }));
    const send = () => requests.invoices.create("a-request", invoice());
    await failure(send(), "response");
    for (const found of [null, 0, false, ""]) expect(await reconcile(send, async () => found)).toBe(found);
  });

  it("and the result of send determine the type of reconcile", () => {
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

describe("the options of a lookup", () => {
  it.each([
    ["findInvoice", json([])],
    ["findServiceRequest", json({ serviceRequests: [], hasMore: false })],
    ["findServiceRequests", json({ serviceRequests: [], hasMore: false })],
  ] as const)("reach the call of %s", async (name, reply) => {
    const { fetch, requests } = supplierWith(reply);
    const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-1" };
    const options = { headers: { "x-job": "1" } };
    if (name === "findInvoice") await findInvoice(requests, "1", "2026-1", options);
    if (name === "findServiceRequest") await findServiceRequest(requests, key, options);
    if (name === "findServiceRequests") await findServiceRequests(requests, key, options);
    expect(fetch.requests.map(({ headers }) => headers["x-job"])).toEqual(["1"]);
  });
});

/** The content of a request with this work order number. */
function createContent(group: Group, workOrderNumber: string): ServiceRequestCreate {
  return repair({
    appointment: { ...repair().appointment, workOrderNumber },
    ...(group === "damageServiceRequests" && { components: [damageLine()] }),
  });
}

describe("findServiceRequest", () => {
  const key = { licensePlate: "AB-123-C", workOrderNumber: "WO-7" };

  describe.each(groups)("for a request in %s", (group) => {
    const operation = `${group}.create` as const;
    const list = `${group}.list` as const;

    /** Creates functions that create a request and look for it. */
    async function prepare(options: { listLimit?: number } = {}) {
      const { sandbox, requests } = await setUp(group, { options });
      const create = () => requests.create(createContent(group, key.workOrderNumber));
      const find = () => findServiceRequest(requests, key);
      return { sandbox, requests, create, find, run: () => reconcile(create, find) };
    }

    it.each(losses)("finds it after %s if it was created, and does not send it again", async (_, fault) => {
      const { sandbox, requests, run } = await prepare();
      const found = await withLoss(sandbox, { operation, when: "after-commit", with: fault }, run);
      expect(found).toMatchObject({ ...key, status: "Draft" });
      expect(await requests.get(found.id)).toMatchObject({ id: found.id });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it.each(losses)("leaves the outcome unknown after %s if it was not created", async (_, fault, errorKind) => {
      const { sandbox, run } = await prepare();
      const call = withLoss(sandbox, { operation, when: "before-commit", with: fault }, run);
      expect(await rejection(call)).toMatchObject({ kind: errorKind, outcome: "unknown" });
      sandbox.journal.assertCalls({ [operation]: 1, [list]: 1 });
    });

    it("distinguishes it from requests with another vehicle or work order number", async () => {
      const { requests, create, find } = await prepare();
      const { id } = await create();
      await requests.create({ ...createContent(group, "WO-7"), vehicle: { licensePlate: "DE-456-F" } });
      if (group === "damageServiceRequests") await requests.create(createContent(group, "WO-70"));
      expect(await find()).toMatchObject({ ...key, id });
      expect(await findServiceRequest(requests, { ...key, workOrderNumber: "WO-" })).toBeUndefined();
    });

    it("does not report it as missing if the list is cut off", async () => {
      const { requests, create, find } = await prepare({ listLimit: 1 });
      if (group === "serviceRequests") {
        await create();
        expect(await find()).toMatchObject(key);
        return;
      }
      await requests.create(createContent(group, "WO-1"));
      await create();
      expect((await failure(find(), "response")).message).toContain("hasMore");
    });
  });

  describe("for several damages with one work order number", () => {
    it("rejects, and findServiceRequests lists them", async () => {
      const { sandbox, requests } = await setUp("damageServiceRequests");
      const first = await requests.create(createContent("damageServiceRequests", "WO-7"));
      const create = () =>
        requests.create({ ...createContent("damageServiceRequests", "WO-7"), status: "ApprovalRequested" });
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

  describe("with an invalid parameter", () => {
    it.each([undefined, supplierOver(fakeFetch(json([])))])(
      "rejects %o, which is not a group of requests",
      async (given) => {
        const requests = given as unknown as ListsServiceRequests;
        const call = findServiceRequest(requests, { licensePlate: "AB-123-C", workOrderNumber: "1" });
        expect((await failure(call, "input")).field).toBe("requests");
      },
    );
  });

  describe("reads a list of requests", () => {
    const item = (licensePlate: string, workOrderNumber?: string) => ({
      id: "1",
      status: "Approved",
      licensePlate,
      workOrderNumber,
    });
    const find = (items: readonly object[], wanted: Partial<typeof key> = {}, hasMore = false) => {
      const fetch = fakeFetch(json({ serviceRequests: items, hasMore }));
      const call = findServiceRequest(supplierOver(fetch).damageServiceRequests, { ...key, ...wanted });
      return { fetch, call };
    };

    it("of the vehicle", async () => {
      const { fetch, call } = find([]);
      expect(await call).toBeUndefined();
      expect(fetch.requests.map(({ url }) => url.search)).toEqual(["?licensePlate=AB-123-C"]);
    });

    it("that ignores the filter and writes license plates in another way", async () => {
      const items = [item("DE-456-F", "WO-7"), item("AB 123c", "WO-7"), item("AB-123-C"), item("AB-123-C", "wo-7")];
      expect(await find(items).call).toEqual(items[1]);
    });

    it("that has the license plate in letters which look like those of the key", async () => {
      const items = [item("\u0410\u0412-123-\u0421", "WO-7")];
      expect(await find(items).call).toEqual(items[0]);
    });

    it.each([
      ["without a work order number", item("AB-123-C")],
      ["with a number as the work order number", { ...item("AB-123-C"), workOrderNumber: 7 }],
      ["in another case", item("AB-123-C", "wo-7")],
      ["padded with blanks", item("AB-123-C", "WO-7  ")],
      ["padded with zeros", item("AB-123-C", "000WO-7")],
      ["without a license plate", { ...item(""), workOrderNumber: "WO-7" }],
    ])("and rejects it if it has no match but a request %s, which may be the one", async (_, entry) => {
      const items = [item("DE-456-F"), item("AB-123-C", "WO-8"), { ...entry, id: "R-2" }];
      expect((await failure(find(items).call, "response")).message).toContain("it may be R-2, which shows none, or");
      expect(await find([...items, item("AB-123-C", "WO-7")]).call).toMatchObject({ id: "1" });
    });

    it.each([
      ["a draft without a number", { ...item("AB-123-C"), status: "Draft" }],
      ["a draft with the number null", { ...item("AB-123-C"), status: "Draft", workOrderNumber: null }],
      ["the beginning of the number, as of a supplier who counts", item("AB-123-C", "WO")],
      ["the end of the number", item("AB-123-C", "7")],
    ])("and finds none besides %s", async (_, entry) => {
      expect(await find([entry]).call).toBeUndefined();
    });

    it.each([
      ["nothing", new Response(null, { status: 204 }), "is empty"],
      ["another object", Response.json({}), "no list in serviceRequests"],
      ["no list", Response.json({ serviceRequests: null, hasMore: false }), "no list in serviceRequests"],
    ])("and rejects a response with %s, which does not show that the list is empty", async (_, response, problem) => {
      const call = findServiceRequest(supplierOver(fakeFetch(() => response)).serviceRequests, key);
      expect((await failure(call, "response")).message).toContain(problem);
    });

    it.each([
      ["licensePlate", " - "],
      ["licensePlate", undefined],
      ["workOrderNumber", undefined],
      ["workOrderNumber", 7],
    ])("only for a valid key, not with %s %j", async (field, value) => {
      const { fetch, call } = find([item("", "")], { [field]: value });
      expect(await failure(call, "input")).toMatchObject({
        field,
        message: expect.stringContaining("to look for"),
      });
      expect(fetch.requests).toEqual([]);
    });
  });
});

function supplierWith(reply: Parameters<typeof fakeFetch>[0]) {
  const fetch = fakeFetch(reply);
  return { fetch, requests: supplierOver(fetch, { retry: false }).serviceRequests };
}
