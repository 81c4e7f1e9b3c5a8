import type { UploadEncoding } from "../../base/kinds.js";
import type { Outcome } from "../../errors/errors.js";

/** Sends a request: the signature of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How failed attempts of a call are retried. A request that may have been processed is never sent again. */
export interface CallRetryOptions {
  /** The most retries of one call. Default 3. */
  readonly retries?: number | undefined;
  /** The upper bound of the first delay, in milliseconds; it doubles with every failure. Default 500. */
  readonly minTimeout?: number | undefined;
  /** The upper bound of every delay, in milliseconds. Default 30 000. */
  readonly maxTimeout?: number | undefined;
  /**
   * The longest `Retry-After` that a call waits for, in milliseconds; beyond it the call fails at once. Infinity: no
   * bound. Default 120 000.
   */
  readonly maxRetryAfter?: number | undefined;
}

/** Options of which each has its default. */
export type WithDefaults<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };

/** How failed attempts of a call are retried. */
export type RetrySettings = WithDefaults<CallRetryOptions>;

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
  /**
   * Additional headers; one that is undefined is left out. Errors never show their values, except those of harmless ones
   * such as `user-agent`.
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The options of an upload that describe its file. */
export interface UploadSettings {
  /** The file's name. Default: the name of a File, otherwise none. */
  readonly fileName?: string | undefined;
  /**
   * The file's media type. Default: the type of a Blob, otherwise the operation's own, otherwise
   * `application/octet-stream`.
   */
  readonly contentType?: string | undefined;
  /** Default: the client's `uploadEncoding`, which is `binary` by default. */
  readonly uploadEncoding?: UploadEncoding | undefined;
}

/** The options of an upload. */
export interface UploadOptions extends CallOptions, UploadSettings {}

/** The options of a download that resolves to a Blob. */
export interface DownloadOptions extends CallOptions {
  /** `"stream"` resolves to a stream instead. Default: the whole file, as a Blob. */
  readonly as?: "blob" | undefined;
}

/** The options of a download that resolves to a stream, which `maxResponseBytes` bounds. */
export interface StreamOptions extends CallOptions {
  /** Without it, the call resolves to a Blob. */
  readonly as: "stream";
}

/** Marks the call of a workflow, which may make further calls while the client closes. */
export const partOfWorkflow: unique symbol = Symbol("part of a workflow");

/** What a workflow wants of its call. An empty object only marks the call as part of one. */
export interface WorkflowPart {
  /** Called before each request is sent; if it rejects, the call ends with its error and sends nothing more. */
  readonly beforeSending?: () => Promise<void>;
  /** Called when a request is sent. Returns a function that is called when the request has a response or has failed. */
  readonly onSending?: () => () => void;
  /** Called when the call fails, also if its signal ends it: `unknown` if the service may have processed a request. */
  readonly onFailure?: (outcome: Outcome | undefined) => void;
}

/** The options of a call of a workflow. */
export interface WorkflowCallOptions extends CallOptions {
  readonly [partOfWorkflow]?: WorkflowPart;
}

/** Marks a call that is made again and again, such as that of a poll. */
export const repeatedRead: unique symbol = Symbol("repeated read");

/** The JSON of a response, and what it comes from. */
export interface ReadJson {
  readonly status: number;
  /** The header `content-type`. */
  readonly type: string | null;
  readonly text: string;
  readonly data: unknown;
}

/** What a repeated call knows of its last response, because the same text is neither parsed nor judged again. */
export interface RepeatedRead {
  /** The last response that the caller has used, which sets it. */
  known: ReadJson | undefined;
  /** The response of this call: `known` itself if it is the same. Undefined for what an adapter has converted. */
  read: ReadJson | undefined;
}

/** The options of a repeated call. */
export interface RepeatedCallOptions extends CallOptions {
  readonly [repeatedRead]?: RepeatedRead | undefined;
}

/** The options of a call of any kind. */
export type AnyCallOptions = UploadOptions & { readonly as?: "blob" | "stream" | undefined };
