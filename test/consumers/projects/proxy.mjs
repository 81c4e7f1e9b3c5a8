/** Calls through a proxy that refuses every connection, with the proxy of the environment as Node's fetch uses it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createSupplierClient } from "@reg/sdk";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };

async function callThroughProxy() {
  const retry = { minTimeout: 1, maxTimeout: 1 };
  const supplier = createSupplierClient({ baseUrl: "https://reg.example", token: "token", retry });
  const error = await supplier.serviceRequests.create(draft).catch((error) => error);
  const { name, sent, outcome, code, transient, attempts } = error;
  console.log(JSON.stringify({ name, sent, outcome, code, transient, attempts: attempts.length }));
}

async function callFromChild(proxy) {
  // The names in lower case have precedence.
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", https_proxy: proxy, no_proxy: "" };
  const child = spawn(process.execPath, [import.meta.filename, "call"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return JSON.parse(output);
}

async function checkRefusals() {
  for (const [status, transient, attempts] of [
    [403, false, 1],
    [407, false, 1],
    [502, true, 4],
  ]) {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.on("error", () => {});
      socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const error = await callFromChild(`http://127.0.0.1:${proxy.address().port}`);
    proxy.close();
    const code = `PROXY_${status}`;
    assert.deepEqual(error, { name: "RegConnectionError", sent: false, code, transient, attempts });
    assert.equal(connections, attempts);
  }
}

await (process.argv[2] === "call" ? callThroughProxy() : checkRefusals());
