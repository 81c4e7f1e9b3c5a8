import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { repair } from "../sandbox/support.js";
import { listen } from "../support/server.js";
import { openPage, openTab, serveWithPage, useChromium } from "./support.js";

useChromium();

it("shows hostile texts as text", async () => {
  const image = "<img src=x onerror=window.ran=1>";
  const script = `"><script>window.ran = 1</script>`;
  const licensePlate = `AB${image}`;
  const opened = await openPage({ vehicles: [{ licensePlate }] });
  const { page, supplier, lessor, problems, button, request, dialog, view, notice } = opened;
  const content = repair({ vehicle: { licensePlate, partialVin: "JF123456" } });
  const appointment = { ...content.appointment, workOrderNumber: script };
  const { id } = await supplier.serviceRequests.create({ ...content, appointment });
  const fileName = "<img src=x onerror=window.ran=1>.txt";
  await supplier.serviceRequests.attachments.upload(id, new File(["a"], fileName, { type: "text/plain" }));
  await lessor.vehicles.put({ licensePlate });
  await supplier.contracts.get(licensePlate);

  await request("Draft", script).filter({ hasText: licensePlate }).click();
  await dialog.getByRole("heading", { name: `Request for ${licensePlate}` }).waitFor();
  await dialog.getByRole("cell", { name: fileName }).waitFor();
  await page.getByLabel("Remark (optional)").fill(image);
  await button("Park").click();
  await dialog.getByText(`Parked. ${image}`).waitFor();
  await button("Close").click();

  await view("Journal");
  await page.getByText(`/v2/contracts/${encodeURIComponent(licensePlate)}`).waitFor();
  await button("#1 POST").click();
  const body = dialog.getByRole("region", { name: "Body of the request" });
  await body.getByText(JSON.stringify(script).slice(1, -1)).waitFor();
  await button("Close").click();

  await view("Lessors");
  const form = page.getByRole("form", { name: "Publish a notification" });
  await form.getByLabel("Title").fill(image);
  for (const label of ["Valid from", "Valid until"]) await form.getByLabel(label).fill("2026-06-20");
  await button("Publish").click();
  await page.getByRole("cell", { name: `${image} (until 2026-06-20)` }).waitFor();
  await page.getByLabel("Changes as JSON").fill(image);
  await button("Change the contract").click();
  await notice("JSON");

  await view("Fleet");
  await button(licensePlate).click();
  await dialog.getByRole("heading", { name: `Vehicle ${licensePlate}` }).waitFor();
  await button("Close").click();

  await view("Snapshots");
  await page.getByLabel("Name").fill(script);
  await button("Save").click();
  await button(`Restore ${script}`).click();
  await notice(`${script} is restored.`);

  expect(await page.evaluate("[window.ran, document.images.length]")).toEqual([undefined, 0]);
  expect(problems).toEqual([]);
});

it("says that the key is wrong or missing, and shows no data", async () => {
  const { sandbox, origin } = await serveWithPage();
  await sandbox.seed("every-phase");
  const { page, urls } = await openTab();
  await page.goto(`${origin}/page/#a-wrong-key`);
  await page.getByRole("status").filter({ hasText: "The key in the address is wrong." }).waitFor();
  await page.goto("about:blank");
  await page.goto(`${origin}/page/`);
  await page.getByText("The address has no key.").waitFor();
  expect(await page.content()).not.toMatch(/AB-123-C|WO-/);
  // Without a key, nothing is asked.
  expect(urls.slice(urls.lastIndexOf(`${origin}/page/`)).filter((url) => !url.startsWith(`${origin}/page/`))).toEqual(
    [],
  );
});

it("keeps the key in memory, and says that the sandbox has ended", async () => {
  const { page, context, server, urls, key, problems } = await openPage();
  await page.getByRole("status").getByText("Live").waitFor();
  await page.reload();
  await page.getByRole("status").getByText("Live").waitFor();
  const stored = await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]");
  expect([stored, await context.cookies()]).toEqual([[0, 0, ""], []]);
  expect(urls.length).toBeGreaterThan(5);
  expect(urls.filter((url) => url.includes(key))).toEqual([]);
  expect(problems).toEqual([]);
  await server.close();
  await page.getByRole("status").filter({ hasText: "The sandbox does not answer" }).waitFor();
});

describe("another web page on this machine", () => {
  /** Opens a page of another origin that knows the address and even the key. */
  async function openStranger() {
    const served = await serveWithPage();
    const stranger = createServer((_, response) => response.setHeader("content-type", "text/html").end("stranger"));
    const url = await listen(stranger);
    onTestFinished(() => void stranger.close());
    const tab = await openTab();
    await tab.page.goto(url);
    return { ...served, ...tab };
  }

  it("can read and change nothing", async () => {
    const { page, origin, key, sandbox, supplier } = await openStranger();
    await sandbox.seed("draft");
    const send = (
      path: string,
      init: { method?: string; mode?: "no-cors"; headers?: Record<string, string>; body?: string },
    ) =>
      page.evaluate(([url, options]) => fetch(url, options).then(String, (error: Error) => error.message), [
        `${origin}${path}`,
        init,
      ] as const);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    for (const path of ["/requests", "/events", "/page/", "/page/app.js"])
      expect(await send(path, { headers }), path).toBe("Failed to fetch");
    const reset = { method: "POST", body: JSON.stringify({ method: "reset" }) };
    expect(await send("/call", { ...reset, headers })).toBe("Failed to fetch");
    expect(await send("/call", { ...reset, mode: "no-cors" })).toBe("Failed to fetch");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });

  it("can show the page in no frame, and not reach it by another name", async () => {
    const { page, server, origin } = await openStranger();
    const failed = page.waitForEvent("requestfailed");
    await page.setContent(`<iframe src="${server.page}"></iframe>`);
    expect((await failed).failure()?.errorText).toBe("net::ERR_BLOCKED_BY_RESPONSE");
    const { port } = new URL(origin);
    const response = await page.goto(`http://rebound.example:${port}/page/`);
    expect(response?.status()).toBe(421);
  });
});
