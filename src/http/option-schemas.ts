import { isObject } from "../base/json.js";
import { RegInputError } from "../errors/errors.js";
import {
  aFunction,
  anAbortSignal,
  anything,
  checkInput,
  clock,
  count,
  custom,
  delay,
  either,
  falseOr,
  hasFunctions,
  isMediaType,
  optionsSchema,
  priority,
  type Schema,
  type SchemasFor,
  timeLimit,
  uploadEncoding,
  waitLimit,
} from "../errors/input.js";
import type { AnyCallOptions, CallOptions, CallRetryOptions } from "./call/options.js";
import type { ClientOptions, DerivedOptions, RetryOptions } from "./options.js";

/** `checkHeaders` checks the names and values. */
const headers = custom(
  // Headers, Map and URLSearchParams have no own properties, so their content would be lost.
  (value) => isObject(value) && !(Symbol.iterator in value),
  "must be an object with the names of headers and their texts",
);

const callRetryFields: SchemasFor<CallRetryOptions> = {
  retries: count(0),
  minTimeout: delay,
  maxTimeout: delay,
  maxRetryAfter: waitLimit,
};

const retryProblem = "must be false or an object of retry settings";

/** The options of every call. */
export const callFields: SchemasFor<CallOptions> = {
  timeout: timeLimit,
  deadline: timeLimit,
  priority,
  signal: anAbortSignal,
  retry: falseOr(optionsSchema<CallRetryOptions>(callRetryFields, retryProblem)),
  headers,
};

/** The options of a call of an API without files. */
export const callOptions = optionsSchema<CallOptions>(callFields);

/** The options of a call of an API with operations that upload or download a file. */
export const fileCallOptions = optionsSchema<AnyCallOptions>({
  ...callFields,
  as: either("blob", "stream"),
  fileName: custom((value) => typeof value === "string", "must be a text"),
  contentType: custom(isMediaType, "must be a media type such as application/pdf"),
  uploadEncoding,
});

const budget = custom((value) => value === false, "must be false, or left out");

const retry = optionsSchema<RetryOptions>({ ...callRetryFields, budget }, retryProblem);

/** The options of every client. `resolveOptions` checks the address, the throttle and the headers further. */
export const clientFields: SchemasFor<ClientOptions> = {
  baseUrl: anything,
  fetch: aFunction,
  transport: custom(
    hasFunctions("send"),
    "must be an object with a function send, such as createUndiciTransport() returns",
  ),
  timeout: timeLimit,
  deadline: timeLimit,
  retry: falseOr(retry),
  throttle: custom(
    (value) => value === false || isObject(value),
    "must be false, an object of throttle settings, or a throttle made by createThrottle",
  ),
  userAgent: custom(
    (value) => typeof value === "string" && /^[\w!#$%&'*+.^`|~-]+(?:\/[\w!#$%&'*+.^`|~-]+)?$/.test(value),
    "must be a name and a version without spaces, such as workshop-backend/2.3",
  ),
  headers,
  on: custom(
    (value) => [value].flat().every((listener) => typeof listener === "function"),
    "must be a function or an array of functions",
  ),
  clock,
  random: custom((value) => typeof value === "function", "must be a function that returns numbers from 0 to 1"),
  maxResponseBytes: count(1, " of bytes"),
  uploadEncoding,
  validateResponses: custom(
    (value) =>
      [value].flat().every((each) => hasFunctions("inspect")(each) && /^(report|throw)$/.test(Object(each).mode)),
    "must be made by createResponseValidator or createShapeRecorder, or an array of them",
  ),
};

/** The options that are the same in all clients that are derived from one. */
const fixedOptions = [
  "baseUrl",
  "fetch",
  "transport",
  "adapter",
  "tokenStore",
  "validateResponses",
  "clock",
  "random",
] as const;

/** The options that say of which account a client is. */
const accountOptions = ["token", "clientId", "clientSecret"] as const;

/**
 * Checks the options of a derived client.
 *
 * @param schema that of the options of the client
 * @throws RegInputError also for an option that it cannot change, and for an account that is undefined: it would be that
 *   of the client from which it is derived
 */
export function checkDerivedOptions(schema: Schema, given: DerivedOptions): void {
  checkInput(schema, given);
  for (const name of accountOptions)
    if (name in given && Reflect.get(given, name) === undefined)
      throw new RegInputError(
        name,
        "is undefined: give that of the account, or leave the option out for the same account",
      );
  for (const name of fixedOptions)
    if (Reflect.get(given, name) !== undefined)
      throw new RegInputError(
        name,
        "is the same in all clients that are derived from one: create another client for it",
      );
}
