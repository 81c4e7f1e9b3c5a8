import type { Bridge, SupplierAdapters } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { renameInQuery, toDocument, toService } from "../../src/document/bridge.js";
import { catchInputError } from "../sandbox/support.js";
import { draft, exampleRequest, lessorOver, supplierOver } from "../support/clients.js";
import { bodyText, fakeFetch, json } from "../support/fetch.js";

const copy = <Value>(value: Value): Value => structuredClone(value);

describe("a bridge", () => {
  it.each<readonly [what: string, bridge: Bridge, service: unknown, document: unknown]>([
    ["names a field", { at: "/plate", is: "/p" }, { p: "AB" }, { plate: "AB" }],
    ["names a field that is null", { at: "/plate", is: "/p" }, { p: null }, { plate: null }],
    ["names a field of each entry", { at: "/list/*/a", is: "/list/*/b" }, { list: [{ b: 1 }] }, { list: [{ a: 1 }] }],
    ["names the entries of a bare list", { at: "/*/a", is: "/*/b" }, [{ b: 1 }], [{ a: 1 }]],
    ["takes a wrapper away", { at: "", is: "/result" }, { result: { a: 1 } }, { a: 1 }],
    ["takes two wrappers away", { at: "", is: "/result/item" }, { result: { item: { a: 1 } } }, { a: 1 }],
    ["adds the wrapper", { at: "/data", is: "" }, { a: 1 }, { data: { a: 1 } }],
    ["adds the wrapper of a list", { at: "/components", is: "" }, [1], { components: [1] }],
    ["has another wrapper", { at: "/data", is: "/request" }, { request: { a: 1 } }, { data: { a: 1 } }],
    ["takes a field out of its object", { at: "/a", is: "/in/b" }, { in: { b: 1 } }, { a: 1 }],
    ["puts a field into an object", { at: "/in/b", is: "/a" }, { a: 1 }, { in: { b: 1 } }],
    ["reads a decimal text", { at: "/price", form: "decimal text" }, { price: "95.5" }, { price: 95.5 }],
    ["reads a number", { at: "/value", form: "number" }, { value: 48210 }, { value: "48210" }],
    ["reads a boolean text", { at: "/more", form: "boolean text" }, { more: "false" }, { more: false }],
    [
      "reads a date with a time",
      { at: "/day", form: "date with time" },
      { day: "2026-06-15T00:00:00" },
      { day: "2026-06-15" },
    ],
    [
      "reads a time with an offset",
      { at: "/time", form: "time with offset" },
      { time: "2026-06-15T08:30:00+00:00" },
      { time: "2026-06-15T08:30:00Z" },
    ],
    ["leaves out null", { at: "/*/part", form: "null" }, [{ part: null }, { part: 1 }], [{}, { part: 1 }]],
  ])("%s, and back", (_, bridge, service, document) => {
    expect(toDocument([bridge], "response", copy(service))).toEqual(document);
    expect(toService([bridge], "response", copy(document))).toEqual(service);
  });

  it("brings the other fields of a wrapper along", () => {
    const bridge = { at: "/serviceRequests", is: "/data/items" };
    expect(toDocument([bridge], "response", { data: { items: [], hasMore: false } })).toEqual({
      serviceRequests: [],
      hasMore: false,
    });
  });

  it.each<readonly [what: string, from: Bridge & { is: string }, service: unknown, document: unknown]>([
    ["a field out of an object", { at: "/b", is: "/in/b" }, { in: { b: 1, c: 2 } }, { b: 1, in: { c: 2 } }],
    ["a field into an object", { at: "/in/b", is: "/b" }, { b: 1, in: { c: 2 } }, { in: { b: 1, c: 2 } }],
    ["null", { at: "/b", is: "/in/b" }, { in: { b: null, c: 2 } }, { b: null, in: { c: 2 } }],
  ])("leaves the fields beside another value where they are: %s", (_, bridge, service, document) => {
    expect(toDocument([bridge], "response", copy(service))).toEqual(document);
    expect(toService([bridge], "response", copy(document))).toEqual(service);
  });

  it.each(["2026-06-15T10:30:00.5+02:00", "2026-06-15T10:30:00+0200"])("converts %s to UTC", (time) => {
    const bridge: Bridge = { at: "/time", form: "time with offset" };
    expect(toDocument([bridge], "response", { time })).toEqual({ time: "2026-06-15T08:30:00Z" });
  });

  it.each(["2026-06-15T08:30:00", "2026-06-15T00:00:00.000Z", "2026-06-15T00:00:00+02:00"])(
    "reads the day of %s",
    (day) => {
      expect(toDocument([{ at: "/day", form: "date with time" }], "response", { day })).toEqual({ day: "2026-06-15" });
    },
  );

  it("writes no number of a text that begins with 0, such as that of a phone", () => {
    expect(toService([{ at: "/phone", form: "number" }], "request", { phone: "0612345678" })).toEqual({
      phone: "0612345678",
    });
  });

  it("does not take for a field what every object has", () => {
    const bridge: Bridge = { at: "/constructor", is: "/builder" };
    expect(toDocument([bridge], "response", { builder: "Noord" })).toEqual({ constructor: "Noord" });
    expect(toService([{ at: "/constructor", form: "null" }], "response", {})).toEqual({ constructor: null });
    expect(toService([{ at: "/constructor/prototype/name", form: "null" }], "response", {})).toEqual({});
    expect(Object.prototype).not.toHaveProperty("name");
  });

  it.each<readonly [what: string, bridge: Bridge, body: unknown]>([
    ["the documented name", { at: "/plate", is: "/p" }, { plate: "AB", p: "other" }],
    ["no value", { at: "", is: "/data" }, { a: 1 }],
    ["the documented wrapper", { at: "/data", is: "" }, { data: { a: 1 } }],
    ["a number", { at: "/price", form: "decimal text" }, { price: 95.5 }],
    ["a number with a comma", { at: "/price", form: "decimal text" }, { price: "95,5" }],
    ["more digits than a number has", { at: "/id", form: "decimal text" }, { id: "12345678901234567" }],
    ["more digits with a fraction", { at: "/price", form: "decimal text" }, { price: "123456789012345.12" }],
    ["a number that begins with 0", { at: "/id", form: "decimal text" }, { id: "007" }],
    ["a number that has lost digits", { at: "/id", form: "number" }, { id: 12345678901234567000 }],
    ["a boolean instead of a number", { at: "/id", form: "number" }, { id: true }],
    ["a time that may be another day", { at: "/day", form: "date with time" }, { day: "2026-06-14T22:00:00Z" }],
    ["a day that does not exist", { at: "/time", form: "time with offset" }, { time: "2026-02-31T10:30:00+02:00" }],
    ["a text instead of a body", { at: "", is: "/error" }, { error: "invalid_client" }],
    ["a time without an offset", { at: "/time", form: "time with offset" }, { time: "2026-06-15T10:30:00" }],
    ["other words", { at: "/more", form: "boolean text" }, { more: "Y" }],
    ["null of another form", { at: "/price", form: "decimal text" }, { price: null }],
    ["a list where there is none", { at: "/list/*/a", is: "/list/*/b" }, { list: { b: 1 } }],
    ["a text", { at: "/a", is: "/b" }, "text"],
    ["no body", { at: "/a", is: "/b" }, undefined],
    ["another message", { in: "error", at: "/a", is: "/b" }, { b: 1 }],
  ])("leaves a message as it is that has %s", (_, bridge, body) => {
    expect(toDocument([bridge], "response", copy(body))).toEqual(body);
  });

  it("sees what the earlier ones of its list have moved, and is undone in the opposite order", () => {
    const bridges: readonly Bridge[] = [
      { at: "/data", is: "/result" },
      { at: "/data/lines", is: "/data/items" },
      { at: "/data/lines/*/price", is: "/data/lines/*/amount" },
      { at: "/data/lines/*/price", form: "decimal text" },
    ];
    const service = { result: { items: [{ amount: "9.5" }] } };
    const document = { data: { lines: [{ price: 9.5 }] } };
    expect(toDocument(bridges, "response", copy(service))).toEqual(document);
    expect(toService(bridges, "response", copy(document))).toEqual(service);
  });

  it("names the parameters of a query", () => {
    const bridges: readonly Bridge[] = [{ in: "query", at: "/licensePlate", is: "/plate" }];
    const query = new URLSearchParams("licensePlate=AB&page=2&licensePlate=CD");
    renameInQuery(bridges, query, "service");
    expect(query.toString()).toBe("plate=AB&page=2&plate=CD");
    renameInQuery(bridges, query, "document");
    expect(query.getAll("licensePlate")).toEqual(["AB", "CD"]);
  });

  it("names a parameter as the service names another one", () => {
    const bridges: readonly Bridge[] = [
      { in: "query", at: "/from", is: "/to" },
      { in: "query", at: "/to", is: "/until" },
    ];
    const query = new URLSearchParams("from=1&to=2");
    renameInQuery(bridges, query, "service");
    expect(query.toString()).toBe("to=1&until=2");
    renameInQuery(bridges, query, "document");
    expect(query.toString()).toBe("from=1&to=2");
  });
});

describe("the bridges of an adapter", () => {
  const adapt = (supplier: SupplierAdapters, ...replies: Parameters<typeof fakeFetch>) => {
    const fetch = fakeFetch(...replies);
    return { fetch, supplier: supplierOver(fetch, { adapter: { supplier } }) };
  };

  it("are applied to a response before its function, and to a request after it", async () => {
    const { fetch, supplier } = adapt(
      {
        "serviceRequests.patch": {
          bridges: [
            { at: "/data", is: "/result" },
            { in: "request", at: "/status", is: "/state" },
          ],
          request: ({ body }) => ({ body: { ...body, status: body.status?.toUpperCase() } }),
          response: ({ body }) => ({ body: { data: { ...Object(body).data, status: "Draft" } } }),
        },
      },
      json({ result: { ...exampleRequest, status: "DRAFT" } }),
    );
    expect((await supplier.serviceRequests.patch("R-1", draft)).status).toBe("Draft");
    expect(JSON.parse(await bodyText(fetch.last))).toMatchObject({ state: "DRAFT" });
  });

  it("of all operations are next to the service", async () => {
    const { supplier } = adapt(
      { "*": { bridges: [{ at: "", is: "/ok" }] }, "lessors.get": { bridges: [{ at: "/number", is: "/no" }] } },
      json({ ok: { no: 1001, name: "Noord Lease", active: true, subLessors: [] } }),
    );
    expect(await supplier.lessors.get(1001)).toMatchObject({ number: 1001 });
  });

  it("are applied to errors", async () => {
    const problem = { title: "Not found", traceId: "t-1", errors: [] };
    const { supplier } = adapt(
      { "*": { bridges: [{ in: "error", at: "", is: "/error" }] } },
      json({ error: problem }, { status: 404 }),
    );
    await expect(supplier.lessors.get(1001)).rejects.toMatchObject({ kind: "not-found", traceId: "t-1" });
  });

  it("of errors leave that of the token endpoint as it is", async () => {
    const fetch = fakeFetch(json({ error: "invalid_client" }, { status: 401 }));
    const lessor = lessorOver(fetch, {
      adapter: { lessor: { "*": { bridges: [{ in: "error", at: "", is: "/error" }] } } },
    });
    await expect(lessor.vehicles.get("AB-123-C")).rejects.toMatchObject({ oauthError: "invalid_client" });
  });

  it("of all requests leave a file as it is", async () => {
    const { fetch, supplier } = adapt(
      { "*": { bridges: [{ in: "request", at: "", is: "/data" }] } },
      json({ id: "A-1" }, { status: 201 }),
    );
    await supplier.serviceRequests.attachments.upload("R-1", new File(["photo"], "photo.jpg", { type: "image/jpeg" }));
    expect(await bodyText(fetch.last)).toBe("photo");
  });

  it("rename a parameter of the query", async () => {
    const { fetch, supplier } = adapt(
      { "serviceRequests.list": { bridges: [{ in: "query", at: "/licensePlate", is: "/plate" }] } },
      json({ serviceRequests: [], hasMore: false }),
    );
    await supplier.serviceRequests.list({ licensePlate: "AB-123-C" });
    expect(fetch.last.url.search).toBe("?plate=AB-123-C");
  });

  it.each([
    ["no place", { is: "/a" }, "adapter.supplier.lessors.get.bridges.0"],
    ["neither is nor form", { at: "/a" }, "adapter.supplier.lessors.get.bridges.0"],
    ["both", { at: "/a", is: "/b", form: "null" }, "adapter.supplier.lessors.get.bridges.0"],
    ["no pointer", { at: "a", is: "/b" }, "adapter.supplier.lessors.get.bridges.0.at"],
    ["another form", { at: "/a", form: "text" }, "adapter.supplier.lessors.get.bridges.0.form"],
    ["another message", { in: "body", at: "/a", is: "/b" }, "adapter.supplier.lessors.get.bridges.0.in"],
    ["different lists", { at: "/a/*/b", is: "/c/*/b" }, "adapter.supplier.lessors.get.bridges.0"],
    ["an entry of a list to leave out", { at: "/a/*", form: "null" }, "adapter.supplier.lessors.get.bridges.0"],
    ["a body to leave out", { at: "", form: "null" }, "adapter.supplier.lessors.get.bridges.0"],
    ["the name __proto__", { at: "/__proto__/a", is: "/a" }, "adapter.supplier.lessors.get.bridges.0"],
    ["the name __proto__ at the service", { at: "/a", is: "/__proto__" }, "adapter.supplier.lessors.get.bridges.0"],
    ["a form of a query", { in: "query", at: "/a", form: "number" }, "adapter.supplier.lessors.get.bridges.0"],
    ["no object", "at", "adapter.supplier.lessors.get.bridges.0"],
  ])("are rejected with %s", (_, bridge, field) => {
    const adapter = JSON.parse(JSON.stringify({ supplier: { "lessors.get": { bridges: [bridge] } } }));
    expect(catchInputError(() => supplierOver(fakeFetch(json({})), { adapter })).field).toBe(field);
  });
});
