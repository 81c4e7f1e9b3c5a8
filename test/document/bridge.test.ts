import type { Bridge, SupplierAdapters } from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renameInQuery, toDocument, toService } from "../../src/document/apply-bridges.js";
import { problemOfBridge } from "../../src/document/bridge.js";
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
    ["decodes a pointer", { at: "/a/b", is: "/x~1y/~01" }, { "x/y": { "~1": 1 } }, { a: { b: 1 } }],
    ["writes no exponent", { at: "/price", form: "decimal text" }, { price: "-0.00000015" }, { price: -1.5e-7 }],
    [
      "keeps the fraction of a time",
      { at: "/time", form: "time with offset" },
      { time: "2026-06-15T08:30:00.1234567+00:00" },
      { time: "2026-06-15T08:30:00.1234567Z" },
    ],
    ["leaves out null", { at: "/*/part", form: "null" }, [{ part: null }, { part: 1 }], [{}, { part: 1 }]],
  ])("%s, and back", (_, bridge, service, document) => {
    expect(toDocument([bridge], "response", copy(service))).toEqual(document);
    expect(toService([bridge], "response", copy(document))).toEqual(service);
  });

  it("puts the other fields of a wrapper beside the list in it", () => {
    const bridge = { at: "/list", is: "/list/items" };
    const service = { list: { items: [1], hasMore: true }, other: 1 };
    expect(toDocument([bridge], "response", copy(service))).toEqual({ list: [1], hasMore: true, other: 1 });
    const nested = { at: "/data/list", is: "/data/list/items" };
    expect(toDocument([nested], "response", { data: copy(service) })).toEqual({
      data: { list: [1], hasMore: true, other: 1 },
    });
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

  it.each<readonly [what: string, from: Bridge & { is: string }, service: unknown, document: unknown]>([
    [
      "of a wrapper in a received body, unless they are there",
      { at: "/list", is: "/data/items" },
      { more: false, data: { items: [1], more: true, count: 1, list: 2 } },
      { more: false, list: [1], count: 1, data: { more: true, list: 2 } },
    ],
    [
      "of an object inside of the body not at all",
      { at: "/list/*/invoicing", is: "/list/*/billing/invoicing" },
      { list: [{ id: "R", billing: { id: "B", note: 1, invoicing: { a: 1 } } }] },
      { list: [{ id: "R", billing: { id: "B", note: 1 }, invoicing: { a: 1 } }] },
    ],
    [
      "of a wrapper that an entry replaces",
      { at: "/list/*", is: "/list/*/in/line" },
      { list: [{ id: 1, in: { line: { id: 2, price: 3 }, b: 4 } }, { id: 5 }] },
      { list: [{ id: 2, price: 3, in: { b: 4 } }, { id: 5 }] },
    ],
    ["of the wrapper of the whole body not at all", { at: "", is: "/data" }, { a: 1, data: { b: 2 } }, { b: 2 }],
  ])("brings the other fields along %s", (_, bridge, service, document) => {
    expect(toDocument([bridge], "response", copy(service))).toEqual(document);
  });

  it("leaves the other fields of a wrapper in which another bridge has a place", () => {
    const bridges = [
      { at: "/list", is: "/data/items" },
      { at: "/hasMore", is: "/data/more" },
    ];
    const service = { data: { items: [1], more: true } };
    const document = { list: [1], hasMore: true };
    expect(toDocument(bridges, "response", copy(service))).toEqual(document);
    expect(toService(bridges, "response", copy(document))).toEqual(service);
  });

  it.each<readonly [at: string, is: string, service: unknown, document: unknown]>([
    ["/plate", "/p", { plate: null, p: "AB" }, { plate: "AB" }],
    ["/in/plate", "/p", { in: null, p: "AB" }, { in: { plate: "AB" } }],
  ])("takes null at %s for no value", (at, is, service, document) => {
    expect(toDocument([{ at, is }], "response", copy(service))).toEqual(document);
  });

  it("takes an id alone for the body of a success", () => {
    const id = crypto.randomUUID();
    const bridge = { at: "", is: "/result" };
    expect(toDocument([bridge], "response", { ok: true, result: id })).toBe(id);
    expect(toDocument([{ ...bridge, in: "error" }], "error", { result: id })).toEqual({ result: id });
  });

  it.each([
    ["2026-06-15T10:30:00.5+02:00", "2026-06-15T08:30:00.5Z"],
    ["2026-06-15T10:30:59.9999999+02:00", "2026-06-15T08:30:59.9999999Z"],
    ["2026-06-15T10:30:00+0200", "2026-06-15T08:30:00Z"],
  ])("converts %s to UTC", (time, utc) => {
    const bridge: Bridge = { at: "/time", form: "time with offset" };
    expect(toDocument([bridge], "response", { time })).toEqual({ time: utc });
  });

  it.each([
    ["95.500000000000000", 95.5],
    ["0.000000000000015", 1.5e-14],
    ["-0.00", -0],
  ])("reads %s, which is the same number", (price, number) => {
    expect(toDocument([{ at: "/price", form: "decimal text" }], "response", { price })).toEqual({ price: number });
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
    ["a text in the way", { at: "/in/plate", is: "/p" }, { in: "text", p: "AB" }],
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

  it("has its value converted after all are moved", () => {
    const bridges: readonly Bridge[] = [
      { in: "request", at: "/total", form: "decimal text" },
      { in: "request", at: "", is: "/invoice" },
    ];
    expect(toService(bridges, "request", { total: 95.5 })).toEqual({ invoice: { total: "95.5" } });
    expect(toDocument(bridges, "request", { invoice: { total: "95.5" } })).toEqual({ total: 95.5 });
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

describe("any valid list of bridges", () => {
  const names = ["appointment", "contact", "name", "total", "vatLines", "*", "amount", "other"];
  const documented = [
    ...["", "/total", "/day", "/appointment", "/appointment/contact", "/appointment/contact/name"],
    ...["/appointment/isUrgent", "/vatLines", "/vatLines/*", "/vatLines/*/amount", "/vatLines/*/vat/code"],
  ];
  const form = fc.constantFrom(
    { at: "/total", form: "decimal text" },
    { at: "/day", form: "date with time" },
    { at: "/appointment/contact/name", form: "null" },
    { at: "/appointment/isUrgent", form: "boolean text" },
    { at: "/vatLines/*/amount", form: "decimal text" },
    { at: "/vatLines/*/vat/code", form: "number" },
  );
  const pointer = (segments: readonly string[]) => segments.map((name) => `/${name}`).join("");
  const at = fc.constantFrom(...documented);
  const anywhere = fc.array(fc.constantFrom(...names), { maxLength: 4 }).map(pointer);
  const moveAnywhere = fc.record({ at: fc.oneof(anywhere, at), is: anywhere });
  const ofService = fc.array(fc.constantFrom("s", "t", "u"), { minLength: 1, maxLength: 2 });
  const moveToOwnName = fc
    .tuple(at, ofService, fc.nat(3))
    .map(([place, own, shared]) => ({ at: place, is: pointer([...place.split("/").slice(1, 1 + shared), ...own]) }));

  function validBridges(message: "request" | "response", move: fc.Arbitrary<object>): fc.Arbitrary<readonly Bridge[]> {
    return fc.array(fc.oneof(form, move), { minLength: 1, maxLength: 4 }).map((drawn) => {
      const valid: Bridge[] = [];
      for (const each of drawn) {
        const bridge = { ...each, in: message } as Bridge;
        if (problemOfBridge(bridge, valid) === undefined) valid.push(bridge);
      }
      return valid;
    });
  }

  const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
    fc.record(fields, { requiredKeys: [] }).filter((each) => Object.keys(each).length > 0);
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100);
  const body = some({
    total: amount,
    day: fc.constant("2026-06-15"),
    name: fc.constant(null),
    appointment: some({ isUrgent: fc.boolean(), contact: some({ name: fc.constant("Robin") }) }),
    vatLines: fc.array(some({ amount, vat: some({ code: fc.constant("21") }) }), { maxLength: 2 }),
  });

  function send(bridges: readonly Bridge[], message: "request" | "response", given: unknown) {
    try {
      return { message: toService(bridges, message, copy(given)) };
    } catch (error) {
      expect(error).toMatchObject({ kind: "input" });
      return undefined;
    }
  }

  it.each([
    ["request", moveAnywhere],
    ["response", moveToOwnName],
  ] as const)("brings a %s back as it was, unless it was rejected", (message, move) => {
    let count = 0;
    fc.assert(
      fc.property(validBridges(message, move), body, (bridges, given) => {
        const sent = send(bridges, message, given);
        if (sent === undefined) return;
        count += 1;
        expect(toDocument(bridges, message, copy(sent.message))).toEqual(given);
      }),
      { numRuns: 2000 },
    );
    expect(count).toBeGreaterThan(1000);
  });
});

describe("a request", () => {
  it.each<readonly [what: string, bridges: readonly { at: string; is: string }[], body: unknown, problem: string]>([
    ["a field", [{ at: "/number", is: "/total" }], { number: "1", total: 95.5 }, "/number, which is at /total"],
    ["the name at the service", [{ at: "/number", is: "/total" }], { total: 95.5 }, "/number, which is at /total"],
    ["a number on the way", [{ at: "/lines", is: "/total/lines" }], { lines: [], total: 95.5 }, "at /total/lines"],
    ["a list on the way", [{ at: "/total", is: "/lines/total" }], { lines: [1], total: 95.5 }, "at /lines/total"],
    ["what has no place", [{ at: "/lines", is: "" }], { lines: [1], total: 95.5 }, "lose what is beside /lines"],
    ["what it has not", [{ at: "/lines", is: "" }], { total: 95.5 }, "lose what is beside /lines"],
  ])("is rejected before it loses %s", (_, given, message, problem) => {
    const used = given.map((each) => ({ ...each, in: "request" }) as const);
    expect(catchInputError(() => toService(used, "request", message)).message).toContain(problem);
  });

  it("leaves the wrapper of what is taken out of it", () => {
    const used = [{ in: "request", at: "/appointment/contact", is: "/contact" }] as const;
    const message = { appointment: { day: "2026-06-15", contact: { name: "Robin" } } };
    expect(toService(used, "request", message)).toEqual({
      appointment: { day: "2026-06-15" },
      contact: { name: "Robin" },
    });
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
    ["another escape", { at: "/a~2", is: "/b" }, "adapter.supplier.lessors.get.bridges.0.at"],
    ["the same place twice", { at: "/a", is: "/a" }, "adapter.supplier.lessors.get.bridges.0"],
  ])("are rejected with %s", (_, bridge, field) => {
    const adapter = JSON.parse(JSON.stringify({ supplier: { "lessors.get": { bridges: [bridge] } } }));
    expect(catchInputError(() => supplierOver(fakeFetch(json({})), { adapter })).field).toBe(field);
  });

  /** The total and a name come out of a wrapper that has another name at the service; the name is at /t/s there. */
  const besideTotal = (total: string): readonly Bridge[] => [
    { at: "/total", is: total },
    { at: "/appointment", is: "/t" },
    { at: "/appointment/name", is: "/appointment/s" },
  ];

  it.each<readonly [what: string, bridges: readonly Bridge[], problem: string | undefined]>([
    [
      "one at",
      [
        { at: "/a", is: "/x" },
        { at: "/a", is: "/y" },
      ],
      "has the same at as an earlier one",
    ],
    [
      "one is",
      [
        { at: "/a", is: "/x" },
        { at: "/b", is: "/x" },
      ],
      "has the same is as an earlier one",
    ],
    [
      "two forms",
      [
        { at: "/a", form: "number" },
        { at: "/a", form: "decimal text" },
      ],
      "has the same at as an earlier one",
    ],
    [
      "one parameter",
      [
        { in: "query", at: "/a", is: "/x" },
        { in: "query", at: "/b", is: "/x" },
      ],
      "has the same is as an earlier one",
    ],
    [
      "exchanged names",
      [
        { at: "/a", is: "/b" },
        { at: "/b", is: "/a" },
      ],
      "takes what an earlier one has moved",
    ],
    [
      "a chain in the wrong order",
      [
        { at: "/b", is: "/c" },
        { at: "/a", is: "/b" },
      ],
      "takes what an earlier one has moved",
    ],
    [
      "a field that another one has taken out of its wrapper",
      besideTotal("/t/s"),
      "takes what an earlier one has moved",
    ],
    ["a field of a wrapper with another name", besideTotal("/t/u"), undefined],
    [
      "a wrapper after its field",
      [
        { at: "/d/a", is: "/d/b" },
        { at: "/d", is: "/r" },
      ],
      "must come before those inside of its place",
    ],
    [
      "a chain",
      [
        { at: "/a", is: "/b" },
        { at: "/b", is: "/c" },
      ],
      undefined,
    ],
    [
      "a name and a form and null",
      [
        { at: "/a", form: "null" },
        { at: "/a", form: "number" },
        { at: "/a", is: "/b" },
      ],
      undefined,
    ],
    [
      "one place of two messages",
      [
        { at: "/a", is: "/x" },
        { in: "error", at: "/a", is: "/x" },
      ],
      undefined,
    ],
    [
      "a field of what is moved",
      [
        { at: "/a", is: "/b" },
        { at: "/c", is: "/b/c" },
      ],
      "takes what an earlier one has moved",
    ],
    [
      "a field of entries that get a wrapper",
      [
        { at: "/list/*/line", is: "/list/*" },
        { at: "/list/*/line/a", is: "/list/*/line/b" },
      ],
      undefined,
    ],
    [
      "exchanged parameters",
      [
        { in: "query", at: "/a", is: "/b" },
        { in: "query", at: "/b", is: "/a" },
      ],
      undefined,
    ],
  ])("may have one place as far as each is undone: %s", (_, bridges, problem) => {
    const create = () => supplierOver(fakeFetch(json({})), { adapter: { supplier: { "lessors.get": { bridges } } } });
    if (problem === undefined) expect(create).not.toThrow();
    else
      expect(catchInputError(create)).toMatchObject({
        field: `adapter.supplier.lessors.get.bridges.${bridges.length - 1}`,
        message: expect.stringContaining(problem),
      });
  });

  it("reject a request that would lose a value, which is not sent", async () => {
    const bridges = [{ in: "request", at: "/vehicle/licensePlate", is: "/vehicle/partialVin" }] as const;
    const { fetch, supplier } = adapt({ "serviceRequests.create": { bridges } }, json({}));
    const vehicle = { licensePlate: "AB-123-C", partialVin: "JF1" };
    const error = await supplier.serviceRequests.create({ status: "Draft", vehicle }).catch((each: unknown) => each);
    expect(error).toMatchObject({
      kind: "input",
      outcome: undefined,
      message: expect.stringContaining("/vehicle/partialVin"),
    });
    expect(fetch.requests).toEqual([]);
  });

  it("take the id of a new request from its wrapper", async () => {
    const id = crypto.randomUUID();
    const { supplier } = adapt(
      { "serviceRequests.create": { bridges: [{ at: "", is: "/result" }] } },
      json({ ok: true, result: id }, { status: 201 }),
    );
    expect(await supplier.serviceRequests.create(draft)).toEqual({ id });
  });
});
