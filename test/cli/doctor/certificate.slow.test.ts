import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { selfSigned } from "../../support/certificate.js";
import { listen } from "../../support/server.js";
import { closeAfterTest, spawnReg } from "../support.js";

it("shows when a trusted certificate expires", async () => {
  const certificate = selfSigned("localhost");
  const server = createServer(certificate, (_, response) => response.writeHead(403).end());
  const url = (await listen(server)).replace("http://127.0.0.1", "https://localhost");
  closeAfterTest(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), "reg-doctor-"));
  closeAfterTest(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "authority.pem");
  writeFileSync(file, certificate.cert);
  const settings = { REG_BASE_URL: url, REG_TOKEN: "opaque", NODE_EXTRA_CA_CERTS: file };
  const { child, waitForEnd } = spawnReg(["doctor", "supplier"], settings);
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  expect(await waitForEnd()).toEqual([0, null, ""]);
  expect(out).toMatch(/\n {2}certificate +expiry 2049-12-31T23:59:59\.000Z\n/);
}, 30_000);
