import type { Layer, Send } from "./call.js";
import { diagnostics, type Emit } from "./diagnostics/diagnostics.js";
import { type RetrySettings, retry } from "./retry/retry.js";
import { type Throttle, throttled } from "./throttle/throttle.js";
import { attemptTimeout } from "./time/attempt-timeout.js";
import type { Clock } from "./time/clock.js";
import { deadline } from "./time/deadline.js";
import { authorization, replayUnauthorized } from "./tokens/authorization.js";
import type { TokenSource } from "./tokens/token-source.js";
import { readAnswer } from "./wire/answer.js";
import { type Fetch, transport } from "./wire/transport.js";

/** What the layers are made of. */
export interface PipelineParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit;
  readonly retry: RetrySettings;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  /** Undefined: requests carry no token. */
  readonly tokens: TokenSource | undefined;
  /** The longest answer that is read, in bytes. */
  readonly maxBytes: number;
}

/** The way of every call, from the outermost layer to the wire. The order is explained in the README. */
export function buildPipeline(parts: PipelineParts): Send {
  const { clock, emit, throttle, tokens } = parts;
  const layers: readonly (Layer | undefined)[] = [
    deadline(clock),
    diagnostics(clock, emit),
    retry(parts.retry, parts),
    tokens && replayUnauthorized(tokens),
    throttle && throttled(throttle, parts.retry.maxRetryAfter, clock, emit),
    tokens && authorization(tokens, clock, emit),
    attemptTimeout(clock),
  ];
  const wire = readAnswer(transport(parts.fetch, emit), parts);
  return layers.reduceRight<Send>((next, layer) => (layer === undefined ? next : layer(next)), wire);
}
