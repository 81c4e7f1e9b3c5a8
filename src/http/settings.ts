import { ownTransportMark } from "./body.js";
import type { RetrySettings } from "./call.js";
import { type Clock, systemClock } from "./clock.js";
import { createEmitter, type Emit } from "./diagnostics.js";
import type { CallRetryOptions, ClientOptions, Fetch, RetryOptions, UploadEncoding } from "./options.js";
import { checkBaseUrl, checkHeaders, mergeFields } from "./request.js";
import type { RetryBudgetSettings } from "./retry.js";
import { createThrottle, type Throttle } from "./throttle/throttle.js";
import { hasFunctions } from "./validate.js";
import type { ResponseValidator } from "./validation.js";

/** A client's options with their defaults. */
export interface ResolvedOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /**
   * Whether the signal of a successful attempt can be used for another one: with `globalThis.fetch` and our own transport,
   * which ignore the signal of a request that has ended. A user's fetch may not.
   */
  readonly reuseSignals: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit | undefined;
  readonly retry: RetrySettings;
  /** Limits the retries of all calls together; undefined: no limit. */
  readonly retryBudget: RetryBudgetSettings | undefined;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest response that is read, in bytes. */
  readonly maxBytes: number;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly uploadEncoding: UploadEncoding | undefined;
  /** Undefined: responses are not compared with the document. */
  /** Empty: responses are not compared. */
  readonly validators: readonly ResponseValidator[];
  /** For messages: the next step for each of the service's error codes. */
  readonly errorActions: Readonly<Record<string, string>>;
}

/**
 * Adds the defaults to options that match the schema of the client. `createThrottle` adds those of the throttle.
 *
 * @throws RegInputError for an address, a throttle setting or a header that cannot be used
 */
export function resolveOptions(
  options: ClientOptions,
  errorActions: ResolvedOptions["errorActions"] = {},
): ResolvedOptions {
  const clock = options.clock ?? systemClock;
  const baseUrl = checkBaseUrl(options.baseUrl);
  return {
    baseUrl,
    fetch: options.fetch ?? fetchOnce,
    reuseSignals:
      options.fetch === undefined || Reflect.get(options.fetch, ownTransportMark) === options.fetch,
    clock,
    random: options.random ?? Math.random,
    emit: createEmitter(options.on, { origin: new URL(baseUrl).origin, clock }),
    retry: resolveRetry(options.retry, defaultRetry),
    retryBudget: resolveBudget(options.retry),
    throttle: resolveThrottle(options.throttle, clock),
    headers: mergeFields({ "user-agent": userAgent(options.userAgent) }, checkHeaders(options.headers)),
    maxBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    timeout: options.timeout ?? 30_000,
    deadline: options.deadline,
    uploadEncoding: options.uploadEncoding,
    validators: options.validateResponses === undefined ? [] : [options.validateResponses].flat(),
    errorActions,
  };
}

/**
 * The global fetch, without its own second request after a 421. Node's fetch sends a request again on another connection,
 * also a POST, unless its body is a stream.
 */
async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  try {
    return await globalThis.fetch(url, mayBeRepeated(init) ? init : await withStream(init));
  } catch (error) {
    if (isHidden401(error)) return new Response(null, { status: 401 });
    throw error;
  }
}

/**
 * Whether two requests have the same effect as one: a GET, a DELETE, or a PUT with JSON. These are sent as they are, because
 * a stream takes a seventh of a call.
 */
function mayBeRepeated({ method, body }: RequestInit): boolean {
  return method !== "POST" && method !== "PATCH" && (body === undefined || typeof body === "string");
}

/** Replaces the body of a request by a stream, with its length. On the wire, an empty body is the same as none. */
async function withStream(init: RequestInit): Promise<RequestInit> {
  const { body = "", headers } = init;
  // Other runtimes do not send a request again, and Deno would send a stream without its length.
  const isNodeFetch = globalThis.process?.versions?.["undici"] !== undefined;
  if (!isNodeFetch || body === null || body instanceof ReadableStream) return init;
  const { stream, length, type } = await streamOf(body);
  return {
    ...init,
    body: stream,
    duplex: "half",
    headers: { ...headers, "content-length": String(length), ...(type && { "content-type": type }) },
  };
}

/** A body as a stream, with its length in bytes and, for a form, its content type. */
async function streamOf(body: NonNullable<RequestInit["body"]>) {
  if (typeof body === "string") {
    const bytes = new TextEncoder().encode(body);
    // The stream of a Blob is read in the background, which takes a fourteenth of the whole call.
    const stream = new ReadableStream({
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.close();
      },
    });
    return { stream, length: bytes.length };
  }
  const form = body instanceof FormData ? new Response(body) : undefined;
  const content = form === undefined ? new Blob([body as Blob]) : await form.blob();
  return { stream: content.stream(), length: content.size, type: form?.headers.get("content-type") };
}

/**
 * Whether a failure is in fact a 401. Node 24.14, 24.15, 25 and 26.0 report a 401 to a request whose body is a stream as a
 * network failure (nodejs/undici#4940), with a message that no other failure has.
 */
function isHidden401(error: unknown): boolean {
  return error instanceof TypeError && Object(error.cause).message === "expected non-null body source";
}

export const defaultRetry: RetrySettings = {
  retries: 3,
  minTimeout: 500,
  maxTimeout: 30_000,
  maxRetryAfter: 120_000,
};

/** Adds the defaults to the retry options of a client or of a call. */
export function resolveRetry(
  retry: CallRetryOptions | false | undefined,
  defaults: RetrySettings,
): RetrySettings {
  if (retry === undefined) return defaults;
  if (retry === false) return { ...defaults, retries: 0 };
  return {
    retries: retry.retries ?? defaults.retries,
    minTimeout: retry.minTimeout ?? defaults.minTimeout,
    maxTimeout: retry.maxTimeout ?? defaults.maxTimeout,
    maxRetryAfter: retry.maxRetryAfter ?? defaults.maxRetryAfter,
  };
}

function resolveBudget(retry: RetryOptions | false | undefined): RetryBudgetSettings | undefined {
  const { budget } = retry || {};
  if (budget === false) return undefined;
  return { reserve: budget?.reserve ?? 100, ratio: budget?.ratio ?? 0.2 };
}

/** The version in package.json. */
const version = "0.1.0";

const userAgent = (product: string | undefined) => [product, `reg-sdk/${version}`].filter(Boolean).join(" ");

function resolveThrottle(throttle: ClientOptions["throttle"], clock: Clock): Throttle | undefined {
  if (throttle === undefined || throttle === false) return undefined;
  return isThrottle(throttle) ? throttle : createThrottle({ ...throttle, clock });
}

/** Looks at the methods and not at the class, because the throttle may come from another copy of the package. */
function isThrottle(throttle: object): throttle is Throttle {
  return hasFunctions("take", "statistics")(throttle);
}
