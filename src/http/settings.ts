import { type Clock, systemClock } from "../base/clock.js";
import type { UploadEncoding } from "../base/kinds.js";
import { packageVersion } from "../base/version.js";
import type { OperationAdapters } from "../document/adapter.js";
import type { ResponseValidator } from "../document/difference.js";
import { checkHeaders } from "../document/serialize.js";
import { checkEnvironment } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import { asInput, hasFunctions } from "../errors/input.js";
import type { CallRetryOptions, RetrySettings } from "./call/options.js";
import { createEmitter, type Emit } from "./diagnostics/diagnostics.js";
import type { ClientOptions } from "./options.js";
import { checkBaseUrl } from "./request.js";
import { createThrottle, type Throttle } from "./throttle/throttle.js";
import { createFetchTransport } from "./transport/fetch-transport.js";
import type { Transport } from "./transport/types.js";

/** A client's options with their defaults. */
export interface ResolvedOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit | undefined;
  readonly retry: RetrySettings;
  /** Limit the retries of all calls of a pipeline. */
  readonly hasRetryBudget: boolean;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest response that is read, in bytes. */
  readonly maxBytes: number;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly uploadEncoding: UploadEncoding | undefined;
  /** Empty: responses are not compared. */
  readonly validators: readonly ResponseValidator[];
  /** For messages: the next step for each of the service's error codes. */
  readonly errorActions: Readonly<Record<string, string>>;
  /** Undefined: the service has the form of the document. */
  readonly adapters: OperationAdapters | undefined;
}

/** What the supplier and the lessor client add to the options of the user. */
interface ClientFacts extends Partial<Pick<ResolvedOptions, "errorActions" | "adapters">> {
  /** The version with which the paths of all operations begin. */
  readonly version?: string;
}

/**
 * Adds the defaults to options that match the schema of the client. `createThrottle` adds those of the throttle.
 *
 * @throws RegInputError for an address, a throttle setting or a header that cannot be used, and for both transports
 */
export function resolveOptions(
  options: ClientOptions,
  { version, errorActions = {}, adapters }: ClientFacts = {},
): ResolvedOptions {
  checkEnvironment();
  const clock = options.clock ?? systemClock;
  const baseUrl = checkBaseUrl(options.baseUrl, version);
  return {
    baseUrl,
    transport: resolveTransport(options),
    clock,
    random: options.random ?? Math.random,
    emit: createEmitter(options.on, { origin: new URL(baseUrl).origin, clock }),
    retry: resolveRetry(options.retry, defaultRetry),
    hasRetryBudget: (options.retry || undefined)?.budget !== false,
    throttle: resolveThrottle(options.throttle, clock),
    headers: {
      "user-agent": userAgent(options.userAgent),
      ...asInput("headers", undefined, () => checkHeaders(options.headers)),
    },
    maxBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    timeout: options.timeout ?? 30_000,
    deadline: options.deadline,
    uploadEncoding: options.uploadEncoding,
    validators: options.validateResponses === undefined ? [] : [options.validateResponses].flat(),
    errorActions,
    adapters,
  };
}

export const defaultRetry: RetrySettings = {
  retries: 3,
  minTimeout: 500,
  maxTimeout: 30_000,
  maxRetryAfter: 120_000,
};

/** Adds the defaults to the retry options of a client or of a call. */
export function resolveRetry(retry: CallRetryOptions | false | undefined, defaults: RetrySettings): RetrySettings {
  if (retry === undefined) return defaults;
  if (retry === false) return { ...defaults, retries: 0 };
  return {
    retries: retry.retries ?? defaults.retries,
    minTimeout: retry.minTimeout ?? defaults.minTimeout,
    maxTimeout: retry.maxTimeout ?? defaults.maxTimeout,
    maxRetryAfter: retry.maxRetryAfter ?? defaults.maxRetryAfter,
  };
}

const userAgent = (product: string | undefined) => [product, `reg-sdk/${packageVersion}`].filter(Boolean).join(" ");

function resolveTransport({ fetch, transport }: ClientOptions): Transport {
  if (fetch !== undefined && transport !== undefined)
    throw new RegInputError("fetch", "excludes the option transport: give one of them");
  return transport ?? createFetchTransport(fetch);
}

function resolveThrottle(throttle: ClientOptions["throttle"], clock: Clock): Throttle | undefined {
  if (throttle === undefined || throttle === false) return undefined;
  return asInput("throttle", undefined, () =>
    isThrottle(throttle) ? throttle : createThrottle({ ...throttle, clock }),
  );
}

/** Looks at the methods and not at the class, because the throttle may come from another copy of the package. */
function isThrottle(throttle: object): throttle is Throttle {
  return hasFunctions("take", "statistics")(throttle);
}
