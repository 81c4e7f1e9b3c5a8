import { RegApiError, RegRateLimitError } from "../../errors/api-error.js";
import { summarize } from "../../errors/summary.js";
import type { Call } from "../call.js";
import type { Emit } from "../diagnostics/emitter.js";
import type { GiveUpReason } from "../diagnostics/events.js";
import type { Throttle } from "../throttle/throttle.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/waiting.js";
import { type Backoff, backoffDelay } from "./backoff.js";
import type { RetryBudget, RetryBudgetSettings } from "./retry-budget.js";
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

/** Waits before the next attempt, or returns false if there is to be none. */
export async function beforeRetry(
  call: Call,
  error: unknown,
  failures: number,
  parts: Decision,
): Promise<boolean> {
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
