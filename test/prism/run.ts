/**
 * Validates requests and responses with Prism, which knows only the OpenAPI documents: all operations are called and
 * all examples run against sandboxes on loopback, with Prism as a proxy in between. Fails if Prism finds a violation.
 *
 *   npm run prism
 *
 * Prism is installed into a temporary folder, because it has 180 dependencies. The version is the last one for Node 20.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Finding, portHeader } from "./route.js";

const prism = "@stoplight/prism-cli@5.14.2";
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "reg-sdk-prism-"));
const findingsFile = join(folder, "findings.jsonl");
const route = new URL("route.ts", import.meta.url).href;

const examples = [
  "supplier-repair",
  "supplier-rental",
  "supplier-damage",
  "supplier-tires",
  "reconcile",
  "lessor-register",
];

function install(): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent", prism], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${prism} could not be installed\n${stderr}`);
}

/** Starts a server that forwards each request to the sandbox on the port that the request names. */
async function startRelay(): Promise<Server> {
  const relay = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const { [portHeader]: port, ...others } = headers;
    const host = `127.0.0.1:${port}`;
    const forwarded = request(`http://${host}${url}`, { method, headers: { ...others, host } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  return relay;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts Prism for one document, and returns its address. */
async function startPrism(api: string, upstream: number, started: ChildProcess[]): Promise<string> {
  const document = join(root, `openapi/${api}.yaml`);
  // Prism would show port 0 instead of the port that it gets.
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const port = portOf(free);
  await once(free.close(), "close");
  const program = join(folder, "node_modules/.bin/prism");
  const args = ["proxy", document, `http://127.0.0.1:${upstream}/${api}`, "--port", String(port)];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("Prism is listening")) continue;
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`Prism did not start with ${document}`);
}

/** Runs a command with the addresses of Prism in its environment. */
async function run(args: readonly string[], proxies: object): Promise<void> {
  const env = { ...process.env, PRISM_PROXIES: JSON.stringify(proxies), PRISM_FINDINGS: findingsFile };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  console.log(`${code === 0 ? "✓" : "✗"} ${args.at(-1)}`);
  if (code === 0) return;
  console.log(output);
  process.exitCode = 1;
}

/** Describes the violations, without those in requests that the sandbox rejects as well. */
function readViolations(): ReadonlySet<string> {
  if (!existsSync(findingsFile)) return new Set();
  const findings = readFileSync(findingsFile, "utf8").trimEnd().split("\n");
  return new Set(
    findings.flatMap((line) => {
      const { request, status, violations }: Finding = JSON.parse(line);
      return violations
        .filter(({ location }) => location[0] !== "request" || status < 400)
        .map(({ location, message }) => `${describe(request)} ${status}: ${location.join(".")} ${message}`);
    }),
  );
}

/** Replaces ids, so that a violation is reported once. */
function describe(request: string): string {
  return request.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}").replaceAll(/\/\d+/g, "/{number}");
}

const started: ChildProcess[] = [];
const relay = await startRelay();
try {
  install();
  const proxies = {
    supplier: await startPrism("supplier", portOf(relay), started),
    lessor: await startPrism("lessor", portOf(relay), started),
  };
  await run(["node_modules/vitest/vitest.mjs", "run", "--config", "test/prism/vitest.config.ts"], proxies);
  for (const name of examples) await run(["--import", "tsx", "--import", route, `examples/${name}.ts`], proxies);
  const violations = readViolations();
  for (const violation of violations) console.log(`✗ ${violation}`);
  if (violations.size > 0) process.exitCode = 1;
  else console.log("✓ Prism finds no violation");
} finally {
  for (const child of started) child.kill();
  relay.close();
  relay.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
