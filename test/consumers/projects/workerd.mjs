/** Runs bundle.mjs, the bundled Worker, in workerd against a sandbox whose first response is a 503. */
import { createSandbox } from "@reg/sdk/sandbox";
import { Miniflare } from "miniflare";

const sandbox = createSandbox();
const server = await sandbox.listen();
sandbox.fail({ operation: "lessors.list", with: { status: 503, headers: { "retry-after": "0" } } });
const bindings = { BASE_URL: server.supplier.baseUrl, TOKEN: await sandbox.supplier.token() };
const workers = new Miniflare({ modules: true, scriptPath: "bundle.mjs", compatibilityDate: "2026-01-01", bindings });
try {
  const response = await workers.dispatchFetch("http://worker.example/");
  console.log(await response.text());
  sandbox.journal.assertCalls({ "lessors.list": 2, "serviceRequests.create": 1 });
} finally {
  await workers.dispose();
  await server.close();
}
