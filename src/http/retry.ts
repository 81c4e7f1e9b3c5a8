import pRetry from "p-retry";
import {
  RegApiError,
  RegConnectionError,
  type RegError,
  RegRateLimitError,
  RegResponseError,
  RegTimeoutError,
} from "../errors/errors.js";
import { summarize } from "../errors/summary.js";
import {
  type Call,
  isOwnError,
  type Layer,
  type ParsedResponse,
  type RetrySettings,
  type Send,
} from "./call.js";
import { sleep } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./diagnostics.js";
import type { GiveUpReason } from "./events.js";
import type { Throttle } from "./throttle/throttle.js";

/** The parts of a client that the retry layer uses. */
export interface RetryParts {
  /** Limits the retries of all calls together; undefined: no limit. */
  readonly retryBudget: RetryBudgetSettings | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit | undefined;
  /** Undefined, or without a rate limit: nothing paces the requests after a 429. */
  readonly throttle: Throttle | undefined;
}

/** Retries a failed attempt if the failure is transient and a second request cannot do any harm. */
export function retry(parts: RetryParts): Layer {
  const budget = parts.retryBudget && new RetryBudget(parts.retryBudget);
  const policy = { budget, ...parts };
  return (next) => async (call) => {
    const { retries } = call.retry;
    budget?.earn();
    let rejection: unknown;
    // p-retry may replace the error by another one.
    const keepRejection = (error: unknown): never => {
      rejection = error;
      throw error;
    };
    try {
      // p-retry gets neither delays nor a signal: it waits out a delay after an abort, and rejects a call that has
      // succeeded if its signal was aborted meanwhile. The delay is part of `shouldRetry` instead. All other options
      // are given, because p-retry needs ten times as long to add those that are missing.
      return await pRetry((number) => makeAttempt({ number, call, next }, parts.clock).catch(keepRejection), {
        retries,
        factor: 1,
        minTimeout: 0,
        maxTimeout: 0,
        maxRetryTime: Number.POSITIVE_INFINITY,
        randomize: false,
        shouldConsumeRetry: () => true,
        onFailedAttempt({ retriesLeft }) {
          if (retriesLeft === 0 && retries > 0 && isRetryable(call, rejection))
            giveUp("retries", { call, error: rejection }, policy);
        },
        shouldRetry: ({ attemptNumber }) =>
          waitForRetry({ call, error: rejection, failures: attemptNumber }, policy).catch(keepRejection),
      });
    } catch {
      // p-retry replaces a rejection that is not an Error, but a caller may abort with any value.
      throw rejection;
    }
  };
}

/** An attempt that is about to be made. */
interface NumberedAttempt {
  /** From 1. */
  readonly number: number;
  readonly call: Call;
  readonly next: Send;
}

/** Makes one attempt, which includes the replay after a 401, and records it if it fails. */
async function makeAttempt({ number, call, next }: NumberedAttempt, clock: Clock): Promise<ParsedResponse> {
  call.state.attempts.current = number;
  const startedAt = clock.monotonic();
  try {
    return await next(call);
  } catch (error) {
    if (isOwnError(error, call.cancellation)) recordFailure(error, call, clock.monotonic() - startedAt);
    throw error;
  }
}

/** Records a failed attempt in the call's state and on its error. */
function recordFailure(error: RegError, { state: { attempts } }: Call, durationMs: number): void {
  const responded = error instanceof RegApiError || error instanceof RegResponseError;
  const status = responded ? { status: error.status } : {};
  attempts.failures.push({ attempt: attempts.current, error: error.name, ...status, durationMs });
  error.attempts = [...attempts.failures];
  if (error.outcome === "unknown") attempts.uncertain = true;
  else if (attempts.uncertain) error.outcome = "unknown";
}

/** Records the delay after the latest failed attempt, when the next attempt follows. */
function recordDelay({ state: { attempts } }: Call, delayMs: number): void {
  const last = attempts.failures.pop();
  if (last !== undefined) attempts.failures.push({ ...last, delayMs });
}

/** A failed attempt. */
interface FailedAttempt {
  readonly call: Call;
  readonly error: unknown;
}

interface RetryPolicy extends RetryParts {
  readonly budget: RetryBudget | undefined;
}

/**
 * Waits before the next attempt; rejects with the reason if the call is cancelled meanwhile.
 *
 * @returns false if there is to be no further attempt
 */
async function waitForRetry(
  failure: FailedAttempt & { failures: number },
  policy: RetryPolicy,
): Promise<boolean> {
  const { call, error, failures } = failure;
  const { clock, random, emit } = policy;
  if (!isRetryable(call, error)) return false;
  const requestedMs = error instanceof RegApiError ? error.retryAfterMs : undefined;
  const delayMs = requestedMs ?? backoffDelay(call.retry, failures, random());
  const reason =
    requestedMs !== undefined && requestedMs > call.retry.maxRetryAfter
      ? "retry-after"
      : reasonToGiveUp(failure, delayMs, policy);
  if (reason !== undefined) {
    giveUp(reason, failure, policy);
    return false;
  }
  emit?.(call, { type: "retry", delayMs, error: summarize(error) });
  await sleep(clock, delayMs, call.cancellation);
  recordDelay(call, delayMs);
  return true;
}

function reasonToGiveUp(
  { call, error }: FailedAttempt,
  delayMs: number,
  { budget, clock, throttle }: RetryPolicy,
): GiveUpReason | undefined {
  const { deadline } = call;
  if (deadline !== undefined && clock.monotonic() + delayMs >= deadline.expiresAt) return "deadline";
  // A 429 is no sign of an outage, and the throttle paces the requests that follow it.
  const isPaced = error instanceof RegRateLimitError && Number.isFinite(throttle?.statistics().limit);
  return isPaced || budget === undefined || budget.trySpend() ? undefined : "budget";
}

function giveUp(reason: GiveUpReason, { call, error }: FailedAttempt, { emit }: RetryPolicy): void {
  call.state.attempts.gaveUp = reason;
  emit?.(call, { type: "give-up", reason, error: summarize(error) });
}

/**
 * Whether a failed attempt may be retried. Reads and idempotent writes may be retried after any transient failure;
 * creates and transitions only if the service certainly did nothing. A stream can be sent only once.
 */
function isRetryable({ operation, body, cancellation }: Call, error: unknown): boolean {
  if (cancellation.aborted || !isTransient(error) || body instanceof ReadableStream) return false;
  return operation.effects === "read" || operation.effects === "idempotent" || isCertainlyUnprocessed(error);
}

function isTransient(error: unknown): boolean {
  if (error instanceof RegApiError)
    return error.status === 408 || error.status === 429 || error.status >= 500;
  if (error instanceof RegConnectionError) return error.transient;
  if (error instanceof RegTimeoutError) return error.limit === "timeout";
  if (error instanceof RegResponseError) return error.transient;
  return false;
}

function isCertainlyUnprocessed(error: unknown): boolean {
  if (error instanceof RegApiError) return error.status === 429;
  return error instanceof RegConnectionError && !error.sent;
}

/**
 * Exponential backoff with full jitter: a random share of `minTimeout × 2^(failures - 1)`, at most `maxTimeout`.
 *
 * @param failures how many attempts have failed so far, from 1
 * @param random a number from 0 to 1
 */
export function backoffDelay(
  { minTimeout, maxTimeout }: BackoffLimits,
  failures: number,
  random: number,
): number {
  return Math.min(maxTimeout, minTimeout * 2 ** Math.min(failures - 1, largestExponent)) * random;
}

type BackoffLimits = Pick<RetrySettings, "minTimeout" | "maxTimeout">;

/** With a larger exponent the power is Infinity, and 0 × Infinity is NaN. */
const largestExponent = 1023;

/** How many retries a client may make, in proportion to its calls. */
export interface RetryBudgetOptions {
  /** How many retries are available before any call has earned one, and at most. Default 100. */
  readonly reserve?: number | undefined;
  /** How many retries each call earns: with 0.2, one for every five calls. Default 0.2. */
  readonly ratio?: number | undefined;
}

/** The same options with their defaults. */
export interface RetryBudgetSettings {
  readonly reserve: number;
  readonly ratio: number;
}

/**
 * Limits the retries of a whole client. In an outage, when every call fails, each call is retried `ratio` times on
 * average instead of `retries` times, so that the retries do not keep the service from recovering.
 */
export class RetryBudget {
  readonly #reserve: number;
  readonly #ratio: number;
  #balance: number;

  constructor({ reserve, ratio }: RetryBudgetSettings) {
    this.#reserve = reserve;
    this.#ratio = ratio;
    this.#balance = reserve;
  }

  /** Adds the share of a retry that each call earns. */
  earn(): void {
    this.#balance = Math.min(this.#reserve, this.#balance + this.#ratio);
  }

  /** Takes one retry; false if none is left. */
  trySpend(): boolean {
    if (this.#balance < 1) return false;
    this.#balance -= 1;
    return true;
  }
}
