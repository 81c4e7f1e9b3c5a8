import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { approved, invoice, kindOf, monday, open, refusal, repair, supplierOf } from "../../support.js";
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
        "expected no create to be executed twice, or sent again after a lost response, but these were: #1, #2 with the same body",
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
    const other = await supplierOf(sandbox, { supplierNumber: 4712 });
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

  it.each(["reset", "bad-json", { status: 503 }] as const)(
    "include a create that is sent again after its response was lost (%j), although the sandbox rejects it",
    async (lost) => {
      const { sandbox, supplier } = await open();
      const { serviceRequests } = supplier;
      const id = await approved({ sandbox, supplier });
      sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: lost });
      await serviceRequests.invoices.create(id, invoice()).catch(() => {});
      sandbox.journal.assertNoDuplicateCreates();
      expect(await refusal(serviceRequests.invoices.create(id, invoice()))).toContain("REG-INV000018 total");
      const { message } = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
      expect(message).toContain("#2, #3 with the same body");
      sandbox.reset();
      sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: lost });
      await serviceRequests.create(repair()).catch(() => {});
      expect((await refusal(serviceRequests.create(repair())))[1]).toContain("SANDBOX-OPEN-REQUESTS");
      const error = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
      expect(error.message).toContain("#1, #2 with the same body but for the ids of its lines");
    },
  );

  it("do not include a request that differs only in the ids of its lines, after a response that arrived", async () => {
    const { sandbox, supplier } = await open();
    await supplier.serviceRequests.create(repair());
    await refusal(supplier.serviceRequests.create(repair()));
    sandbox.journal.assertNoDuplicateCreates();
  });

  it("do not fail for a rejected body that is nested very deeply", async () => {
    const { sandbox } = await open();
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    const body = `{"status":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const headers = { authorization, "content-type": "application/json" };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/servicerequests`, {
      method: "POST",
      headers,
      body,
    });
    expect(response.status).toBe(400);
  });

  it("include an invoice whose number is sent again after its response was lost, with another body", async () => {
    const { sandbox, supplier } = await open();
    const { invoices } = supplier.serviceRequests;
    const id = await approved({ sandbox, supplier });
    await refusal(invoices.create(id, invoice({ total: 1, vatLines: [] })));
    sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
    await kindOf(invoices.create(id, invoice()));
    await refusal(invoices.create(id, invoice({ total: 1, vatLines: [] })));
    const { message } = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(message).toContain("#3, #4 with the same invoice number");
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
