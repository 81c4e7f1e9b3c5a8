import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { expect, it } from "vitest";
import { selfSigned } from "../../support/certificate.js";
import { temporaryFolder } from "../../support/folder.js";
import { httpServer, listen } from "../../support/server.js";
import { closeAfterTest, spawnReg } from "../support.js";

/** Runs the command in a process of its own, and returns its end and its output. */
async function runDoctor(settings: Record<string, string>) {
  const { child, waitForEnd } = spawnReg(["doctor", "supplier"], { REG_TOKEN: "opaque", ...settings });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return { end: await waitForEnd(), out };
}

it("names the time limit if the service never responds", async () => {
  const { url, requests } = await httpServer(() => {});
  const { end, out } = await runDoctor({ REG_BASE_URL: url });
  expect(end).toEqual([1, null, ""]);
  expect(out).toContain("GET /v2/lessors: no complete response within the attempt's timeout of 15000 ms.");
  expect(requests).toHaveLength(1);
}, 40_000);

it("shows when a trusted certificate expires", async () => {
  const certificate = selfSigned("localhost");
  const server = createServer(certificate, (_, response) => response.writeHead(403).end());
  const url = (await listen(server)).replace("http://127.0.0.1", "https://localhost");
  closeAfterTest(() => server.close());
  const file = join(temporaryFolder(), "authority.pem");
  writeFileSync(file, certificate.cert);
  const { end, out } = await runDoctor({ REG_BASE_URL: url, NODE_EXTRA_CA_CERTS: file });
  expect(end).toEqual([0, null, ""]);
  expect(out).toMatch(/^ *certificate +expiry 2049-12-31T23:59:59\.000Z$/m);
}, 30_000);
