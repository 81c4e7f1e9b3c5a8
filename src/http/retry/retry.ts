import { RegApiError, RegRateLimitError } from "../../errors/api-error.js";
import { addToMessage } from "../../errors/caller-stack.js";
import { RegResponseError } from "../../errors/client-errors.js";
import { RegError } from "../../errors/reg-error.js";
import { summarize } from "../../errors/summary.js";
import { type Answer, type Call, isOurs, type Layer, outcomeOf, type Send } from "../call.js";
import type { Emit } from "../diagnostics/emitter.js";
import type { GiveUpReason } from "../diagnostics/events.js";
import type { Throttle } from "../throttle/throttle.js";
import { throwIfAborted } from "../time/cancellation.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/waiting.js";
import { type Backoff, backoffDelay } from "./backoff.js";
import { RetryBudget, type RetryBudgetSettings } from "./retry-budget.js";
import type { retryLoop } from "./retry-loop.js";
import { mayRetry } from "./retry-policy.js";

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

/** Repeats attempts that failed in passing, where a repetition can do no harm. */
export function retry(settings: RetrySettings, parts: RetryParts): Layer {
  const { clock } = parts;
  const budget = settings.budget && new RetryBudget(settings.budget);
  const decision = { settings, budget, ...parts };
  return (next) => async (call) => {
    budget?.earn();
    const started = beginAttempt(call, clock);
    try {
      return await next(call);
    } catch (error) {
      keepRecord(error, call, clock.monotonic() - started);
      if (!(await beforeRetry(call, error, 1, decision))) throw error;
      const repeat = await loadLoop(error);
      throwIfAborted(call.cancellation);
      return repeat(
        () => sendAgain(next, call, clock),
        settings.retries,
        (failure, repetitions) => beforeRetry(call, failure, 1 + repetitions, decision),
      );
    }
  };
}

/**
 * Loaded with the first repetition, for most programs get along without p-retry. If that fails, so does the call, with the
 * failure that was to be repeated.
 */
async function loadLoop(failure: unknown): Promise<typeof retryLoop> {
  try {
    return (await import("./retry-loop.js")).retryLoop;
  } catch {
    if (RegError.is(failure)) addToMessage(failure, notRepeated);
    throw failure;
  }
}

const notRepeated =
  "It was not repeated, because a file of this package cannot be loaded: if the package was replaced meanwhile, start the program again";

async function sendAgain(next: Send, call: Call, clock: Clock): Promise<Answer> {
  const started = beginAttempt(call, clock);
  try {
    return await next(call);
  } catch (error) {
    keepRecord(error, call, clock.monotonic() - started);
    throw error;
  }
}

/** @returns when it began, on the monotonic clock, in milliseconds */
function beginAttempt({ progress }: Call, clock: Clock): number {
  progress.attempt += 1;
  return clock.monotonic();
}

/** Keeps a record of an attempt that failed, on the call and on the error. */
function keepRecord(error: unknown, call: Call, durationMs: number): void {
  const { progress } = call;
  if (isOurs(error, call.cancellation)) {
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

/** Waits before the next attempt, or returns false if there is to be none. */
async function beforeRetry(call: Call, error: unknown, failures: number, parts: Decision): Promise<boolean> {
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

interface Decision extends RetryParts {
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
