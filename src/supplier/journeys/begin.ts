import { isObject } from "../../http/input/check-fields.js";
import type { CallOptions } from "../../http/options.js";
import { groupOf } from "../request-kind.js";
import type { JourneyParts } from "./parts.js";

/** What must be kept from the moment at which a journey is called; all else is done once its steps are loaded. */
export interface Begun<Options extends CallOptions = CallOptions> {
  /** Its path on the client, such as `serviceRequests.submit`. */
  readonly operationId: string;
  /** A copy, not checked yet: the caller may change the object for the next call while this one is under way. */
  readonly options: Options;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
}

/** Begins a journey. */
export function begin<Options extends CallOptions>(
  { kind, clock }: JourneyParts,
  name: string,
  options: Options,
): Begun<Options> {
  return {
    operationId: `${groupOf[kind]}.${name}`,
    options: isObject(options) ? { ...options } : options,
    startedAt: clock.monotonic(),
  };
}
