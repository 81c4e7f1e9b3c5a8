import { loneSurrogate } from "../../document/serialize.js";
import { eventTypes } from "../../domain/events.js";
import { RegInputError } from "../../errors/errors.js";
import {
  aFunction,
  anAbortSignal,
  asInput,
  count,
  custom,
  listOf,
  type OptionsSchema,
  optionsSchema,
  priority,
  type SchemasFor,
  takeOptions,
  timeLimit,
  trueOrFalse,
} from "../../errors/input.js";
import { aState } from "../../state/entries.js";
import type { FollowMethod } from "./polling.js";
import type { FollowHandlers, FollowOnceOptions, FollowOptions } from "./types.js";

/**
 * Checks the options of `follow` or `followOnce`, and copies them: the caller may change them later.
 *
 * @throws RegInputError for an option that is missing or cannot be used
 */
export function takeFollowOptions<Method extends FollowMethod>(
  method: Method,
  given: OptionsOf[Method],
): OptionsOf[Method] {
  const schema: OptionsSchema<OptionsOf[Method]> = schemas[method];
  const options = takeOptions(schema, given, { operationId: method });
  for (const name of ["on", "state"] as const)
    if (options[name] === undefined) throw new RegInputError(name, "is missing", { operationId: method });
  return Object.assign(options, { on: asInput("on", method, () => handlers.copy(options.on)) });
}

/** The options of each method. */
interface OptionsOf {
  readonly follow: FollowOptions;
  readonly followOnce: FollowOnceOptions;
}

const handlers: OptionsSchema<FollowHandlers> = optionsSchema(
  Object.fromEntries([...eventTypes, "notification"].map((type) => [type, aFunction])) as SchemasFor<FollowHandlers>,
  "must be an object with a function for each event",
);

/** The name of an account. Lone surrogates would all be the same one in the keys of a store. */
export const anAccount = custom(
  (value) => typeof value === "string" && value.trim() !== "" && !loneSurrogate.test(value),
  "must be a text of well-formed Unicode that is not empty",
);

const common = {
  on: handlers,
  state: aState,
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

const schemas: { readonly [Method in FollowMethod]: OptionsSchema<OptionsOf[Method]> } = {
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
