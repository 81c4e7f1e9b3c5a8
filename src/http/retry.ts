import pRetry from "p-retry";
import {
  RegApiError,
  RegConnectionError,
  RegRateLimitError,
  RegResponseError,
  RegTimeoutError,
} from "../errors/errors.js";
import { summarize } from "../errors/summary.js";
import { type Call, isSdkError, type Layer, outcomeOf, type ParsedResponse, type Send } from "./call.js";
import { sleep } from "./cancellation.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./diagnostics.js";
import type { GiveUpReason } from "./events.js";
import type { Throttle } from "./throttle/throttle.js";

/**
 * Counts an attempt.
 *
 * @returns when it began, on the monotonic clock, in milliseconds
 */
function beginAttempt({ progress }: Call, clock: Clock): number {
  progress.attempt += 1;
  return clock.monotonic();
}

/**
 * Keeps a record of an attempt that failed, on the call and on the error.
 *
 * @param durationMs how long it took, in milliseconds
 */
function recordFailure(error: unknown, call: Call, durationMs: number): void {
  const { progress } = call;
  if (isSdkError(error, call.cancellation)) {
    const answered = error instanceof RegApiError || error instanceof RegResponseError;
    const status = answered ? { status: error.status } : {};
    progress.failures.push({ attempt: progress.attempt, error: error.name, ...status, durationMs });
    error.attempts = [...progress.failures];
    if (error.outcome === "unknown") progress.uncertain = true;
    else if (progress.uncertain) error.outcome = "unknown";
  } else {
    // The caller's own reason carries no outcome: what watches the call can still tell.
    progress.uncertain = outcomeOf(call) === "unknown";
  }
  progress.inFlight = false;
}

/** How long the pauses between attempts are, in milliseconds. */
export interface Backoff {
  /** The most that the first pause can be. */
  readonly minTimeout: number;
  /** The most that any pause can be. */
  readonly maxTimeout: number;
}

/** Beyond it the power is Infinity, and 0 × Infinity is no number. */
const largestExponent = 1023;

/**
 * Exponential back-off with full jitter: a random share of `minTimeout × 2^(failures - 1)`, at most `maxTimeout`.
 *
 * @param failures how many attempts have failed so far, from 1
 * @param random a number from 0 to 1
 */
export function backoffDelay({ minTimeout, maxTimeout }: Backoff, failures: number, random: number): number {
  return Math.min(maxTimeout, minTimeout * 2 ** Math.min(failures - 1, largestExponent)) * random;
}

/** What is worth another attempt if repeating does no harm. */
function isTransient(error: unknown): boolean {
  if (error instanceof RegApiError)
    return error.status === 408 || error.status === 429 || error.status >= 500;
  if (error instanceof RegConnectionError) return error.transient;
  if (error instanceof RegTimeoutError) return error.limit === "timeout";
  if (error instanceof RegResponseError) return error.transient;
  return false;
}

/** Whether it is certain that the service did not act on the attempt. */
function provesNothingDone(error: unknown): boolean {
  if (error instanceof RegApiError) return error.status === 429;
  return error instanceof RegConnectionError && !error.sent;
}

/**
 * Whether a failed attempt may be repeated. Reads and idempotent writes may after any passing failure; creates
 * and transitions only when it is certain that the service did nothing. A stream is gone once it was sent.
 */
function mayRetry({ operation, body }: Call, error: unknown): boolean {
  if (!isTransient(error) || body instanceof ReadableStream) return false;
  return operation.effects === "read" || operation.effects === "idempotent" || provesNothingDone(error);
}

/** How failed attempts are repeated. */
export interface RetrySettings extends Backoff {
  /** The most repetitions of one call. */
  readonly retries: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one fails at once. */
  readonly maxRetryAfter: number;
  /** Bounds the repetitions of all calls together; undefined: no bound. */
  readonly budget: RetryBudgetSettings | undefined;
}

/** What the retry layer needs from outside. */
export interface RetryParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit;
  /** Undefined: nothing paces what follows on a 429. */
  readonly throttle: Throttle | undefined;
}

/** Waits before the next attempt, or returns false if there is to be none. */
async function decideRetry(call: Call, error: unknown, failures: number, parts: Decision): Promise<boolean> {
  const { settings, clock, random, emit } = parts;
  if (settings.retries === 0 || call.cancellation.aborted || !mayRetry(call, error)) return false;
  const asked = error instanceof RegApiError ? error.retryAfterMs : undefined;
  const delayMs = asked ?? backoffDelay(settings, failures, random());
  const reason = reasonToGiveUp({ call, error, failures, asked, delayMs }, parts);
  if (reason !== undefined) {
    call.progress.gaveUp = reason;
    emit?.(call, { type: "give-up", reason, error: summarize(error) });
    return false;
  }
  const last = call.progress.failures.pop();
  if (last !== undefined) call.progress.failures.push({ ...last, delayMs });
  emit?.(call, { type: "retry", delayMs, error: summarize(error) });
  await sleep(clock, delayMs, call.cancellation);
  return true;
}

/** What is decided by. */
export interface Decision extends RetryParts {
  readonly settings: RetrySettings;
  readonly budget: RetryBudget | undefined;
}

interface Failure {
  readonly call: Call;
  readonly error: unknown;
  readonly failures: number;
  /** What `Retry-After` says, in milliseconds. */
  readonly asked: number | undefined;
  readonly delayMs: number;
}

/** What would end after the deadline, or later than anyone waits, fails now. */
function reasonToGiveUp(
  failure: Failure,
  { settings, budget, clock, throttle }: Decision,
): GiveUpReason | undefined {
  const { call, error, failures, asked, delayMs } = failure;
  if (failures > settings.retries) return "retries";
  if (asked !== undefined && asked > settings.maxRetryAfter) return "retry-after";
  if (clock.monotonic() + delayMs >= call.progress.expiresAt) return "deadline";
  // A service that refuses calls by its limit is well, and the throttle's gate paces what follows.
  const paced = error instanceof RegRateLimitError && throttle !== undefined;
  return paced || budget === undefined || budget.trySpend() ? undefined : "budget";
}

/**
 * Reads a `Retry-After` header: whole seconds, or an IMF-fixdate (RFC 9110 §10.2.3), and nothing else.
 *
 * @param now the current time in milliseconds since 1970
 * @returns the pause in milliseconds; undefined if the header is absent, malformed or in the past
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = parseFixdate(value);
  return instant === undefined || instant <= now ? undefined : instant - now;
}

/** `Date.parse` takes almost anything; only a fixdate comes out of `toUTCString` as it went in. */
function parseFixdate(value: string): number | undefined {
  const instant = Date.parse(value);
  return Number.isFinite(instant) && new Date(instant).toUTCString() === value ? instant : undefined;
}

/** How many repetitions a client may make beside its calls. */
export interface RetryBudgetOptions {
  /** How many repetitions there may be before any call has earned one. Default 100. */
  readonly reserve?: number | undefined;
  /** How many repetitions each call earns, such as 0.2: one for every five calls. Default 0.2. */
  readonly ratio?: number | undefined;
}

/** The same with its defaults. */
export interface RetryBudgetSettings {
  readonly reserve: number;
  readonly ratio: number;
}

/**
 * Bounds the repetitions of a whole client: in an outage, when every call fails, each call is repeated `ratio`
 * times on average and not `retries` times, so that the clients do not hold down a service that wants to come back.
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

  /** A call has begun. */
  earn(): void {
    this.#balance = Math.min(this.#reserve, this.#balance + this.#ratio);
  }

  /** Takes one repetition, if there is one. */
  trySpend(): boolean {
    if (this.#balance < 1) return false;
    this.#balance -= 1;
    return true;
  }
}

/** How the loop ended; a rejection travels as a value, so that p-retry neither judges nor changes it. */
class Settled {
  readonly failed: boolean;
  readonly value: unknown;
  constructor(failed: boolean, value: unknown) {
    this.failed = failed;
    this.value = value;
  }
}

/** The only error that p-retry ever sees: it asks for another round. */
class AnotherRound extends Error {}

/**
 * Repeats `attempt`, at once and then for as long as `beforeRetry` allows. The only file that knows p-retry: pauses,
 * aborts and the choice of what to repeat are all left to `beforeRetry`, because p-retry waits out a pause after an
 * abort and gives network errors and non-errors a meaning of its own.
 *
 * @param repetitions the most, which `beforeRetry` allows at most
 * @param beforeRetry waits for as long as needed and returns true, or returns false to give up with the failure;
 *   the loop ends at once with what it throws, such as an abort's reason
 */
async function retryLoop<T>(
  attempt: () => Promise<T>,
  repetitions: number,
  beforeRetry: (error: unknown, failures: number) => Promise<boolean>,
): Promise<T> {
  const waitAfter = async (failure: unknown, failures: number) => {
    try {
      return (await beforeRetry(failure, failures)) ? undefined : new Settled(true, failure);
    } catch (aborted) {
      return new Settled(true, aborted);
    }
  };
  const outcome = await pRetry(
    async (number) => {
      try {
        return new Settled(false, await attempt());
      } catch (failure) {
        const ended = await waitAfter(failure, number);
        if (ended !== undefined) return ended;
        throw new AnotherRound();
      }
    },
    { retries: repetitions - 1, minTimeout: 0, maxTimeout: 0 },
  );
  if (outcome.failed) throw outcome.value;
  return outcome.value as T;
}

/** Repeats attempts that failed in passing, where a repetition can do no harm. */
export function retry(settings: RetrySettings, parts: RetryParts): Layer {
  const { clock } = parts;
  const budget = settings.budget && new RetryBudget(settings.budget);
  const decision = { settings, budget, ...parts };
  return (next) => async (call) => {
    budget?.earn();
    // The first attempt stands here and not in a function of its own, for most calls need no other.
    const started = beginAttempt(call, clock);
    try {
      return await next(call);
    } catch (error) {
      recordFailure(error, call, clock.monotonic() - started);
      if (!(await decideRetry(call, error, 1, decision))) throw error;
      return retryLoop(
        () => sendAgain(next, call, clock),
        settings.retries,
        (failure, repetitions) => decideRetry(call, failure, 1 + repetitions, decision),
      );
    }
  };
}

async function sendAgain(next: Send, call: Call, clock: Clock): Promise<ParsedResponse> {
  const started = beginAttempt(call, clock);
  try {
    return await next(call);
  } catch (error) {
    recordFailure(error, call, clock.monotonic() - started);
    throw error;
  }
}
