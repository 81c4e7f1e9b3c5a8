import { RegInputError } from "../../errors/client-errors.js";
import { decisionNames, isDecision } from "../../sandbox/actor/review.js";
import type {
  ClockMode,
  LineDecision,
  RateLimit,
  SandboxOptions,
  ScenarioName,
} from "../../sandbox/index.js";
import { countings } from "../../sandbox/limits/rate-limit.js";
import { scenarioNames } from "../../sandbox/scenarios/catalogue.js";
import { UsageError } from "../cli-errors.js";
import type { OptionValues } from "../command.js";
import { oneOf, wholeNumber } from "../values.js";
import { defaultControlPort, defaultPort } from "./option-table.js";

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
export function readSettings(values: OptionValues): SandboxSettings {
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
export function asUsageError(error: unknown): unknown {
  if (!(error instanceof RegInputError)) return error;
  return new UsageError(`--${error.message}.`);
}
