/**
 * Runs the same programs over real sockets in each runtime, and compares what the service received and what the client
 * said.
 */
import { join } from "node:path";
import { createSandbox, type Fault, type FaultCall, type OperationId } from "@reg/sdk/sandbox";
import { startFailingServices, startLosingService } from "./failing-services.js";
import { expectOutput, run, type Workspace } from "./workspace.js";

/** A runtime, as the function that runs one of the modules in it. */
interface Runtime {
  readonly name: string;
  runModule(name: string, settings: object): Promise<Readonly<Record<string, string>>>;
}

/** What happened in one place of the table. */
interface Cell {
  readonly text: string;
  readonly isRight: boolean;
}

type Column = Readonly<Record<string, Cell>>;

const twoUploads = "one stream for two uploads";
const cutBefore = "cut before the service acts";
const cutAfter = "cut after the service acted";

/** What each step of the journey resolves to, and how many requests the service receives for it. */
const steps: Readonly<Record<string, readonly [outcome: string, received: number]>> = {
  create: ["created", 1],
  upload: ["stored", 4],
  [twoUploads]: ["fulfilled, rejected", 1],
  download: ["the same bytes", 4],
  submit: ["Approved", 1],
  invoice: ["created, with its PDF", 3],
  "round of follow": ["[invoiced] []", 2],
  "token refresh": ["succeeded", 5],
  "throttle wait": ["1 waited", 2],
  abort: ["AbortError", 1],
  [cutBefore]: ["RegConnectionError unknown", 1],
  [cutAfter]: ["RegConnectionError unknown", 1],
};

const stepsOf: Readonly<Partial<Record<OperationId, string>>> = {
  "serviceRequests.create": "create",
  "serviceRequests.attachments.upload": "upload",
  "serviceRequests.attachments.get": "download",
  "serviceRequests.patch": "submit",
  "serviceRequests.invoices.create": "invoice",
  "serviceRequests.invoices.pdf.upload": "invoice",
  "serviceRequests.invoices.pdf.get": "invoice",
  "damageServiceRequests.list": "round of follow",
  "token.create": "token refresh",
  "vehicles.put": "token refresh",
  "objectTypes.list": "throttle wait",
};

async function travel(runtime: Runtime): Promise<Column> {
  const sandbox = createSandbox();
  sandbox.lessor.decideBy({});
  const received: Record<string, number> = {};
  // A fault that never happens sees every request.
  sandbox.fail({
    operation: "*",
    matches(call) {
      const step = stepOf(call);
      if (step !== undefined) received[step] = (received[step] ?? 0) + 1;
      return false;
    },
    with: "empty",
  });
  const creating = (workOrderNumber: string): Pick<Fault, "operation" | "matches"> => ({
    operation: "serviceRequests.create",
    matches: ({ body }) => new TextDecoder().decode(body).includes(workOrderNumber),
  });
  sandbox.fail({ ...creating("WO-abort"), with: { delay: 400 } });
  sandbox.fail({ ...creating("WO-before"), with: "reset" });
  sandbox.fail({ ...creating("WO-after"), with: "reset", when: "after-commit" });
  sandbox.fail({ operation: "vehicles.put", skip: 1, with: { status: 401 } });
  const server = await sandbox.listen();
  const { clientId, clientSecret } = sandbox.lessor;
  const outcomes = await runtime.runModule("journey", {
    supplier: { baseUrl: server.supplier.baseUrl, token: await sandbox.supplier.token() },
    lessor: { baseUrl: server.lessor.baseUrl, clientId, clientSecret },
  });
  await server.close();
  return mapValues(steps, ([expected, times], step) => {
    const outcome = outcomes[step];
    const text = outcome === expected ? `${received[step]}` : (outcome ?? "nothing");
    return { text, isRight: outcome === expected && received[step] === times };
  });
}

/** What only the requests of a step have in their body or their headers. */
const marks = { [twoUploads]: "twice.pdf", abort: "WO-abort", [cutBefore]: "WO-before", [cutAfter]: "WO-after" };

/** The step of the journey to which a request belongs; undefined for a read that several steps make. */
function stepOf({ operationId, request, body }: FaultCall): string | undefined {
  const text = `${request.headers.get("content-disposition")} ${new TextDecoder().decode(body)}`;
  const [marked] = Object.entries(marks).find(([, mark]) => text.includes(mark)) ?? [];
  return marked ?? stepsOf[operationId];
}

/** Counts what a service receives that ends each kept connection before it responds. */
async function loseConnections(runtime: Runtime): Promise<Column> {
  const service = await startLosingService();
  const outcomes = await runtime.runModule("lost-connection", { baseUrl: service.url });
  service.close();
  const counts = [...service.counts.values()];
  return mapValues(outcomes, (outcome, call) => {
    const received = counts[Object.keys(outcomes).indexOf(call)];
    const isRead = call.startsWith("GET");
    const text = `${received}${isRead && received === 2 ? repeatedRead : ""}`;
    const isRight = outcome === `RegConnectionError${isRead ? "" : " unknown"}` && (received === 1 || isRead);
    return { text, isRight };
  });
}

/** The mark of a read that the fetch of a runtime sends again by itself. */
const repeatedRead = " (repeated)";

const beforeSending = "not sent (2, 2)";
const afterSending = "perhaps sent (2, 1)";
// workerd has one error for all failures.
const inWorkerd = { workerd: afterSending };

/** What each failure is taken for; in brackets, the attempts of a read and of a create. */
const failures: Readonly<Record<string, { readonly [runtime: string]: string; readonly expected: string }>> = {
  "unknown host": { expected: beforeSending, ...inWorkerd },
  refused: { expected: beforeSending, ...inWorkerd },
  // Deno does not say that TLS is the reason.
  "no TLS": { expected: "not sent (1, 1)", Deno: beforeSending, ...inWorkerd },
  ended: { expected: afterSending },
  reset: { expected: afterSending },
  "body cut off": { expected: afterSending },
  "body reset": { expected: afterSending },
  silent: { expected: afterSending },
};

async function describeFailures(runtime: Runtime): Promise<Column> {
  const services = await startFailingServices();
  const outcomes = await runtime.runModule("failures", services.addresses);
  services.close();
  const [name = ""] = runtime.name.split(" ");
  return mapValues(failures, ({ expected, [name]: inRuntime = expected }, failure) => {
    const text = outcomes[failure] ?? "nothing";
    return { text, isRight: text === inRuntime };
  });
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

/** Runs the modules in each runtime, and prints one table. */
export async function useRuntimes(workspace: Workspace): Promise<void> {
  const programs = ["journey.mjs", "lost-connection.mjs", "failures.mjs", "main.mjs", "worker.mjs", "workerd.mjs"];
  const project = workspace.create("runtimes", { type: "module" }, [...programs, "call.mjs", "undici.mjs"]);
  const packages = ["bun@1.4.5", "deno@2.9.6", "miniflare@4.20260426.0", "esbuild", "undici@^7.30"];
  const installed = await workspace.install(project, ...packages);
  workspace.report("the runtimes are installed", installed);
  const bun = join(project, "node_modules/.bin/bun");
  const deno = join(project, "node_modules/.bin/deno");
  // The sandbox runs on both, too.
  workspace.report("Bun", await run(bun, ["call.mjs"], project));
  workspace.report("Deno", await run(deno, ["run", "--allow-all", "call.mjs"], project));
  const shim = await run(bun, ["undici.mjs"], project);
  workspace.report("Bun reports that it replaces undici", expectOutput(shim, "does not run on Bun"));
  const { output: diagnosis } = await run(
    bun,
    ["node_modules/@reg/sdk/dist/cli/main.js", "doctor", "--offline"],
    project,
  );
  const saysSo = diagnosis.includes("the fetch of this runtime may send one a second time");
  workspace.report("doctor says on Bun that reads may be repeated", { ok: saysSo, output: diagnosis });
  const bundle = ["esbuild", "worker.mjs", "--bundle", "--format=esm", "--outfile=bundle.mjs"];
  workspace.report("esbuild bundles a Worker", await run("npx", bundle, project));
  const runsIn =
    (command: string, ...args: readonly string[]): Runtime["runModule"] =>
    async (name, settings) => {
      const { output } = await run(command, [...args, name, JSON.stringify(settings)], project);
      // workerd prints failures, too.
      const outcomes = output.split("\n").find((line) => line.startsWith("{"));
      return outcomes === undefined ? { [name]: output } : JSON.parse(outcomes);
    };
  const nodes = await Promise.all(
    ["20", "22", "24", "26"].map(async (version) => ({
      name: `Node ${version}`,
      runModule: runsIn(await workspace.node(version), "main.mjs"),
    })),
  );
  const runtimes: readonly Runtime[] = [
    ...nodes,
    { name: "Bun", runModule: runsIn(bun, "main.mjs") },
    { name: "Deno", runModule: runsIn(deno, "run", "--allow-all", "main.mjs") },
    { name: "workerd", runModule: runsIn("node", "workerd.mjs", "2026-04-01") },
    // Its fetch does not know the option `cache`.
    { name: "workerd of 2024", runModule: runsIn("node", "workerd.mjs", "2024-01-01") },
  ];
  const columns: Record<string, Column> = {};
  for (const runtime of runtimes) {
    const parts = [await travel(runtime), await loseConnections(runtime), await describeFailures(runtime)];
    const column = Object.assign({}, ...parts) as Column;
    columns[runtime.name] = column;
    const wrong = Object.entries(column).filter(([, { isRight }]) => !isRight);
    const output = wrong.map(([row, { text }]) => `${row}: ${text}`).join("\n");
    workspace.report(`${runtime.name} stores nothing twice`, { ok: wrong.length === 0, output });
  }
  console.log(toTable(columns));
}

/** The table with a row for each step, call and failure: how often the service received it, or what it is taken for. */
function toTable(columns: Readonly<Record<string, Column>>): string {
  const [first = {}] = Object.values(columns);
  const rows = Object.keys(first).map((row) => [
    row,
    ...Object.values(columns).map((column) => column[row]?.text ?? ""),
  ]);
  const table = [["", ...Object.keys(columns)], ...rows];
  const widths = table[0]?.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0))) ?? [];
  return table.map((row) => `    ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join("  ")}`).join("\n");
}
