import { RegAuthenticationError, RegTokenError } from "../errors/errors.js";
import type { Call, CallState, Layer, ParsedResponse, Send } from "./call.js";
import { unlessAborted } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./diagnostics.js";

/**
 * Waits for what a source has promised, but no longer than its `patience`: then settles as `late` does. The limit is
 * this call's own, for the promise may be shared; it goes when the call ends in whatever way.
 */
export function waitForToken<T>(
  promised: Promise<T>,
  { patience }: TokenProvider,
  { cancellation }: Pick<Call, "cancellation">,
  clock: Clock,
  late: (patience: TokenTimeout) => Promise<T>,
): Promise<T> {
  if (patience === undefined) return unlessAborted(promised, cancellation);
  let cancel = () => {};
  const limited = new Promise<T>((resolve, reject) => {
    cancel = clock.schedule(() => resolve(late(patience)), patience.limitMs);
    promised.then(resolve, reject);
  });
  return unlessAborted(limited, cancellation).finally(cancel);
}

/** Puts the token on an attempt at the moment it is sent, so that none can expire in the waiting line. */
export function authorization(source: TokenProvider, clock: Clock, emit: Emit): Layer {
  const waitFor = async (pending: Promise<string>, call: Call): Promise<string> => {
    const started = clock.monotonic();
    const token = await waitForToken(pending, source, call, clock, failWaiting);
    emit?.(call, { type: "token", waitedMs: clock.monotonic() - started });
    return token;
  };
  return (next) => {
    const send = (call: Call, token: string): Promise<ParsedResponse> => {
      call.headers["authorization"] = prefix + token;
      return next(call);
    };
    // Not an async function: most calls find a token at hand, and each turn that is saved counts.
    return (call) => {
      const { cancellation } = call;
      if (cancellation.aborted) return Promise.reject(cancellation.reason);
      try {
        const token = source.get();
        if (typeof token === "string") return send(call, token);
        return waitFor(token, call).then(
          (given) => send(call, given),
          (error: unknown) => Promise.reject(ownError(error, call)),
        );
      } catch (error) {
        return Promise.reject(ownError(error, call));
      }
    };
  };
}

/** Many calls may have waited for the same token, but each error tells of one call: its operation, its attempts. */
function ownError(error: unknown, { operation }: Call): unknown {
  if (!(error instanceof RegTokenError)) return error;
  const { message, oauthError, retryAfterMs, cause } = error;
  return new RegTokenError(message, { operationId: operation.id, oauthError, retryAfterMs, cause });
}

async function failWaiting(patience: TokenTimeout): Promise<never> {
  throw patience.passed();
}

/** RFC 6750 §2.1: what a bearer token may consist of. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Mends what people paste (white space around it, a `Bearer ` prefix) and refuses what cannot be a bearer token.
 *
 * @throws RegTokenError, which never shows the token
 */
export function cleanToken(token: unknown): string {
  if (typeof token !== "string") throw new RegTokenError("the token is not a string; is its variable set?");
  const clean = token.trim().replace(/^bearer\s+/i, "");
  if (clean === "" || /^bearer$/i.test(clean)) throw new RegTokenError("the token is empty");
  if (!b64token.test(clean)) {
    throw new RegTokenError("the token holds a character that no bearer token can hold (RFC 6750 §2.1)");
  }
  return clean;
}

/** The last second since 1970 that a Date can hold. */
const latestDate = 8.64e12;

/**
 * When a JWT expires, in milliseconds since 1970; undefined for an opaque token or one without `exp`. Of its three parts
 * the second one holds the claims. Of their texts those that are not ASCII come out wrong, but no number does.
 */
export function expiryOf(token: string): number | undefined {
  const [, claims = "", ...others] = token.split(".");
  if (others.length !== 1) return undefined;
  try {
    const { exp } = Object(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))));
    return typeof exp === "number" && Math.abs(exp) <= latestDate ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Checks tokens before they are sent; reads each token only once as long as it stays the same. */
export function tokenChecker(clock: Clock, checkExpiry: boolean): (token: unknown) => string {
  const examine = (given: unknown) => {
    const clean = cleanToken(given);
    return { given, clean, expiry: checkExpiry ? expiryOf(clean) : undefined };
  };
  let last: ReturnType<typeof examine> | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = examine(given);
    if (last.expiry !== undefined && last.expiry <= clock.now()) {
      throw new RegTokenError(
        `the token expired at ${new Date(last.expiry).toISOString()}; nothing was sent. Supply a new one`,
      );
    }
    return last.clean;
  };
}

/** After a 401, gets another token if the source has one, and sends the call once more: once in the whole call. */
export function reauthenticate(source: TokenProvider, clock: Clock): Layer {
  const reauthenticated = new WeakSet<CallState>();
  const replay = async (error: unknown, call: Call, next: Send): Promise<ParsedResponse> => {
    if (!(error instanceof RegAuthenticationError)) throw error;
    // The source is told in any case, or calls that cannot be repeated would be refused again and again.
    const another = Promise.resolve(source.reject?.(tokenOf(call)));
    if (reauthenticated.has(call.state) || call.body instanceof ReadableStream) throw error;
    reauthenticated.add(call.state);
    // If that takes too long, the 401 tells more.
    if ((await waitForToken(another, source, call, clock, async () => false)) !== true) throw error;
    return next(call);
  };
  return (next) => (call) => next(call).catch((error: unknown) => replay(error, call, next));
}

const prefix = "Bearer ";

/** The token of the latest attempt; empty before the first. */
function tokenOf({ headers }: Call): string {
  return headers["authorization"]?.slice(prefix.length) ?? "";
}

/** A token that the user supplies: as text, or by a function that is asked before every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/**
 * How long a call waits for the function, in milliseconds. After so long without an answer the next call asks afresh:
 * what the function waits for may be lost.
 */
const limitMs = 30_000;

const patience: TokenTimeout = {
  limitMs,
  passed: () =>
    new RegTokenError(
      `the function that supplies the token did not answer within ${limitMs} ms; give what it waits for a limit of its own. The next call asks it afresh`,
      { cause: new Error(`no token within ${limitMs} ms`) },
    ),
};

/** A source for a token that the user supplies. */
export function suppliedToken(
  token: TokenOption,
  check: (token: unknown) => string,
  clock: Clock,
): TokenProvider {
  return typeof token === "function" ? new AskedToken(token, check, clock) : { get: () => check(token) };
}

interface Question {
  readonly answer: Promise<string>;
  /** On the monotonic clock, in milliseconds. */
  readonly asked: number;
}

/** Asks the user's function; calls that need a token while its promise is pending share that promise. */
class AskedToken implements TokenProvider {
  readonly patience = patience;
  readonly #token: () => unknown;
  readonly #check: (token: unknown) => string;
  readonly #clock: Clock;
  #pending: Question | undefined;

  constructor(token: () => unknown, check: (token: unknown) => string, clock: Clock) {
    this.#token = token;
    this.#check = check;
    this.#clock = clock;
  }

  get(): string | Promise<string> {
    const now = this.#clock.monotonic();
    const pending = this.#joinable(now);
    if (pending !== undefined) return pending.answer;
    const given = ask(this.#token);
    return isPromise(given) ? this.#share(given, now) : this.#check(given);
  }

  async reject(refused: string): Promise<boolean> {
    try {
      // A question from before the refusal may still be answered with the refused token.
      const pending = this.#joinable(this.#clock.monotonic());
      if (pending !== undefined && (await pending.answer) !== refused) return true;
      return (await this.get()) !== refused;
    } catch {
      // The 401 tells more than the failure to get another token.
      return false;
    }
  }

  /** The time is rounded up, because the timer of the call that gave up may have fired a fraction early. */
  #joinable(now: number): Question | undefined {
    const pending = this.#pending;
    return pending !== undefined && Math.ceil(now - pending.asked) < limitMs ? pending : undefined;
  }

  #share(given: PromiseLike<unknown>, asked: number): Promise<string> {
    const question: Question = { answer: Promise.resolve(given).then(this.#check, fail), asked };
    const forget = () => {
      if (this.#pending === question) this.#pending = undefined;
    };
    this.#pending = question;
    question.answer.then(forget, forget);
    return question.answer;
  }
}

function ask(token: () => unknown): unknown {
  try {
    return token();
  } catch (error) {
    return fail(error);
  }
}

/** The user's own error stays the cause: its text may hold anything. */
function fail(cause: unknown): never {
  throw new RegTokenError("the function that supplies the token failed", { cause });
}

/** Of any kind: a vault's client may bring its own promises. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** How long one call waits for what a source has promised. */
export interface TokenTimeout {
  /** In milliseconds. */
  readonly limitMs: number;
  /** The error of a call that has waited for so long. */
  passed(): RegTokenError;
}

/** Where the authorization layer gets the token of an attempt from. */
export interface TokenProvider {
  /** For the promises below; absent where they have a limit of their own. */
  readonly patience?: TokenTimeout;
  /** The token to send now. A promise may be shared with other callers. */
  get(): string | Promise<string>;
  /**
   * Told that the service refused this token. `true` if another one can be had, so that one replay is worth it;
   * never rejects. Absent where there is only one.
   */
  reject?(token: string): boolean | Promise<boolean>;
}
