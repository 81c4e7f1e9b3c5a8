import { expect, it } from "vitest";
import { serveControl } from "../../src/sandbox/control/control-server.js";
import { openSandbox } from "../../src/sandbox/sandbox.js";
import { closeAfterTest } from "../cli/support.js";
import { monday, rental, supplierOf } from "../sandbox/support.js";
import { controls, openTab, useChromium } from "./support.js";

useChromium();

it("stays quick with 5,000 requests and 20,000 entries in the journal", { timeout: 120_000 }, async () => {
  const { sandbox, interior } = openSandbox({ now: monday, rateLimit: false });
  const { draft } = await sandbox.seed("draft");
  const { requests } = interior.services.state;
  const stored = requests.get(draft);
  if (stored === undefined) throw new Error("the scenario has no draft");
  for (let number = 1; number < 5000; number++) {
    const appointment = { ...stored.appointment, workOrderNumber: `WO-${number}` };
    requests.set(`request-${number}`, { ...stored, id: `request-${number}`, appointment });
  }
  for (const path of ["/v2/lessors", "/v2/servicerequests"])
    for (let count = 0; count < 10_000; count++) await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`);
  const supplier = await supplierOf(sandbox);
  const { page: address, close } = await serveControl({
    sandbox,
    interior,
    key: "k",
    port: 0,
    onDefect: console.error,
  });
  closeAfterTest(close);

  const { page, problems } = await openTab();
  const { request, view } = controls(page);
  const times: Record<string, number> = {};
  const measure = async (name: string, show: () => Promise<unknown>) => {
    const start = performance.now();
    await show();
    times[name] = Math.round(performance.now() - start);
  };
  await measure("board", async () => {
    await page.goto(address);
    await page.getByRole("heading", { name: "Draft 5000" }).waitFor();
    await request("Draft", "WO-4999").waitFor();
  });
  await measure("change", async () => {
    await supplier.serviceRequests.create(rental({ vehicle: { licensePlate: "DE-456-F" } }));
    await request("Draft", "RV-1").waitFor();
  });
  await measure("search", async () => {
    await page.getByRole("searchbox").fill("WO-4998");
    await page.getByRole("heading", { name: "Draft 1", exact: true }).waitFor();
  });
  await measure("journal", async () => {
    await view("Journal");
    await page.getByText("1 to 200 of 20001", { exact: true }).waitFor();
  });
  await measure("filter", async () => {
    await page.getByRole("combobox", { name: "Operation" }).selectOption("serviceRequests.list");
    await page.getByText("1 to 200 of 10000", { exact: true }).waitFor();
  });
  await measure("older", async () => {
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("201 to 400 of 10000", { exact: true }).waitFor();
  });
  console.log(`times in ms with 5,000 requests and 20,000 entries: ${JSON.stringify(times)}`);
  expect(Object.entries(times).filter(([, time]) => time > 3000)).toEqual([]);
  expect(problems).toEqual([]);
});
