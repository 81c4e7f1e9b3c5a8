/**
 * Runs one scenario under V8's coverage and prints, as JSON, the source files in which a function was called.
 *
 * Usage: tsx test/structure/scenarios.ts <name of a scenario>. `structure.ts` starts one process for each.
 */
import { equal } from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";

const root = new URL("../../", import.meta.url);
const session = new Session();

/** Prepares a scenario and returns the call to measure, which fails if the scenario did not happen. */
type Scenario = () => Promise<() => Promise<void>>;

const scenarios: Readonly<Record<string, Scenario>> = {
  get: async () => {
    const { serviceRequests, sent } = createClientReceiving(() =>
      Response.json({ id: "1", status: "Draft", components: [] }),
    );
    return async () => {
      await serviceRequests.get("1");
      equal(sent(), 1);
    };
  },
  retry: async () => {
    const { serviceRequests, sent } = createClientReceiving(
      () => createProblem(429, { "retry-after": "1" }),
      () => Response.json({ id: "1", status: "Draft", components: [] }),
    );
    return async () => {
      await serviceRequests.get("1");
      equal(sent(), 2);
    };
  },
  error: async () => {
    const { serviceRequests } = createClientReceiving(() => createProblem(404));
    return async () => {
      const failure = await serviceRequests.get("1").catch((error) => error);
      equal(failure.status, 404);
    };
  },
  invoice: async () => {
    const { sandbox, serviceRequests } = await createSandboxClient();
    const { invoicing } = await sandbox.seed("invoicing");
    return async () => {
      const { created } = await serviceRequests.invoice(invoicing, {
        number: "2026-0417",
        vatLines: (amount) => [{ percentage: 21, amount }],
      });
      equal(created, true);
    };
  },
  patch: async () => {
    const { sandbox, serviceRequests } = await createSandboxClient();
    const { draft } = await sandbox.seed("draft");
    const { appointment } = await serviceRequests.get(draft);
    return async () => {
      const changes = { appointment: { ...appointment, workOrderNumber: "WO-7" } };
      const changed = await serviceRequests.patch(draft, changes);
      equal(changed.appointment?.workOrderNumber, "WO-7");
    };
  },
};

function createProblem(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const body = JSON.stringify({ title: "A problem", status });
  return new Response(body, { status, headers: { "content-type": "application/problem+json", ...headers } });
}

/** Creates a client whose fetch returns these responses in order, and a counter of its requests. */
function createClientReceiving(...responses: readonly (() => Response)[]) {
  let sent = 0;
  const fetch = async () => responses[sent++]?.() ?? Response.error();
  const { serviceRequests } = createSupplierClient({ baseUrl: "https://reg.example", token: "token", fetch });
  return { serviceRequests, sent: () => sent };
}

async function createSandboxClient() {
  const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
  const { baseUrl, token } = sandbox.supplier;
  const { fetch, clock } = sandbox;
  const { serviceRequests } = createSupplierClient({ baseUrl, token: await token(), fetch, clock });
  return { sandbox, serviceRequests };
}

/** Imports every source file, so that module code counts as set-up even if a module is loaded lazily. */
async function importSources(): Promise<void> {
  for (const file of readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })) {
    // main.ts is a program: an import would run it.
    if (file.endsWith(".ts") && !file.endsWith("main.ts")) await import(new URL(`src/${file}`, root).href);
  }
}

/** Returns the files with a function that was called since the last reset, and resets the counters. */
async function takeCalledFiles(): Promise<readonly string[]> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ functions }) => functions.some(isCalled))
    .map(({ url }) => url.replace(/\?.*/, ""))
    .filter((url) => url.startsWith(`${root}src/`))
    .map((url) => url.slice(String(root).length))
    .sort();
}

/** Ignores the code of the module itself, which V8 lists as a function without a name at the first character. */
function isCalled({ functionName, ranges: [whole] }: Profiler.FunctionCoverage): boolean {
  if (whole === undefined || whole.count === 0) return false;
  return functionName !== "" || whole.startOffset > 0;
}

const scenario = scenarios[process.argv[2] ?? ""];
if (scenario === undefined) throw new Error(`choose one of ${Object.keys(scenarios).join(", ")}`);
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
await importSources();
const run = await scenario();
// Work that the set-up left in the background must not count.
await wait(200);
await takeCalledFiles();
await run();
console.log(JSON.stringify(await takeCalledFiles()));
