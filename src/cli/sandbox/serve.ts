import { onAbort } from "../../base/abort.js";
import type { BodyShapes } from "../../document/shapes/types.js";
import { lessorVariables, supplierVariables } from "../../errors/environment.js";
import { RegInputError } from "../../errors/errors.js";
import type { PermittedValues, RateLimit, SandboxOptions } from "../../sandbox/index.js";
import { readGivenShapes } from "../../sandbox/messages/learned.js";
import {
  choices,
  type SeededRequest,
  type ServedSandbox,
  type ServeOptions,
  serveSandbox,
} from "../../sandbox/serve.js";
import { listOf, oneOf, wholeNumber } from "../args.js";
import { CommandError, type OptionValues, type Terminal, UsageError } from "../command.js";
import { columns, joinLines, withoutFullStop } from "../help.js";
import { parseJson, readText } from "../input-file.js";
import { loadAdapter } from "../service-options.js";
import { defaultControlPort, defaultPort } from "./options.js";

/**
 * Serves a sandbox until the terminal is interrupted.
 *
 * @returns 0 after both servers are closed
 * @throws UsageError for options that cannot be used, CommandError for a port that is not available, and with exit code
 *   2 for a file that cannot be read
 */
export async function runSandbox(values: OptionValues, terminal: Terminal): Promise<number> {
  const settings = await readSettings(values);
  // The sandbox keeps running after an internal error: the caller sees a broken connection or a 500.
  const onDefect = (error: unknown) => terminal.err(`reg: internal error in the sandbox: ${describeError(error)}\n`);
  const adapter = await loadAdapter(values.get("adapter"), ({ error }) => {
    throw error;
  });
  const served = await startSandbox({ ...settings.sandbox, adapter }, { ...settings.serving, onDefect });
  const report = await createStartReport(served, settings);
  terminal.out(settings.json ? `${JSON.stringify(report)}\n` : formatReport(report));
  await new Promise<void>((resolve) => void onAbort(terminal.abandoned, () => resolve()));
  await served.close();
  return 0;
}

interface SandboxSettings {
  readonly json: boolean;
  /** Empty without --shapes. */
  readonly shapes: readonly BodyShapes[];
  readonly sandbox: SandboxOptions;
  readonly serving: Omit<ServeOptions, "onDefect">;
}

const portBounds = { min: 0, max: 65_535 };

async function readSettings(values: OptionValues): Promise<SandboxSettings> {
  const shapes = await Promise.all(listOf(values, "shapes").map(readShapesFile));
  return {
    json: values.has("json"),
    shapes,
    sandbox: { ...readSandboxOptions(values), shapes },
    serving: {
      port: wholeNumber(values, "port", portBounds) ?? defaultPort,
      controlPort: wholeNumber(values, "control-port", portBounds) ?? defaultControlPort,
      controlKey: readControlKey(values),
      scenario: oneOf(values, "scenario", choices.scenario),
      decide: oneOf(values, "decide", choices.decide),
    },
  };
}

/** Allows what fits into a header and needs no quotes in a shell. */
const controlKeyPattern = /^[\w.~-]{8,200}$/;

function readControlKey(values: OptionValues): string | undefined {
  const key = values.get("control-key");
  if (key === undefined || controlKeyPattern.test(key)) return key;
  throw new UsageError("--control-key must be 8 to 200 letters, digits, dots, dashes, underscores or tildes.");
}

function readSandboxOptions(values: OptionValues): SandboxOptions {
  return {
    now: values.get("now"),
    clock: oneOf(values, "clock", choices.clock),
    seed: wholeNumber(values, "seed"),
    rateLimit: readRateLimit(values),
    archive: oneOf(values, "archive", choices.archive),
    permitted: { ...readList(values, "warranty"), ...readList(values, "leniency") },
  };
}

/** Returns the list under the name of its option; an empty object if it was not given. */
function readList(values: OptionValues, name: "warranty" | "leniency"): PermittedValues {
  const text = values.get(name);
  if (text === undefined) return {};
  const list = text.split(",").map((value) => value.trim());
  if (list.includes("")) throw new UsageError(`--${name} must be values separated by commas, not "${text}".`);
  return { [name]: list };
}

async function readShapesFile(file: string): Promise<BodyShapes> {
  const given = parseJson(await readText(file), file);
  try {
    return readGivenShapes(given, file);
  } catch (error) {
    throw error instanceof RegInputError ? new UsageError(`--shapes: ${withoutFullStop(error.message)}.`) : error;
  }
}

function readRateLimit(values: OptionValues): RateLimit | false {
  if (values.get("rate-limit") === "none") return false;
  return {
    limit: wholeNumber(values, "rate-limit", { min: 1 }),
    window: wholeNumber(values, "rate-window", { min: 1 }),
    counting: oneOf(values, "counting", choices.counting),
  };
}

async function startSandbox(options: SandboxOptions, serving: ServeOptions): Promise<ServedSandbox> {
  try {
    return await serveSandbox(options, serving);
  } catch (error) {
    if (error instanceof RegInputError) throw new UsageError(`--${withoutFullStop(error.message)}.`);
    throw explainPort(error, serving) ?? error;
  }
}

const portProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use, perhaps by another sandbox",
  EACCES: "cannot be opened without more permissions",
};

/** Explains the error of the system for a port; undefined for any other error. */
function explainPort(error: unknown, { port }: ServeOptions): CommandError | undefined {
  const { code, port: failed }: { readonly code?: unknown; readonly port?: unknown } = Object(error);
  const problem = portProblems[String(code)];
  if (problem === undefined) return undefined;
  const option = failed === port ? "port" : "control-port";
  return new CommandError(
    `port ${failed} ${problem}. Choose another one with --${option}, or any free ones with --port 0 --control-port 0.`,
  );
}

/** The output after the start. The token, the secret and the key give access only to this sandbox. */
export interface StartReport {
  readonly supplier: { readonly baseUrl: string; readonly token: string };
  readonly lessor: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly control: { readonly url: string; readonly key: string };
  /** The address of the page, with the key in its fragment. */
  readonly page: string;
  /** The variables that the examples read. */
  readonly env: Readonly<Record<string, string>>;
  /** The initial time of the sandbox. */
  readonly now: string;
  /** The number of open bodies in the shapes of --shapes; left out without the option. */
  readonly learnedBodies?: number;
  readonly requests: readonly SeededRequest[];
}

async function createStartReport(served: ServedSandbox, { shapes }: SandboxSettings): Promise<StartReport> {
  const { sandbox, server, control, controlKey, requests } = served;
  const supplierToken = await sandbox.supplier.token();
  const { clientId, clientSecret } = sandbox.lessor;
  return {
    supplier: { baseUrl: server.supplier.baseUrl, token: supplierToken },
    lessor: { baseUrl: server.lessor.baseUrl, clientId, clientSecret },
    control: { url: control.url, key: controlKey },
    page: control.page,
    env: {
      [supplierVariables.baseUrl]: server.supplier.baseUrl,
      [supplierVariables.token]: supplierToken,
      [lessorVariables.baseUrl]: server.lessor.baseUrl,
      [lessorVariables.clientId]: clientId,
      [lessorVariables.clientSecret]: clientSecret,
      REG_CONTROL_URL: control.url,
      REG_CONTROL_KEY: controlKey,
    },
    now: sandbox.clock.iso(),
    ...(shapes.length > 0 && { learnedBodies: new Set(shapes.flatMap(({ bodies }) => Object.keys(bodies))).size }),
    requests,
  };
}

function formatReport(report: StartReport): string {
  return joinLines([
    `The sandbox is ready and listens on this machine only. Its clock shows ${report.now}. Press Ctrl-C to stop it.`,
    ...(report.learnedBodies === undefined
      ? []
      : [`It adds the fields of --shapes to its responses; open bodies with a known shape: ${report.learnedBodies}.`]),
    "",
    "Open this page to see the requests, play the lessor, move the clock and plan faults:",
    `  ${report.page}`,
    "",
    "Environment variables to copy; the examples and the documentation use them. Saved as a file named .env, these lines are also",
    "what `node --env-file=.env` reads:",
    ...Object.entries(report.env).map(([name, value]) => `  export ${name}='${value}'`),
    "",
    "The same for PowerShell:",
    ...Object.entries(report.env).map(([name, value]) => `  $env:${name} = '${value}'`),
    "",
    ...formatRequests(report),
    "Commands to copy: list the supplier's requests, list what the control surface can do, advance the clock by one day:",
    ...curlCommands.map((line) => `  ${line}`),
  ]);
}

function formatRequests({ requests }: StartReport): string[] {
  if (requests.length === 0) return [];
  const namesByPhase = columns(requests.map(({ phase, name }) => [phase, name]));
  const withIds = requests.map(({ id }, index): [string, string] => [namesByPhase[index] ?? "", id]);
  return ["Requests, with their phases, names and ids:", ...columns(withIds, "  "), ""];
}

const curlCommands = [
  'curl -H "Authorization: Bearer $REG_TOKEN" $REG_BASE_URL/v2/servicerequests',
  'curl -H "Authorization: Bearer $REG_CONTROL_KEY" $REG_CONTROL_URL/',
  'curl -H "Authorization: Bearer $REG_CONTROL_KEY" -H "Content-Type: application/json" -d \'{"method":"clock.advance","args":[{"days":1}]}\' $REG_CONTROL_URL/call',
];

const describeError = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
