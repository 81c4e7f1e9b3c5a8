import { describe, expect, it } from "vitest";
import { RegInputError } from "../../../src/errors/errors.js";
import { createSandbox, JournalAssertionError, type JournalEntry } from "../../../src/sandbox/index.js";
import { Creates } from "../../../src/sandbox/journal/store.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { approved, invoice, kindOf, monday, open, refusal, repair, supplierOf, untyped } from "../support.js";

const ofInactiveLessor = repair({ vehicle: { licensePlate: "GH-789-J" } });

/** A vehicle may have two of these, since they do not show yet what they are for. */
const empty = repair({ components: [] });

/** What an assertion of the journal says; it must fail. */
function assertionError(assertion: () => void): JournalAssertionError {
  try {
    assertion();
  } catch (error) {
    if (error instanceof JournalAssertionError) return error;
    throw error;
  }
  throw new Error("the assertion held");
}

/** The field of a RegInputError. */
function inputErrorOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof RegInputError) return error.field;
    throw error;
  }
  throw new Error("it was taken");
}

const numbersOf = ({ entries }: JournalAssertionError) => entries.map(({ number }) => number);

describe("the calls of a journal", () => {
  it("are counted by operation and can be asserted", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.get(id);
    await supplier.serviceRequests.get(id);
    const { journal } = sandbox;
    expect(journal.calls()).toEqual({ "serviceRequests.create": 1, "serviceRequests.get": 2 });
    expect(journal.of("serviceRequests.get").map(({ number }) => number)).toEqual([2, 3]);
    expect(journal.of("lessors.list")).toEqual([]);
    journal.assertCalls({ "serviceRequests.get": 2, "serviceRequests.delete": 0 });
    const error = assertionError(() =>
      journal.assertCalls({ "serviceRequests.create": 1, "serviceRequests.get": 1, "lessors.list": 3 }),
    );
    expect(error.name).toBe("JournalAssertionError");
    expect(error.message).toBe(
      [
        "expected serviceRequests.get to be called once, but it was called 2 times; and lessors.list to be called 3 times, but it was called 0 times",
        "  #2 2026-06-15T09:00:00.000Z serviceRequests.get",
        "  #3 2026-06-15T09:00:00.000Z serviceRequests.get",
      ].join("\n"),
    );
    expect(numbersOf(error)).toEqual([2, 3]);
  });

  it("are in the order of the documents", async () => {
    const { sandbox, supplier, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await supplier.lessors.list();
    await supplier.serviceRequests.list();
    expect(Object.keys(sandbox.journal.calls())).toEqual([
      "serviceRequests.list",
      "lessors.list",
      "vehicles.put",
      "token.create",
    ]);
  });

  it("reject an operation that does not exist", async () => {
    const { journal } = createSandbox();
    const sentence =
      "operation must be an operationId; serviceRequests.gett is none: the nearest ones are serviceRequests.get, ";
    expect(() => journal.of(untyped("serviceRequests.gett"))).toThrow(sentence);
    expect(() => journal.assertCalls(untyped({ "serviceRequests.gett": 0 }))).toThrow(sentence);
    expect(inputErrorOf(() => journal.of(untyped(Symbol("x"))))).toBe("operation");
  });

  it.each([
    [undefined, "expected"],
    [null, "expected"],
    [["serviceRequests.get"], "expected"],
    ["serviceRequests.get", "expected"],
    [{ "serviceRequests.get": "x" }, "serviceRequests.get"],
    [{ "serviceRequests.get": undefined }, "serviceRequests.get"],
    [{ "serviceRequests.get": 0.5 }, "serviceRequests.get"],
  ])("cannot be compared with %j", (expected, field) => {
    expect(inputErrorOf(() => createSandbox().journal.assertCalls(untyped(expected)))).toBe(field);
  });
});

describe("the busiest minute", () => {
  it("is the first of several with the same number of requests", async () => {
    const { sandbox, supplier } = await open();
    await supplier.lessors.list();
    sandbox.clock.advance({ minutes: 1 });
    await supplier.lessors.list();
    expect(numbersOf(assertionError(() => sandbox.journal.assertMostInAnyMinute(0)))).toEqual([1]);
  });

  it("is a rolling window over the supplier API, by the sandbox's clock", async () => {
    const { sandbox, supplier, lessor } = await open();
    const { journal, clock } = sandbox;
    await supplier.lessors.list();
    clock.advance({ ms: 59_000 });
    await supplier.lessors.list();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    clock.advance({ ms: 999 });
    expect(journal.mostInAnyMinute()).toBe(2);
    await supplier.dealerships.list();
    expect(journal.mostInAnyMinute()).toBe(3);
    clock.advance({ ms: 1 });
    await supplier.lessors.list();
    await supplier.lessors.list();
    expect(journal.mostInAnyMinute()).toBe(4);
    expect([journal.mostInAny(1), journal.mostInAny(1000), journal.mostInAny(1001)]).toEqual([2, 3, 4]);
    expect(journal.mostInAny(60_001)).toBe(5);
    journal.assertMostInAnyMinute(4);
    const error = assertionError(() => journal.assertMostInAnyMinute(3));
    expect(error.message).toMatch(
      /^expected at most 3 .* there were 4\n {2}#2 2026-06-15T09:00:59\.000Z lessors\.list\n/,
    );
    expect(numbersOf(error)).toEqual([2, 5, 6, 7]);
  });

  it("counts rejected requests", async () => {
    const { sandbox, supplier } = await open({ rateLimit: { limit: 1 } });
    await supplier.lessors.list();
    expect(await kindOf(supplier.lessors.list())).toBe("rate-limit");
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/nothing`);
    expect(sandbox.journal.mostInAnyMinute()).toBe(3);
  });

  it("lists at most twenty entries in its message", async () => {
    const { sandbox, supplier } = await open();
    for (let count = 0; count < 23; count += 1) await supplier.lessors.list();
    const error = assertionError(() => sandbox.journal.assertMostInAnyMinute(22));
    expect(error.message.split("\n")).toHaveLength(22);
    expect(error.message).toMatch(/ {2}and 3 more$/);
    expect(error.entries).toHaveLength(23);
  });

  it.each([0, -1, Number.NaN, Symbol("x"), "9", null])("rejects a window of %s ms", (window) => {
    expect(inputErrorOf(() => createSandbox().journal.mostInAny(untyped(window)))).toBe("windowMs");
  });

  it.each([-1, Number.NaN])("rejects a limit of %d", (limit) => {
    expect(() => createSandbox().journal.assertMostInAnyMinute(limit)).toThrow("limit must be");
  });
});

describe("duplicate creates", () => {
  it("have the same body in any order of its fields", async () => {
    const { sandbox, supplier } = await open();
    const { status, vehicle, ...rest } = empty;
    await supplier.serviceRequests.create({ status, vehicle, ...rest });
    sandbox.journal.assertNoDuplicateCreates();
    await supplier.serviceRequests.create({ ...rest, vehicle, status });
    const error = assertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(error.message).toBe(
      [
        "expected no create to be executed twice, but these were: #1, #2 with the same body",
        "  #1 2026-06-15T09:00:00.000Z serviceRequests.create",
        "  #2 2026-06-15T09:00:00.000Z serviceRequests.create",
        "If that was intended, reset or restore the sandbox between them, or use another sandbox.",
      ].join("\n"),
    );
  });

  it("are distinguished by values that the journal does not contain", async () => {
    const { sandbox, supplier } = await open();
    const at = (name: string) => repair({ components: [], appointment: { contact: { name } } });
    await supplier.serviceRequests.create(at("Robin"));
    await supplier.serviceRequests.create(at("Sam"));
    const [one, other] = sandbox.journal.entries;
    expect(one?.body).toEqual(other?.body);
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("belong to the same supplier and the same kind", async () => {
    const { sandbox, supplier } = await open();
    const body = repair({ components: [] });
    const other = await supplierOf(sandbox, 4712);
    await supplier.serviceRequests.create(body);
    await other.serviceRequests.create(body);
    await supplier.damageServiceRequests.create(untyped(body));
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("do not include a create that was rejected", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const operation = "serviceRequests.create";
    const body = repair();
    sandbox.fail({ operation, with: "reset" });
    sandbox.fail({ operation, with: { status: 201, body: { id: "made-up" } } });
    await kindOf(supplier.serviceRequests.create(body));
    await supplier.serviceRequests.create(body).catch(() => {});
    await supplier.serviceRequests.create(body);
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    await kindOf(supplier.serviceRequests.create(ofInactiveLessor));
    await refusal(supplier.serviceRequests.create(ofInactiveLessor));
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("include a create whose response was lost", async () => {
    const { sandbox, supplier } = await open();
    const body = empty;
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    await kindOf(supplier.serviceRequests.create(body));
    await supplier.serviceRequests.create(body);
    expect(numbersOf(assertionError(() => sandbox.journal.assertNoDuplicateCreates()))).toEqual([1, 2]);
  });

  it("reveal a client that sends a create twice, which the client of this package does not", async () => {
    const { sandbox } = await open();
    const careful = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      fetch: sandbox.fetch,
      clock: sandbox.clock,
    });
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await kindOf(careful.serviceRequests.create(repair()))).toBe("connection");
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.journal.assertCalls({ "serviceRequests.create": 1 });
  });

  it("compare files by bytes and name, raw or in forms with different boundaries", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachments`;
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    const raw = (text: string, name: string) =>
      sandbox.fetch(url, {
        method: "PUT",
        headers: {
          authorization,
          "content-type": "application/pdf",
          "content-disposition": `attachment; filename="${name}"`,
        },
        body: text,
      });
    const form = (text: string, name: string) => {
      const body = new FormData();
      body.set("file", new File([text], name, { type: "application/pdf" }));
      return sandbox.fetch(url, { method: "PUT", headers: { authorization }, body });
    };
    for (const send of [raw, form]) {
      await send("one", "a.pdf");
      await send("one", "b.pdf");
      await send("two", "a.pdf");
    }
    sandbox.journal.assertNoDuplicateCreates();
    await raw("one", "a.pdf");
    await form("one", "a.pdf");
    const error = assertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(numbersOf(error)).toEqual([2, 8, 5, 9]);
  });

  it("include two invoices of one supplier with the same number, even on two requests", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const { invoices } = supplier.serviceRequests;
    const vehicle = { licensePlate: "KL-012-M", partialVin: "JF123456" };
    const [one, other] = [await approved(world), await approved(world, repair({ vehicle }))];
    await refusal(invoices.create(one, invoice({ total: 1, vatLines: [] })));
    await invoices.create(one, invoice());
    sandbox.journal.assertNoDuplicateCreates();
    await invoices.create(other, invoice());
    const error = assertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(error.message).toContain("#4, #5 with the same invoice number");
  });
});

describe("duplicate invoices", () => {
  const entry = (number: number, fields: Partial<JournalEntry> = {}): JournalEntry => ({
    number,
    at: "2026-06-15T09:00:00.000Z",
    api: "supplier",
    operationId: "serviceRequests.invoices.create",
    method: "POST",
    path: "/v2/servicerequests/{id}/invoices",
    params: { id: "a" },
    query: {},
    caller: "4711",
    status: 201,
    codes: [],
    created: String(number),
    body: { invoiceNumber: "2026-1" },
    fault: undefined,
    traceId: undefined,
    ...fields,
  });
  const found = (...creates: [entry: JournalEntry, digest: string][]) => {
    const kept = new Creates();
    for (const [each, digest] of creates) kept.add(each, digest);
    return kept.duplicates().map(({ what, entries }) => [what, ...entries.map(({ number }) => number)]);
  };

  it("are listed once if the whole body is the same, in the order of arrival", () => {
    expect(found([entry(2), "x"], [entry(1), "x"])).toEqual([["the same body", 1, 2]]);
  });

  it("are listed by their number if the bodies differ", () => {
    expect(found([entry(2), "x"], [entry(1), "y"])).toEqual([["the same invoice number", 1, 2]]);
    expect(found([entry(1), "x"], [entry(2), "x"], [entry(3), "y"])).toEqual([
      ["the same body", 1, 2],
      ["the same invoice number", 1, 2, 3],
    ]);
  });

  it("belong to the same supplier and have a number", () => {
    expect(found([entry(1), "x"], [entry(2, { caller: "4712" }), "x"])).toEqual([]);
    expect(found([entry(1, { body: {} }), "x"], [entry(2, { body: {} }), "y"])).toEqual([]);
  });
});

describe("the limit of entries", () => {
  it("removes the oldest entries and keeps the counts", async () => {
    const { sandbox, supplier } = await open({ journalLimit: 2 });
    const body = empty;
    await supplier.serviceRequests.create(body);
    await supplier.serviceRequests.create(body);
    for (let count = 0; count < 3; count += 1) await supplier.lessors.list();
    const { journal } = sandbox;
    expect(journal.entries.map(({ number }) => number)).toEqual([4, 5]);
    expect(journal.calls()).toEqual({ "serviceRequests.create": 2, "lessors.list": 3 });
    expect(journal.mostInAnyMinute()).toBe(5);
    expect(journal.toJSON()).toMatchObject({ requests: 5, entries: [{ number: 4 }, { number: 5 }] });
    expect(numbersOf(assertionError(() => journal.assertNoDuplicateCreates()))).toEqual([1, 2]);
    expect(journal.coverage().operations.reached).toEqual(["serviceRequests.create", "lessors.list"]);
  });

  it("is exact whenever the entries are read", async () => {
    const { sandbox, supplier } = await open({ journalLimit: 20 });
    for (let count = 0; count < 21; count += 1) await supplier.lessors.list();
    const numbers = sandbox.journal.entries.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  it.each([0, 1.5])("cannot be %d", (journalLimit) => {
    expect(() => createSandbox({ now: monday, journalLimit })).toThrow("journalLimit");
  });
});

describe("a restore", () => {
  it("forgets creates and nothing else", async () => {
    const { sandbox, supplier } = await open();
    const before = sandbox.snapshot();
    await supplier.serviceRequests.create(empty);
    sandbox.restore(before);
    await supplier.serviceRequests.create(empty);
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.journal.assertCalls({ "serviceRequests.create": 2 });
    await supplier.serviceRequests.create(empty);
    expect(numbersOf(assertionError(() => sandbox.journal.assertNoDuplicateCreates()))).toEqual([2, 3]);
  });

  it("forgets the creates in flight too", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, when: "after-commit", with: { delay: 1000 } });
    const slow = supplier.serviceRequests.create(empty);
    await supplier.lessors.list();
    sandbox.restore(createSandbox({ now: monday }).snapshot());
    sandbox.clock.advance({ ms: 1000 });
    expect(await kindOf(slow)).toBe("connection");
    await supplier.serviceRequests.create(empty);
    sandbox.journal.assertNoDuplicateCreates();
  });
});

describe("the returned entries", () => {
  it("are a frozen copy, which is renewed only after a change", async () => {
    const { sandbox, supplier } = await open();
    const { journal } = sandbox;
    await supplier.lessors.list();
    const { entries } = journal;
    expect(journal.entries).toBe(entries);
    expect(() => (entries as JournalEntry[]).splice(0)).toThrow(TypeError);
    await supplier.lessors.list();
    expect(entries).toHaveLength(1);
    expect(journal.entries).toHaveLength(2);
    expect(journal.toJSON().entries).toHaveLength(2);
  });
});

describe("a reset", () => {
  it("clears the journal, which then ignores the requests in flight", async () => {
    const { sandbox, supplier } = await open();
    const body = repair();
    await supplier.serviceRequests.create(body);
    sandbox.fail({ operation: "lessors.list", with: { delay: 1000 } });
    const slow = supplier.lessors.list();
    await supplier.dealerships.list();
    const { journal } = sandbox;
    sandbox.reset();
    sandbox.clock.advance({ ms: 1000 });
    expect(await kindOf(slow)).toBe("connection");
    expect(journal.toJSON()).toEqual({ requests: 0, calls: {}, entries: [] });
    expect(journal.mostInAnyMinute()).toBe(0);
    await supplier.serviceRequests.create(body);
    expect(journal.entries).toMatchObject([{ number: 1 }]);
    journal.assertNoDuplicateCreates();
  });
});
