/** Runs bundle.mjs, the recipe of Hono, in workerd against a sandbox. */
import { createSandbox } from "@reg/sdk/sandbox";
import { Miniflare } from "miniflare";

const sandbox = createSandbox();
const server = await sandbox.listen();
const { draft } = await sandbox.seed("draft");
const bindings = { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() };
const workers = new Miniflare({ modules: true, scriptPath: "bundle.mjs", compatibilityDate: "2026-01-01", bindings });
try {
  const shown = await (await workers.dispatchFetch(`http://worker.example/requests/${draft}`)).json();
  if (shown.status !== "Draft") throw new Error(`the status is ${shown.status}`);
  const unknown = "http://worker.example/requests/0b9f1c1e-8d0a-4a57-9d5c-111111111111";
  const { status } = await workers.dispatchFetch(unknown);
  if (status !== 404) throw new Error(`an unknown request ended with ${status}`);
} finally {
  await workers.dispose();
  await server.close();
}
