import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  findInvoice,
  foundInvoicesOf,
  type InvoiceOptions,
  invoiceIdOf,
  RegError,
  RegTimeoutError,
  type ServiceAdapter,
} from "@reg/sdk";
import type { ServiceRequest } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { exampleRequest, supplierOver } from "../../support/clients.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { untyped } from "../../support/untyped.js";
import {
  describeEnd,
  editResponses,
  groups,
  listInvoices,
  listViolations,
  pdf,
  type Setup,
  setUp,
} from "../support.js";

describe.each(groups)("invoice of %s", (group) => {
  it("takes sender, receiver, date and total from the service, and resolves to the id and the address", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const result = await requests.invoice(id, { vatLines: [], number: "2026-1" });
    const invoices = await listInvoices(requests, id);
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

  it("sends the content that the caller gives", async () => {
    const { requests, createApproved } = await setUp(group);
    const id = await createApproved();
    await requests.invoice(id, {
      number: "2026-1",
      date: "2026-06-16",
      vatLines: (total) => [{ percentage: 21, amount: total }],
      vatBaseOf: (line) => Number(line["amount"]),
      fields: untyped({ reference: "WO-1", identityReceiver: { name: "Another" } }),
    });
    expect(await listInvoices(requests, id)).toMatchObject([
      {
        invoiceDate: "2026-06-16",
        vatLines: [{ percentage: 21, amount: 129.5 }],
        reference: "WO-1",
        identityReceiver: { name: "Another" },
      },
    ]);
  });

  it("makes one VAT line from a percentage, for a debit and its credit", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    await requests.invoice(id, { number: "2026-1", vatLines: { percentage: 21 } });
    sandbox.clock.advance({ days: 1 });
    await requests.invoice(id, { number: "2026-2", vatLines: { percentage: 21 }, total: -129.5 });
    expect(await listInvoices(requests, id)).toMatchObject([
      { vatLines: [{ percentage: 21, base: 129.5, amount: 27.2 }] },
      { vatLines: [{ percentage: 21, base: -129.5, amount: -27.2 }] },
    ]);
  });

  it("sends no VAT lines that do not agree with the total, unless the rules are waived", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const options: InvoiceOptions = { number: "1", vatLines: [{ percentage: 21, base: 100, amount: 1 }] };
    expect(await listViolations(requests.invoice(id, options))).toEqual([
      "RULE-VAT vatLines[0].amount",
      "RULE-VAT vatLines",
    ]);
    const one = requests.invoice(id, { ...options, waive: ["vat-amount"] });
    expect(await listViolations(one)).toEqual(["RULE-VAT vatLines"]);
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
    // The sandbox has the same rules.
    const both = await failure(requests.invoice(id, { ...options, waive: ["vat-amount", "vat-total"] }), "validation");
    expect(both.errors.map(({ code }) => code)).toEqual(["SANDBOX-VAT", "SANDBOX-VAT"]);
  });

  it("sends nothing if a rule is violated, and reports every violated rule", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const wrong: InvoiceOptions = {
      number: "0",
      date: "2026-06-14",
      total: 100,
      vatLines: [{ amount: 99 }],
      vatBaseOf: (line) => Number(line["amount"]),
      fields: { identitySender: { RegNumber: 1 } },
    };
    expect((await listViolations(requests.invoice(id, wrong))).sort()).toEqual([
      "REG-INV000010 identitySender.RegNumber",
      "REG-INV000018 total",
      "REG-INV000104 invoiceNumber",
      "REG-INV000105 invoiceDate",
      "RULE-VAT vatLines",
    ]);
    expect((await failure(requests.invoice(id, wrong), "precondition")).operationId).toBe(`${group}.invoice`);
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
  });

  it("reads nothing but the request in a phase that does not allow it", async () => {
    const { sandbox, requests, createDraft } = await setUp(group);
    const id = await createDraft();
    const before = sandbox.journal.entries.length;
    expect(await listViolations(requests.invoice(id, { vatLines: [], number: "2026-1" }))).toEqual([
      "RULE-PHASE status",
    ]);
    expect(sandbox.journal.entries.length).toBe(before + 1);
  });

  it("uploads only the PDF of an invoice that already exists, also in the archive", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const { invoiceId } = await requests.invoice(id, { vatLines: [], number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    expect(await describeEnd(requests.get(id))).toBe("archived");
    const again = await requests.invoice(id, { vatLines: [], number: "2026-1", pdf });
    expect(again).toEqual({ invoiceId, location: undefined, created: false, discountInvoiceDue: false });
    expect((await requests.invoices.pdf.get(id, invoiceId)).type).toBe("application/pdf");
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 1 });
  });

  it("credits at most the invoiced amount in the archive, with the only possible date", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const request: ServiceRequest = await requests.get(id);
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    sandbox.clock.advance({ days: 3 });
    expect(
      await listViolations(requests.invoice(id, { vatLines: [], number: "2026-2", total: -130, request })),
    ).toEqual(["RULE-CREDIT total"]);
    expect(
      await listViolations(requests.invoice(id, { vatLines: [], number: "2026-2", total: -30, date: "2026-06-18" })),
    ).toEqual(["REG-INV000107 invoiceDate"]);
    await requests.invoice(id, { vatLines: [], number: "2026-2", total: -29.5, request });
    expect(await listInvoices(requests, id)).toMatchObject([
      { total: 129.5 },
      { invoiceNumber: "2026-2", invoiceDate: "2026-06-15", total: -29.5 },
    ]);
    // The outstanding amount in an older copy of the request is out of date, so the caller must give it.
    expect(await listViolations(requests.invoice(id, { vatLines: [], number: "2026-3", request }))).toEqual([
      "RULE-REQUIRED total",
    ]);
    await requests.invoice(id, { vatLines: [], number: "2026-3", outstanding: 29.5, request });
    expect(await listInvoices(requests, id)).toHaveLength(3);
  });

  it("reports that the invoice exists if the upload of its PDF fails", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    sandbox.fail({ operation: `${group}.invoices.pdf.upload`, with: { status: 503 } });
    const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-1", pdf }), "server");
    const [invoice] = await listInvoices(requests, id);
    expect(error.message).toContain(
      `The invoice exists, with the id ${invoice?.id}: call invoice again with the same number and total, and only the PDF is uploaded`,
    );
    expect(foundInvoicesOf(error)).toEqual([{ id: invoice?.id, number: "2026-1" }]);
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1", pdf })).toMatchObject({ created: false });
  });

  it.each([
    ["the response of the upload is lost", "reset"],
    ["the upload times out", "stall"],
    ["a gateway fails", { status: 502 }],
  ] as const)("says which invoice exists, and that its outcome is known, if %s", async (_, fault) => {
    const { sandbox, requests, createApproved } = await setUp(group, { client: { timeout: 1000 } });
    const id = await createApproved();
    sandbox.fail({ operation: `${group}.invoices.pdf.upload`, with: fault });
    const error = await rejection(requests.invoice(id, { number: "2026-1", vatLines: [], pdf }));
    if (!RegError.is(error)) throw error;
    const [invoice] = await listInvoices(requests, id);
    expect([invoiceIdOf(error), error.outcome]).toEqual([invoice?.id, undefined]);
    expect(error.toJSON()).toMatchObject({ invoiceId: invoice?.id });
  });

  it("has no invoice id in an error before the invoice is known to exist", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    sandbox.fail({ operation: `${group}.invoices.create`, with: "reset" });
    const error = await failure(requests.invoice(id, { number: "2026-1", vatLines: [], pdf }), "connection");
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(invoiceIdOf(error)).toBeUndefined();
    expect(error).not.toHaveProperty("invoiceId");
  });

  it("changes nothing in the reason of the signal that ends the upload", async () => {
    const { sandbox, createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    const controller = new AbortController();
    const reason = new RegTimeoutError("another call", { limit: "deadline", limitMs: 5, outcome: "unknown" });
    const fetch = (url: string, init: RequestInit) => {
      if (url.endsWith("/pdf")) controller.abort(reason);
      return sandbox.fetch(url, init);
    };
    const options = { number: "2026-1", vatLines: [], pdf, signal: controller.signal };
    expect(await rejection(createClient({ fetch })[group].invoice(id, options))).toBe(reason);
    expect(reason).toMatchObject({ outcome: "unknown", message: "another call" });
    expect(reason).not.toHaveProperty("invoiceId");
  });

  it("reports an unknown outcome if the response is lost and the list cannot be read, and finds the invoice later", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    sandbox.fail({ operation: `${group}.invoices.create`, when: "after-commit", with: "reset" });
    sandbox.fail({ operation: `${group}.invoices.list`, skip: 1, with: "reset" });
    const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-1" }), "connection");
    expect([error.outcome, foundInvoicesOf(error)]).toEqual(["unknown", undefined]);
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({ created: false });
    expect(await listInvoices(requests, id)).toHaveLength(1);
  });
});

describe("the list of invoices that invoice reads", () => {
  const invoicing = { totalAmountToInvoice: 5 };
  const request = { ...exampleRequest, status: "Approved", supplierId: 1, invoicing };
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

  it("ends the workflow if no number can be looked up in it, and the error names what helps", async () => {
    const fetch = service({ Invoices: [{ Id: 3, InvoiceNumber: "2026-1" }] });
    const call = supplierOver(fetch).serviceRequests.invoice("an-id", { vatLines: [], number: "2026-1" });
    expect((await failure(call, "response")).message).toContain(
      "invoice numbers cannot be looked up (an adapter for invoices.list can return its invoices with id and invoiceNumber)",
    );
    expect(fetch.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  it("can be brought into the expected form by an adapter", async () => {
    const adapter: ServiceAdapter = {
      supplier: {
        "serviceRequests.invoices.list": {
          response({ body }) {
            const { items } = body as { readonly items: readonly { readonly id: number; readonly nr: string }[] };
            return { body: items.map(({ id, nr }) => ({ id, invoiceNumber: nr })) };
          },
        },
      },
    };
    const fetch = service({ items: [{ id: 3, nr: "2026-1" }] });
    const { serviceRequests } = supplierOver(fetch, { adapter });
    const { invoice } = serviceRequests;
    expect(await findInvoice(serviceRequests, "an-id", "2026-1")).toMatchObject({ id: 3 });
    expect(await invoice("an-id", { vatLines: [], number: "2026-1", total: 5 })).toMatchObject({
      invoiceId: 3,
      created: false,
    });
    expect(await invoice("an-id", { vatLines: [], number: "2026-2" })).toMatchObject({
      invoiceId: 7,
      created: true,
    });
  });

  it("must show the id of an existing invoice", async () => {
    const call = supplierOver(service([{ invoiceNumber: "2026-1" }])).serviceRequests.invoice("an-id", {
      vatLines: [],
      number: "2026-1",
      total: 5,
    });
    expect((await failure(call, "response")).message).toContain(
      "the list does not show its id (an adapter for invoices.list can add it, as a number)",
    );
  });
});

it("the error of a failed invoice lists at most ten existing invoices, and none of them as the sent one", async () => {
  const { sandbox, requests, createApproved } = await setUp();
  const id = await createApproved();
  await requests.invoice(id, { vatLines: [], number: "2026-1" });
  sandbox.clock.advance({ days: 1 });
  for (let count = 2; count <= 12; count += 1)
    await requests.invoice(id, { vatLines: [], number: `C-${count}-${"x".repeat(50)}`, total: -1 });
  sandbox.fail({ operation: "serviceRequests.invoices.create", with: { status: 409 } });
  const error = await failure(requests.invoice(id, { vatLines: [], number: "C-13", total: -2 }), "conflict");
  expect(foundInvoicesOf(error)).toHaveLength(12);
  expect(error.message).toContain("has these invoices now: 70001 (2026-1), 70002 (C-2-xxxx");
  expect(error.message).toMatch(/70010 \(C-10-x{35}\) and 2 more/);
  expect(error.message).not.toContain("another total");
});

describe("a change that the caller makes to the options of invoice during the call", () => {
  it("does not reach the VAT lines or the document", async () => {
    const { requests, createApproved } = await setUp();
    const id = await createApproved();
    const vatLines = [{ percentage: 21, amount: 129.5 }];
    const bytes = new TextEncoder().encode("%PDF-A");
    const call = requests.invoice(id, { number: "2026-1", vatLines, pdf: bytes });
    vatLines.push({ percentage: 0, amount: 0 });
    bytes.fill(0);
    const { invoiceId } = await call;
    expect(await listInvoices(requests, id)).toMatchObject([{ vatLines: [{ percentage: 21, amount: 129.5 }] }]);
    const { blob } = await requests.invoices.pdf.get(id, invoiceId);
    expect(await blob.text()).toBe("%PDF-A");
  });

  it("does not reach the request that the rules are checked with in the archive", async () => {
    const { sandbox, requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    const request = { supplierId: 1 };
    sandbox.clock.advance({ days: 3 });
    const call = requests.invoice(id, { vatLines: [], number: "2026-2", total: -10, request });
    request.supplierId = 4711;
    expect(await listViolations(call)).toEqual(["REG-INV000010 identitySender.RegNumber"]);
  });
});

describe("invoice", () => {
  const badNumber =
    "number must be a text that is not empty, without blanks around it, and without undefined or null in it";

  it.each([
    [undefined, "options must be an object"],
    [{ number: "C-1 " }, badNumber],
    [{ number: "" }, badNumber],
    [{ number: "undefined-1" }, badNumber],
    [{ number: "2026/NaN" }, badNumber],
    [{ number: "F2026undefined" }, badNumber],
    [{ number: "2026_null" }, badNumber],
    [{ number: "NAN-2026-1" }, "vatLines must be given; an empty list means no VAT lines"],
    [{ number: "xNaNx/annullata" }, "vatLines must be given; an empty list means no VAT lines"],
    [{ number: "1" }, "vatLines must be given; an empty list means no VAT lines"],
    [{ number: "1", vatLines: [], fields: { note: () => "" } }, "fields must only contain what JSON can hold"],
    [{ number: "1", vatLines: [], pdf: "file.pdf" }, "pdf must be a Blob, bytes or a stream of bytes"],
    [{ number: "1", vatLines: [], total: "12" }, "total must be a number of euros"],
    [{ number: "1", vatlines: [] }, "vatlines is not an option; did you mean vatLines?"],
  ])("rejects the options %j before it sends anything", async (options, message) => {
    const { sandbox, requests } = await setUp();
    const error = await failure(requests.invoice("an-id", untyped(options)), "input");
    expect(error.message).toBe(`serviceRequests.invoice: ${message}`);
    expect(sandbox.journal.entries).toEqual([]);
  });
});

it.each([{}, { percentage: "21" }, { percentage: 101 }, { percentage: 21, base: 1 }])(
  "invoice rejects %j as vatLines",
  async (vatLines) => {
    const { requests } = await setUp();
    const call = requests.invoice("an-id", { number: "2026-1", vatLines: untyped(vatLines) });
    expect((await failure(call, "input")).message).toBe(
      "serviceRequests.invoice: vatLines must be a list, a function that makes one from the total, or { percentage }, which must be a number from 0 to 100 with two decimals at most",
    );
  },
);

describe.each(groups)("markNotInvoiced of %s", (group) => {
  const reason = { reason: "Elsewhere" };

  it("is not possible if only the amounts of the request show an invoice", async () => {
    const { sandbox, createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    const fetch = editResponses(sandbox, (text) =>
      text.replace(/"totalAmountInvoiced":[^,}]*/, '"totalAmountInvoiced":0.01'),
    );
    const { [group]: requests } = createClient({ fetch });
    expect(await listViolations(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE invoicing"]);
    sandbox.journal.assertCalls({ [`${group}.invoices.setStatus`]: 0 });
  });

  it("is not possible if only the list of invoices shows an invoice", async () => {
    const { sandbox, requests, createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    const fetch = editResponses(sandbox, (text) =>
      text
        .replace(/"totalAmountInvoiced":[^,}]*/, '"totalAmountInvoiced":0')
        .replace('"readOnly":true', '"readOnly":false'),
    );
    const { [group]: edited } = createClient({ fetch });
    expect(await listViolations(edited.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE invoicing"]);
    sandbox.journal.assertCalls({ [`${group}.invoices.setStatus`]: 0 });
  });

  it("can be called twice while nothing is invoiced", async () => {
    const { requests, createApproved } = await setUp(group);
    const id = await createApproved();
    await requests.markNotInvoiced(id, reason);
    await requests.markNotInvoiced(id, reason);
  });

  it("is possible in Invoicing only", async () => {
    const { sandbox, requests, createDraft } = await setUp(group);
    const id = await createDraft({ status: "ApprovalRequested" });
    expect(await listViolations(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE status"]);
    sandbox.lessor.approve(id);
    await requests.markNotInvoiced(id, reason);
    sandbox.clock.advance({ days: 1 });
    expect(await listViolations(requests.markNotInvoiced(id, reason))).toEqual(["RULE-PHASE status"]);
  });

  it.each([{ items: [] }, { invoices: {} }])(
    "sends nothing if the list of invoices has the unknown form %j",
    async (list) => {
      const { sandbox, createClient, createApproved } = await setUp(group);
      const id = await createApproved();
      const fetch = (url: string, init: RequestInit) =>
        url.endsWith("/invoices") ? fakeFetch(json(list))(url, init) : sandbox.fetch(url, init);
      const error = await failure(createClient({ fetch })[group].markNotInvoiced(id, reason), "response");
      expect(error.message).toContain("has a form that cannot be read; nothing was sent");
      sandbox.journal.assertCalls({ [`${group}.invoices.setStatus`]: 0 });
    },
  );
});

describe("the stream of a PDF", () => {
  const streams = {
    "a web stream": () => {
      let cancelled = false;
      const pdf = new ReadableStream<Uint8Array>({
        cancel() {
          cancelled = true;
        },
      });
      return { pdf, isCancelled: () => cancelled };
    },
    "a Node stream": () => {
      const pdf = new Readable({ read() {} });
      return { pdf, isCancelled: () => pdf.destroyed };
    },
  };

  const ends: Readonly<Record<string, (setup: Setup, id: string, pdf: unknown) => Promise<unknown>>> = {
    "an option is wrong": ({ requests }, id, pdf) => requests.invoice(id, untyped({ number: 1, vatLines: [], pdf })),
    "a rule is violated": ({ requests }, id, pdf) => requests.invoice(id, untyped({ number: "0", vatLines: [], pdf })),
    "a read fails": ({ sandbox, requests }, id, pdf) => {
      sandbox.fail({ operation: "serviceRequests.invoices.list", with: "reset" });
      return requests.invoice(id, untyped({ number: "2026-1", vatLines: [], pdf }));
    },
    "the invoice cannot be created": ({ sandbox, requests }, id, pdf) => {
      sandbox.fail({ operation: "serviceRequests.invoices.create", with: { status: 503 } });
      return requests.invoice(id, untyped({ number: "2026-1", vatLines: [], pdf }));
    },
    "the call is aborted": ({ requests }, id, pdf) =>
      requests.invoice(id, untyped({ number: "2026-1", vatLines: [], pdf, signal: AbortSignal.abort() })),
  };

  const cases = Object.entries(streams).flatMap(([kind, open]) =>
    Object.entries(ends).map(([when, run]) => ({ kind, open, when, run })),
  );

  it.each(cases)("is cancelled if $when: $kind", async ({ open, run }) => {
    const setup = await setUp();
    const { pdf, isCancelled } = open();
    await rejection(run(setup, await setup.createApproved(), pdf));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCancelled()).toBe(true);
  });

  it.each(["web", "Node"])("is uploaded with the invoice: %s", async (kind) => {
    const { requests, createApproved } = await setUp();
    const id = await createApproved();
    const bytes = new TextEncoder().encode("%PDF-1.7");
    const pdf = kind === "web" ? new Blob([bytes]).stream() : Readable.from([bytes]);
    const { invoiceId } = await requests.invoice(id, { vatLines: [], number: "2026-1", pdf });
    expect(await (await requests.invoices.pdf.get(id, invoiceId)).blob.text()).toBe("%PDF-1.7");
  });

  it("is not uploaded if the first call has read it, or its file does not exist: the error has the invoice", async () => {
    const { requests, createApproved, sandbox } = await setUp();
    const id = await createApproved();
    const used = Readable.from([new TextEncoder().encode("%PDF-1.7")]);
    const options = { vatLines: [], number: "2026-1" };
    const { invoiceId } = await requests.invoice(id, { ...options, pdf: used });
    for (const [pdf, problem] of [
      [used, "file is a stream that was read before, or is closed; open it again"],
      [createReadStream("missing.pdf"), "file could not be read; nothing was sent"],
    ] as const) {
      const error = await failure(requests.invoice(id, { ...options, pdf }), "input");
      expect(error).toMatchObject({ invoiceId, message: expect.stringContaining(problem) });
    }
    sandbox.journal.assertCalls({ "serviceRequests.invoices.pdf.upload": 1 });
  });
});
