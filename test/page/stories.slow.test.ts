import { expect, it } from "vitest";
import { invoice, kindOf, reading, refusal, rental, rentalLine, repair, work } from "../sandbox/support.js";
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
  await request("Invoicing", "invoiced €129.50").waitFor();

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
    expect.stringMatching(/^#1 POST\s+\/v2\/servicerequests\s+201\s+\d+ ms\s+2026-06-15 11:00:00$/),
  ]);
  await page.getByRole("combobox", { name: "Status" }).selectOption("4xx");
  await page.getByText("1 to 1 of 1", { exact: true }).waitFor();
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

it("names the zone of each time, and the lessor, and shows amounts as money", async () => {
  const { page, sandbox, supplier, problems, button, request, dialog, view } = await openPage();
  const { serviceRequests } = supplier;
  const { id } = await serviceRequests.create(rental({ components: [rentalLine({ price: 1147.5 })] }));
  const fact = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`);

  await request("Draft", "RV-1").click();
  expect(await fact("Lessor").textContent()).toBe("Noordzee Lease (1001)");
  expect(await fact("Checkout date (Amsterdam)").textContent()).toBe("2026-06-16 00:30:00");
  expect(await fact("Amount approved").textContent()).toBe("€0.00");
  await dialog.getByRole("cell", { name: "€1,147.50", exact: true }).waitFor();
  await serviceRequests.submit(id);
  sandbox.lessor.approve(id);
  sandbox.clock.advance({ days: 1 });
  await serviceRequests.invoice(id, { number: "2026-1", vatLines: [{ percentage: 21, amount: 1147.5 }] });
  await dialog.locator('dt:text-is("Total") + dd:text-is("€1,147.50")').waitFor();
  expect(await fact("Amount invoiced").textContent()).toBe("€1,147.50");
  expect(await fact("Archived at (Amsterdam)").textContent()).toBe("2026-06-17 00:00:00");
  await button("Close").click();
  await request("Invoicing", "approved €1,147.50, invoiced €1,147.50").waitFor();

  await view("Clock");
  await page.getByText("2026-06-16 11:00:00 in Amsterdam. It only goes forward.").waitFor();
  const next = page.getByRole("region", { name: "What will happen next" }).getByRole("row");
  expect((await next.allInnerTexts()).slice(0, 2)).toEqual([
    expect.stringMatching(/^When \(Amsterdam\)\s+What$/),
    expect.stringMatching(/^2026-06-17 00:00:00\s+A request is archived$/),
  ]);
  await view("Journal");
  await page.getByRole("columnheader", { name: "Time (Amsterdam)" }).waitFor();
  await button("#1 POST").click();
  expect(await fact("Time (Amsterdam)").textContent()).toBe("2026-06-15 11:00:00");
  expect(problems).toEqual([]);
});

it("shows the whole journal page by page while requests come in, and hides reads", async () => {
  const { page, supplier, problems, button, view } = await openPage({ rateLimit: false });
  const call = async (count: number) => {
    for (let made = 0; made < count; made++) await supplier.lessors.list();
  };
  await supplier.serviceRequests.create(repair());
  await call(449);
  await view("Journal");
  const journal = page.getByRole("region", { name: "Journal" }).getByRole("row");
  const shows = async (range: string, first: string) => {
    await page.getByText(range, { exact: true }).waitFor();
    expect(await journal.nth(1).textContent()).toContain(first);
  };
  await shows("1 to 200 of 450", "#450 GET");
  expect(await button("Newer").isEnabled()).toBe(false);
  await button("Older").dblclick();
  await shows("201 to 400 of 450", "#250 GET");
  await call(10);
  // The rows stay where they are.
  await shows("211 to 410 of 460", "#250 GET");
  await button("Older").click();
  await shows("411 to 460 of 460", "#50 GET");
  expect(await button("Older").isEnabled()).toBe(false);
  await button("Newer").click();
  await shows("211 to 410 of 460", "#250 GET");
  await button("Newer").click();
  await shows("1 to 200 of 460", "#460 GET");

  await button("Older").click();
  await page.getByRole("checkbox", { name: "Hide reads" }).check();
  await shows("1 to 1 of 1", "#1 POST");
  await page.getByRole("combobox", { name: "Status" }).selectOption("5xx");
  await page.getByText("No request is shown.").waitFor();
  await page.getByText("0 of 0", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

it("offers each decision of a lessor, for one request and for all", async () => {
  const { page, sandbox, supplier, problems, button, request, view, notice } = await openPage();
  const decisions = [
    ["Approve", "Approved"],
    ["Deny", "Denied"],
    ["Accept provisionally", "ProvisionallyApproved"],
    ["Ask for a call", "CallLessor"],
    ["Announce a call", "LessorWillCall"],
  ] as const;
  await view("Lessors");
  const options = page.getByRole("combobox", { name: "Decision about every request" }).getByRole("option");
  expect(await options.allTextContents()).toEqual(["none: a person decides", ...decisions.map(([, name]) => name)]);
  await view("Requests");
  for (const [label, decision] of decisions) {
    sandbox.reset();
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    await request("Lessor", "AB-123-C").click();
    await button(label).click();
    await notice(".");
    const { components = [] } = await supplier.serviceRequests.get(id);
    expect(components.map((line) => line.status?.code)).toEqual(components.map(() => decision));
    await button("Close").click();
  }
  expect(problems).toEqual([]);
});
