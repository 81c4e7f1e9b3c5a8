import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeEnvironment, findPeers } from "../../../src/cli/doctor/machine.js";
import { installCommand } from "../../../src/values/peers.js";
import { closeAfterTest } from "../support.js";

it("names an installed peer whose major version was not tested, and leaves out what is no version", () => {
  const folder = mkdtempSync(join(tmpdir(), "reg-doctor-"));
  closeAfterTest(() => rmSync(folder, { recursive: true }));
  const versions = { undici: "5.29.0", ioredis: "5.4.1", redis: "5\u001b[0m", msw: undefined };
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version }));
  }
  const { facts, problems } = findPeers([join(folder, "nowhere"), folder]);
  expect(facts).toEqual({
    msw: "not installed",
    undici: "5.29.0, not tested",
    ioredis: "5.4.1",
    redis: "not installed",
    "@opentelemetry/api": "not installed",
  });
  expect(problems).toEqual([
    {
      in: "peers",
      problem: "undici 5.29.0 is installed, and this package is not tested with its major version.",
      next: `If you use it with this package: ${installCommand("undici")}.`,
    },
  ]);
});

it.each([
  ["http://user:secret@proxy.example:8080", "proxy.example:8080"],
  ["http://proxy.example/", "proxy.example"],
  ["http://user:12/secret@proxy.example", "set"],
  ["http://user:12?secret@proxy.example", "set"],
  ["http://user:12#secret@proxy.example", "set"],
  ["user:secret@proxy.example:8080", "set"],
  ["socks5://user:secret@proxy.example", "set"],
  ["secret", "set"],
  ["", "not set"],
])("shows of the proxy %j only %j", (value, shown) => {
  expect(describeEnvironment({ HTTPS_PROXY: value, NO_PROXY: value }).facts).toMatchObject({
    HTTPS_PROXY: shown,
    NO_PROXY: value === "" ? "not set" : "set",
  });
});
