import { onAbort } from "../../base/abort.js";
import type { BodyShapes } from "../../document/shapes/types.js";
import { type LineDecision, lineDecisions } from "../../domain/phases/line-status.js";
import type { Phase } from "../../domain/phases/phases.js";
import { lessorVariables, supplierVariables } from "../../errors/environment.js";
import { RegInputError } from "../../errors/errors.js";
import type { ClockMode } from "../../sandbox/common/clock.js";
import { randomKey } from "../../sandbox/common/secrets.js";
import type { SandboxServer } from "../../sandbox/connections/server.js";
import { type ControlServer, serveControl } from "../../sandbox/control/control-server.js";
import type { OpenedSandbox } from "../../sandbox/control/interior.js";
import { archiveTimes, type PermittedValues } from "../../sandbox/data/world.js";
import type { SandboxOptions } from "../../sandbox/options.js";
import { openSandbox } from "../../sandbox/sandbox.js";
import { type ScenarioName, scenarioNames } from "../../sandbox/scenarios.js";
import { readGivenShapes } from "../../sandbox/schema/learned.js";
import { countings, type RateLimit } from "../../sandbox/server/rate-limit.js";
import { phaseNow } from "../../sandbox/state/phase.js";
import type { Sandbox } from "../../sandbox/types.js";
import { listOf, oneOf, wholeNumber } from "../args.js";
import { CommandError, type OptionValues, type Terminal, UsageError } from "../command.js";
import { columns, joinLines } from "../help.js";
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
  const reportDefect = (error: unknown) =>
    terminal.err(`reg: internal error in the sandbox: ${describeError(error)}\n`);
  const adapter = await loadAdapter(values.get("adapter"), ({ error }) => {
    throw error;
  });
  const opened = startSandbox({ ...settings.sandbox, adapter }, reportDefect);
  const served = await serveSandbox(opened, settings, reportDefect);
  const report = createStartReport(served, settings);
  terminal.out(settings.json ? `${JSON.stringify(report)}\n` : formatReport(report));
  await new Promise<void>((resolve) => void onAbort(terminal.abandoned, () => resolve()));
  await served.close();
  return 0;
}

interface SandboxSettings {
  readonly port: number;
  readonly controlPort: number;
  /** Undefined: a random key. */
  readonly controlKey: string | undefined;
  readonly scenario: ScenarioName | undefined;
  readonly decide: LineDecision | undefined;
  readonly json: boolean;
  /** Empty without --shapes. */
  readonly shapes: readonly BodyShapes[];
  readonly sandbox: SandboxOptions;
}

const clockModes = ["standing", "running", "jumping"] as const satisfies readonly ClockMode[];
const portBounds = { min: 0, max: 65_535 };

async function readSettings(values: OptionValues): Promise<SandboxSettings> {
  const shapes = await Promise.all(listOf(values, "shapes").map(readShapesFile));
  return {
    port: wholeNumber(values, "port", portBounds) ?? defaultPort,
    controlPort: wholeNumber(values, "control-port", portBounds) ?? defaultControlPort,
    controlKey: readControlKey(values),
    scenario: oneOf(values, "scenario", scenarioNames),
    decide: oneOf(values, "decide", lineDecisions),
    json: values.has("json"),
    shapes,
    sandbox: { ...readSandboxOptions(values), shapes },
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
    clock: oneOf(values, "clock", clockModes),
    seed: wholeNumber(values, "seed"),
    rateLimit: readRateLimit(values),
    archive: oneOf(values, "archive", archiveTimes),
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
    throw error instanceof RegInputError ? new UsageError(`--shapes: ${error.message}.`) : error;
  }
}

function readRateLimit(values: OptionValues): RateLimit | false {
  if (values.get("rate-limit") === "none") return false;
  return {
    limit: wholeNumber(values, "rate-limit", { min: 1 }),
    window: wholeNumber(values, "rate-window", { min: 1 }),
    counting: oneOf(values, "counting", countings),
  };
}

function startSandbox(options: SandboxOptions, onDefect: (error: unknown) => void): OpenedSandbox {
  try {
    return openSandbox({ ...options, onDefect });
  } catch (error) {
    if (error instanceof RegInputError) throw new UsageError(`--${error.message}.`);
    throw error;
  }
}

interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly control: ControlServer;
  readonly controlKey: string;
  readonly supplierToken: string;
  readonly requests: readonly SeededRequest[];
  close(): Promise<void>;
}

async function serveSandbox(
  opened: OpenedSandbox,
  settings: SandboxSettings,
  onDefect: (error: unknown) => void,
): Promise<ServedSandbox> {
  const { decide, scenario, port, controlPort } = settings;
  const { sandbox } = opened;
  const controlKey = settings.controlKey ?? randomKey();
  if (decide !== undefined) sandbox.lessor.decideBy({ decide });
  const requests = scenario === undefined ? [] : listRequests(await sandbox.seed(scenario), opened);
  const supplierToken = await sandbox.supplier.token();
  const server = await explainPortErrors("port", port, sandbox.listen({ port }));
  const startControl = serveControl({ ...opened, key: controlKey, port: controlPort, onDefect });
  const control = await explainPortErrors("control-port", controlPort, startControl).catch(async (error) => {
    await server.close();
    throw error;
  });
  const close = async () => {
    await Promise.all([server.close(), control.close()]);
  };
  return { sandbox, server, control, controlKey, supplierToken, requests, close };
}

const portProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use, perhaps by another sandbox",
  EACCES: "cannot be opened without more permissions",
};

async function explainPortErrors<T>(option: string, port: number, listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const problem = portProblems[code];
    if (problem === undefined) throw error;
    throw new CommandError(
      `port ${port} ${problem}. Choose another one with --${option}, or any free ones with --port 0 --control-port 0.`,
    );
  }
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

interface SeededRequest {
  readonly name: string;
  readonly id: string;
  readonly phase: Phase;
}

function createStartReport(served: ServedSandbox, { shapes }: SandboxSettings): StartReport {
  const { sandbox, server, control, controlKey, supplierToken, requests } = served;
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

/** The phases are those that the next response shows: with --decide, the lessor has decided. */
function listRequests(ids: Readonly<Record<string, string>>, { interior }: OpenedSandbox): SeededRequest[] {
  const { state, now } = interior.currentParts();
  return Object.entries(ids).flatMap(([name, id]) => {
    const request = state.requests.get(id);
    return request === undefined ? [] : [{ name, id, phase: phaseNow(request, now()) }];
  });
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
    "Environment variables to copy; the examples and the documentation use them:",
    ...Object.entries(report.env).map(([name, value]) => `  export ${name}='${value}'`),
    "",
    ...formatRequests(report),
    "Commands to copy: list the supplier's requests, list the control routes, advance the clock by one day:",
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
  'curl -H "Authorization: Bearer $REG_CONTROL_KEY" -H "Content-Type: application/json" -d \'{"days":1}\' $REG_CONTROL_URL/clock/advance',
];

const describeError = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
