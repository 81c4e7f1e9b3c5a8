import { randomBytes } from "node:crypto";
import { RegInputError } from "../../errors/errors.js";
import type { SandboxServer } from "../../sandbox/adapters/server.js";
import type { ClockMode } from "../../sandbox/clock.js";
import type { SandboxOptions } from "../../sandbox/options.js";
import { countings, type RateLimit } from "../../sandbox/rate-limit.js";
import { decisionNames, isDecision, type LineDecision } from "../../sandbox/reviewer/review.js";
import { createSandbox, type Sandbox } from "../../sandbox/sandbox.js";
import { type ScenarioName, type ScenarioStep, scenarioNames, scenarios } from "../../sandbox/scenarios.js";
import type { Phase } from "../../supplier/phases/phases.js";
import { oneOf, wholeNumber } from "../args.js";
import { CommandError, type OptionValues, type Terminal, UsageError } from "../command.js";
import { defaultControlPort, defaultPort } from "../commands.js";
import { columns } from "../help.js";
import { type ControlServer, serveControl } from "./control-server.js";

/** What `reg sandbox` is told, read. */
export interface SandboxSettings {
  readonly port: number;
  readonly controlPort: number;
  /** Undefined: a random one. */
  readonly controlKey: string | undefined;
  readonly scenario: ScenarioName | undefined;
  readonly decide: LineDecision | undefined;
  readonly json: boolean;
  readonly sandbox: SandboxOptions;
}

const clockModes = ["standing", "running", "jumping"] as const satisfies readonly ClockMode[];
const ports = { min: 0, max: 65_535 };

/** What a header can carry, and what a shell takes as it is. */
const keyPattern = /^[\w.~-]{8,200}$/;

/**
 * Reads the options of `reg sandbox`.
 *
 * @throws UsageError that names the option which is wrong
 */
function readSettings(values: OptionValues): SandboxSettings {
  const decide = oneOf(values, "decide", decisionNames.filter(isDecision));
  return {
    port: wholeNumber(values, "port", ports) ?? defaultPort,
    controlPort: wholeNumber(values, "control-port", ports) ?? defaultControlPort,
    controlKey: controlKeyOf(values),
    scenario: oneOf(values, "scenario", scenarioNames),
    decide,
    json: values.has("json"),
    sandbox: sandboxOptionsOf(values),
  };
}

function controlKeyOf(values: OptionValues): string | undefined {
  const key = values.get("control-key");
  if (key === undefined || keyPattern.test(key)) return key;
  throw new UsageError(
    "--control-key must be 8 to 200 letters, digits, dots, dashes, underscores or tildes.",
  );
}

function sandboxOptionsOf(values: OptionValues): SandboxOptions {
  const now = values.get("now");
  const clock = oneOf(values, "clock", clockModes);
  const seed = wholeNumber(values, "seed");
  const rateLimit = rateLimitOf(values);
  return {
    ...(now === undefined ? {} : { now }),
    ...(clock === undefined ? {} : { clock }),
    ...(seed === undefined ? {} : { seed }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
  };
}

function rateLimitOf(values: OptionValues): RateLimit | false | undefined {
  if (values.get("rate-limit") === "none") return false;
  const limit = wholeNumber(values, "rate-limit", { min: 1 });
  const window = wholeNumber(values, "rate-window", { min: 1 });
  const counting = oneOf(values, "counting", countings);
  if (limit === undefined && window === undefined && counting === undefined) return undefined;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(window === undefined ? {} : { window }),
    ...(counting === undefined ? {} : { counting }),
  };
}

/** What the sandbox finds wrong with an option, as an error of the command line; other errors as they are. */
function asUsageError(error: unknown): unknown {
  if (!(error instanceof RegInputError)) return error;
  return new UsageError(`--${error.message}.`);
}

/** A request that was there at the start. */
export interface SeededRequest {
  readonly name: string;
  readonly id: string;
  readonly phase: Phase;
}

/** Where a request is after its last step. One that is invoiced leaves only at midnight. */
const phases: Readonly<Record<ScenarioStep, Phase>> = {
  submit: "Lessor",
  deny: "Response",
  approve: "Invoicing",
  invoice: "Invoicing",
  archive: "Archived",
};

/** The requests of a scenario, with the phases that they are in at first. */
function seededRequests(
  scenario: ScenarioName | undefined,
  ids: Readonly<Record<string, string>>,
): SeededRequest[] {
  if (scenario === undefined) return [];
  return scenarios[scenario].map(({ name, steps }) => {
    const last: ScenarioStep | undefined = steps.at(-1);
    return { name, id: ids[name] ?? "", phase: last === undefined ? "Draft" : phases[last] };
  });
}

/** A sandbox that is served, with its control surface. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly control: ControlServer;
  readonly controlKey: string;
  readonly supplierToken: string;
  /** The ids of what was seeded, by name. */
  readonly requests: Readonly<Record<string, string>>;
  /** Closes both servers. */
  close(): Promise<void>;
}

/**
 * Fills a sandbox and serves it.
 *
 * @param onDefect is told of what goes wrong in the control surface itself
 * @throws CommandError for a port that cannot be had
 */
async function serveSandbox(
  sandbox: Sandbox,
  settings: SandboxSettings,
  onDefect: (error: unknown) => void,
): Promise<ServedSandbox> {
  const {
    decide,
    scenario,
    port,
    controlPort,
    controlKey = randomBytes(24).toString("base64url"),
  } = settings;
  if (decide !== undefined) sandbox.lessor.decideBy({ decide });
  const requests = scenario === undefined ? {} : await sandbox.seed(scenario);
  const supplierToken = await sandbox.supplier.token();
  const server = await orExplain("port", port, sandbox.listen({ port }));
  const served = { sandbox, key: controlKey, port: controlPort, onDefect };
  const control = await orExplain("control-port", controlPort, serveControl(served)).catch(async (error) => {
    await server.close();
    throw error;
  });
  const close = async () => {
    await Promise.all([server.close(), control.close()]);
  };
  return { sandbox, server, control, controlKey, supplierToken, requests, close };
}

/** What the system says of a port that it does not give. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "is not one that this user may open",
};

async function orExplain<T>(option: string, port: number, listening: Promise<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const reason = reasons[codeOf(error)];
    if (reason === undefined) throw error;
    throw new CommandError(
      `port ${port} ${reason}. Choose another one with --${option}; 0 is any free port.`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** What is printed once everything is served. The token, the secret and the key guard nothing but a sandbox. */
export interface StartReport {
  readonly supplier: { readonly baseUrl: string; readonly token: string };
  readonly lessor: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly control: { readonly url: string; readonly key: string };
  /** Where the clock stood at the start. */
  readonly now: string;
  readonly requests: readonly SeededRequest[];
}

/** What there is to tell about a sandbox that has just been served. */
function startReport(served: ServedSandbox, requests: readonly SeededRequest[]): StartReport {
  const { sandbox, server, control, controlKey, supplierToken } = served;
  const { clientId, clientSecret } = sandbox.lessor;
  return {
    supplier: { baseUrl: server.supplier.baseUrl, token: supplierToken },
    lessor: { baseUrl: server.lessor.baseUrl, clientId, clientSecret },
    control: { url: control.url, key: controlKey },
    now: sandbox.clock.iso(),
    requests,
  };
}

/** As one line for programs. */
const asJson = (report: StartReport): string => `${JSON.stringify(report)}\n`;

/** As a text for people. */
function asText(report: StartReport): string {
  const { supplier, lessor, control, now } = report;
  const lines = [
    "The sandbox is ready, on this machine only. Ctrl-C ends it.",
    "",
    ...columns([
      ["Supplier API", supplier.baseUrl],
      ["Lessor API", lessor.baseUrl],
      ["  client id", lessor.clientId],
      ["  client secret", lessor.clientSecret],
      ["Control surface", control.url],
      ["Clock", now],
    ]),
    "",
    ...requestLines(report),
    "To copy: the supplier's requests, what the control surface can do, and the sandbox a day later:",
    ...curlLines(report).map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function requestLines({ requests }: StartReport): string[] {
  if (requests.length === 0) return [];
  const phases = columns(requests.map(({ phase, name }) => [phase, name]));
  const rows = requests.map(({ id }, index): [string, string] => [phases[index] ?? "", id]);
  return ["Requests, with their phases, names and ids:", ...columns(rows, "  "), ""];
}

/** Calls to copy into a shell: a request, the list of what can be controlled, and a day that passes. */
function curlLines({ supplier, control }: StartReport): string[] {
  const as = (name: string) => `curl -H "Authorization: Bearer $${name}"`;
  return [
    `TOKEN='${supplier.token}'`,
    `KEY='${control.key}'`,
    `${as("TOKEN")} ${supplier.baseUrl}/v2/servicerequests`,
    `${as("KEY")} ${control.url}/`,
    `${as("KEY")} -H "Content-Type: application/json" -d '{"days":1}' ${control.url}/clock/advance`,
  ];
}

/**
 * Serves a sandbox until the terminal is interrupted.
 *
 * @returns 0, once both servers are closed
 * @throws UsageError for options that cannot be used, CommandError for a port that cannot be had
 */
export async function runSandbox(values: OptionValues, terminal: Terminal): Promise<number> {
  const settings = readSettings(values);
  const tell = (error: unknown) => terminal.err(`reg: the sandbox itself is wrong: ${detail(error)}\n`);
  const sandbox = makeSandbox(settings, tell);
  const served = await serveSandbox(sandbox, settings, tell);
  const report = startReport(served, seededRequests(settings.scenario, served.requests));
  terminal.out(settings.json ? asJson(report) : asText(report));
  await aborted(terminal.interrupted);
  await served.close();
  return 0;
}

/** Goes on after a defect: it is told, and whoever called sees a broken connection. */
function makeSandbox({ sandbox }: SandboxSettings, onDefect: (error: unknown) => void): Sandbox {
  try {
    return createSandbox({ ...sandbox, onDefect });
  } catch (error) {
    throw asUsageError(error);
  }
}

const detail = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
