/**
 * Uses the package with other package managers, runtimes, test runners, bundlers, and each tested version of the
 * packages that are installed next to it; only the projects of msw have msw.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testedPeers } from "../../src/base/peers.js";
import { findSnippet } from "../docs/snippets.js";
import { selfSigned } from "../support/certificate.js";
import { useRuntimes } from "./runtimes.js";
import { expectOutput, type Outcome, root, run, type Workspace } from "./workspace.js";

const esm = { type: "module" };

/** Runs commands in their order until one fails. */
async function runAll(project: string, commands: readonly (readonly [string, ...string[]])[]): Promise<Outcome> {
  let outcome: Outcome = { ok: true, output: "" };
  for (const [command, ...args] of commands) {
    outcome = await run(command, args, project);
    if (!outcome.ok) break;
  }
  return outcome;
}

const npx = (name: string, ...args: readonly string[]) =>
  ["npx", "-y", "--prefer-offline", "-p", name, ...args] as const;

async function useManagers(workspace: Workspace): Promise<void> {
  const { tarball } = workspace;
  const managers = {
    npm: [
      ["npm", "install", "--no-audit", tarball],
      ["node", "call.mjs"],
    ],
    pnpm: [npx("pnpm@10", "pnpm", "add", tarball), ["node", "call.mjs"]],
    "Yarn PnP": [
      npx("@yarnpkg/cli-dist@4", "yarn", "add", `@reg/sdk@file:${tarball}`),
      npx("@yarnpkg/cli-dist@4", "yarn", "node", "call.mjs"),
    ],
  } as const;
  for (const [name, commands] of Object.entries(managers)) {
    const project = workspace.create(name.replace(" ", "-"), esm, ["call.mjs"]);
    // Both settings only concern Yarn: an empty lock file makes the folder a project of its own.
    writeFileSync(join(project, ".yarnrc.yml"), "nodeLinker: pnp\nenableGlobalCache: false\n");
    if (name === "Yarn PnP") writeFileSync(join(project, "yarn.lock"), "");
    workspace.report(name, await runAll(project, commands));
  }
}

async function useUndici(workspace: Workspace): Promise<void> {
  const nodesOf = { 6: ["20"], 7: ["20", "22"], 8: ["24", "26"] };
  for (const { major: version } of testedPeers.undici) {
    const nodes = nodesOf[version];
    const project = workspace.create(`undici-${version}`, esm, ["call.mjs", "undici.mjs"]);
    workspace.report(`undici ${version} is installed`, await workspace.install(project, `undici@${version}`));
    for (const major of nodes) {
      const node = await workspace.node(major);
      const runs = `undici ${version} on Node ${major}`;
      workspace.report(`calls without ${runs}`, await run(node, ["call.mjs"], project));
      const outcome = await run(node, ["undici.mjs"], project);
      workspace.report(`calls over ${runs}`, expectOutput(outcome, "received a response"));
      // `npm test` runs them on Node 20. undici 6 fails one of them: a response
      // header named "constructor" makes it throw.
      if (major !== "20") workspace.report(`the tests of ${runs}`, await testTransports(node, project));
    }
  }
}

/** Connects with Node's fetch through a proxy of the environment that refuses, and to a service that offers HTTP/2. */
async function useFetch(workspace: Workspace): Promise<void> {
  const project = workspace.create("fetch", esm, ["http-version.mjs", "proxy.mjs"]);
  const { key, cert } = selfSigned("localhost");
  writeFileSync(join(project, "key.pem"), key);
  writeFileSync(join(project, "cert.pem"), cert);
  workspace.report("the package is installed next to undici 8", await workspace.install(project, "undici@8"));
  for (const major of ["22", "24", "26"]) {
    const node = await workspace.node(major);
    const refused = await run(node, ["proxy.mjs"], project);
    workspace.report(`Node ${major} sends nothing through a proxy that refuses`, refused);
    for (const first of [[], ["undici"]]) {
      const created = await run(node, ["http-version.mjs", ...first], project);
      const what = `Node ${major} creates over HTTP/1.1${first.map((name) => `, after the import of ${name}`)}`;
      workspace.report(what, expectOutput(created, "HTTP/1.1"));
    }
  }
}

async function useOlderUndici(workspace: Workspace): Promise<void> {
  const project = workspace.create("undici-5", esm, ["undici.mjs"]);
  workspace.report("undici 5 is installed", await workspace.install(project, "undici@5"));
  const outcome = await run("node", ["undici.mjs"], project);
  workspace.report("undici 5 is reported", expectOutput(outcome, "needs undici 6, 7 or 8, but found"));
}

/** Runs the tests that need real sockets with a program of Node, and with the undici of a project. */
function testTransports(node: string, project: string): Promise<Outcome> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--exclude", "**/*.slow.test.ts"];
  const tests = ["test/http/call", "test/http/transport", "test/undici"];
  const undici = `TESTED_UNDICI=${join(project, "node_modules/undici")}`;
  return run("env", [undici, node, ...vitest, ...tests], root);
}

/** Writes the suite of docs/recipes-frameworks.md, with its import from a test runner. */
function writeSuite(project: string, runner: string): void {
  const suite = findSnippet("afterEach, beforeAll").replace('"vitest"', `"${runner}"`);
  writeFileSync(join(project, "suite.test.ts"), suite);
}

async function useJest(workspace: Workspace): Promise<void> {
  const project = workspace.create("jest", {}, ["call.test.ts", "journey.test.ts", "jsdom.test.ts"]);
  writeSuite(project, "@jest/globals");
  const packages = [
    "jest-environment-jsdom@30",
    "ts-jest@29",
    "@swc/jest",
    "@swc/core",
    "babel-jest@30",
    "@babel/core@7",
    "@types/jest@30",
  ];
  const presets = ["@babel/preset-env@7", "@babel/preset-typescript@7"];
  const installed = await workspace.install(project, "jest@30", "typescript@5.9.3", ...packages, ...presets);
  workspace.report("Jest 30 is installed", installed);
  const compilerOptions = { module: "commonjs", target: "es2022", strict: true, esModuleInterop: true };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const transforms = {
    "ts-jest": ["ts-jest", {}],
    "@swc/jest": ["@swc/jest", {}],
    "babel-jest": [
      "babel-jest",
      { presets: [["@babel/preset-env", { targets: { node: "20" } }], "@babel/preset-typescript"] },
    ],
  };
  for (const [name, transform] of Object.entries(transforms)) {
    writeFileSync(join(project, "jest.config.json"), JSON.stringify({ transform: { "\\.ts$": transform } }));
    workspace.report(name, await run("npx", ["jest", "--config", "jest.config.json"], project));
  }
}

async function useVitest(workspace: Workspace): Promise<void> {
  const project = workspace.create("vitest", esm, ["call.test.ts", "journey.test.ts"]);
  writeSuite(project, "vitest");
  const installed = await workspace.install(project, "vitest@4", "jsdom");
  workspace.report("Vitest is installed", installed);
  for (const environment of ["node", "jsdom"]) {
    const options = ["run", "--globals", "--environment", environment];
    workspace.report(`Vitest in ${environment}`, await run("npx", ["vitest", ...options], project));
  }
}

async function useMsw(workspace: Workspace): Promise<void> {
  const runs = [
    { version: "1", node: "20", output: "RegInputError: createMswHandlers needs msw 2 or 3, but found version 1" },
    { version: "2", node: "20", output: "received a response" },
    { version: "3", node: "20", output: "RegInputError: createMswHandlers needs msw 2 or 3, but found version 3" },
    { version: "3", node: "24", output: "received a response" },
  ];
  for (const version of new Set(runs.map((each) => each.version))) {
    const project = workspace.create(`msw-${version}`, {}, ["msw.cjs", "msw.mjs"]);
    workspace.report(`msw ${version} is installed`, await workspace.install(project, `msw@${version}`));
    for (const { node: major, output } of runs.filter((each) => each.version === version)) {
      const node = await workspace.node(major);
      const cjs = await run(node, ["msw.cjs"], project);
      workspace.report(`msw ${version} on Node ${major}: ${output}`, expectOutput(cjs, output));
      const works = output === "received a response";
      const mjs = await run(node, ["msw.mjs"], project);
      workspace.report(`the same as an ES module`, expectOutput(mjs, works ? "created 1 handlers" : output));
    }
  }
}

/** Uses each version of the clients for Redis. One project has all of them, under other names. */
async function useRedis(workspace: Workspace): Promise<void> {
  const older = { ioredis: [4], redis: [3, 4] };
  const project = workspace.create("redis", esm, ["redis.mjs", "redis-lost-replies.mjs", "redis.ts"]);
  const names = (["ioredis", "redis"] as const).flatMap((name) => {
    const tested = testedPeers[name].map(({ major }) => ({ name, major, works: true }));
    return [...tested, ...older[name].map((major) => ({ name, major, works: false }))];
  });
  const aliases = names.map(({ name, major }) => `${name}-${major}@npm:${name}@${major}`);
  const installed = await workspace.install(project, "@types/node@20.19.43", ...aliases);
  workspace.report("the clients for Redis are installed", installed);
  for (const { name, major, works } of names) {
    const outcome = await run("node", ["redis.mjs", `${name}-${major}`], project);
    const output = works ? "shared the limit and the token" : `RegInputError: throttle.redis needs ${name} 5 or 6`;
    workspace.report(`${name} ${major}: ${output}`, expectOutput(outcome, output));
    if (!works) continue;
    const lost = await run("node", ["redis-lost-replies.mjs", `${name}-${major}`], project);
    const did = name === "ioredis" ? "sent the command again" : "rejected the command";
    const result = `${did}; units: 1, locks: 0`;
    workspace.report(`${name} ${major} after a lost reply ${result}`, expectOutput(lost, result));
  }
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  const tsc = join(root, "node_modules/.bin/tsc");
  // Declarations of these packages have errors of their own.
  const compiled = await run(tsc, [...options, "--skipLibCheck", "redis.ts"], project);
  workspace.report("the types of the clients for Redis are accepted", compiled);
}

/** Recognises errors of the ES modules with the classes of the CommonJS files, and the reverse; then calls without a file. */
async function useCopies(workspace: Workspace): Promise<void> {
  const project = workspace.create("copies", esm, ["copies.mjs", "missing-file.mjs"]);
  workspace.report("the package is installed for its two copies", await workspace.install(project));
  const outcome = await run("node", ["copies.mjs"], project);
  const classes = "RegApiError,RegConflictError,RegError";
  workspace.report("instanceof works across two copies", expectOutput(outcome, `${classes}\n${classes}`));
  const missing = await run("node", ["missing-file.mjs"], project);
  const result = "RegInputError of adapter, 0 sent";
  workspace.report(`a file of an adapter that cannot be loaded: ${result}`, expectOutput(missing, result));
}

async function useBundlers(workspace: Workspace): Promise<void> {
  const project = workspace.create("bundlers", esm, ["call.mjs"]);
  const rollup = ["rollup@4", "@rollup/plugin-node-resolve"];
  workspace.report(
    "the bundlers are installed",
    await workspace.install(project, "esbuild", "webpack@5", "webpack-cli", ...rollup),
  );
  writeFileSync(
    join(project, "webpack.config.js"),
    `export default { mode: "production", target: "node20", entry: "./call.mjs",
      experiments: { outputModule: true },
      output: { filename: "webpack.mjs", module: true } };`,
  );
  const bundlers = {
    esbuild: ["esbuild", "call.mjs", "--bundle", "--platform=node", "--format=esm", "--outfile=FOLDER/esbuild.mjs"],
    rollup: ["rollup", "call.mjs", "--plugin", "node-resolve", "--dir", "FOLDER", "--entryFileNames", "rollup.mjs"],
    webpack: ["webpack", "--output-path", "FOLDER"],
  };
  for (const [name, command] of Object.entries(bundlers)) {
    // Outside the project, without node_modules, so that the bundle has to be complete.
    const folder = workspace.create(`bundle-${name}`, esm, []);
    const args = command.map((arg) => arg.replace("FOLDER", folder));
    workspace.report(`${name} bundles the sandbox without msw`, await run("npx", args, project));
    workspace.report(`${name}'s bundle runs`, await run("node", [`${name}.mjs`], folder));
  }
}

async function useEslint(workspace: Workspace): Promise<void> {
  const project = workspace.create("eslint", esm, ["call.mjs"]);
  const packages = ["eslint@9", "eslint-plugin-import@2", "eslint-import-resolver-typescript@4"];
  workspace.report("ESLint is installed", await workspace.install(project, "typescript@5.9.3", ...packages));
  writeFileSync(join(project, "main.mjs"), 'import "@reg/sdk";\n');
  writeFileSync(
    join(project, "eslint.config.js"),
    `import plugin from "eslint-plugin-import";
    const common = { plugins: { import: plugin }, rules: { "import/no-unresolved": "error" } };
    export default [
      { ...common, files: ["main.mjs"], settings: { "import/resolver": { node: true } } },
      { ...common, files: ["call.mjs"], settings: { "import/resolver": { typescript: true } } },
    ];`,
  );
  workspace.report("eslint-plugin-import", await run("npx", ["eslint", "main.mjs", "call.mjs"], project));
}

/** The groups of tools. */
export const tools: Readonly<Record<string, (workspace: Workspace) => Promise<void>>> = {
  managers: useManagers,
  runtimes: useRuntimes,
  undici: useUndici,
  fetch: useFetch,
  "older-undici": useOlderUndici,
  jest: useJest,
  vitest: useVitest,
  msw: useMsw,
  redis: useRedis,
  copies: useCopies,
  bundlers: useBundlers,
  eslint: useEslint,
};
