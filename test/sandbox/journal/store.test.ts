import { describe, expect, it } from "vitest";
import { createSandbox, type JournalEntry } from "../../../src/sandbox/index.js";
import { Creates } from "../../../src/sandbox/journal/store.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { untyped } from "../../support/untyped.js";
import { approved, invoice, kindOf, monday, open, refusal, repair, supplierOf } from "../support.js";
import { catchAssertionError, numbersOf } from "./support.js";

const ofInactiveLessor = repair({ vehicle: { licensePlate: "GH-789-J" } });

/** A vehicle can have two such requests, because their purpose is not known yet. */
const empty = repair({ components: [] });

describe("the duplicate creates of a journal", () => {
  it("have equal bodies, with their fields in any order", async () => {
    const { sandbox, supplier } = await open();
    const { status, vehicle, ...rest } = empty;
    await supplier.serviceRequests.create({ status, vehicle, ...rest });
    sandbox.journal.assertNoDuplicateCreates();
    await supplier.serviceRequests.create({ ...rest, vehicle, status });
    const error = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(error.message).toBe(
      [
        "expected no create to be executed twice, but these were: #1, #2 with the same body",
        "  #1 2026-06-15T09:00:00.000Z serviceRequests.create",
        "  #2 2026-06-15T09:00:00.000Z serviceRequests.create",
        "If that was intended, reset or restore the sandbox between them, or use another sandbox.",
      ].join("\n"),
    );
  });

  it("do not include bodies that differ in a redacted value", async () => {
    const { sandbox, supplier } = await open();
    const at = (name: string) => repair({ components: [], appointment: { contact: { name } } });
    await supplier.serviceRequests.create(at("Robin"));
    await supplier.serviceRequests.create(at("Sam"));
    const [one, other] = sandbox.journal.entries;
    expect(one?.body).toEqual(other?.body);
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("do not include equal bodies of two suppliers or two kinds of request", async () => {
    const { sandbox, supplier } = await open();
    const body = repair({ components: [] });
    const other = await supplierOf(sandbox, 4712);
    await supplier.serviceRequests.create(body);
    await other.serviceRequests.create(body);
    await supplier.damageServiceRequests.create(untyped(body));
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("do not include a create that was rejected", async () => {
    const { sandbox, supplier } = await open();
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
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    await kindOf(supplier.serviceRequests.create(empty));
    await supplier.serviceRequests.create(empty);
    expect(numbersOf(catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates()))).toEqual([1, 2]);
  });

  it("do not exist with the client of this package, which never sends a create twice", async () => {
    const { sandbox } = await open();
    const retrying = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      fetch: sandbox.fetch,
      clock: sandbox.clock,
    });
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await kindOf(retrying.serviceRequests.create(repair()))).toBe("connection");
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.journal.assertCalls({ "serviceRequests.create": 1 });
  });

  it("include two invoices of a supplier with the same number, even for two requests", async () => {
    const { sandbox, supplier } = await open();
    const { invoices } = supplier.serviceRequests;
    const vehicle = { licensePlate: "KL-012-M", partialVin: "JF123456" };
    const one = await approved({ sandbox, supplier });
    const other = await approved({ sandbox, supplier }, repair({ vehicle }));
    await refusal(invoices.create(one, invoice({ total: 1, vatLines: [] })));
    await invoices.create(one, invoice());
    sandbox.journal.assertNoDuplicateCreates();
    await invoices.create(other, invoice());
    const error = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(error.message).toContain("#4, #5 with the same invoice number");
  });
});

describe("the duplicate invoices of a journal", () => {
  const createEntry = (number: number, fields: Partial<JournalEntry> = {}): JournalEntry => ({
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
  const findDuplicates = (...creates: [entry: JournalEntry, digest: string][]) => {
    const store = new Creates();
    for (const [each, digest] of creates) store.add(each, digest);
    return store.duplicates().map(({ what, entries }) => [what, ...entries.map(({ number }) => number)]);
  };

  it("are listed once if their bodies are equal, in the order of arrival", () => {
    expect(findDuplicates([createEntry(2), "x"], [createEntry(1), "x"])).toEqual([["the same body", 1, 2]]);
  });

  it("are listed by their number if their bodies differ", () => {
    expect(findDuplicates([createEntry(2), "x"], [createEntry(1), "y"])).toEqual([
      ["the same invoice number", 1, 2],
    ]);
    expect(findDuplicates([createEntry(1), "x"], [createEntry(2), "x"], [createEntry(3), "y"])).toEqual([
      ["the same body", 1, 2],
      ["the same invoice number", 1, 2, 3],
    ]);
  });

  it("do not include invoices of two suppliers, or without a number", () => {
    expect(findDuplicates([createEntry(1), "x"], [createEntry(2, { caller: "4712" }), "x"])).toEqual([]);
    expect(findDuplicates([createEntry(1, { body: {} }), "x"], [createEntry(2, { body: {} }), "y"])).toEqual(
      [],
    );
  });
});

describe("a restore of the sandbox", () => {
  it("clears the creates of the journal and nothing else", async () => {
    const { sandbox, supplier } = await open();
    const before = sandbox.snapshot();
    await supplier.serviceRequests.create(empty);
    sandbox.restore(before);
    await supplier.serviceRequests.create(empty);
    sandbox.journal.assertNoDuplicateCreates();
    sandbox.journal.assertCalls({ "serviceRequests.create": 2 });
    await supplier.serviceRequests.create(empty);
    expect(numbersOf(catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates()))).toEqual([2, 3]);
  });

  it("clears the creates in flight", async () => {
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
