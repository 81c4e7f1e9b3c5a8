import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { adviseOnProxy, describeEnvironment, findPeers, ignoresProxy } from "../../../src/cli/doctor/machine.js";
import { temporaryFolder } from "../../support/folder.js";
import { closeAfterTest } from "../support.js";

it("names an installed peer that was not tested with this Node or at all, and leaves out what is no version", () => {
  const { node } = process.versions;
  closeAfterTest(() => Object.defineProperty(process.versions, "node", { value: node }));
  Object.defineProperty(process.versions, "node", { value: "20.20.0" });
  const folder = temporaryFolder();
  const versions = { undici: "5.29.0", ioredis: "5.4.1", redis: "5\u001b[0m", msw: "3.0.5" };
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version }));
  }
  const { facts, problems } = findPeers([join(folder, "nowhere"), folder]);
  expect(facts).toEqual({
    msw: "3.0.5, not tested",
    undici: "5.29.0, not tested",
    ioredis: "5.4.1",
    redis: "not installed",
    "@opentelemetry/api": "not installed",
  });
  expect(problems).toEqual([
    {
      in: "peers",
      problem: "msw 3.0.5 is installed, and it needs Node 22.12.",
      next: "If you use it with this package: npm install msw@2.",
    },
    {
      in: "peers",
      problem: "undici 5.29.0 is installed, and this package is not tested with its major version.",
      next: "If you use it with this package: npm install undici@7.",
    },
  ]);
});

it("does not say that a peer is not installed if Yarn PnP keeps it elsewhere", () => {
  closeAfterTest(() => Reflect.deleteProperty(process.versions, "pnp"));
  Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true });
  expect(findPeers([]).facts).toMatchObject({ undici: "unknown, because of Yarn PnP" });
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

const flag = "--use-env-proxy";

it.each<[string, env: NodeJS.ProcessEnv, execArgv: readonly string[], supported: readonly string[], uses: boolean]>([
  ["without a setting", {}, [], [flag], false],
  ["with NODE_USE_ENV_PROXY", { NODE_USE_ENV_PROXY: "1" }, [], [flag], true],
  ["with NODE_OPTIONS", { NODE_OPTIONS: `--no-warnings ${flag}` }, [], [flag], true],
  ["with the flag of node", {}, ["--no-warnings", flag], [flag], true],
  ["with an older Node", { NODE_USE_ENV_PROXY: "1", NODE_OPTIONS: flag }, [], [], false],
])("knows whether fetch uses the proxy: %s", (_, variables, execArgv, supported, uses) => {
  const { execArgv: before, allowedNodeEnvironmentFlags: all } = process;
  closeAfterTest(() => Object.assign(process, { execArgv: before }));
  closeAfterTest(() => Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: all }));
  Object.assign(process, { execArgv });
  Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: new Set(supported) });
  for (const name of ["https_proxy", "HTTP_PROXY"]) {
    const env = { ...variables, [name]: "http://proxy.example" };
    expect(ignoresProxy(env)).toBe(!uses);
    const { facts } = describeEnvironment(env);
    expect(facts["use of the proxy"]).toMatch(uses ? /^Node's fetch uses it;/ : /^Node's fetch ignores it;/);
    expect(adviseOnProxy(env)).toContain(uses ? "connects through the proxy" : "ignores the proxy");
  }
  expect([ignoresProxy(variables), adviseOnProxy(variables)]).toEqual([false, ""]);
});
