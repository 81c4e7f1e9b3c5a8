import type { RegError } from "../../../errors/reg-error.js";
import { checkFields, type Rule, type RulesFor } from "../../../http/input/check-fields.js";
import { aFunction, priority } from "../../../http/input/rules.js";

/** How requests are watched; everything can be left out. */
export interface WatchOptions {
  /** The time from the end of a poll to the next one, in milliseconds, at least 1000. Default 60 000. */
  readonly every?: number | undefined;
  /** Where to go on: the `cursor` of the last change that was processed. Default: every open request is new. */
  readonly cursor?: string | undefined;
  /** Ends the watch, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Watch the requests for this vehicle only. A cursor belongs to the vehicle for which it was made, to
   * the kind of request and to the service at its `baseUrl`; any other is refused.
   */
  readonly licensePlate?: string | undefined;
  /** The place of each poll in the throttle's waiting line: 0 (first) to 9 (last). Default 9. */
  readonly priority?: number | undefined;
  /**
   * Is told of each poll that failed with what may pass; the watch goes on. What it throws, or rejects with, ends the
   * watch.
   */
  readonly onError?: ((error: RegError) => void | PromiseLike<void>) | undefined;
}

const text: Rule = { check: (value) => typeof value === "string" && value !== "", must: "be a text" };

const watchOptions: RulesFor<WatchOptions> = {
  every: {
    check: (value) => typeof value === "number" && value >= 1000 && Number.isFinite(value),
    must: "be a number of milliseconds from 1000",
  },
  cursor: { ...text, must: "be the text of `change.cursor`, or left out" },
  signal: { check: (value) => value instanceof AbortSignal, must: "be an AbortSignal" },
  licensePlate: text,
  priority,
  onError: aFunction,
};

/**
 * Checks how requests are to be watched.
 *
 * @throws RegInputError, as `checkFields` does
 */
export function checkWatchOptions(options: unknown, operationId: string): void {
  checkFields("", watchOptions, options, operationId);
}
