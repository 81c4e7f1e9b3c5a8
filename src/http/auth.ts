import { decodeJwt } from "jose/jwt/decode";
import { RegAuthenticationError, RegTokenError } from "../errors/errors.js";
import { messageWithoutOperation } from "../errors/messages.js";
import { type Call, type CallState, isOwnError, type Layer } from "./call.js";
import { type Cancellation, throwIfAborted, unlessAborted } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./diagnostics.js";

/** Supplies the token of each attempt. */
export interface TokenProvider {
  /** How long a call waits for the promises below; absent if they have their own limit. */
  readonly timeout?: TokenTimeout;
  /** The token for an attempt that begins now. A promise may be shared with other callers. */
  get(): string | Promise<string>;
  /** The token for an attempt that has one and waited in the throttle's queue; undefined if `get` must supply another. */
  current(): string | undefined;
  /**
   * Handles the service's rejection of a token. Resolves to `true` if another token is available, so that the request
   * is worth sending again; never rejects. Absent if there is only one token.
   */
  reject?(token: string): boolean | Promise<boolean>;
}

/** The longest time that one call waits for a token. */
export interface TokenTimeout {
  /** In milliseconds. */
  readonly limitMs: number;
  /** Creates the error of a call that has waited for that time. */
  createError(): RegTokenError;
}

/** The other parts of a client that the token layers use. */
export interface TokenLayerParts {
  readonly clock: Clock;
  readonly emit: Emit | undefined;
}

const prefix = "Bearer ";

/**
 * Adds the token to each attempt before it waits for the throttle: a call that waits for a token holds no unit, and all of
 * them share one token request and its failure. After a 401 it asks the provider for another token and sends the request
 * again, at most once for each call.
 */
export function authorization(provider: TokenProvider, parts: TokenLayerParts): Layer {
  const setToken = createTokenSetter(provider, parts);
  const getToken = () => provider.get();
  const reauthenticated = new WeakSet<CallState>();
  return (next) => async (call) => {
    await setToken(call, getToken);
    try {
      return await next(call);
    } catch (error) {
      if (!(isOwnError(error, call.cancellation) && error instanceof RegAuthenticationError)) throw error;
      // The provider must learn of every rejected token, even if this call cannot be sent again.
      const promise = Promise.resolve(provider.reject?.(tokenOf(call)));
      if (reauthenticated.has(call.state) || call.body instanceof ReadableStream) throw error;
      reauthenticated.add(call.state);
      const { cancellation } = call;
      const { timeout } = provider;
      const { clock } = parts;
      // After a timeout the 401 is the more useful error.
      const onTimeout = async () => false;
      const isRenewed = await waitForToken({ promise, timeout, cancellation, clock, onTimeout });
      if (isRenewed !== true) throw error;
    }
    await setToken(call, getToken);
    return next(call);
  };
}

/** The token of the latest attempt. */
function tokenOf({ headers }: Call): string {
  return headers["authorization"]?.slice(prefix.length) ?? "";
}

/**
 * The least time between two attempts to replace a token, in milliseconds: after a failed renewal in the background or
 * after the throttle's queue, and after a rejected token was replaced.
 */
export const renewalPause = 1000;

/** Creates the function that replaces the token of a call if it has expired in the throttle's queue. */
export function createTokenRenewal(
  provider: TokenProvider,
  parts: TokenLayerParts,
): (call: Call) => Promise<void> {
  const { clock } = parts;
  const setToken = createTokenSetter(provider, parts);
  let failure: unknown;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const renew = () => {
    // The calls that follow in the queue share the failure instead of repeating the request.
    if (clock.monotonic() < pausedUntil) throw failure;
    return provider.get();
  };
  return async (call) => {
    try {
      await setToken(call, () => provider.current() ?? renew());
    } catch (error) {
      if (isOwnTokenError(error, call) && clock.monotonic() >= pausedUntil) {
        failure = error;
        pausedUntil = clock.monotonic() + renewalPause;
      }
      throw error;
    }
  };
}

/** Creates the function that obtains a token for a call and waits for it if necessary. */
function createTokenSetter(provider: TokenProvider, { clock, emit }: TokenLayerParts) {
  const waitFor = async (promise: Promise<string>, call: Call): Promise<string> => {
    const startedAt = clock.monotonic();
    const { timeout } = provider;
    const onTimeout = async ({ createError }: TokenTimeout): Promise<never> => {
      throw createError();
    };
    const token = await waitForToken({ promise, timeout, cancellation: call.cancellation, clock, onTimeout });
    emit?.(call, { type: "token", waitedMs: clock.monotonic() - startedAt });
    return token;
  };
  return async (call: Call, getToken: () => string | Promise<string>): Promise<void> => {
    throwIfAborted(call.cancellation);
    try {
      const token = getToken();
      call.headers["authorization"] =
        prefix + (typeof token === "string" ? token : await waitFor(token, call));
    } catch (error) {
      throw isOwnTokenError(error, call) ? tokenErrorFor(call, error) : error;
    }
  };
}

const isOwnTokenError = (error: unknown, { cancellation }: Call): error is RegTokenError =>
  error instanceof RegTokenError && isOwnError(error, cancellation);

/** Creates an error for each call, with its own operation, because many calls can wait for the same token. */
function tokenErrorFor({ operation }: Call, error: RegTokenError): RegTokenError {
  const { oauthError, retryAfterMs, cause } = error;
  const details = { operationId: operation.id, oauthError, retryAfterMs, cause };
  return new RegTokenError(messageWithoutOperation(error), details);
}

interface TokenWait<T> {
  readonly promise: Promise<T>;
  readonly timeout: TokenTimeout | undefined;
  readonly cancellation: Cancellation;
  readonly clock: Clock;
  readonly onTimeout: (timeout: TokenTimeout) => Promise<T>;
}

/** Waits for a provider's promise, which may be shared: the timeout and the cancellation are those of one call. */
export async function waitForToken<T>(wait: TokenWait<T>): Promise<T> {
  const { promise, timeout, cancellation, clock, onTimeout } = wait;
  if (timeout === undefined) return unlessAborted(promise, cancellation);
  let cancelTimer = () => {};
  const limited = new Promise<T>((resolve, reject) => {
    cancelTimer = clock.schedule(() => resolve(onTimeout(timeout)), timeout.limitMs);
    promise.then(resolve, reject);
  });
  return unlessAborted(limited, cancellation).finally(cancelTimer);
}

/** A token that the user supplies: text, or a function that is called before every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/** The provider of a token that the user supplies. */
export function suppliedToken(
  token: TokenOption,
  check: (token: unknown) => string,
  clock: Clock,
): TokenProvider {
  if (typeof token === "function") return new TokenFunction(token, check, clock);
  const get = () => check(token);
  return { get, current: get };
}

/**
 * The longest time that calls share one pending promise of the user's function, which may never settle, and that a call in
 * the throttle's queue keeps its token, whose expiry may be unknown. In milliseconds.
 */
const tokenFunctionTimeout = 30_000;

interface PendingToken {
  readonly promise: Promise<string>;
  /** On the monotonic clock, in milliseconds. */
  readonly requestedAt: number;
}

/** Calls the user's function; calls that need a token while its promise is pending share that promise. */
class TokenFunction implements TokenProvider {
  readonly timeout: TokenTimeout = {
    limitMs: tokenFunctionTimeout,
    createError: () =>
      new RegTokenError(
        `the function that supplies the token did not settle within ${tokenFunctionTimeout} ms; add a timeout to what it waits for. The next call starts it again`,
        { cause: new Error(`no token within ${tokenFunctionTimeout} ms`) },
      ),
  };
  readonly #token: () => unknown;
  readonly #check: (token: unknown) => string;
  readonly #clock: Clock;
  #pending: PendingToken | undefined;
  /** The latest result of the function, and the monotonic time at which it supplied it. */
  #latest: { readonly given: unknown; readonly suppliedAt: number } | undefined;

  constructor(token: () => unknown, check: (token: unknown) => string, clock: Clock) {
    this.#token = token;
    this.#check = check;
    this.#clock = clock;
  }

  get(): string | Promise<string> {
    const now = this.#clock.monotonic();
    const pending = this.#sharedAt(now);
    if (pending !== undefined) return pending;
    const given = this.#callFunction();
    return isPromise(given) ? this.#share(given, now) : this.#accept(given);
  }

  current(): string | undefined {
    const latest = this.#latest;
    if (latest === undefined) return undefined;
    if (this.#clock.monotonic() - latest.suppliedAt >= tokenFunctionTimeout) return undefined;
    try {
      return this.#check(latest.given);
    } catch {
      // It has expired in the queue.
      return undefined;
    }
  }

  async reject(rejected: string): Promise<boolean> {
    if (this.current() === rejected) this.#latest = undefined;
    try {
      // A promise from before the rejection may still resolve to the rejected token.
      const pending = this.#sharedAt(this.#clock.monotonic());
      if (pending !== undefined && (await pending) !== rejected) return true;
      return (await this.get()) !== rejected;
    } catch {
      // The 401 is the more useful error.
      return false;
    }
  }

  /** The pending promise. The time is rounded up, because the timer of a call may fire a fraction early. */
  #sharedAt(now: number): Promise<string> | undefined {
    const pending = this.#pending;
    return pending !== undefined && Math.ceil(now - pending.requestedAt) < tokenFunctionTimeout
      ? pending.promise
      : undefined;
  }

  #callFunction(): unknown {
    try {
      return this.#token();
    } catch (error) {
      return throwTokenError(error);
    }
  }

  #accept(given: unknown): string {
    const token = this.#check(given);
    this.#latest = { given, suppliedAt: this.#clock.monotonic() };
    return token;
  }

  #share(given: PromiseLike<unknown>, requestedAt: number): Promise<string> {
    const promise = Promise.resolve(given).then((token) => this.#accept(token), throwTokenError);
    const pending = { promise, requestedAt };
    const clear = () => {
      if (this.#pending === pending) this.#pending = undefined;
    };
    this.#pending = pending;
    promise.then(clear, clear);
    return promise;
  }
}

/** The user's own error is only the cause: its text may contain anything. */
function throwTokenError(cause: unknown): never {
  throw new RegTokenError("the function that supplies the token failed", { cause });
}

/** Also true for promises of other libraries. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Checks tokens before they are sent; examines a token only once as long as it stays the same. */
export function tokenChecker(clock: Clock, checkExpiry: boolean): (token: unknown) => string {
  // The wall clock may be set later. This difference shows what it would be otherwise.
  const wallOffset = clock.now() - clock.monotonic();
  const examine = (given: unknown) => {
    const token = parseBearerToken(given);
    return { given, token, expiresAt: checkExpiry ? expiryOf(token) : undefined };
  };
  let last: ReturnType<typeof examine> | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = examine(given);
    const { expiresAt, token } = last;
    // If the two times disagree, nothing is certain, and the service decides.
    if (expiresAt === undefined || Math.min(clock.now(), clock.monotonic() + wallOffset) < expiresAt)
      return token;
    throw new RegTokenError(
      `the token expired at ${new Date(expiresAt).toISOString()}; nothing was sent. Supply a new one`,
    );
  };
}

/** RFC 6750 §2.1: the characters of a bearer token. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Removes what is often copied with a token (white space, a `Bearer ` prefix) and rejects what cannot be a bearer token.
 *
 * @throws RegTokenError, which never contains the token
 */
export function parseBearerToken(token: unknown): string {
  if (typeof token !== "string") throw new RegTokenError("the token is not a string; is its variable set?");
  const clean = token.trim().replace(/^bearer\s+/i, "");
  if (clean === "" || /^bearer$/i.test(clean)) throw new RegTokenError("the token is empty");
  if (!b64token.test(clean)) {
    throw new RegTokenError(
      "the token contains a character that no bearer token can contain (RFC 6750 §2.1)",
    );
  }
  return clean;
}

/** The last second since 1970 that a Date can represent. */
const latestDate = 8.64e12;

/** The lifetime of a JWT in milliseconds; undefined for an opaque token or one without `iat` and `exp`. */
export function lifetimeOf(token: string): number | undefined {
  try {
    const { iat, exp } = decodeJwt(token);
    const lifetime = typeof iat === "number" && typeof exp === "number" ? (exp - iat) * 1000 : Number.NaN;
    return Number.isFinite(lifetime) ? lifetime : undefined;
  } catch {
    return undefined;
  }
}

/** The expiry of a JWT, in milliseconds since 1970; undefined for an opaque token or one without `exp`. */
export function expiryOf(token: string): number | undefined {
  try {
    const exp: unknown = decodeJwt(token).exp;
    return typeof exp === "number" && Math.abs(exp) <= latestDate ? exp * 1000 : undefined;
  } catch {
    // Not a JWT: its expiry is unknown.
    return undefined;
  }
}
