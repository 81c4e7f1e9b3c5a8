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
    bottleneck: "not installed",
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
const address = "https://reg.example";

/** Pretends that this process runs in a version of Node, with these options and these known flags. */
function pretendNode(node: string, execArgv: readonly string[], flags: readonly string[]) {
  const before = { node: process.versions.node, execArgv: process.execArgv, all: process.allowedNodeEnvironmentFlags };
  closeAfterTest(() => {
    Object.assign(process, { execArgv: before.execArgv });
    Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: before.all });
    Object.defineProperty(process.versions, "node", { value: before.node });
  });
  Object.assign(process, { execArgv });
  Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: new Set(flags) });
  Object.defineProperty(process.versions, "node", { value: node });
}

// Measured with each version against a proxy on loopback.
it.each<[string, env: NodeJS.ProcessEnv, execArgv: readonly string[], node: string, uses: boolean]>([
  ["without a setting", {}, [], "22.21.0", false],
  ["with NODE_USE_ENV_PROXY", { NODE_USE_ENV_PROXY: "1" }, [], "22.21.0", true],
  ["with another value of it", { NODE_USE_ENV_PROXY: "true" }, [], "24.5.0", false],
  ["with NODE_OPTIONS", { NODE_OPTIONS: `--no-warnings ${flag}` }, [], "24.5.0", true],
  ["with underscores", { NODE_OPTIONS: "--use_env_proxy" }, [], "26.10.0", true],
  ["with the flag of node", {}, ["--no-warnings", flag], "26.10.0", true],
  ["with the flag against the variable", { NODE_USE_ENV_PROXY: "1" }, ["--no-use-env-proxy"], "26.10.0", false],
  ["with the last of two flags", { NODE_OPTIONS: `${flag} --no-use-env-proxy` }, [], "22.21.0", false],
  ["with the variable before 24.5", { NODE_USE_ENV_PROXY: "1" }, [], "24.0.0", true],
  ["with any value of it before 24.5", { NODE_USE_ENV_PROXY: "0" }, [], "24.4.1", true],
  ["with an empty variable before 24.5", { NODE_USE_ENV_PROXY: "" }, [], "24.4.1", false],
  ["with an older Node", { NODE_USE_ENV_PROXY: "1", NODE_OPTIONS: flag }, [], "22.20.0", false],
])("knows whether fetch uses the proxy: %s", (_, variables, execArgv, node, uses) => {
  pretendNode(node, execArgv, ["22.20.0", "24.0.0", "24.4.1"].includes(node) ? [] : [flag]);
  for (const name of ["https_proxy", "HTTP_PROXY"]) {
    const env = { ...variables, [name]: "http://proxy.example" };
    expect(ignoresProxy(env, address)).toBe(!uses);
    const { facts } = describeEnvironment(env);
    expect(facts["use of the proxy"]).toMatch(uses ? /^Node's fetch uses it, / : /^Node's fetch ignores it;/);
    expect(adviseOnProxy(env, address, uses)).toContain(uses ? "connects through the proxy" : "ignores the proxy");
  }
  expect([ignoresProxy(variables, address), adviseOnProxy(variables, address, false)]).toEqual([false, ""]);
});

it.each<[env: NodeJS.ProcessEnv, address: string, applies: boolean]>([
  [{ https_proxy: "", HTTPS_PROXY: "http://proxy.example" }, "https://reg.example", false],
  [{ HTTPS_PROXY: "http://proxy.example" }, "http://127.0.0.1:8080", false],
  ...[
    ["*", false],
    ["reg.example", false],
    ["other.example, REG.example", false],
    ["other.example reg.example:443", false],
    ["example", false],
    [".example", false],
    ["*.example", false],
    ["reg.example:8443", true],
    ["eg.example", true],
    ["api.reg.example", true],
    ["other.example,,", true],
    ["", true],
  ].map(
    ([list, applies]) =>
      [{ HTTP_PROXY: "http://proxy.example", no_proxy: list }, "https://reg.example", applies] as [
        NodeJS.ProcessEnv,
        string,
        boolean,
      ],
  ),
])("knows whether the proxy of %j is for %s", (env, url, applies) => {
  pretendNode("24.5.0", [], [flag]);
  expect(ignoresProxy(env, url)).toBe(applies);
});

it.each([
  ["proxy.example:3128", 1],
  ["10.0.0.1:3128", 1],
  ["proxy", 1],
  ["user:secret@proxy.example:3128", 1],
  ["HTTP://proxy.example:3128", 0],
  [" https://proxy.example ", 0],
  ["socks5://proxy.example:1080", 0],
])("finds that the address of a proxy has no scheme, without showing it: %s", (proxy, count) => {
  const { problems } = describeEnvironment({ https_proxy: proxy });
  expect(problems.map(({ problem }) => problem)).toEqual(
    Array(count).fill("HTTPS_PROXY has no scheme, such as http://, so that Node does not start if it is to use it."),
  );
});
