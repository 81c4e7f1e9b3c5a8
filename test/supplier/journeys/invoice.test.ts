import { describe, expect, it } from "vitest";
import { RegError } from "../../../src/errors/index.js";
import { foundInvoicesOf, type InvoiceOptions, type ServiceRequest } from "../../../src/supplier/index.js";
import { damageLine, rental, untyped } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { brokenRules, endOf, groups, invoicesOf, openWorld, otherVehicle, pdf } from "./journey-world.js";

describe.each(groups)("invoice of %s", (group) => {
  it("takes from the service what it needs, and tells what became of it", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    const result = await requests.invoice(id, { number: "2026-1" });
    const invoices = await invoicesOf(requests, id);
    expect(result).toEqual({
      invoiceId: invoices[0]?.id,
      location: expect.stringContaining(`/invoices/${invoices[0]?.id}`),
      created: true,
      discountInvoiceDue: false,
    });
    expect(invoices[0]).toMatchObject({
      identitySender: { RegNumber: 4711 },
      identityReceiver: { name: expect.any(String) },
      invoiceNumber: "2026-1",
      invoiceDate: "2026-06-15",
      vatLines: [],
      total: 129.5,
    });
    sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 0 });
  });

  it("sends what it is told to", async () => {
    const { requests, approved } = await openWorld(group);
    const id = await approved();
    await requests.invoice(id, {
      number: "2026-1",
      date: "2026-06-16",
      vatLines: (total) => [{ percentage: 21, amount: total }],
      vatBaseOf: (line) => Number(line["amount"]),
      fields: untyped({ reference: "WO-1", identityReceiver: { name: "Another" } }),
    });
    expect(await invoicesOf(requests, id)).toMatchObject([
      {
        invoiceDate: "2026-06-16",
        vatLines: [{ percentage: 21, amount: 129.5 }],
        reference: "WO-1",
        identityReceiver: { name: "Another" },
      },
    ]);
  });

  it("sends nothing if a rule is broken, and tells of all that are", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    const wrong: InvoiceOptions = {
      number: "0",
      date: "2026-06-14",
      total: 100,
      vatLines: [{ amount: 99 }],
      vatBaseOf: (line) => Number(line["amount"]),
      fields: { identitySender: { RegNumber: 1 } },
    };
    expect((await brokenRules(requests.invoice(id, wrong))).sort()).toEqual([
      "REG-INV000010 identitySender.RegNumber",
      "REG-INV000018 total",
      "REG-INV000104 invoiceNumber",
      "REG-INV000105 invoiceDate",
      "RULE-VAT vatLines",
    ]);
    expect((await failure(requests.invoice(id, wrong), "precondition")).operationId).toBe(`${group}.invoice`);
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
  });

  it("asks for nothing but the request in a phase that does not allow it", async () => {
    const { sandbox, requests, draft } = await openWorld(group);
    const id = await draft();
    const before = sandbox.journal.entries.length;
    expect(await brokenRules(requests.invoice(id, { number: "2026-1" }))).toEqual(["RULE-PHASE status"]);
    expect(sandbox.journal.entries.length).toBe(before + 1);
  });

  it("that is there already only has its PDF uploaded, also in the archive", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    const { invoiceId } = await requests.invoice(id, { number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    expect(await endOf(requests.get(id))).toBe("archived");
    const again = await requests.invoice(id, { number: "2026-1", pdf });
    expect(again).toEqual({ invoiceId, location: undefined, created: false, discountInvoiceDue: false });
    expect((await requests.invoices.pdf.get(id, invoiceId)).type).toBe("application/pdf");
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 1 });
  });

  it("in the archive credits on the only day that is possible, and no more than was invoiced", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    const request: ServiceRequest = await requests.get(id);
    await requests.invoice(id, { number: "2026-1" });
    sandbox.clock.advance({ days: 3 });
    expect(await brokenRules(requests.invoice(id, { number: "2026-2", total: -130, request }))).toEqual([
      "RULE-CREDIT total",
    ]);
    expect(
      await brokenRules(requests.invoice(id, { number: "2026-2", total: -30, date: "2026-06-18" })),
    ).toEqual(["REG-INV000107 invoiceDate"]);
    await requests.invoice(id, { number: "2026-2", total: -29.5, request });
    expect(await invoicesOf(requests, id)).toMatchObject([
      { total: 129.5 },
      { invoiceNumber: "2026-2", invoiceDate: "2026-06-15", total: -29.5 },
    ]);
    // What was outstanding before is outstanding no more: how much is, only the caller can say.
    expect(await brokenRules(requests.invoice(id, { number: "2026-3", request }))).toEqual([
      "RULE-REQUIRED total",
    ]);
    await requests.invoice(id, { number: "2026-3", outstanding: 29.5, request });
    expect(await invoicesOf(requests, id)).toHaveLength(3);
  });

  it("whose PDF fails says so, and that the invoice is there", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    sandbox.fail({ operation: `${group}.invoices.pdf.upload`, with: { status: 503 } });
    const error = await failure(requests.invoice(id, { number: "2026-1", pdf }), "server");
    const [invoice] = await invoicesOf(requests, id);
    expect(error.message).toContain(
      `The invoice exists, with the id ${invoice?.id}: call invoice again with the same number and total, and only the PDF is uploaded`,
    );
    expect(foundInvoicesOf(error)).toEqual([{ id: invoice?.id, number: "2026-1" }]);
    expect(await requests.invoice(id, { number: "2026-1", pdf })).toMatchObject({ created: false });
  });

  it("whose answer is lost while the list cannot be read stays unknown, and is found later", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    sandbox.fail({ operation: `${group}.invoices.create`, when: "after-commit", with: "reset" });
    sandbox.fail({ operation: `${group}.invoices.list`, skip: 1, with: "reset" });
    const error = await failure(requests.invoice(id, { number: "2026-1" }), "connection");
    expect([error.outcome, foundInvoicesOf(error)]).toEqual(["unknown", undefined]);
    expect(await requests.invoice(id, { number: "2026-1" })).toMatchObject({ created: false });
    expect(await invoicesOf(requests, id)).toHaveLength(1);
  });
});

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

/** Bytes that were handed to a worker: what is left looks like an empty file. */
function handedOver(): Uint8Array {
  const file = new Uint8Array([1, 2, 3]);
  structuredClone(file, { transfer: [file.buffer] });
  return file;
}

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

describe("the list of invoices, whose form is not shown,", () => {
  const request = { status: "Approved", supplierId: 1, invoicing: { totalAmountToInvoice: 5 } };
  const identity = { RegNumber: 1 };
  const templates = { debit: { identitySender: identity, identityReceiver: identity } };
  const service = (list: unknown) =>
    fakeFetch(({ url, init }) => {
      const { pathname } = url;
      const body = pathname.endsWith("templates")
        ? templates
        : pathname.endsWith("invoices")
          ? list
          : { data: request };
      return init.method === "POST"
        ? json({}, { status: 201, headers: { location: `${pathname}/7` } })({} as never)
        : json(body)({} as never);
    });

  it("ends the journey if no number can be looked up in it", async () => {
    const fetch = service({ items: [] });
    const call = supplierOver(fetch).serviceRequests.invoice("an-id", { number: "2026-1" });
    expect((await failure(call, "response")).message).toContain("invoice numbers cannot be looked up");
    expect(fetch.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  it("can be read by the caller", async () => {
    const items = [{ id: 3, nr: "2026-1" }];
    const invoicesIn = (list: object) =>
      (Reflect.get(list, "items") as typeof items).map(({ id, nr }) => ({ id, invoiceNumber: nr }));
    const { invoice } = supplierOver(service({ items })).serviceRequests;
    expect(await invoice("an-id", { number: "2026-1", total: 5, invoicesIn })).toMatchObject({
      invoiceId: 3,
      created: false,
    });
    expect(await invoice("an-id", { number: "2026-2", invoicesIn })).toMatchObject({
      invoiceId: 7,
      created: true,
    });
  });

  it("must tell the id of an invoice that is there", async () => {
    const call = supplierOver(service([{ invoiceNumber: "2026-1" }])).serviceRequests.invoice("an-id", {
      number: "2026-1",
      total: 5,
    });
    expect((await failure(call, "response")).message).toContain("the list does not show its id");
  });
});

it("every call of an invoice has the options that it was given", async () => {
  const { sandbox, another, group, approved } = await openWorld();
  const id = await approved();
  const sent: (string | null)[] = [];
  const fetch = (url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get("x-job"));
    return sandbox.fetch(url, init);
  };
  await another({ fetch })[group].invoice(id, { number: "2026-1", pdf, headers: { "x-job": "night" } });
  expect(sent).toEqual(["night", "night", "night", "night", "night"]);
});

it("the invoices that are there are told in a bounded message, and are not called one's own", async () => {
  const { sandbox, requests, approved } = await openWorld();
  const id = await approved();
  await requests.invoice(id, { number: "2026-1" });
  sandbox.clock.advance({ days: 1 });
  for (let count = 2; count <= 12; count += 1)
    await requests.invoice(id, { number: `C-${count}-${"x".repeat(50)}`, total: -1 });
  sandbox.fail({ operation: "serviceRequests.invoices.create", with: { status: 409 } });
  const error = await failure(requests.invoice(id, { number: "C-13", total: -2 }), "conflict");
  expect(foundInvoicesOf(error)).toHaveLength(12);
  expect(error.message).toContain("has these invoices now: 70001 (2026-1), 70002 (C-2-xxxx");
  expect(error.message).toMatch(/70010 \(C-10-x{35}\) and 2 more/);
  expect(error.message).not.toContain("another total");
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

describe("what the caller changes after the call", () => {
  it("is not in the invoice, nor in its document", async () => {
    const { requests, approved } = await openWorld();
    const id = await approved();
    const vatLines = [{ percentage: 21, amount: 129.5 }];
    const bytes = new TextEncoder().encode("%PDF-A");
    const call = requests.invoice(id, { number: "2026-1", vatLines, pdf: bytes });
    vatLines.push({ percentage: 0, amount: 0 });
    bytes.fill(0);
    const { invoiceId } = await call;
    expect(await invoicesOf(requests, id)).toMatchObject([{ vatLines: [{ percentage: 21, amount: 129.5 }] }]);
    const { blob } = await requests.invoices.pdf.get(id, invoiceId);
    expect(await blob.text()).toBe("%PDF-A");
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

describe("the options of an invoice", () => {
  it.each([
    [{}, "number must be given"],
    [undefined, "options must be an object"],
    [{ number: "" }, "number must be a text that is not empty, without blanks around it"],
    [{ number: "C-1 " }, "number must be a text that is not empty, without blanks around it"],
    [{ number: "1", fields: { note: () => "" } }, "fields must only contain what JSON can hold"],
    [{ number: "1", pdf: "file.pdf" }, "pdf must be a Blob, bytes or a stream of bytes"],
    [{ number: "1", pdf: handedOver() }, "pdf must be a Blob, bytes or a stream of bytes"],
    [{ number: "1", total: "12" }, "total must be a number of euros"],
    [{ number: "1", vatLines: {} }, "vatLines must be a list, or a function that makes one from the total"],
    [{ number: "1", vatlines: [] }, "vatlines is not an option; did you mean vatLines?"],
    [{ number: "1", prority: 1 }, "prority is not an option; did you mean priority?"],
  ])("are checked before anything is sent: %j", async (options, message) => {
    const { sandbox, requests } = await openWorld();
    const error = await failure(requests.invoice("an-id", untyped(options)), "input");
    expect(error.message).toBe(`serviceRequests.invoice: ${message}`);
    expect(sandbox.journal.entries).toEqual([]);
  });
});

describe.each(groups)("markNotInvoiced of %s", (group) => {
  const reason = { reason: "Elsewhere" };

  it("can be said twice, as long as nothing is invoiced", async () => {
    const { requests, approved } = await openWorld(group);
    const id = await approved();
    await requests.markNotInvoiced(id, reason);
    await requests.markNotInvoiced(id, reason);
  });

  it("is for Invoicing only", async () => {
    const { sandbox, requests, draft } = await openWorld(group);
    const id = await draft({ status: "ApprovalRequested" });
    expect(await brokenRules(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE status"]);
    sandbox.lessor.approve(id);
    await requests.markNotInvoiced(id, reason);
    sandbox.clock.advance({ days: 1 });
    expect(await brokenRules(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE status"]);
  });

  it("is not for what is invoiced", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    await requests.invoice(id, { number: "2026-1" });
    expect(await brokenRules(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE invoicing"]);
    sandbox.journal.assertCalls({ [`${group}.invoices.setStatus`]: 0 });
  });
});
