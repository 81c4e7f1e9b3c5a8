/** Builds the recipe of Next.js without the variables of the server, serves it, and calls it. */
import { execFileSync, spawn } from "node:child_process";
import { createSandbox } from "@reg/sdk/sandbox";

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
const next = ["node_modules/next/dist/bin/next"];
execFileSync(process.execPath, [...next, "build"], { env, stdio: "inherit" });

const sandbox = createSandbox();
const server = await sandbox.listen();
const variables = { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() };
const served = spawn(process.execPath, [...next, "start", "--port", "0", "--hostname", "127.0.0.1"], {
  env: { ...env, ...variables },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const address = await new Promise((resolve, reject) => {
    let output = "";
    served.stdout.on("data", (data) => {
      output += data;
      const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output);
      if (found !== null) resolve(found[0]);
    });
    served.once("exit", (code) => reject(new Error(`next start ended with ${code}: ${output}`)));
  });
  const { lessor: id } = await sandbox.seed("lessor");
  const statusOf = async () => (await (await fetch(`${address}/requests/${id}`)).json()).status;
  const before = await statusOf();
  sandbox.lessor.deny(id);
  const after = await statusOf();
  if (before !== "ApprovalRequested" || after !== "Denied") throw new Error(`the statuses are ${before} and ${after}`);
  const unknown = await fetch(`${address}/requests/0b9f1c1e-8d0a-4a57-9d5c-111111111111`);
  if (unknown.status !== 404) throw new Error(`an unknown request ended with ${unknown.status}`);
  await fetch(`${address}/edge`);
  // What a browser without JavaScript sends: the form names its action in a hidden field.
  const page = await (await fetch(address)).text();
  const [, action] = /name="(\$ACTION_ID_\w+)"/.exec(page);
  const form = new FormData();
  form.append(action, "");
  form.append("id", id);
  form.append("photo", new File([new Uint8Array(70_000)], "photo.png", { type: "image/png" }));
  const sent = await fetch(address, { method: "POST", body: form });
  if (!sent.ok) throw new Error(`the action ended with ${sent.status}`);
  sandbox.journal.assertCalls({ "serviceRequests.attachments.upload": 1, "lessors.list": 1 });
} finally {
  served.kill();
  await server.close();
}
