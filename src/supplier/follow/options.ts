import { eventTypes } from "../../domain/events.js";
import { RegInputError } from "../../errors/errors.js";
import {
  aFunction,
  anAbortSignal,
  checkInput,
  count,
  custom,
  hasFunctions,
  listOf,
  optionsSchema,
  priority,
  type Schema,
  timeLimit,
  trueOrFalse,
} from "../../errors/input.js";
import type { FollowMethod } from "./polling.js";
import type { FollowOnceOptions, FollowOptions } from "./types.js";

/**
 * Checks the options of `follow` or `followOnce`.
 *
 * @throws RegInputError for an option that is missing or cannot be used
 */
export function checkFollowOptions(method: FollowMethod, given: FollowOptions | FollowOnceOptions): void {
  checkInput(schemas[method], given, { operationId: method });
  for (const name of ["on", "state"] as const)
    if (given[name] === undefined) throw new RegInputError(name, "is missing", { operationId: method });
}

const isFilledText = (value: unknown) => typeof value === "string" && value.trim() !== "";

const handlers = Object.fromEntries([...eventTypes, "notification"].map((type) => [type, aFunction]));

/** The name of an account. */
export const anAccount = custom(isFilledText, "must be a text that is not empty");

const common = {
  on: optionsSchema(handlers, "must be an object with a function for each event"),
  state: custom(
    (value) => isFilledText(value) || hasFunctions("get", "set", "delete")(value),
    "must be the path of a file, or a store with the functions get, set and delete",
  ),
  account: anAccount,
  every: custom(
    (value) => typeof value === "number" && value >= 1000 && Number.isFinite(value),
    "must be a number of milliseconds from 1000",
  ),
  signal: anAbortSignal,
  existing: trueOrFalse,
  attempts: count(1),
  concurrency: count(1),
  priority,
  onError: aFunction,
  onHandlerError: aFunction,
  onSetAside: aFunction,
};

const ids = "must be a list of the ids of events";

const schemas: Readonly<Record<FollowMethod, Schema>> = {
  follow: optionsSchema<FollowOptions>({ ...common, onStart: aFunction }),
  followOnce: optionsSchema<FollowOnceOptions>({
    ...common,
    deadline: timeLimit,
    giveBack: listOf(
      custom((id) => typeof id === "string", ids),
      ids,
    ),
  }),
};
