import { afterEach, describe, expect, it } from "vitest";
import { operations } from "../../src/sandbox/server/router.js";
import { adapters } from "../sandbox/adapters/support.js";
import { testLessor, testLookups, testServiceLevels } from "../sandbox/contract/data.js";
import { testLines, testRequests } from "../sandbox/contract/requests.js";
import {
  createContent,
  createSuiteParts,
  kinds,
  type Open,
  selectRequests,
} from "../sandbox/contract/support.js";
import { invoice } from "../sandbox/support.js";

/** Files and invoices. The suites of the contract send bytes that are not text, which Prism changes. */
function testFilesAndInvoices(open: Open): void {
  it.each(kinds)("attachments of %s are uploaded, listed, downloaded and deleted", async (kind) => {
    const { supplier } = await open();
    const { create, attachments } = selectRequests(supplier, kind);
    const { id } = await create(createContent(kind));
    const photo = new File(["a photo"], "bumper.jpg", { type: "image/jpeg" });
    for (const uploadEncoding of ["binary", "multipart"] as const) {
      const { id: attachmentId = "" } = await attachments.upload(id, photo, { uploadEncoding });
      await attachments.list(id);
      const { blob } = await attachments.get(id, attachmentId);
      expect(await blob.text()).toBe("a photo");
      await attachments.delete(id, attachmentId);
    }
  });

  it.each(kinds)("invoices of %s are created with a PDF and credited", async (kind) => {
    const { supplier, sandbox } = await open();
    const { create, invoices, invoiceTemplates } = selectRequests(supplier, kind);
    const { id } = await create(createContent(kind, { status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    await invoiceTemplates.list(id);
    const made = await invoices.create(id, invoice());
    await invoices.pdf.upload(id, made.id, new File(["%PDF"], "invoice.pdf", { type: "application/pdf" }));
    const { blob } = await invoices.pdf.get(id, made.id);
    expect(await blob.text()).toBe("%PDF");
    await invoices.get(id, made.id);
    sandbox.clock.advance({ days: 1 });
    await invoices.create(id, invoice({ total: -129.5 }));
    expect(await invoices.list(id)).toMatchObject({ invoices: [{ total: 129.5 }, { total: -129.5 }] });
  });

  it.each(kinds)("%s can stay without an invoice", async (kind) => {
    const { supplier, sandbox } = await open();
    const { create, invoices } = selectRequests(supplier, kind);
    const { id } = await create(createContent(kind, { status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    if (kind === "serviceRequests") await supplier.serviceRequests.invoiceTemplate.get(id);
    await invoices.setStatus(id, { reason: "elsewhere" });
  });
}

const suites = {
  requests: testRequests,
  lines: testLines,
  "files and invoices": testFilesAndInvoices,
  lookups: testLookups,
  "service levels": testServiceLevels,
  lessor: testLessor,
};

const connect = adapters["on loopback"];
if (connect === undefined) throw new Error("there is no adapter for loopback");
const { open, close, reached } = createSuiteParts(connect);
afterEach(close);

describe.each(Object.entries(suites))("through Prism: %s", (_name, suite) => suite(open));

// This comes last, because it checks the calls of all tests before it.
it("every operation succeeds through Prism", () => {
  const all = operations.map(({ id }) => id);
  expect(all.filter((id) => !reached.succeeded.has(id))).toEqual([]);
});
