import { describe, expect, it } from "vitest";
import { RegError } from "../../../src/errors/index.js";
import { damageLine, rental, untyped } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { brokenRules, groups, invoicesOf, openWorld, otherVehicle, pdf } from "./workflow-world.js";

it("an invoice over what is outstanding is one to the cent, whatever traces of arithmetic the service shows", async () => {
  const { sandbox, another, group, approved } = await openWorld();
  const id = await approved();
  const fetch = async (url: string, init: RequestInit) => {
    const answer = await sandbox.fetch(url, init);
    const text = await answer.text();
    const shown = text.replace('"totalAmountToInvoice":129.5', '"totalAmountToInvoice":129.49999999999997');
    return new Response(shown, { status: answer.status, headers: answer.headers });
  };
  const requests = another({ fetch })[group];
  await requests.invoice(id, { number: "2026-1" });
  expect(await invoicesOf(requests, id)).toMatchObject([{ total: 129.5 }]);
});

describe("the date of an invoice", () => {
  it.each([
    ["is today in Amsterdam", "2026-06-15T22:30:00Z", "2026-06-16"],
    ["is the workshop date if that is still to come", "2026-06-14T09:00:00Z", "2026-06-15"],
  ])("%s", async (_, now, date) => {
    const { requests, approved } = await openWorld("serviceRequests", {}, { now });
    const id = await approved();
    await requests.invoice(id, { number: "2026-1" });
    expect(await invoicesOf(requests, id)).toMatchObject([{ invoiceDate: date }]);
  });

  it("is that of the checkout in Amsterdam for a rental vehicle", async () => {
    const { sandbox, requests } = await openWorld();
    const { id } = await requests.create(rental({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    expect(await brokenRules(requests.invoice(id, { number: "2026-1", date: "2026-06-15" }))).toEqual([
      "REG-INV000106 invoiceDate",
    ]);
    await requests.invoice(id, { number: "2026-1" });
    expect(await invoicesOf(requests, id)).toMatchObject([{ invoiceDate: "2026-06-16" }]);
  });
});

describe("a lessor who wants a discount invoice", () => {
  const prepare = async () => {
    const world = await openWorld("damageServiceRequests");
    return { ...world, id: await world.approved({ ...otherVehicle, components: [damageLine()] }) };
  };

  it.each([
    ["after", [129.5, -10]],
    ["before", [-10, 129.5]],
  ])("gets it %s the debit invoice", async (order, totals) => {
    const { requests, id } = await prepare();
    const due: boolean[] = [];
    for (const [index, total] of totals.entries()) {
      const options = { number: `2026-${index}x`, total, discount: total < 0 };
      due.push((await requests.invoice(id, options)).discountInvoiceDue);
    }
    expect(due).toEqual(order === "after" ? [true, false] : [false, false]);
    expect((await invoicesOf(requests, id)).map(({ total }) => total)).toEqual(totals);
  });

  it("is remembered after a restart, and gets one", async () => {
    const { requests, id } = await prepare();
    await requests.invoice(id, { number: "2026-1" });
    expect(await requests.invoice(id, { number: "2026-1" })).toMatchObject({
      created: false,
      discountInvoiceDue: true,
    });
    const error = await failure(requests.invoice(id, { number: "2026-2" }), "precondition");
    expect(error.violations).toEqual([
      expect.objectContaining({
        code: "REG-INV000018",
        description: expect.stringContaining(
          "For the discount that the lessor requires, set `discount: true`",
        ),
      }),
    ]);
    await requests.invoice(id, { number: "2026-2", total: -10, discount: true });
  });
});

describe("a total below zero before the archive", () => {
  const sentenceOf = async (call: Promise<unknown>) => {
    const { violations } = await failure(call, "precondition");
    expect(violations).toMatchObject([{ code: "RULE-CREDIT", context: { fieldName: "total" } }]);
    return violations[0]?.description;
  };

  it.each(groups)("is no discount unless it is said to be one: %s", async (group) => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    const sentence = await sentenceOf(requests.invoice(id, { number: "2026-1", total: -100 }));
    expect(sentence).toBe(
      "A credit is possible once the request is archived, at midnight in Amsterdam. For the discount that lessors of damages may require, set `discount: true`.",
    );
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
  });

  it("is a discount on a damage only", async () => {
    const { requests, approved } = await openWorld();
    const options = { number: "2026-1", total: -100, discount: true };
    expect(await sentenceOf(requests.invoice(await approved(), options))).toMatch(/^Only a damage/);
  });

  it.each([undefined, 129.5, 0])("is what a discount is: not %j", async (total) => {
    const { requests, approved } = await openWorld("damageServiceRequests");
    const options = { number: "2026-1", total, discount: true };
    expect(await sentenceOf(requests.invoice(await approved(), options))).toMatch(
      /^A discount is below zero/,
    );
  });

  it("is in the archive no discount any more, unless it was made before", async () => {
    const { sandbox, requests, approved } = await openWorld("damageServiceRequests");
    const id = await approved();
    const discount = { number: "2026-2", total: -10, discount: true };
    await requests.invoice(id, { number: "2026-1" });
    await requests.invoice(id, discount);
    sandbox.clock.advance({ days: 1 });
    expect(await requests.invoice(id, { ...discount, pdf })).toMatchObject({ created: false });
    const late = requests.invoice(id, { ...discount, number: "2026-3" });
    expect(await sentenceOf(late)).toMatch(/^The request is archived/);
  });
});

describe("an invoice that nothing is due for", () => {
  it.each(groups)("is refused in one sentence that says so: %s", async (group) => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    await requests.markNotInvoiced(id, { reason: "Elsewhere" });
    for (const days of [0, 1]) {
      sandbox.clock.advance({ days });
      const error = await failure(requests.invoice(id, { number: "2026-1" }), "precondition");
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

it("an invoice of which the service tells nothing, neither templates nor amounts, is left to the caller", async () => {
  const fetch = fakeFetch(({ url: { pathname }, init }) =>
    init.method === "POST"
      ? json({}, { status: 201, headers: { location: `${pathname}/7` } })({} as never)
      : json(/invoices$/.test(pathname) ? [] : { data: { status: "Approved" } })({} as never),
  );
  const { invoice } = supplierOver(fetch).serviceRequests;
  const refused = await failure(invoice("an-id", { number: "2026-1" }), "precondition");
  expect(refused.violations.map(({ description }) => description)).toEqual([
    "identitySender is missing. No template contains it: give it in `fields`.",
    "identityReceiver is missing. No template contains it: give it in `fields`.",
    "total is missing. The service does not show what is outstanding: give the total.",
  ]);
  const fields = { identitySender: { RegNumber: 1 }, identityReceiver: { name: "A lessor" } };
  expect(await invoice("an-id", { number: "2026-1", total: 5, fields })).toMatchObject({ invoiceId: 7 });
});

describe("the archive", () => {
  const archived = async () => {
    const world = await openWorld("damageServiceRequests");
    const id = await world.approved();
    await world.requests.invoice(id, { number: "2026-1" });
    return { ...world, id };
  };

  it("needs a total, and says so", async () => {
    const { sandbox, requests, id } = await archived();
    sandbox.clock.advance({ days: 1 });
    const error = await failure(requests.invoice(id, { number: "2026-2" }), "precondition");
    expect(error.violations.map(({ description }) => description)).toEqual([
      "total is missing. In the archive give the total, below zero for a credit.",
    ]);
  });

  it("needs the date of the last invoice where those in the list differ, whatever their order", async () => {
    const { sandbox, requests, id } = await archived();
    await requests.invoice(id, { number: "2026-2", total: -10, discount: true, date: "2026-06-16" });
    sandbox.clock.advance({ days: 1 });
    const credit = { number: "2026-3", total: -1 };
    const error = await failure(requests.invoice(id, credit), "precondition");
    expect(error.violations).toMatchObject([
      { code: "RULE-REQUIRED", description: expect.stringContaining("give `latestInvoiceDate`") },
    ]);
    // A date that the caller gives is for the service to judge.
    const refused = await failure(requests.invoice(id, { ...credit, date: "2026-06-15" }), "validation");
    expect(RegError.is(refused, "REG-INV000107")).toBe(true);
    await requests.invoice(id, { ...credit, latestInvoiceDate: "2026-06-16" });
    await requests.invoice(id, { ...credit, number: "2026-4", date: "2026-06-16" });
    expect((await invoicesOf(requests, id)).map(({ total }) => total)).toEqual([129.5, -10, -1, -1]);
  });
});

it.each([() => undefined, async () => []])("VAT lines that are no list are named: %s", async (vatLines) => {
  const { requests, approved } = await openWorld();
  const call = requests.invoice(await approved(), { number: "2026-1", vatLines: untyped(vatLines) });
  expect((await failure(call, "input")).message).toBe(
    "serviceRequests.invoice: vatLines must return a list when it is called with the total",
  );
});

describe("sender and receiver", () => {
  it("of a credit are those of its own template", async () => {
    const { sandbox, another, group, requests, approved } = await openWorld();
    const id = await approved();
    await requests.invoice(id, { number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    const [debit, credit] = ["debit", "credit"].map((name) => ({
      identitySender: { name, RegNumber: 4711 },
      identityReceiver: { name },
    }));
    const fetch = async (url: string, init: RequestInit) =>
      url.endsWith("invoicetemplates") ? Response.json({ debit, credit }) : sandbox.fetch(url, init);
    await another({ fetch })[group].invoice(id, { number: "2026-2", total: -1 });
    const [, made] = await invoicesOf(requests, id);
    expect(made).toMatchObject(credit ?? {});
  });

  it("come each from whoever tells it, first from the caller", async () => {
    const { sandbox, another, group, requests, approved } = await openWorld();
    const id = await approved();
    const fetch = async (url: string, init: RequestInit) => {
      const answer = await sandbox.fetch(url, init);
      if (!url.endsWith("invoicetemplates")) return answer;
      const text = (await answer.text()).replace('"identityReceiver"', '"addressOfTheLessor"');
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const { invoice } = another({ fetch })[group];
    const error = await failure(invoice(id, { number: "2026-1" }), "precondition");
    expect(error.violations.map(({ context }) => context.fieldName)).toEqual(["identityReceiver"]);
    const fields = { identityReceiver: { name: "Noordzee Lease" } };
    await invoice(id, { number: "2026-1", fields });
    expect(await invoicesOf(requests, id)).toMatchObject([
      { ...fields, identitySender: { RegNumber: 4711 } },
    ]);
  });
});

it("VAT lines that are made in the background are no list, and fail nothing else", async () => {
  const { requests, approved } = await openWorld();
  const vatLines = () => Promise.reject(new Error("late")) as never;
  await failure(requests.invoice(await approved(), { number: "2026-1", vatLines }), "input");
});

it("a credit is bounded by the invoices in the list, not by an older reading of the request", async () => {
  const { sandbox, requests, approved } = await openWorld();
  const id = await approved();
  const request = { status: "Approved", invoicing: { totalAmountInvoiced: 0, totalAmountToInvoice: 0 } };
  await requests.invoice(id, { number: "2026-1" });
  sandbox.clock.advance({ days: 1 });
  await requests.invoice(id, { number: "2026-2", total: -10, request });
  const call = requests.invoice(id, { number: "2026-3", total: -130, request });
  expect((await failure(call, "precondition")).violations).toMatchObject([{ code: "RULE-CREDIT" }]);
});
