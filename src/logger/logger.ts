import type { ErrorSummary } from "../errors/summary.js";
import type { GiveUpReason, RegEvent, RegEventListener } from "../http/events.js";
import { aFunction, aName, checkInput, either, optionsSchema, trueOrFalse } from "../http/validate.js";

/** How a message is meant, for its colour. */
export type Tone = "good" | "warning" | "bad" | "plain";

/** What a line says of its event, after the call and its operation. */
export interface Message {
  readonly text: string;
  readonly tone: Tone;
}

const reasons: Readonly<Record<GiveUpReason, string>> = {
  retries: "there were as many retries as are allowed",
  budget: "the client's budget of retries is used up",
  deadline: "the deadline would pass before",
  "retry-after": "the service asks for a longer pause than maxRetryAfter",
};

/** Says in words what has happened. */
function messageOf(event: RegEvent): Message {
  switch (event.type) {
    case "request":
      return { text: "begins", tone: "plain" };
    case "throttle":
      return { text: `waited ${ms(event.waitedMs)} for the throttle`, tone: "warning" };
    case "pause":
      return {
        text: `429: nobody sends anything for ${ms(event.pausedForMs)}, and then ${event.allowed} requests in a window`,
        tone: "warning",
      };
    case "token":
      return { text: `waited ${ms(event.waitedMs)} for a token`, tone: "warning" };
    case "attempt":
      return { text: `attempt ${event.attempt} is sent`, tone: "plain" };
    case "answer":
      return {
        text: `attempt ${event.attempt}: ${resultOf(event)} after ${ms(event.durationMs)}`,
        tone: "plain",
      };
    case "retry":
      return {
        text: `${describe(event.error)}; attempt ${event.attempt + 1} follows in ${ms(event.delayMs)}`,
        tone: "warning",
      };
    case "give-up":
      return {
        text: `${describe(event.error)}; no further attempt: ${reasons[event.reason]}`,
        tone: "warning",
      };
    case "response":
      return { text: `${event.status} ${ms(event.durationMs)}${attempts(event)}`, tone: "good" };
    case "error":
      return { text: `${describe(event.error)} ${ms(event.durationMs)}${attempts(event)}`, tone: "bad" };
  }
}

const ms = (duration: number) => `${Math.round(duration)} ms`;

const attempts = ({ attempt }: RegEvent) => (attempt > 1 ? ` (${attempt} attempts)` : "");

/** An answer has a status, an error or both; that of an error is the same, and its own only where there is one. */
function resultOf({ status, error }: { readonly status?: number; readonly error?: ErrorSummary }): string {
  if (error === undefined) return String(status);
  return status === undefined || error.status !== undefined
    ? describe(error)
    : `${status} ${describe(error)}`;
}

/** All that is known of an error, in few words. */
function describe(error: ErrorSummary): string {
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

/** The part of Node's `process` that is used here; other runtimes have less of it, or nothing. */
interface Process {
  readonly stderr?: { readonly isTTY?: boolean; write?(text: string): unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const runtime = (): Process | undefined => Reflect.get(globalThis, "process");

/** Writes a line to the standard error output, or to the console where there is none. */
function writeToStderr(line: string): void {
  const stderr = runtime()?.stderr;
  if (stderr?.write !== undefined) stderr.write(`${line}\n`);
  // biome-ignore lint/suspicious/noConsole: to write lines is what a logger is for.
  else globalThis.console.error(line);
}

/** Whether the standard error output is a terminal, and its user has nothing against colours. */
function colorsWanted(): boolean {
  const process = runtime();
  return process?.stderr?.isTTY === true && !process.env?.["NO_COLOR"];
}

/** How a logger writes. Every option can be left out. */
export interface LoggerOptions {
  /** Takes each line, without a line break. Default: writes it to the standard error output. */
  readonly write?: ((line: string) => void) | undefined;
  /**
   * `calls`: a line for the end of each call, for each retry and each giving up, and for waits of a second and more.
   * `attempts`: a line for every event. Default `calls`.
   */
  readonly level?: "calls" | "attempts" | undefined;
  /**
   * Colour successes, retries and failures. Default: only for lines that go to a terminal on the standard error
   * output, and not if the environment variable NO_COLOR is set (no-color.org).
   */
  readonly colors?: boolean | undefined;
  /** Which client a line is about, where several write to one output: each counts its calls from #1. Default: none. */
  readonly name?: string | undefined;
  /** Begin each line with the time of day, in UTC. Default true. */
  readonly time?: boolean | undefined;
}

/** A wait that is worth a line of its own, in milliseconds. */
const longWait = 1000;

const codes: Readonly<Record<Tone, string>> = {
  good: "\x1b[32m",
  warning: "\x1b[33m",
  bad: "\x1b[31m",
  plain: "",
};
const reset = "\x1b[0m";

const loggerOptions = optionsSchema<LoggerOptions>({
  write: aFunction,
  level: either("calls", "attempts"),
  colors: trueOrFalse,
  time: trueOrFalse,
  name: aName,
});

/**
 * Makes a listener for the `on` option that writes a readable line for each event of interest. A line holds what
 * events hold: the operation and its path template, status, codes and times, and no token, id, plate or text of the
 * service.
 *
 * @example
 * createSupplierClient({ baseUrl, token, on: createLogger() });
 * // 12:00:01.123 #7 PATCH /v2/servicerequests/{id} serviceRequests.patch 409 conflict REG-SVC000190 83 ms (2 attempts)
 *
 * @throws RegInputError for an option that cannot be used
 */
export function createLogger(options: LoggerOptions = {}): RegEventListener {
  checkInput(loggerOptions, options, { below: "logger" });
  const { write = writeToStderr, level = "calls", time = true, name } = options;
  const whose = name === undefined ? "" : `${name} `;
  const colors = options.colors ?? (options.write === undefined && colorsWanted());
  return (event) => {
    if (level === "calls" && !isOfInterest(event)) return;
    const { text, tone } = messageOf(event);
    const message = colors && codes[tone] !== "" ? `${codes[tone]}${text}${reset}` : text;
    const { callId, method, urlTemplate, operationId } = event;
    const start = time ? `${new Date(event.time).toISOString().slice(11, 23)} ` : "";
    // What an asynchronous `write` rejects with goes the way of everything that a listener rejects with: nowhere.
    return write(`${start}${whose}#${callId} ${method} ${urlTemplate} ${operationId} ${message}`);
  };
}

function isOfInterest(event: RegEvent): boolean {
  if (event.type === "throttle" || event.type === "token") return event.waitedMs >= longWait;
  return event.type !== "request" && event.type !== "attempt" && event.type !== "answer";
}
