import { createLessorClient, createSupplierClient } from "@reg/sdk";
import { createSandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { monday } from "../sandbox/support.js";
import { findChromium } from "../support/chromium.js";

let browser: Browser;

/** Starts Chromium before the tests of a file, and ends it after them. */
export function useChromium(): void {
  beforeAll(async () => {
    // A page of another site that has pointed its name to this machine.
    const rebinding = "--host-resolver-rules=MAP rebound.example 127.0.0.1";
    browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", rebinding] });
  });
  afterAll(() => browser?.close());
}

/** Opens a tab that notes what must not happen: an error in the console, and a request to another host. */
export async function openTab() {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems: string[] = [];
  const urls: string[] = [];
  page.on("console", (message) => void (message.type() !== "log" && problems.push(message.text())));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    // What is sent: the fragment of an address is not.
    urls.push(request.url().replace(/#.*/, ""));
    if (!/^(127\.0\.0\.1|localhost|rebound\.example)$/.test(new URL(request.url()).hostname))
      problems.push(request.url());
  });
  return { page, context, problems, urls };
}

/** Serves a sandbox on loopback with its page, and creates the clients of the programs that use it over HTTP. */
export async function serveWithPage(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: monday, ...options });
  const server = await sandbox.listen({ page: true });
  onTestFinished(() => server.close());
  const { clock } = sandbox;
  const { clientId, clientSecret } = sandbox.lessor;
  const lessor = createLessorClient({ ...server.lessor, clientId, clientSecret, clock, retry: false });
  const supplier = createSupplierClient({
    ...server.supplier,
    token: await sandbox.supplier.token(),
    clock,
    retry: false,
  });
  const { origin, hash } = new URL(server.page ?? "");
  return { sandbox, server, supplier, lessor, origin, key: hash.slice(1) };
}

/** Opens the page of a new sandbox in a tab. */
export async function openPage(options: SandboxOptions = {}) {
  const served = await serveWithPage(options);
  const tab = await openTab();
  await tab.page.goto(served.server.page ?? "");
  return { ...served, ...tab, ...controls(tab.page) };
}

/** Finds what is on the page as a person does: by role and name. */
export function controls(page: Page) {
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  return {
    button,
    /** The requests in a column that show a text. */
    request: (column: string, text: string) =>
      page.getByRole("region", { name: column, exact: true }).getByRole("button").filter({ hasText: text }),
    dialog: page.getByRole("dialog"),
    view: async (name: string) => {
      await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name }).click();
      await page.getByRole("heading", { name, exact: true, level: 2 }).waitFor();
    },
    /** Waits until the page says how an action ended. */
    notice: (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor(),
  };
}
