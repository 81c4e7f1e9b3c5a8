import { RegInputError } from "../../errors/client-errors.js";
import type { CloseOptions } from "../lifecycle.js";
import type { CallOptions, ClientOptions, RetryOptions } from "../options.js";
import type { RetryBudgetOptions } from "../retry/retry-budget.js";
import { checkFields, isObject, type Rule, type Rules, type RulesFor } from "./check-fields.js";
import {
  aFunction,
  amount,
  anything,
  clock,
  count,
  falseOr,
  pause,
  priority,
  timeLimit,
  trueOrFalse,
  uploadEncoding,
  waitLimit,
} from "./rules.js";

const headers: Rule = {
  // Headers, Map and URLSearchParams keep what they hold elsewhere than in fields.
  check: (value) => isObject(value) && !(Symbol.iterator in value),
  must: "be an object with the names of headers and their texts",
};

/** What every call can be told. */
export const everyCall: RulesFor<CallOptions> = {
  timeout: timeLimit,
  deadline: timeLimit,
  priority,
  signal: { check: (value) => value instanceof AbortSignal, must: "be an AbortSignal" },
  headers,
};

const closeOptions: RulesFor<CloseOptions> = { abort: trueOrFalse, timeout: waitLimit };

const budgetOptions: RulesFor<RetryBudgetOptions> = {
  reserve: amount("repetitions"),
  ratio: amount("repetitions"),
};

const retryOptions: RulesFor<RetryOptions> = {
  retries: count(0),
  minTimeout: pause,
  maxTimeout: pause,
  maxRetryAfter: waitLimit,
  budget: falseOr("budget settings", budgetOptions),
};

const areListeners = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).every((listener) => typeof listener === "function");

const clientOptions: RulesFor<ClientOptions> = {
  baseUrl: anything,
  fetch: aFunction,
  timeout: timeLimit,
  deadline: timeLimit,
  retry: falseOr("retry settings", retryOptions),
  throttle: {
    check: (value) => value === false || isObject(value),
    must: "be false, an object of throttle settings, or what createThrottle gave",
  },
  headers,
  on: { check: areListeners, must: "be a function or an array of functions" },
  clock,
  random: { ...aFunction, must: "be a function that gives numbers from 0 to 1" },
  maxResponseBytes: count(1, " of bytes"),
  uploadEncoding,
};

/**
 * Checks what every client can be told, before any of it is used; the address and the settings of the throttle are
 * checked where they are used.
 *
 * @param further the options that this client has beside
 * @throws RegInputError, as `checkFields` does
 */
export function checkClientOptions(options: unknown, further: Rules): void {
  checkFields("", { ...clientOptions, ...further }, options);
}

/**
 * Checks what a call can be told.
 *
 * @param known every option that there is
 * @throws RegInputError, as `checkFields` does
 */
export function checkCallOptions(options: unknown, operationId: string, known: Rules = everyCall): void {
  checkFields("", known, options, operationId);
}

/**
 * Checks what several calls in a row can be told together.
 *
 * @param own the rules for what is no option of a call
 * @throws RegInputError, as `checkFields` does
 */
export function checkJourneyOptions(options: unknown, own: Rules, operationId: string): void {
  checkFields("", { ...everyCall, ...own }, options, operationId);
}

/**
 * Checks how a client is to be closed.
 *
 * @throws RegInputError, as `checkFields` does
 */
export function checkCloseOptions(options: CloseOptions | undefined): CloseOptions {
  checkFields("", closeOptions, options ?? {});
  return options ?? {};
}

const nothing = {};

/**
 * An object that may be left out.
 *
 * @throws RegInputError for anything else
 */
export function optionalObject(
  field: string,
  value: unknown,
  operationId?: string,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return nothing;
  if (isObject(value)) return value;
  throw new RegInputError(field, "must be an object", { operationId });
}
