import { foundInvoicesOf, invoiceIdOf } from "@reg/sdk";
import type { SandboxOptions } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { damageLine } from "../../sandbox/support.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { listInvoices, listViolations, losses, otherVehicle, pdf, type Setup, setUp } from "../support.js";

const group = "damageServiceRequests";
const discountPdf = new Blob(["%PDF-1.7 discount"], { type: "application/pdf" });
const vatLines = (total: number) => [{ percentage: 21, base: total }];
const discount = { number: "2026-1", total: -38, pdf: discountPdf };
const options = { number: "2026-2", vatLines, pdf, discountFirst: true, discount };
const archives = ["midnight", "at-once"] as const;

/** Creates an approved damage whose lessor requires a discount. */
async function prepare(sandboxOptions: SandboxOptions = {}) {
  const setup = await setUp("damageServiceRequests", { options: sandboxOptions, client: { timeout: 1000 } });
  return { ...setup, id: await setup.createApproved({ ...otherVehicle, components: [damageLine()] }) };
}

/** Checks that the request has the discount and the debit once, in this order, each with its PDF. */
async function expectBoth(requests: Setup["requests"], id: string) {
  const invoices = await listInvoices(requests, id);
  expect(invoices).toMatchObject([
    { invoiceNumber: "2026-1", total: -38, vatLines: [{ base: -38 }] },
    { invoiceNumber: "2026-2", total: 129.5, vatLines: [{ base: 129.5 }] },
  ]);
  const files = await Promise.all(invoices.map((each) => requests.invoices.pdf.get(id, each.id)));
  expect(await Promise.all(files.map(({ blob }) => blob.text()))).toEqual(["%PDF-1.7 discount", "%PDF-1.7"]);
}

describe.each(archives)("invoice with a discount, archived %s", (archive) => {
  it("creates the discount, then the debit, and uploads both PDFs", async () => {
    const { requests, id } = await prepare({ archive });
    const result = await requests.invoice(id, options);
    expect(result).toMatchObject({ created: true, discountInvoiceDue: false, discount: { created: true } });
    const ids = (await listInvoices(requests, id)).map((each) => each.id);
    expect(ids).toEqual([result.discount?.invoiceId, result.invoiceId]);
    await expectBoth(requests, id);
  });

  it("uploads no PDF to a discount that was given none", async () => {
    const { sandbox, requests, id } = await prepare({ archive });
    await requests.invoice(id, { ...options, discount: { number: "2026-1", total: -38 } });
    sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 1 });
  });

  it("creates nothing when it is called again, also in the archive", async () => {
    const { sandbox, requests, id } = await prepare({ archive });
    const { invoiceId, discount } = await requests.invoice(id, options);
    for (const days of [0, 1]) {
      sandbox.clock.advance({ days });
      expect(await requests.invoice(id, options)).toMatchObject({
        ...{ invoiceId, created: false, discountInvoiceDue: false },
        discount: { invoiceId: discount?.invoiceId, created: false },
      });
    }
    await failure(requests.get(id), "archived");
    await expectBoth(requests, id);
  });

  it("creates each once if it is called twice at once", async () => {
    const { requests, id } = await prepare({ archive });
    const results = await Promise.all([requests.invoice(id, options), requests.invoice(id, options)]);
    expect(results.map((each) => [each.created, each.discount?.created])).toEqual([
      [true, true],
      [false, false],
    ]);
    await expectBoth(requests, id);
  });

  it("goes on where a run was killed, after each of its calls", async () => {
    let isEnded = false;
    for (let calls = 1; !isEnded; calls += 1) {
      const { sandbox, createClient, requests, id } = await prepare({ archive });
      const controller = new AbortController();
      let count = 0;
      const fetch = async (url: string, init: RequestInit) => {
        const response = await sandbox.fetch(url, init);
        count += 1;
        if (count === calls) controller.abort("killed");
        return response;
      };
      const { signal } = controller;
      const run = createClient({ fetch })[group].invoice(id, { ...options, signal });
      isEnded = await run.then(
        () => true,
        () => false,
      );
      expect(await requests.invoice(id, options)).toMatchObject({ created: expect.any(Boolean) });
      await expectBoth(requests, id);
      if (isEnded) expect(calls).toBeGreaterThan(7);
    }
  });

  it.each(losses.flatMap(([name, fault]) => [0, 1].map((skip) => ({ name, fault, skip }))))(
    "finds an invoice whose response is lost: $name, invoice $skip",
    async ({ fault, skip }) => {
      const { sandbox, requests, id } = await prepare({ archive });
      const handle = sandbox.fail({ operation: `${group}.invoices.create`, skip, when: "after-commit", with: fault });
      const result = await requests.invoice(id, options);
      expect(handle.happened).toBe(1);
      const created = skip === 0 ? [undefined, true] : [true, undefined];
      expect([result.discount?.created, result.created]).toEqual(created);
      await expectBoth(requests, id);
    },
  );

  it.each([0, 1])("has an unknown outcome if invoice %d is not found after a lost response", async (skip) => {
    const { sandbox, requests, id } = await prepare({ archive });
    sandbox.fail({ operation: `${group}.invoices.create`, skip, with: "reset" });
    const error = await failure(requests.invoice(id, options), "connection");
    expect(error.outcome).toBe("unknown");
    expect(foundInvoicesOf(error)).toHaveLength(skip);
    expect(error.message.includes("The discount invoice exists, with the id ")).toBe(skip === 1);
    await requests.invoice(id, options);
    await expectBoth(requests, id);
  });
});

describe("invoice with a discount", () => {
  it("creates the debit when it is called again after the service has rejected it", async () => {
    const { sandbox, requests, id } = await prepare();
    sandbox.fail({ operation: `${group}.invoices.create`, skip: 1, with: { status: 400 } });
    const error = await failure(requests.invoice(id, options), "validation");
    expect(error.message).toMatch(/The discount invoice exists, with the id \d+, and is found when you call again/);
    expect(await requests.invoice(id, options)).toMatchObject({ created: true, discount: { created: false } });
    await expectBoth(requests, id);
  });

  it("creates the discount alone if only the debit exists", async () => {
    const { requests, id } = await prepare();
    await requests.invoice(id, { number: "2026-2", vatLines });
    expect(await requests.invoice(id, options)).toMatchObject({ created: false, discount: { created: true } });
  });

  it("creates the discount that the call at the same time does not have", async () => {
    const { requests, id } = await prepare();
    const results = await Promise.all([
      requests.invoice(id, { number: "2026-2", vatLines }),
      requests.invoice(id, options),
    ]);
    expect(results).toMatchObject([{ created: true }, { created: false, discount: { created: true } }]);
    expect((await listInvoices(requests, id)).map(({ total }) => total)).toEqual([129.5, -38]);
  });

  it.each<[what: string, other: object]>([
    ["it alone", { number: "2026-1", vatLines, total: -38, discount: true }],
    ["another debit", { ...options, number: "2026-3", total: 29.5, partial: true }],
  ])("creates it once if %s is asked for at the same time", async (_, other) => {
    const { sandbox, createClient, requests: reader, id } = await prepare();
    let sent = 0;
    // The second request for an invoice waits, as in a busy throttle.
    const fetch = async (url: string, init: RequestInit) => {
      const isSecond = init.method === "POST" && ++sent === 2;
      if (isSecond) await new Promise((resolve) => sandbox.clock.schedule(() => resolve(undefined), 500, "wait"));
      return sandbox.fetch(url, init);
    };
    const { [group]: requests } = createClient({ fetch });
    await Promise.allSettled([requests.invoice(id, options), requests.invoice(id, other as typeof options)]);
    const numbers = (await listInvoices(reader, id)).map(({ invoiceNumber }) => invoiceNumber);
    expect(numbers).toEqual(["2026-1", "2026-2"]);
  });

  it("is sent nothing by a call that waited for one whose outcome is not known", async () => {
    const { sandbox, requests, id } = await prepare();
    sandbox.fail({ operation: `${group}.invoices.create`, when: "after-commit", with: "reset" });
    sandbox.fail({ operation: `${group}.invoices.list`, skip: 1, with: "reset" });
    const calls = [1, 2, 3].map((each) => requests.invoice(id, { ...options, number: `2026-1${each}` }));
    const [first, ...others] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ reason: { outcome: "unknown" } });
    for (const other of others)
      expect(other).toMatchObject({
        reason: { kind: "response", message: expect.stringContaining("nothing was sent") },
      });
    expect(await listInvoices(requests, id)).toHaveLength(1);
  });

  it("is sent nothing by a call that waited for one that was aborted", async () => {
    const { sandbox, createClient, requests: reader, id } = await prepare();
    const controller = new AbortController();
    const fetch = async (url: string, init: RequestInit) => {
      const response = await sandbox.fetch(url, init);
      if (init.method === "POST") controller.abort("enough");
      return response;
    };
    const { [group]: requests } = createClient({ fetch });
    const first = requests.invoice(id, { ...options, signal: controller.signal }).catch((reason: unknown) => reason);
    const second = requests.invoice(id, { ...discount, vatLines, discount: true });
    expect(await first).toBe("enough");
    expect((await failure(second, "response")).message).toContain("nothing was sent");
    expect(await listInvoices(reader, id)).toHaveLength(1);
  });

  it("is not rejected because of the mistake of another call with the same numbers", async () => {
    const { requests, id } = await prepare();
    const wrong = requests.invoice(id, { ...options, vatLines: [], date: "2020-01-01" });
    const right = requests.invoice(id, options);
    expect((await failure(wrong, "precondition")).problems).not.toEqual([]);
    expect(await right).toMatchObject({ created: true, discount: { created: true } });
  });

  it("rejects the call at the same time that has another total for the discount", async () => {
    const { requests, id } = await prepare();
    const first = requests.invoice(id, options);
    const second = requests.invoice(id, { ...options, discount: { ...discount, total: -39 } });
    expect(await listViolations(second)).toEqual(["RULE-INVOICE-NUMBER discount.invoiceNumber"]);
    expect(await first).toMatchObject({ created: true });
  });

  it("has the id of the debit in the error of each upload, and the facts of the invoice whose PDF is missing", async () => {
    for (const skip of [0, 1]) {
      const { sandbox, requests, id } = await prepare();
      sandbox.fail({ operation: `${group}.invoices.pdf.upload`, skip, with: { status: 503 } });
      const error = await failure(requests.invoice(id, options), "server");
      const [discounted, debited] = await listInvoices(requests, id);
      expect(invoiceIdOf(error)).toBe(debited?.id);
      const known = [
        { id: debited?.id, number: "2026-2" },
        { id: discounted?.id, number: "2026-1" },
      ];
      expect(foundInvoicesOf(error)).toMatchObject(known.slice(0, skip + 1));
      await requests.invoice(id, options);
      await expectBoth(requests, id);
    }
  });

  it("uses the options as they were when it began", async () => {
    const { requests, id } = await prepare();
    const bytes = new TextEncoder().encode("%PDF-1.7 discount");
    const given = { ...options, discount: { ...discount, pdf: bytes } };
    const call = requests.invoice(id, given);
    bytes.fill(0);
    Object.assign(given.discount, { number: "2026-9", total: -1 });
    await call;
    await expectBoth(requests, id);
  });

  it("takes VAT lines of its own, which it needs if those of the debit are a list", async () => {
    const { requests, id } = await prepare();
    const lists = { ...options, vatLines: [{ base: 129.5 }] };
    const error = await failure(requests.invoice(id, lists), "input");
    expect(error.message).toContain("discount.vatLines must be given");
    await requests.invoice(id, { ...lists, discount: { ...discount, vatLines: [{ base: -38 }] } });
    await expectBoth(requests, id);
  });

  it("takes a function for its VAT lines, and a stream as its PDF", async () => {
    const { requests, id } = await prepare();
    const own = { ...discount, vatLines: (total: number) => [{ base: total }], pdf: discountPdf.stream() };
    await requests.invoice(id, { ...options, vatLines: [{ base: 129.5 }], discount: own });
    await expectBoth(requests, id);
  });

  it("cancels the stream of its PDF if nothing is sent", async () => {
    const { requests, createDraft } = await prepare();
    let reason: unknown;
    const stream = new ReadableStream({
      cancel(given) {
        reason = given;
      },
    });
    const call = requests.invoice(await createDraft(), { ...options, discount: { ...discount, pdf: stream } });
    const error = await failure(call, "precondition");
    expect(reason).toBe(error);
  });
});

describe("a discount that is not possible", () => {
  it("is rejected with every violation of both invoices, before anything is sent", async () => {
    const { sandbox, requests, id } = await prepare();
    const wrong = { ...options, number: "0", date: "2026-06-14", discount: { ...discount, total: 38 } };
    expect(await listViolations(requests.invoice(id, wrong))).toEqual([
      "RULE-CREDIT discount.total",
      "REG-INV000104 invoiceNumber",
      "REG-INV000105 invoiceDate",
    ]);
    const base = () => 1;
    expect(await listViolations(requests.invoice(id, { ...options, vatBaseOf: base }))).toEqual([
      "RULE-VAT discount.vatLines",
      "RULE-VAT vatLines",
    ]);
    sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
  });

  it("is rejected for a repair", async () => {
    const { sandbox, requests, createApproved } = await setUp("serviceRequests");
    const id = await createApproved();
    expect(await listViolations(requests.invoice(id, options))).toEqual(["RULE-CREDIT discount.total"]);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 0 });
  });

  it("is rejected before the lessor has approved, and nothing else is read", async () => {
    const { sandbox, requests, createDraft } = await setUp(group);
    const id = await createDraft({ status: "ApprovalRequested" });
    const before = sandbox.journal.entries.length;
    expect(await listViolations(requests.invoice(id, options))).toEqual(["RULE-PHASE status"]);
    expect(sandbox.journal.entries).toHaveLength(before + 1);
  });

  it("is rejected in the archive, also if the debit exists", async () => {
    const { requests, id } = await prepare({ archive: "at-once" });
    await requests.invoice(id, { number: "2026-2", vatLines });
    expect(await listViolations(requests.invoice(id, options))).toEqual(["RULE-CREDIT discount.total"]);
    expect(await listInvoices(requests, id)).toHaveLength(1);
  });

  it("is rejected if another invoice has its number", async () => {
    const { requests, id } = await prepare();
    await requests.invoice(id, { ...discount, vatLines, total: -40, discount: true });
    const rules = ["RULE-INVOICE-NUMBER discount.invoiceNumber"];
    expect(await listViolations(requests.invoice(id, options))).toEqual(rules);
    expect(await listInvoices(requests, id)).toHaveLength(1);
  });

  it.each([
    [{}, "discount.number must be given"],
    [{ number: "2026-1" }, "discount.total must be given"],
    [{ number: "2026-2", total: -38 }, "discount.number must not be that of the debit"],
    [{ number: " 2026-1", total: -38 }, "discount.number must be a text"],
    [{ number: "2026-1", total: "-38" }, "discount.total must be a number of euros"],
    [{ number: "2026-1", totl: -38 }, "did you mean discount.total?"],
    [{ ...discount, pdf: "invoice.pdf" }, "discount.pdf must be a Blob"],
    ["yes", "discount must be true or false, or an object with number and total"],
  ])("is rejected as an option: %j", async (given, message) => {
    const { sandbox, requests, id } = await prepare();
    const before = sandbox.journal.entries.length;
    const call = requests.invoice(id, { ...options, discount: untyped(given) });
    expect((await failure(call, "input")).message).toContain(message);
    expect(sandbox.journal.entries).toHaveLength(before);
  });
});
