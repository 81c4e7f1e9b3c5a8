import { describe, expect, it } from "vitest";
import { foundInvoicesOf, type InvoiceOptions, type ServiceRequest } from "../../../src/supplier/index.js";
import { untyped } from "../../sandbox/support.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { brokenRules, endOf, groups, invoicesOf, openWorld, pdf } from "./workflow-world.js";

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

describe("changes that the caller makes to the options during the call", () => {
  it("do not reach the invoice or its document", async () => {
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

  it("do not reach the `known` facts that the rules use", async () => {
    const { requests, order, approved } = await openWorld();
    const id = await approved();
    const known = { rentalCodes: ["no such code"] };
    const call = requests.invoice(id, { number: "2026-1", date: "2026-06-14", known });
    // With these codes the request would be for a rental vehicle, for which another rule applies.
    known.rentalCodes.push(...order.flatMap(({ reg }) => reg?.code ?? []));
    expect(await brokenRules(call)).toEqual(["REG-INV000105 invoiceDate"]);
  });

  it("do not reach the archived `request` that the rules use", async () => {
    const { sandbox, requests, approved } = await openWorld();
    const id = await approved();
    await requests.invoice(id, { number: "2026-1" });
    const request = { supplierId: 1 };
    sandbox.clock.advance({ days: 3 });
    const call = requests.invoice(id, { number: "2026-2", total: -10, request });
    request.supplierId = 4711;
    expect(await brokenRules(call)).toEqual(["REG-INV000010 identitySender.RegNumber"]);
  });
});

/** Bytes that were handed to a worker: what is left looks like an empty file. */
function handedOver(): Uint8Array {
  const file = new Uint8Array([1, 2, 3]);
  structuredClone(file, { transfer: [file.buffer] });
  return file;
}

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
