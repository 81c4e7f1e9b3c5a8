import type { Clock } from "../base/clock.js";
import type { UploadEncoding } from "../base/kinds.js";
import type { ResponseValidator } from "../document/difference.js";
import type { RegEventListener } from "./call/events.js";
import type { CallRetryOptions, Fetch } from "./call/options.js";
import type { Throttle, ThrottleOptions } from "./throttle/throttle.js";
import type { Transport } from "./transport/types.js";

/** The options of both clients. Every option can be left out. */
export interface ClientOptions {
  /**
   * The address of the service, without a trailing path such as `/v2`. https, or http on loopback. Default: the
   * environment variable REG_BASE_URL; of a lessor client, REG_LESSOR_BASE_URL.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Sends the requests, such as `sandbox.fetch` in tests. It receives the body as text, bytes, Blob, FormData or the
   * stream of an upload. Default: the global `fetch`, looked up at every call; on Node it receives some bodies as a
   * stream, which `new Response(init.body).text()` reads: see docs/transports.md.
   */
  readonly fetch?: Fetch | undefined;
  /** Sends the requests in place of `fetch`, such as `createUndiciTransport()` of `@reg/sdk/undici`. */
  readonly transport?: Transport | undefined;
  /**
   * The longest time for one attempt, from sending to the last byte of the response, in milliseconds; Infinity: no
   * bound. Node's `fetch` itself waits at most 300 s, `createUndiciTransport` as long as this says. Default 30 000.
   */
  readonly timeout?: number | undefined;
  /** The longest time for a whole call with its waits and retries, in milliseconds. Default: Infinity, no bound. */
  readonly deadline?: number | undefined;
  /**
   * How failed attempts are retried; `false`: not at all. Default: up to 3 times after a temporary failure, but never a
   * request that may have been processed and must not be repeated: see docs/retries.md.
   */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * Keeps the client below the rate limit: calls beyond it wait in a queue. Settings, or a throttle that several
   * clients share, made with `createThrottle`; `false`: no limit. Default of a supplier client: 5000 requests a minute;
   * of a lessor client: only the requests in flight are limited. See docs/throttle.md.
   */
  readonly throttle?: Omit<ThrottleOptions, "clock"> | Throttle | false | undefined;
  /**
   * The name and version of your program for the operator of the service, such as `workshop-backend/2.3`. It comes
   * first in the `User-Agent` of every request; the name and version of this package follow.
   */
  readonly userAgent?: string | undefined;
  /**
   * Headers for every request; one that is undefined is left out. Errors never show their values, except those of
   * harmless ones such as `user-agent`.
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** One or several listeners for the events of each call; see {@link RegEvent} for what events never contain. */
  readonly on?: RegEventListener | readonly RegEventListener[] | undefined;
  /**
   * Compares every response with the OpenAPI document, and reports the differences as events of the type `difference`:
   * see `createResponseValidator` of `@reg/sdk/validation`. Several, such as a validator and what `createShapeRecorder`
   * makes, receive each response in their order. Default: responses are not compared.
   */
  readonly validateResponses?: ResponseValidator | readonly ResponseValidator[] | undefined;
  /** Where the client reads the time and sets timers, such as `sandbox.clock` in tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers from 0 to 1, which determine the length of delays. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /**
   * The longest response that is read, in bytes after decompression. Default 33 554 432 (32 MiB). Of a longer error
   * body, or one above 1 MiB, only the status and the headers are used.
   */
  readonly maxResponseBytes?: number | undefined;
  /** The encoding of uploaded files. The reference does not show which one the service reads. Default `binary`. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/**
 * The options in which a derived client can differ: see `withOptions`. What is left out stays as it is in the client that
 * it is derived from; `headers` are added to its headers, and `on` takes the place of its listeners.
 */
export interface DerivedOptions
  extends Pick<
    ClientOptions,
    | "timeout"
    | "deadline"
    | "retry"
    | "throttle"
    | "userAgent"
    | "headers"
    | "on"
    | "maxResponseBytes"
    | "uploadEncoding"
  > {}

/** How failed attempts of all calls of a client are retried. */
export interface RetryOptions extends CallRetryOptions {
  /**
   * `false`: no limit for the retries of all calls together. Default: 100, and one more for every five calls, for the
   * time of an outage; the token requests of a lessor client have such a limit of their own.
   */
  readonly budget?: false | undefined;
}
