import type { Clock } from "./clock.js";
import type { RegEventListener } from "./events.js";
import type { RetryBudgetOptions } from "./retry.js";
import type { Throttle, ThrottleOptions } from "./throttle/throttle.js";
import type { ResponseValidator } from "./validation.js";

/** Sends a request: the signature of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of both clients. Every option except `baseUrl` can be left out. */
export interface ClientOptions {
  /** The address of the service, without a trailing path such as `/v2`. https, or http on loopback. */
  readonly baseUrl: string;
  /**
   * Sends the requests, such as `undiciFetch()` of `@reg/sdk/undici`. Default: the global `fetch`, looked up at every call.
   *
   * Node's fetch sends a request again after a 421, unless its body is a stream. So on Node the default passes a file, and
   * the body of a POST or PATCH, as a stream with its `content-length`: a program that replaces the global `fetch` reads it with
   * `new Response(init.body).text()`. A GET, PUT or DELETE may still be sent twice after a 421: once more than the throttle
   * counts. A function that is given here receives the body as text, bytes, Blob, FormData or the stream of an
   * upload.
   */
  readonly fetch?: Fetch | undefined;
  /**
   * The longest time for one attempt, from sending to the last byte of the response, in milliseconds; Infinity: no bound.
   * Default 30 000.
   */
  readonly timeout?: number | undefined;
  /** The longest time for a whole call with its waits and retries, in milliseconds. Default: Infinity, no bound. */
  readonly deadline?: number | undefined;
  /** How failed attempts are retried; `false`: not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The most requests in any stretch of time and in flight, and how calls wait in the queue; a throttle that several
   * clients share, made with `createThrottle`; or `false` for neither limit.
   */
  readonly throttle?: Omit<ThrottleOptions, "clock"> | Throttle | false | undefined;
  /**
   * The name and version of your program for the operator of the service, such as `workshop-backend/2.3`. It comes first
   * in the `User-Agent` of every request; the name and version of this package follow.
   */
  readonly userAgent?: string | undefined;
  /** Headers for every request. Errors never show their values, except those of harmless ones such as `user-agent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** One or several listeners for the events of each call; see {@link RegEvent} for what events never contain. */
  readonly on?: RegEventListener | readonly RegEventListener[] | undefined;
  /**
   * Compares every response with the OpenAPI document, and reports the differences as events of the type `difference`: see
   * `createResponseValidator` of `@reg/sdk/validation`. Several, such as a validator and what `createShapeRecorder` makes,
   * receive each response in their order. Default: responses are not compared.
   */
  readonly validateResponses?: ResponseValidator | readonly ResponseValidator[] | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers from 0 to 1, which determine the length of delays. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /**
   * The longest response that is read, in bytes after decompression. Default 33 554 432 (32 MiB). Of a longer error body,
   * or one above 1 MiB, only the status and the headers are used.
   */
  readonly maxResponseBytes?: number | undefined;
  /** The encoding of uploaded files. The reference does not show which one the service reads. Default `binary`. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/** How failed attempts of a call are retried. A request that may have been processed is never sent again. */
export interface CallRetryOptions {
  /** The most retries of one call. Default 3. */
  readonly retries?: number | undefined;
  /** The upper bound of the first delay, in milliseconds; it doubles with every failure. Default 500. */
  readonly minTimeout?: number | undefined;
  /** The upper bound of every delay, in milliseconds. Default 30 000. */
  readonly maxTimeout?: number | undefined;
  /**
   * The longest `Retry-After` that a call waits for, in milliseconds; beyond it the call fails at once. Infinity: no bound.
   * Default 120 000.
   */
  readonly maxRetryAfter?: number | undefined;
}

/** How failed attempts of all calls of a client are retried. */
export interface RetryOptions extends CallRetryOptions {
  /** Limits the retries of all calls together, for the time of an outage; `false`: no limit. */
  readonly budget?: RetryBudgetOptions | false | undefined;
}

/** The options of one call, besides its input. */
export interface CallOptions {
  /** Cancels the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time for one attempt, in milliseconds; Infinity: no bound. Default: the client's. */
  readonly timeout?: number | undefined;
  /** The longest time for the whole call, in milliseconds; Infinity: no bound. Default: the client's. */
  readonly deadline?: number | undefined;
  /** The priority in the throttle's queue: 0 (first) to 9 (last). Default 5. */
  readonly priority?: number | undefined;
  /**
   * How failed attempts are retried; `false`: not at all. The client's budget applies as well. Default: the client's
   * settings, also for each field that is left out.
   */
  readonly retry?: CallRetryOptions | false | undefined;
  /** Additional headers. Errors never show their values, except those of harmless ones such as `user-agent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The encoding of an upload; the reference does not show which of the two the service reads. */
export type UploadEncoding = "binary" | "multipart";

/** The options of an upload that describe its file. */
export interface UploadSettings {
  /** The file's name. Default: the name of a File, otherwise none. */
  readonly fileName?: string | undefined;
  /** The file's media type. Default: the type of a Blob, otherwise the operation's own, otherwise `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Default: the client's `uploadEncoding`, which is `binary` by default. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/** The options of an upload. */
export interface UploadOptions extends CallOptions, UploadSettings {}

/** The options of a download that resolves to a Blob. */
export interface DownloadOptions extends CallOptions {
  readonly as?: "blob" | undefined;
}

/** The options of a download that resolves to a stream, which `maxResponseBytes` bounds. */
export interface StreamOptions extends CallOptions {
  readonly as: "stream";
}

/** The options of a call of any kind. */
export type AnyCallOptions = UploadOptions & { readonly as?: "blob" | "stream" | undefined };
