import { describeFound } from "./document/difference.js";
import { aFunction, aName, checkInput, either, optionsSchema, trueOrFalse } from "./errors/input.js";
import type { ErrorSummary } from "./errors/summary.js";
import { type AttemptEndEvent, giveUpTexts, type RegEvent, type RegEventListener } from "./http/call/events.js";

/** The options of a logger. All are optional. */
export interface LoggerOptions {
  /** Receives each line, without a line break. Default: writes it to standard error. */
  readonly write?: ((line: string) => void) | undefined;
  /**
   * `calls`: a line for the end of each call, each retry, each decision against a retry, each pause after a 429, each
   * wait of a second or more, and each difference from the OpenAPI document. `attempts`: a line for every event.
   * `problems`: those of `calls` without the calls that succeed. Default `calls`.
   */
  readonly level?: "problems" | "calls" | "attempts" | undefined;
  /**
   * Colours successes, retries and failures. Default: only if the lines go to a terminal on standard error, and not if
   * the environment variable NO_COLOR is set (no-color.org).
   */
  readonly colors?: boolean | undefined;
  /** Names the client, if several write to one output: each counts its calls from #1. Default: no name. */
  readonly name?: string | undefined;
  /** Starts each line with the time of day, in UTC. Default true. */
  readonly time?: boolean | undefined;
}

const loggerOptions = optionsSchema<LoggerOptions>({
  write: aFunction,
  level: either("problems", "calls", "attempts"),
  colors: trueOrFalse,
  time: trueOrFalse,
  name: aName,
});

/**
 * Creates a listener for the `on` option that writes a readable line for each relevant event. A line contains only what
 * events contain: the operation and its path template, status, codes and times, but no token, id, license plate or text
 * of the service.
 *
 * @example
 * createSupplierClient({ on: createLogger() });
 * // 12:00:01.123 #7 PATCH /v2/servicerequests/{id} serviceRequests.patch 400 validation REG-SVC000190 83 ms
 *
 * @throws RegInputError for an invalid option
 */
export function createLogger(options: LoggerOptions = {}): RegEventListener {
  checkInput(loggerOptions, options, { below: "logger" });
  const { write = writeToStderr, level = "calls", time = true, name } = options;
  const prefix = name === undefined ? "" : `${name} `;
  const colors = options.colors ?? (options.write === undefined && supportsColors());
  return (event) => {
    if (level !== "attempts" && !isRelevant(event)) return;
    if (level === "problems" && event.type === "response") return;
    const { text, tone } = describeEvent(event);
    const message = colors && tone !== "plain" ? `${ansiColors[tone]}${text}${ansiReset}` : text;
    const { callId, method, urlTemplate, operationId } = event;
    const start = time ? `${new Date(event.time).toISOString().slice(11, 23)} ` : "";
    // Returned, because the rejection of an asynchronous `write` is ignored like that of any listener.
    return write(`${start}${prefix}#${callId} ${method} ${urlTemplate} ${operationId} ${message}`);
  };
}

/** Shorter waits are logged only at the level `attempts`; in milliseconds. */
const longWait = 1000;

function isRelevant(event: RegEvent): boolean {
  if (event.type === "throttle" || event.type === "token") return event.waitedMs >= longWait;
  return event.type !== "request" && event.type !== "attempt" && event.type !== "attempt-end";
}

type Tone = keyof typeof ansiColors | "plain";

interface Message {
  readonly text: string;
  readonly tone: Tone;
}

function describeEvent(event: RegEvent): Message {
  switch (event.type) {
    case "request":
      return { text: "started", tone: "plain" };
    case "throttle":
      return { text: `waited ${ms(event.waitedMs)} for the throttle`, tone: "warning" };
    case "pause":
      return {
        text: `429, or several 503: all calls pause for ${ms(event.pausedForMs)}, then at most ${event.allowed} requests per window`,
        tone: "warning",
      };
    case "token":
      return { text: `waited ${ms(event.waitedMs)} for a token`, tone: "warning" };
    case "attempt":
      return {
        text: `attempt ${event.attempt} sent${event.mayBeRepeated ? "; this runtime may repeat it" : ""}`,
        tone: "plain",
      };
    case "attempt-end":
      return {
        text: `attempt ${event.attempt}: ${describeResult(event)} after ${ms(event.durationMs)}`,
        tone: "plain",
      };
    case "retry":
      return {
        text: `${describeError(event.error)}; attempt ${event.attempt + 1} in ${ms(event.delayMs)}`,
        tone: "warning",
      };
    case "give-up":
      return {
        text: `${describeError(event.error)}; not retried: ${giveUpTexts[event.reason]}`,
        tone: "warning",
      };
    case "difference":
      return {
        text: `differs from the document (${event.confidence}): ${event.kind} ${event.pointer || "/"}: expected ${event.expected}, found ${describeFound(event)}`,
        tone: "warning",
      };
    case "response":
      return { text: `${event.status} ${ms(event.durationMs)}${attempts(event)}`, tone: "good" };
    case "error":
      return { text: `${describeError(event.error)} ${ms(event.durationMs)}${attempts(event)}`, tone: "bad" };
  }
}

const ms = (duration: number) => `${Math.round(duration)} ms`;

const attempts = ({ attempt }: RegEvent) => (attempt > 1 ? ` (${attempt} attempts)` : "");

/** Shows the status of an attempt once, although its error may repeat it. */
function describeResult({ status, error }: AttemptEndEvent): string {
  if (error === undefined) return String(status);
  return status === undefined || error.status !== undefined
    ? describeError(error)
    : `${status} ${describeError(error)}`;
}

function describeError(error: ErrorSummary): string {
  const { status, kind, code, limit, reason, field, oauthError, codes = [], traceId, outcome } = error;
  const words = [
    status,
    kind ?? (error.name === "TimeoutError" ? "aborted by a timeout" : "aborted"),
    code,
    limit === "deadline" ? limit : undefined,
    reason,
    field,
    oauthError,
    ...codes,
    outcome && "outcome unknown",
    traceId && `trace ${traceId}`,
  ];
  return words.filter((word) => word !== undefined).join(" ");
}

const ansiColors = { good: "\x1b[32m", warning: "\x1b[33m", bad: "\x1b[31m" } as const;
const ansiReset = "\x1b[0m";

function writeToStderr(line: string): void {
  // Other runtimes than Node have less of `process`, or none.
  const stderr = globalThis.process?.stderr;
  if (stderr?.write !== undefined) stderr.write(`${line}\n`);
  // biome-ignore lint/suspicious/noConsole: a logger writes lines.
  else globalThis.console.error(line);
}

/** Whether standard error is a terminal, and its user has not disabled colours. */
function supportsColors(): boolean {
  const { stderr, env } = globalThis.process ?? {};
  return stderr?.isTTY === true && !env?.["NO_COLOR"];
}
