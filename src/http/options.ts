import type { Fetch } from "./call.js";
import type { Clock } from "./clock.js";
import type { RegEventListener } from "./events.js";
import type { UploadEncoding } from "./files.js";
import type { RetryBudgetOptions } from "./retry.js";
import type { Throttle, ThrottleOptions } from "./throttle/throttle.js";

/** How failed attempts are repeated. What may have been carried out is never repeated. */
export interface RetryOptions {
  /** The most repetitions of one call. Default 3. */
  readonly retries?: number | undefined;
  /** The most that the first pause can be, in milliseconds; it doubles with every failure. Default 500. */
  readonly minTimeout?: number | undefined;
  /** The most that any pause can be, in milliseconds. Default 30 000. */
  readonly maxTimeout?: number | undefined;
  /**
   * The longest `Retry-After` that is waited for, in milliseconds; beyond it the call fails at once. Infinity: no bound.
   * Default 120 000.
   */
  readonly maxRetryAfter?: number | undefined;
  /** Bounds the repetitions of all calls together, for the time of an outage; `false`: no bound. */
  readonly budget?: RetryBudgetOptions | false | undefined;
}

/** What both clients can be told. Every option but `baseUrl` can be left out. */
export interface ClientOptions {
  /** The address of the service, without a trailing path such as `/v2`. https, or http on loopback. */
  readonly baseUrl: string;
  /** What carries the requests, such as `undiciFetch()` of `@reg/sdk/undici`. Default: the global `fetch`, looked up at every call. */
  readonly fetch?: Fetch | undefined;
  /**
   * The longest time for one attempt, from sending to the last byte of the answer, in milliseconds; Infinity: no bound.
   * Default 30 000.
   */
  readonly timeout?: number | undefined;
  /** The longest time for a whole call with its waits and repetitions, in milliseconds. Default: Infinity, no bound. */
  readonly deadline?: number | undefined;
  /** How failed attempts are repeated; `false`: not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The most requests in any stretch of time, and how calls wait for their turn; a throttle that is shared with
   * other clients, made with `createThrottle`; or `false` for none.
   */
  readonly throttle?: Omit<ThrottleOptions, "clock"> | Throttle | false | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is told what happens to each call, or several are; see {@link RegEvent} for what events never hold. */
  readonly on?: RegEventListener | readonly RegEventListener[] | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Gives numbers from 0 to 1 for the length of pauses. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /** The longest answer that is read, in bytes after decompression. Default 33 554 432 (32 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /** How files are packed for upload. The reference does not show which one the service reads. Default `binary`. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/** What one call can be told, beside its input. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time for one attempt, in milliseconds; Infinity: no bound. Default: the client's. */
  readonly timeout?: number | undefined;
  /** The longest time for the whole call, in milliseconds; Infinity: no bound. Default: the client's. */
  readonly deadline?: number | undefined;
  /** The place in the throttle's waiting line: 0 (first) to 9 (last). Default 5. */
  readonly priority?: number | undefined;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
