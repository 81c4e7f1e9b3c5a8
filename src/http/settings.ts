import { type Clock, systemClock } from "../base/clock.js";
import type { UploadEncoding } from "../base/kinds.js";
import { packageVersion } from "../base/version.js";
import type { OperationAdapters } from "../document/adapter.js";
import type { ResponseValidator } from "../document/difference.js";
import { checkHeaders } from "../document/serialize.js";
import { checkEnvironment } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import { asInput, hasFunctions } from "../errors/input.js";
import type { SendAttempt } from "./call/call.js";
import type { CallRetryOptions, RetrySettings } from "./call/options.js";
import { createEmitter, type Emit } from "./diagnostics/diagnostics.js";
import type { ClientOptions, DerivedOptions } from "./options.js";
import { checkBaseUrl } from "./request.js";
import { RetryBudget } from "./retry.js";
import { type Throttle, throttleMaker } from "./throttle/throttle.js";
import { createFetchTransport } from "./transport/fetch-transport.js";
import { sendAndRead } from "./transport/transport.js";
import type { Transport } from "./transport/types.js";

/** A client's options with their defaults. */
export interface ResolvedOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit | undefined;
  /** The innermost layer of a call. Derived clients share it. */
  readonly sendAttempt: SendAttempt;
  readonly retry: RetrySettings;
  /** Limits the retries of all calls of an account; undefined: they have no such limit. */
  readonly retryBudget: RetryBudget | undefined;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  /** Makes the throttle of a derived client with another token: one with the same settings, or the same one. */
  readonly createThrottle: () => Throttle | undefined;
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
  const defaults = {
    baseUrl: checkBaseUrl(options.baseUrl, version),
    transport: resolveTransport(options),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    emit: undefined,
    retry: defaultRetry,
    retryBudget: new RetryBudget(),
    throttle: undefined,
    createThrottle: () => undefined,
    headers: { "user-agent": userAgent(undefined) },
    maxBytes: 32 * 1024 * 1024,
    timeout: 30_000,
    deadline: undefined,
    uploadEncoding: undefined,
    validators: options.validateResponses === undefined ? [] : [options.validateResponses].flat(),
    errorActions,
    adapters,
  };
  return changeSettings({ ...defaults, sendAttempt: sendAndRead(defaults) }, options);
}

/**
 * Replaces what other options say.
 *
 * @param isOtherAccount the limit of the service may be one for each account: without the option, the throttle is
 *   another one with the same settings
 * @throws RegInputError for a throttle setting or a header that cannot be used
 */
export function changeSettings(
  settings: ResolvedOptions,
  options: DerivedOptions,
  isOtherAccount = false,
): ResolvedOptions {
  const { baseUrl, clock } = settings;
  const { on, retry, throttle, maxResponseBytes } = options;
  const createThrottle = throttle === undefined ? settings.createThrottle : throttleFrom(throttle, clock);
  const changed = {
    ...settings,
    emit: on === undefined ? settings.emit : createEmitter(on, { origin: new URL(baseUrl).origin, clock }),
    retry: resolveRetry(retry, settings.retry),
    retryBudget: changeBudget(settings.retryBudget, retry, isOtherAccount),
    throttle: throttle === undefined && !isOtherAccount ? settings.throttle : createThrottle(),
    createThrottle,
    headers: changeHeaders(settings.headers, options),
    maxBytes: maxResponseBytes ?? settings.maxBytes,
    timeout: options.timeout ?? settings.timeout,
    deadline: options.deadline ?? settings.deadline,
    uploadEncoding: options.uploadEncoding ?? settings.uploadEncoding,
  };
  // The only events that `sendAttempt` emits are the differences that validators find.
  const emitsElsewhere = on !== undefined && settings.validators.length > 0;
  return maxResponseBytes === undefined && !emitsElsewhere
    ? changed
    : { ...changed, sendAttempt: sendAndRead(changed) };
}

function changeBudget(
  budget: RetryBudget | undefined,
  retry: DerivedOptions["retry"],
  isOtherAccount: boolean,
): RetryBudget | undefined {
  if (budget === undefined || (retry || undefined)?.budget === false) return undefined;
  return isOtherAccount ? new RetryBudget() : budget;
}

function changeHeaders(before: ResolvedOptions["headers"], { headers, userAgent: product }: DerivedOptions) {
  if (headers === undefined && product === undefined) return before;
  return {
    ...before,
    ...(product !== undefined && { "user-agent": userAgent(product) }),
    ...asInput("headers", undefined, () => checkHeaders(headers)),
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

/** Returns a function that makes a throttle with these settings, or returns the given one. */
function throttleFrom(throttle: NonNullable<ClientOptions["throttle"]>, clock: Clock): () => Throttle | undefined {
  if (throttle === false) return () => undefined;
  return asInput("throttle", undefined, () => (isThrottle(throttle) ? () => throttle : throttleMaker(throttle, clock)));
}

/** Looks at the methods and not at the class, because the throttle may come from another copy of the package. */
function isThrottle(throttle: object): throttle is Throttle {
  return hasFunctions("take", "statistics")(throttle);
}
