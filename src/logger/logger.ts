import type { RegEvent, RegEventListener } from "../http/diagnostics/events.js";
import { checkFields, type RulesFor } from "../http/input/check-fields.js";
import { aFunction, aName, either, trueOrFalse } from "../http/input/rules.js";
import { messageOf, type Tone } from "./message.js";
import { colorsWanted, writeToStderr } from "./stderr.js";

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

const loggerOptions: RulesFor<LoggerOptions> = {
  write: aFunction,
  level: either("calls", "attempts"),
  colors: trueOrFalse,
  time: trueOrFalse,
  name: aName,
};

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
  checkFields("logger", loggerOptions, options);
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
