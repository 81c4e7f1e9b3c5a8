import { forgetsSignals } from "./body.js";
import { type Clock, systemClock } from "./clock.js";
import { type Emit, emitter } from "./diagnostics.js";
import type { FileHandling, UploadEncoding } from "./files.js";
import type { ClientOptions, RetryOptions } from "./options.js";
import { checkBaseUrl, checkHeaders } from "./request.js";
import type { RetrySettings } from "./retry.js";
import { createThrottle, type Throttle } from "./throttle/throttle.js";
import type { Fetch } from "./transport.js";
import { hasFunctions } from "./validate.js";

/** What only some of the APIs need of a client: it is handed in, so that the others need not load it. */
export interface Features {
  /** Undefined: no operation takes a file or answers with one. */
  readonly files?: FileHandling | undefined;
  /** What to do about each of the service's error codes, for messages. Undefined: none is known. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

/** A client's options with their defaults. */
export interface ResolvedOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /**
   * The signal of an attempt that ended well may serve another: with `globalThis.fetch` and our own transport, which do
   * nothing any more when the signal of a request that is over is aborted. A fetch of the user may.
   */
  readonly reuseSignals: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit;
  readonly retry: RetrySettings;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest answer that is read, in bytes. */
  readonly maxBytes: number;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly priority: number;
  readonly uploadEncoding: UploadEncoding | undefined;
}

/**
 * Fills in what a user left out. The only place that knows the defaults.
 *
 * @param options what `checkClientOptions` let pass
 * @throws RegInputError for an address or a header that cannot be used
 */
export function resolveOptions(options: ClientOptions): ResolvedOptions {
  const clock = options.clock ?? systemClock;
  const baseUrl = checkBaseUrl(options.baseUrl);
  return {
    baseUrl,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    reuseSignals: options.fetch === undefined || Reflect.get(options.fetch, forgetsSignals) === options.fetch,
    clock,
    random: options.random ?? Math.random,
    emit: emitter(options.on, { origin: new URL(baseUrl).origin, clock }),
    retry: retrySettings(options.retry),
    throttle: throttleOf(options.throttle, clock),
    headers: checkHeaders(options.headers),
    maxBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    timeout: options.timeout ?? 30_000,
    deadline: options.deadline,
    priority: 5,
    uploadEncoding: options.uploadEncoding,
  };
}

function retrySettings(retry: RetryOptions | false | undefined): RetrySettings {
  const { retries = 3, minTimeout = 500, maxTimeout = 30_000, maxRetryAfter = 120_000, budget } = retry || {};
  const { reserve = 100, ratio = 0.2 } = budget || {};
  return {
    retries: retry === false ? 0 : retries,
    minTimeout,
    maxTimeout,
    maxRetryAfter,
    budget: budget === false ? undefined : { reserve, ratio },
  };
}

function throttleOf(throttle: ClientOptions["throttle"], clock: Clock): Throttle | undefined {
  if (throttle === undefined || throttle === false) return undefined;
  return isThrottle(throttle) ? throttle : createThrottle({ ...throttle, clock });
}

/** By its methods, not by its class: it may come from another copy of the package. */
function isThrottle(throttle: object): throttle is Throttle {
  return hasFunctions("take", "statistics")(throttle);
}
