import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { invoice, repair } from "../sandbox/support.js";
import { openPage, useChromium } from "./support.js";

useChromium();

/** The folder for pictures of all views; none are made without it. */
const pictures = process.env["PAGE_PICTURES"];

/** The page of a sandbox that has something to show in every view. */
async function openFullPage() {
  const vehicles = ["K-402-RT", "L-977-BD"].map((licensePlate) => ({ licensePlate }));
  const opened = await openPage({ vehicles });
  const { sandbox, supplier, lessor } = opened;
  const { serviceRequests } = supplier;
  await sandbox.seed("every-phase");
  const vehicle = (licensePlate: string) => ({ vehicle: { licensePlate, partialVin: "JF123456" } });
  const { id } = await serviceRequests.create(repair({ status: "ApprovalRequested", ...vehicle("K-402-RT") }));
  sandbox.lessor.approve(id);
  await serviceRequests.invoices.create(id, invoice());
  await serviceRequests.invoices.create(id, invoice()).catch(() => {});
  const twice = repair({ status: "Draft", ...vehicle("L-977-BD") });
  await serviceRequests.delete((await serviceRequests.create(twice)).id);
  sandbox.lessor.park((await serviceRequests.create(twice)).id, "waits for the leaseholder");
  sandbox.fail({ operation: "serviceRequests.list", with: { status: 503 } });
  await serviceRequests.list().catch(() => {});
  sandbox.fail({ operation: "serviceRequests.invoices.create", with: "reset", when: "after-commit" });
  await lessor.vehicles.put({ licensePlate: "AB-123-C" });
  return opened;
}

const widths = [1280, 390];
const schemes = ["light", "dark"] as const;
/** The dark scheme differs in its colors only. */
const rules = { light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], dark: ["color-contrast"] };

/** Says what is wrong with what is shown now, at each width and in each color scheme. */
async function findFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const where = `${name}, ${width}, ${colorScheme}`;
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${where.replaceAll(", ", "-")}.png`) });
      const { violations } = await page.evaluate<AxeResults>(
        `axe.run(${JSON.stringify({ runOnly: rules[colorScheme] })})`,
      );
      for (const { id, nodes } of violations)
        faults.push(`${where}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    }
    // A narrow screen shows the cells of a table below each other; only code scrolls.
    const tables = width === 390 ? ", .board, .scroll:has(table)" : "";
    const scrolling = await page
      .locator(`html, dialog${tables}`)
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className));
    for (const each of scrolling) faults.push(`${name}, ${width}: ${each} scrolls sideways`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** Presses Tab until the focus has been everywhere; returns what it has not reached. */
async function findUnreachable(page: Page, scope = "body"): Promise<string[]> {
  const controls = `${scope} :is(button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0'])`;
  const count = await page.locator(controls).count();
  // A date field has four parts.
  for (let pressed = 0; pressed < count + 12; pressed++) await page.keyboard.press("Tab");
  const missed = page.locator(`${controls}:not([data-reached])`).filter({ visible: true });
  return missed.evaluateAll((elements) => elements.map((each) => `unreachable: ${each.outerHTML.slice(0, 200)}`));
}

it("has no known barrier and does not scroll sideways, in any view", { timeout: 120_000 }, async () => {
  const { page, view, problems, button, request, dialog } = await openFullPage();
  await page.evaluate(axe.source);
  await page.evaluate('addEventListener("focusin", ({ target }) => target.setAttribute("data-reached", ""))');
  const views = await page.getByRole("navigation", { name: "Views" }).getByRole("button").allTextContents();
  expect(views).toHaveLength(7);
  const faults: string[] = [];
  const unfold = () => page.locator("details").evaluateAll((all) => all.map((each) => each.setAttribute("open", "")));
  for (const name of views) {
    await view(name);
    await unfold();
    faults.push(...(await findFaults(page, name)), ...(await findUnreachable(page)));
  }
  const dialogs: [view: string, open: () => Promise<void>][] = [
    ["Requests", () => request("Invoicing", "K-402-RT").click()],
    ["Requests", () => request("Lessor", "DE-456-F").click()],
    ["Journal", () => button("#3 POST").click()],
    ["Fleet", () => button("AB-123-C").click()],
  ];
  for (const [index, [name, open]] of dialogs.entries()) {
    await view(name);
    await open();
    await dialog.getByRole("heading", { level: 3 }).first().waitFor();
    await unfold();
    faults.push(...(await findFaults(page, `${name} dialog ${index}`)), ...(await findUnreachable(page, "dialog")));
    await page.keyboard.press("Escape");
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});

it("lets a request be approved with the keyboard alone, and gives the focus back", async () => {
  const { page, sandbox, notice, dialog } = await openPage();
  await sandbox.seed("every-phase");
  const focused = page.locator(":focus");
  const tabTo = async (text: string) => {
    for (let pressed = 0; pressed < 60; pressed++) {
      await page.keyboard.press("Tab");
      if ((await focused.count()) > 0 && (await focused.textContent())?.includes(text)) return;
    }
    throw new Error(`the focus does not get to ${text}`);
  };
  await page.getByText("WO-DE-456-F").waitFor();
  await tabTo("WO-DE-456-F");
  await page.keyboard.press("Enter");
  await dialog.getByText("Decision of the lessor").waitFor();
  await tabTo("Approve");
  await page.keyboard.press("Enter");
  await notice("Approved.");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Invoicing" }).getByText("WO-DE-456-F").waitFor();
  expect(await focused.textContent()).toContain("WO-DE-456-F");
});

it("shows what is on a line, and what is possible with it, on a narrow screen", async () => {
  const { page, supplier, request, dialog } = await openPage();
  await supplier.serviceRequests.create(repair());
  await page.setViewportSize({ width: 390, height: 800 });
  await request("Draft", "AB-123-C").click();
  const cells = dialog.getByRole("region", { name: "Lines" }).locator("tbody td");
  await cells.first().waitFor();
  const shown = await cells.filter({ visible: true }).evaluateAll((all) =>
    all.map((each) => {
      const { left, right } = each.getBoundingClientRect();
      return { text: each.textContent, head: each.getAttribute("data-head"), isInView: left >= 0 && right <= 390 };
    }),
  );
  expect(shown.filter(({ isInView }) => !isInView)).toEqual([]);
  const textsOf = (head: string) => shown.filter((each) => each.head === head).map(({ text }) => text);
  expect(textsOf("Price")).toEqual(["€129.50"]);
  expect(textsOf("Value")).toEqual(["48210"]);
  expect(textsOf("Possible on the line")).toEqual(["put, delete", "put, delete"]);
});
