import { createSandbox, type JournalEntry } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { catchInputError, kindOf, open, repair } from "../../support.js";
import { catchAssertionError, numbersOf } from "./support.js";

/** A vehicle can have two such requests, because their purpose is not known yet. */
const empty = repair({ components: [] });

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
    const error = catchAssertionError(() =>
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

  it("cannot be listed or asserted for an operation that does not exist", async () => {
    const { journal } = createSandbox();
    const sentence =
      "operation must be an operationId; serviceRequests.gett is none: the nearest ones are serviceRequests.get, ";
    expect(() => journal.of(untyped("serviceRequests.gett"))).toThrow(sentence);
    expect(() => journal.assertCalls(untyped({ "serviceRequests.gett": 0 }))).toThrow(sentence);
    expect(catchInputError(() => journal.of(untyped(Symbol("x")))).field).toBe("operation");
  });

  it.each([
    [undefined, "expected"],
    [{ "serviceRequests.get": "x" }, "serviceRequests.get"],
    [{ "serviceRequests.get": 0.5 }, "serviceRequests.get"],
  ])("cannot be asserted with the invalid expectation %j", (expected, field) => {
    expect(catchInputError(() => createSandbox().journal.assertCalls(untyped(expected))).field).toBe(field);
  });
});

describe("the busiest minute of a journal", () => {
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
    const error = catchAssertionError(() => journal.assertMostInAnyMinute(3));
    expect(error.message).toMatch(
      /^expected at most 3 .* there were 4\n {2}#2 2026-06-15T09:00:59\.000Z lessors\.list\n/,
    );
    expect(numbersOf(error)).toEqual([2, 5, 6, 7]);
  });

  it("includes rejected requests and unknown paths", async () => {
    const { sandbox, supplier } = await open({ rateLimit: { limit: 1 } });
    await supplier.lessors.list();
    expect(await kindOf(supplier.lessors.list())).toBe("rate-limit");
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/nothing`);
    expect(sandbox.journal.mostInAnyMinute()).toBe(3);
  });

  it("is asserted with a message that lists at most twenty entries", async () => {
    const { sandbox, supplier } = await open();
    for (let count = 0; count < 23; count += 1) await supplier.lessors.list();
    const error = catchAssertionError(() => sandbox.journal.assertMostInAnyMinute(22));
    expect(error.message.split("\n")).toHaveLength(22);
    expect(error.message).toMatch(/ {2}and 3 more$/);
    expect(error.entries).toHaveLength(23);
  });

  it.each([0, -1, Number.NaN, Symbol("x"), "9", null])("cannot be computed for a window of %s ms", (window) => {
    expect(catchInputError(() => createSandbox().journal.mostInAny(untyped(window))).field).toBe("windowMs");
  });

  it.each([-1, Number.NaN])("cannot be asserted with a limit of %d", (limit) => {
    expect(() => createSandbox().journal.assertMostInAnyMinute(limit)).toThrow("limit must be");
  });
});

describe("the option journalLimit", () => {
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
    expect(numbersOf(catchAssertionError(() => journal.assertNoDuplicateCreates()))).toEqual([1, 2]);
  });
});

describe("the entries of a journal", () => {
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

describe("a reset of the sandbox", () => {
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
