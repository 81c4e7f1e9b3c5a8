import { RegError } from "@reg/sdk";
import type { SandboxOptions } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { damageLine, rental } from "../../sandbox/support.js";
import { exampleRequest, supplierOver } from "../../support/clients.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { untyped } from "../../support/untyped.js";
import { editResponses, groups, listInvoices, listViolations, otherVehicle, pdf, setUp } from "../support.js";

it("an invoice over the outstanding amount is rounded to cents, because the service may show rounding errors", async () => {
  const { sandbox, createClient, group, createApproved } = await setUp();
  const id = await createApproved();
  const fetch = editResponses(sandbox, (text) =>
    text.replace('"totalAmountToInvoice":129.5', '"totalAmountToInvoice":129.49999999999997'),
  );
  const requests = createClient({ fetch })[group];
  await requests.invoice(id, { vatLines: [], number: "2026-1" });
  expect(await listInvoices(requests, id)).toMatchObject([{ total: 129.5 }]);
});

it("an invoice over a part of the outstanding amount is only sent with partial", async () => {
  const { sandbox, requests, createApproved } = await setUp();
  const id = await createApproved();
  const options = { vatLines: [], number: "2026-1", total: 100 };
  expect(await listViolations(requests.invoice(id, options))).toEqual(["REG-INV000018 total"]);
  sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 0 });
  // The sandbox accepts the whole amount only, which is assumed.
  await failure(requests.invoice(id, { ...options, partial: true }), "validation");
  sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});

describe("the default date of an invoice", () => {
  it("is today in Amsterdam", async () => {
    const { requests, createApproved } = await setUp("serviceRequests", { options: { now: "2026-06-15T22:30:00Z" } });
    const id = await createApproved();
    await requests.invoice(id, { number: "2026-1", vatLines: [] });
    expect(await listInvoices(requests, id)).toMatchObject([{ invoiceDate: "2026-06-16" }]);
  });

  it("is never in the future: before the workshop date nothing is sent, unless the caller gives the date", async () => {
    const { sandbox, requests, createApproved } = await setUp("serviceRequests", {
      options: { now: "2026-06-14T09:00:00Z" },
    });
    const id = await createApproved();
    const { violations } = await failure(requests.invoice(id, { number: "2026-1", vatLines: [] }), "precondition");
    expect(violations).toMatchObject([
      {
        code: "REG-INV000105",
        context: { fieldName: "invoiceDate" },
        description: expect.stringMatching(
          /^The invoice is dated 2026-06-14, which is before 2026-06-15\. .*Wait until that day, or give it as `date`\.$/,
        ),
      },
    ]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 0 });
    await requests.invoice(id, { number: "2026-1", vatLines: [], date: "2026-06-15" });
    expect(await listInvoices(requests, id)).toMatchObject([{ invoiceDate: "2026-06-15" }]);
  });

  it("is not before the checkout date in Amsterdam for a rental vehicle", async () => {
    const { sandbox, requests } = await setUp();
    const { id } = await requests.create(rental({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    const options = { number: "2026-1", vatLines: [] };
    for (const date of [undefined, "2026-06-15"])
      expect(await listViolations(requests.invoice(id, { ...options, date }))).toEqual(["REG-INV000106 invoiceDate"]);
    sandbox.clock.advance({ days: 1 });
    await requests.invoice(id, options);
    expect(await listInvoices(requests, id)).toMatchObject([{ invoiceDate: "2026-06-16" }]);
  });

  it("is not in the future in the archive either", async () => {
    const { sandbox, requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { number: "2026-1", vatLines: [], date: "2026-06-20" });
    sandbox.clock.advance({ days: 1 });
    const credit = { number: "2026-2", vatLines: [], total: -1 };
    expect(await listViolations(requests.invoice(id, credit))).toEqual(["REG-INV000107 invoiceDate"]);
    await requests.invoice(id, { ...credit, date: "2026-06-20" });
  });
});

describe("the discount invoice that a lessor requires", () => {
  const prepare = async (options: SandboxOptions = {}) => {
    const setup = await setUp("damageServiceRequests", { options });
    return { ...setup, id: await setup.createApproved({ ...otherVehicle, components: [damageLine()] }) };
  };

  it.each(["midnight", "at-once"] as const)("comes first with discountFirst, archived %s", async (archive) => {
    const { sandbox, requests, id } = await prepare({ archive });
    const debit = { number: "2026-1", vatLines: [], discountFirst: true };
    const discount = { number: "2026-2", vatLines: [], discountFirst: true, total: -10, discount: true };
    const error = await failure(requests.invoice(id, debit), "precondition");
    expect(error.violations).toEqual([
      expect.objectContaining({
        code: "RULE-DISCOUNT",
        context: expect.objectContaining({ fieldName: "discountFirst" }),
        description: expect.stringContaining("Create the discount invoice first"),
      }),
    ]);
    sandbox.journal.assertCalls({ "damageServiceRequests.invoices.create": 0 });
    expect(await requests.invoice(id, discount)).toMatchObject({ discountInvoiceDue: false });
    expect(await requests.invoice(id, debit)).toMatchObject({ discountInvoiceDue: false });
    sandbox.clock.advance({ days: 1 });
    for (const each of [debit, discount])
      expect(await requests.invoice(id, each)).toMatchObject({ created: false, discountInvoiceDue: false });
    expect((await listInvoices(requests, id)).map(({ total }) => total)).toEqual([-10, 129.5]);
  });

  it("is possible before the debit only, if the request is archived at once", async () => {
    const { requests, id } = await prepare({ archive: "at-once" });
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({ discountInvoiceDue: true });
    const late = requests.invoice(id, { vatLines: [], number: "2026-2", total: -10, discount: true });
    expect(await listViolations(late)).toEqual(["RULE-CREDIT total"]);
  });

  it.each(groups)("does not matter with discountFirst if none is required: %s", async (group) => {
    const { requests, createApproved } = await setUp(group);
    await requests.invoice(await createApproved(), { vatLines: [], number: "2026-1", discountFirst: true });
  });

  it("does not matter with discountFirst for a debit that exists", async () => {
    const { requests, id } = await prepare();
    const debit = { vatLines: [], number: "2026-1" };
    await requests.invoice(id, debit);
    expect(await requests.invoice(id, { ...debit, discountFirst: true })).toMatchObject({
      created: false,
      discountInvoiceDue: true,
    });
  });

  it.each([
    ["after", [129.5, -10]],
    ["before", [-10, 129.5]],
  ])("can be created %s the debit invoice", async (order, totals) => {
    const { requests, id } = await prepare();
    const due: boolean[] = [];
    for (const [index, total] of totals.entries()) {
      const options = { number: `2026-${index}x`, vatLines: [], total, discount: total < 0 };
      due.push((await requests.invoice(id, options)).discountInvoiceDue);
    }
    expect(due).toEqual(order === "after" ? [true, false] : [false, false]);
    expect((await listInvoices(requests, id)).map(({ total }) => total)).toEqual(totals);
  });

  it("is still reported as due when the workflow runs again, and can then be created", async () => {
    const { requests, id } = await prepare();
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({
      created: false,
      discountInvoiceDue: true,
    });
    const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-2" }), "precondition");
    expect(error.violations).toEqual([
      expect.objectContaining({
        code: "REG-INV000018",
        description: expect.stringContaining("For the discount that the lessor requires, set `discount: true`"),
      }),
    ]);
    await requests.invoice(id, { vatLines: [], number: "2026-2", total: -10, discount: true });
  });
});

describe("a total below zero before the archive", () => {
  const readDescription = async (call: Promise<unknown>) => {
    const { violations } = await failure(call, "precondition");
    expect(violations).toMatchObject([{ code: "RULE-CREDIT", context: { fieldName: "total" } }]);
    return violations[0]?.description;
  };

  it.each(groups)("is rejected without `discount: true`: %s", async (group) => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const description = await readDescription(requests.invoice(id, { vatLines: [], number: "2026-1", total: -100 }));
    expect(description).toBe(
      "A credit is possible once the request is archived (assumed: at midnight in Amsterdam). For the discount that lessors of damages may require, set `discount: true`.",
    );
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
  });

  it("is possible for a damage only", async () => {
    const { requests, createApproved } = await setUp();
    const options = { number: "2026-1", vatLines: [], total: -100, discount: true };
    expect(await readDescription(requests.invoice(await createApproved(), options))).toMatch(/^Only a damage/);
  });

  it.each([undefined, 129.5, 0])("is required of a discount, which cannot be %j", async (total) => {
    const { requests, createApproved } = await setUp("damageServiceRequests");
    const options = { number: "2026-1", vatLines: [], total, discount: true };
    expect(await readDescription(requests.invoice(await createApproved(), options))).toMatch(
      /^A discount is below zero/,
    );
  });

  it("is no longer possible as a discount in the archive, unless that discount exists", async () => {
    const { sandbox, requests, createApproved } = await setUp("damageServiceRequests");
    const id = await createApproved();
    const discount = { number: "2026-2", vatLines: [], total: -10, discount: true };
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    await requests.invoice(id, discount);
    sandbox.clock.advance({ days: 1 });
    expect(await requests.invoice(id, { ...discount, pdf })).toMatchObject({ created: false });
    const late = requests.invoice(id, { ...discount, number: "2026-3" });
    expect(await readDescription(late)).toMatch(/^The request is archived/);
  });
});

describe("an invoice of a request for which nothing is due", () => {
  it.each(groups)("is rejected with one violation that explains it: %s", async (group) => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    await requests.markNotInvoiced(id, { reason: "Elsewhere" });
    for (const days of [0, 1]) {
      sandbox.clock.advance({ days });
      const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-1" }), "precondition");
      expect(error.violations).toMatchObject([
        {
          code: "REG-INV000018",
          description: expect.stringContaining("a reason for not invoicing was set"),
          context: { fieldName: "total" },
        },
      ]);
    }
  });
});

it("an invoice for which the service shows neither templates nor amounts can be created from the caller's fields", async () => {
  const fetch = fakeFetch(({ url: { pathname }, init }) =>
    init.method === "POST"
      ? json({}, { status: 201, headers: { location: `${pathname}/7` } })({} as never)
      : json(/invoices$/.test(pathname) ? [] : { data: { ...exampleRequest, status: "Approved" } })({} as never),
  );
  const { invoice } = supplierOver(fetch).serviceRequests;
  const rejected = await failure(invoice("an-id", { vatLines: [], number: "2026-1" }), "precondition");
  expect(rejected.violations.map(({ description }) => description)).toEqual([
    "identitySender is missing. No template contains it: give it in `fields`.",
    "identityReceiver is missing. No template contains it: give it in `fields`.",
    "The total is missing: give what is outstanding, excluding VAT.",
  ]);
  const fields = { identitySender: { RegNumber: 1 }, identityReceiver: { name: "A lessor" } };
  expect(await invoice("an-id", { vatLines: [], number: "2026-1", total: 5, fields })).toMatchObject({ invoiceId: 7 });
});

describe("an invoice in the archive", () => {
  const archived = async () => {
    const setup = await setUp("damageServiceRequests");
    const id = await setup.createApproved();
    await setup.requests.invoice(id, { vatLines: [], number: "2026-1" });
    return { ...setup, id };
  };

  it("needs a total, which the error explains", async () => {
    const { sandbox, requests, id } = await archived();
    sandbox.clock.advance({ days: 1 });
    const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-2" }), "precondition");
    expect(error.violations.map(({ description }) => description)).toEqual([
      "The total is missing: give it, below zero, for a credit: the request is archived.",
    ]);
  });

  it("needs latestInvoiceDate if the dates in the list differ", async () => {
    const { sandbox, requests, id } = await archived();
    await requests.invoice(id, { vatLines: [], number: "2026-2", total: -10, discount: true, date: "2026-06-16" });
    sandbox.clock.advance({ days: 1 });
    const credit = { number: "2026-3", vatLines: [], total: -1 };
    const error = await failure(requests.invoice(id, credit), "precondition");
    expect(error.violations).toMatchObject([
      { code: "RULE-REQUIRED", description: expect.stringContaining("give `latestInvoiceDate`") },
    ]);
    // The service checks a date that the caller gives.
    const late = await failure(requests.invoice(id, { ...credit, date: "2026-06-15" }), "validation");
    expect(RegError.is(late, "REG-INV000107")).toBe(true);
    await requests.invoice(id, { ...credit, latestInvoiceDate: "2026-06-16" });
    await requests.invoice(id, { ...credit, number: "2026-4", date: "2026-06-16" });
    expect((await listInvoices(requests, id)).map(({ total }) => total)).toEqual([129.5, -10, -1, -1]);
  });
});

it.each([() => undefined, () => Promise.reject(new Error("late"))])(
  "invoice rejects a vatLines function that returns no list: %s",
  async (vatLines) => {
    const { requests, createApproved } = await setUp();
    const call = requests.invoice(await createApproved(), { number: "2026-1", vatLines: untyped(vatLines) });
    expect((await failure(call, "input")).message).toBe(
      "serviceRequests.invoice: vatLines must return a list when it is called with the total",
    );
  },
);

it("invoice does not call a vatLines function for an invoice that is not possible, and says why", async () => {
  const { requests, createApproved } = await setUp("damageServiceRequests");
  const vatLines = () => {
    throw new Error("called");
  };
  const id = await createApproved({ ...otherVehicle, components: [damageLine()] });
  const rulesFor = async (options: object) => {
    const error = await failure(requests.invoice(id, { number: "2026-1", vatLines, ...options }), "precondition");
    return error.violations.map(({ rule }) => rule);
  };
  expect(await rulesFor({ total: -10 })).toEqual(["credit-in-archive"]);
  expect(await rulesFor({ discount: true })).toEqual(["discount-below-zero"]);
  expect(await rulesFor({ discountFirst: true })).toEqual(["discount-first"]);
  await requests.markNotInvoiced(id, { reason: "Elsewhere" });
  expect(await rulesFor({})).toEqual(["nothing-due"]);
});

describe("the sender and the receiver of an invoice", () => {
  it("come from the credit template for a credit", async () => {
    const { sandbox, createClient, group, requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    const [debit, credit] = ["debit", "credit"].map((name) => ({
      identitySender: { name, RegNumber: 4711 },
      identityReceiver: { name },
    }));
    const fetch = async (url: string, init: RequestInit) =>
      url.endsWith("invoicetemplates") ? Response.json({ debit, credit }) : sandbox.fetch(url, init);
    await createClient({ fetch })[group].invoice(id, { vatLines: [], number: "2026-2", total: -1 });
    const [, made] = await listInvoices(requests, id);
    expect(made).toMatchObject(credit ?? {});
  });

  it("are each taken from the first source that has them, beginning with the caller", async () => {
    const { sandbox, createClient, group, requests, createApproved } = await setUp();
    const id = await createApproved();
    const fetch = editResponses(sandbox, (text, url) =>
      url.endsWith("invoicetemplates") ? text.replace('"identityReceiver"', '"addressOfTheLessor"') : text,
    );
    const { invoice } = createClient({ fetch })[group];
    const error = await failure(invoice(id, { vatLines: [], number: "2026-1" }), "precondition");
    expect(error.violations.map(({ context }) => context.fieldName)).toEqual(["identityReceiver"]);
    const fields = { identityReceiver: { name: "Noordzee Lease" } };
    await invoice(id, { vatLines: [], number: "2026-1", fields });
    expect(await listInvoices(requests, id)).toMatchObject([{ ...fields, identitySender: { RegNumber: 4711 } }]);
  });
});

describe("invoice templates of another form", () => {
  const sender = { name: "A workshop", RegNumber: 4711 };
  const receiver = { name: "A lessor" };
  const parties = { identitySender: sender, identityReceiver: receiver };
  const other = { ...parties, identityReceiver: { name: "Another lessor" } };
  const options = { number: "2026-1", vatLines: [] };

  /** Answers the templates with `body`; all else is the sandbox. */
  async function setUpTemplates(body: unknown) {
    const setup = await setUp();
    const reply = body instanceof Response ? () => body.clone() : () => Response.json(body);
    const fetch = async (url: string, init: RequestInit) =>
      url.endsWith("invoicetemplates") ? reply() : setup.sandbox.fetch(url, init);
    const { invoice } = setup.createClient({ fetch }).serviceRequests;
    return { ...setup, invoice, id: await setup.createApproved() };
  }

  it.each<[string, unknown]>([
    ["a list with one template", [parties]],
    [
      "a list whose templates name the same parties",
      [
        { ...parties, amount: 1 },
        { amount: 2, ...parties },
      ],
    ],
    ["a single template", { ...parties, amount: 129.5 }],
    ["a null in the place of a template", { debit: parties, credit: null }],
  ])("are used if they are %s", async (_, body) => {
    const { invoice, requests, id } = await setUpTemplates(body);
    await invoice(id, options);
    expect(await listInvoices(requests, id)).toMatchObject([{ ...parties, total: 129.5 }]);
  });

  const unusable: [string, unknown][] = [
    ["a list whose templates name different parties", [parties, other]],
    ["a list of templates without parties", [{ from: sender, to: receiver }, null]],
    ["an object with a list", { templates: [parties] }],
    ["an object with other names", { Debit: parties }],
    ["a text", "debit"],
    ["null", null],
    ["no JSON", new Response("<p>Templates</p>")],
  ];

  it.each(unusable)("do not matter if the caller gives both parties: %s", async (_, body) => {
    const { invoice, requests, id } = await setUpTemplates(body);
    await invoice(id, { ...options, fields: parties });
    expect(await listInvoices(requests, id)).toMatchObject([{ ...parties, total: 129.5 }]);
  });

  it.each(unusable)("make the error name the fields to give: %s", async (_, body) => {
    const { invoice, sandbox, id } = await setUpTemplates(body);
    const missing = expect.stringContaining("is missing. No template contains it: give it in `fields`.");
    expect((await failure(invoice(id, options), "precondition")).violations).toMatchObject([
      { code: "RULE-REQUIRED", context: { fieldName: "identitySender" }, description: missing },
      { code: "RULE-REQUIRED", context: { fieldName: "identityReceiver" }, description: missing },
    ]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 0 });
  });

  it.each([403, 404, 500])("do not matter either if they cannot be read: status %d", async (status) => {
    const { invoice, id } = await setUpTemplates(new Response(null, { status }));
    await rejection(invoice(id, options));
    await invoice(id, { ...options, fields: parties });
  });

  it.each<[string, unknown, string[]]>([
    ["an empty object", {}, ["REG-INV000018 total"]],
    ["an empty list", [], ["REG-INV000018 total"]],
    ["an unknown form", { templates: [] }, ["RULE-REQUIRED total"]],
  ])("show in the archive that nothing is due only if they are there and empty: %s", async (_, body, expected) => {
    const { invoice, requests, sandbox, id } = await setUpTemplates(body);
    await requests.invoice(id, options);
    sandbox.clock.advance({ days: 1 });
    expect(await listViolations(invoice(id, { ...options, number: "2026-2" }))).toEqual(expected);
  });
});

it("the limit of a credit comes from the list of invoices and not from an older copy of the request", async () => {
  const { sandbox, requests, createApproved } = await setUp();
  const id = await createApproved();
  const request = { status: "Approved", invoicing: { totalAmountInvoiced: 0, totalAmountToInvoice: 0 } };
  await requests.invoice(id, { vatLines: [], number: "2026-1" });
  sandbox.clock.advance({ days: 1 });
  await requests.invoice(id, { vatLines: [], number: "2026-2", total: -10, request });
  const call = requests.invoice(id, { vatLines: [], number: "2026-3", total: -130, request });
  expect((await failure(call, "precondition")).violations).toMatchObject([{ code: "RULE-CREDIT" }]);
});
