import { expect, it } from "vitest";
import { invoice, kindOf, reading, refusal, repair, work } from "../sandbox/support.js";
import { openPage, useChromium } from "./support.js";

useChromium();

it("drives a request from the draft to the archive, with its program", async () => {
  const { page, supplier, problems, urls, button, request, dialog, view, notice } = await openPage();
  const lines = [reading(), work(), work({ reg: { code: "2201", description: "Brake pads" }, price: 180 })];
  const { serviceRequests } = supplier;
  const { id } = await serviceRequests.create(repair({ components: lines }));
  const possible = (text: string) =>
    page
      .getByRole("list", { name: "Workflows" })
      .getByText(new RegExp(`^${text}`))
      .waitFor();

  const statuses = async () => {
    const { status, components = [] } = await serviceRequests.get(id);
    return [status, ...components.map((line) => line.status?.code)];
  };

  await request("Draft", "AB-123-C").click();
  await possible("submit: possible");
  expect(await button("Approve").isEnabled()).toBe(false);
  await serviceRequests.submit(id);
  // The dialog follows the program.
  await possible("submit: not possible");

  await button("Ask for a call").click();
  await notice("The supplier is asked to call.");
  expect(await statuses()).toEqual(["Denied", "CallLessor", "CallLessor", "CallLessor"]);
  await serviceRequests.resubmit(id);

  for (const line of ["Line 1", "Line 2"]) await dialog.getByRole("checkbox", { name: line }).check();
  await button("Approve").click();
  await notice("Approved.");
  await possible("resubmit: possible");
  expect(await statuses()).toEqual(["Denied", "Approved", "Approved", "Denied"]);

  await serviceRequests.components.cancel(id, lines[2]?.id ?? "");
  await serviceRequests.resubmit(id);
  await button("Deny").click();
  await notice("Denied.");
  expect(await statuses()).toEqual(["Denied", "Denied", "Denied", "CancellationApproved"]);
  await serviceRequests.resubmit(id);
  await button("Approve").click();
  await possible("invoice: possible");
  expect((await serviceRequests.get(id)).invoicing?.totalAmountToInvoice).toBe(129.5);

  await page.getByLabel("Remark (optional)").fill("waits for the leaseholder");
  await button("Park").click();
  await notice("Parked.");
  expect((await serviceRequests.get(id)).parking).toEqual({ isParked: true, remark: "waits for the leaseholder" });
  await button("End the parking").click();
  await notice("No longer parked.");
  expect((await serviceRequests.get(id)).parking).toEqual({ isParked: false });

  const pdf = new File(["%PDF-1.7"], "2026-1.pdf", { type: "application/pdf" });
  const vatLines = [{ percentage: 21, amount: 129.5 }];
  const { invoiceId } = await serviceRequests.invoice(id, { number: "2026-1", vatLines, pdf });
  await page.getByLabel(`Invoice ${invoiceId}`).getByText("2026-1.pdf, 8 bytes").waitFor();
  await button("Close").click();
  await request("Invoicing", "invoiced 129.5").waitFor();

  await view("Clock");
  await page.getByText("A request is archived").waitFor();
  await button("To midnight in Amsterdam").click();
  await page.getByText("2026-06-16 00:00:00 in Amsterdam, clock standing").waitFor();
  // A day after the clocks of Amsterdam have changed.
  for (const day of ["2026-06-20", "2026-12-01"]) {
    await page.getByLabel("Date, which begins at midnight in Amsterdam").fill(day);
    await button("Move to the date").click();
    await page.getByText(`${day} 00:00:00 in Amsterdam, clock standing`).waitFor();
  }
  await view("Requests");
  await request("Archived", "AB-123-C").waitFor();
  expect(await refusal(serviceRequests.get(id))).toEqual([410]);
  // All this came to the page without another document.
  expect(urls.filter((url) => url.endsWith("/page/"))).toHaveLength(1);
  expect(problems).toEqual([]);
});

it("breaks calls of the program, and explains in the journal what happened", async () => {
  const { page, sandbox, supplier, problems, button, dialog, view, notice } = await openPage();
  const { serviceRequests } = supplier;
  const { id } = await serviceRequests.create(repair({ status: "ApprovalRequested" }));
  sandbox.lessor.approve(id);
  const plan = page.getByRole("form", { name: "Plan a fault" });
  const planFault = async (operation: string, fault: string, when: string) => {
    for (const [name, label] of Object.entries({ Operation: operation, Fault: fault, When: when }))
      await plan.getByRole("combobox", { name, exact: true }).selectOption({ label });
    await button("Plan the fault").click();
    await notice("The fault is planned.");
  };
  const journal = page.getByRole("region", { name: "Journal" }).getByRole("row");

  await view("Faults");
  await planFault("serviceRequests.invoices.create", "status", "as usual for the fault");
  expect(await kindOf(serviceRequests.invoices.create(id, invoice()))).toBe("server");
  await page.getByRole("row", { name: 'serviceRequests.invoices.create {"status":503} 0 1' }).waitFor();
  await serviceRequests.invoices.create(id, invoice());
  expect(await refusal(serviceRequests.invoices.create(id, invoice()))).toEqual([400, "REG-INV000018 total"]);

  // A program that does not read the outcome sends the file twice.
  await planFault("serviceRequests.attachments.upload", "reset", "after the service has acted");
  const upload = () => serviceRequests.attachments.upload(id, new File(["photo"], "photo.jpg", { type: "image/jpeg" }));
  expect(await kindOf(upload())).toBe("connection");
  await upload();

  await view("Journal");
  await journal.filter({ hasText: "duplicate: the same body as #5" }).waitFor();
  expect(await journal.allInnerTexts()).toEqual([
    expect.stringMatching(/^Request/),
    expect.stringMatching(/^#6 PUT\s.*attachments\s+201\s*duplicate: the same body as #5\s/),
    expect.stringMatching(
      /^#5 PUT\s.*attachments\s+reset\s*fault: after-commit reset\s*duplicate: the same body as #6\s/,
    ),
    expect.stringMatching(/^#4 POST\s.*invoices\s+400\s+REG-INV000018\s+\d+ ms\s/),
    expect.stringMatching(/^#3 POST\s.*invoices\s+201\s/),
    expect.stringMatching(/^#2 POST\s.*invoices\s+503\s*fault: before-commit 503\s/),
    expect.stringMatching(/^#1 POST\s+\/v2\/servicerequests\s+201\s+\d+ ms\s+2026-06-15 09:00:00$/),
  ]);
  await page.getByRole("combobox", { name: "Status" }).selectOption("4xx");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await button("#4 POST").click();
  await dialog.getByRole("region", { name: "REG-INV000018" }).getByText("Fetch the invoice templates again").waitFor();
  expect(await dialog.getByRole("region", { name: "Body of the response" }).textContent()).toContain('"REG-INV000018"');
  expect(await dialog.getByRole("region", { name: "curl command" }).textContent()).toContain("Bearer $REG_TOKEN");
  await button("Close").click();

  await view("Faults");
  await button("Cancel fault 2").click();
  await notice("The fault is cancelled.");
  await page.getByRole("row", { name: "attachments.upload" }).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});
