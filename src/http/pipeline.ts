import { readAnswer } from "./answer.js";
import { attemptTimeout } from "./attempt-timeout.js";
import { authorization, replayUnauthorized } from "./authorization.js";
import type { Layer, Send } from "./call.js";
import type { Clock } from "./clock.js";
import { deadline } from "./deadline.js";
import { diagnostics, type Emit } from "./diagnostics.js";
import { type RetrySettings, retry } from "./retry.js";
import { type Throttle, throttled } from "./throttle.js";
import type { TokenSource } from "./token-source.js";
import { type Fetch, transport } from "./transport.js";

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
