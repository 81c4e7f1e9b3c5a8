import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { base } from "../../docs/.vitepress/settings.js";
import { findChromium } from "../support/chromium.js";

const folder = fileURLToPath(new URL("../../docs/.vitepress/dist/", import.meta.url));
const types: Readonly<Record<string, string>> = { css: "text/css", html: "text/html", js: "text/javascript" };

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "", "http://127.0.0.1");
  const path = decodeURIComponent(pathname.slice(base.length));
  const file = join(folder, path.endsWith("/") || path === "" ? `${path}index.html` : path);
  if (!pathname.startsWith(base) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("content-type", types[file.split(".").at(-1) ?? ""] ?? "text/plain");
  response.end(readFileSync(file));
});

let browser: Browser;
let origin: string;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  server.close();
  server.closeAllConnections();
});

const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
/** The pages that people read, and one page of each kind that is generated. */
const looks = pages.filter(
  (name) =>
    !name.includes("/") || /^(reference\/|operations\/(index|serviceRequests\.create)\.|examples\/sup)/.test(name),
);
looks.push("api/@reg/sdk/index.html", "api/@reg/sdk/supplier/interfaces/ServiceRequestsMethods.html");

/** Opens a page in a new tab that has been told to complain: about errors in the console, and requests elsewhere. */
async function open(path: string, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  watch(page, problems);
  await page.goto(`${origin}${base}${path}`, { waitUntil: "load" });
  return { page, problems, close: () => context.close() };
}

function watch(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => {
    // The next page was opened before this one had loaded all.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    problems.push(`${page.url()}: ${request.url()} failed`);
  });
  page.on("request", (request) => {
    const { origin: requested, protocol } = new URL(request.url());
    if (requested !== origin && protocol !== "data:") problems.push(`${page.url()} requests ${request.url()}`);
  });
}

it("opens every page without an error and without a request to another host", { timeout: 600_000 }, async () => {
  expect(pages.length).toBeGreaterThan(400);
  const waiting = [...pages];
  const problems: string[] = [];
  const visit = async () => {
    const page = await browser.newPage();
    watch(page, problems);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      await page.goto(`${origin}${base}${path}`, { waitUntil: "load" });
      // The title is that of the page, also after the scripts have run.
      if (path !== "404.html" && (await page.locator("h1").count()) !== 1) problems.push(`${path} has not one heading`);
    }
    await page.close();
  };
  await Promise.all([visit(), visit()]);
  expect(problems).toEqual([]);
});

it("links each page of docs that the text of another one names", () => {
  const texts = pages.map((path) => readFileSync(join(folder, path), "utf8").replaceAll(/<(pre|a)\b.*?<\/\1>/gs, ""));
  expect(texts.flatMap((text) => text.match(/.{0,60}\bdocs\/[\w-]+\.md/g) ?? [])).toEqual([]);
});

describe.each([1280, 390])("at %i pixels", (width) => {
  it.each(["light", "dark"] as const)(
    "no page in %s is wider than the window",
    { timeout: 300_000 },
    async (colorScheme) => {
      const { page, problems, close } = await open("index.html", { viewport: { width, height: 900 }, colorScheme });
      for (const path of looks) {
        await page.goto(`${origin}${base}${path}`, { waitUntil: "load" });
        const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
        if (Number(overflow) > 0) problems.push(`${path} is ${overflow} pixels too wide`);
      }
      await close();
      expect(problems).toEqual([]);
    },
  );
});

it.each([1280, 390])("ends a line only between the words of a name, at %i pixels", async (width) => {
  const { page, problems, close } = await open("index.html", { viewport: { width, height: 900 } });
  for (const name of ["index", "serviceLevels.agreements.repairAndMaintenance.clearFutureRates"]) {
    await page.goto(`${origin}${base}operations/${name}.html`, { waitUntil: "load" });
    const broken = await page.locator("h1, td code, li code").evaluateAll((places) =>
      places.flatMap((place) => {
        const { ownerDocument } = place;
        const texts = [...place.childNodes].filter(({ nodeType }) => nodeType === place.TEXT_NODE);
        return texts.flatMap((text) => {
          const range = ownerDocument.createRange();
          return [...(text.textContent ?? "").matchAll(/[A-Z]?[a-z]+/g)].flatMap(({ 0: word, index }) => {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          });
        });
      }),
    );
    problems.push(...broken);
  }
  await close();
  expect(problems).toEqual([]);
});

it("keeps the names in sentences in one line in a wide window", async () => {
  const { page, problems, close } = await open("approval.html", { viewport: { width: 1280, height: 900 } });
  const broken = await page
    .locator("p code", { hasText: /^[\w.]+$/ })
    .evaluateAll((names) => names.filter((name) => name.getClientRects().length > 1).map((name) => name.textContent));
  await close();
  expect([...problems, ...broken]).toEqual([]);
});

it("ends no line inside the name of a product", () => {
  const texts = pages.map((path) => readFileSync(join(folder, path), "utf8"));
  expect(
    texts.flatMap(
      (text) => text.match(/\b(Type<wbr[^>]*>Script|Open<wbr[^>]*>API|Nest<wbr[^>]*>JS|Git<wbr[^>]*>Hub)\b/g) ?? [],
    ),
  ).toEqual([]);
});

it.each([
  ["tire swap", /\/tires\.html/],
  ["429", /\/(throttle|retries|errors)\.html/],
  ["credit invoice", /\/invoicing\.html/],
  ["createAndSubmit", /\/approval\.html/],
])("the search for %s finds its chapter", async (query, chapter) => {
  const { page, problems, close } = await open("index.html");
  await page.locator("button.DocSearch-Button").first().click();
  await page.locator("#localsearch-input").fill(query);
  const results = page.locator(".results a.result");
  await results.first().waitFor();
  const found = await results.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  await close();
  expect(problems).toEqual([]);
  expect(found.slice(0, 5)).toContainEqual(expect.stringMatching(chapter));
});
