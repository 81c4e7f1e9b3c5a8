import { RegApiError } from "../../errors/api-error.js";
import { RegResponseError } from "../../errors/client-errors.js";
import { RegError } from "../../errors/reg-error.js";
import type { Answer, Call, Layer, Send } from "../call.js";
import type { Emit } from "../diagnostics/diagnostics.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/waiting.js";
import { type Backoff, backoffDelay } from "./backoff.js";
import { retryLoop } from "./retry-loop.js";
import { mayRetry } from "./retry-policy.js";

/** How failed attempts are repeated. */
export interface RetrySettings extends Backoff {
  /** The most repetitions of one call. */
  readonly retries: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one fails at once. */
  readonly maxRetryAfter: number;
}

/** What the retry layer needs from outside. */
export interface RetryParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit;
}

/** Repeats attempts that failed in passing, where a repetition can do no harm. */
export function retry(settings: RetrySettings, parts: RetryParts): Layer {
  return (next) => async (call) => {
    const attempt = () => sendAttempt(next, call, parts.clock);
    try {
      return await attempt();
    } catch (error) {
      return retryLoop(error, attempt, settings.retries, (failure, failures) =>
        beforeRetry(call, failure, failures, settings, parts),
      );
    }
  };
}

/** Sends once, and keeps a record of a failure on the call and on the error. */
async function sendAttempt(next: Send, call: Call, clock: Clock): Promise<Answer> {
  const { progress } = call;
  const started = clock.monotonic();
  progress.attempt += 1;
  try {
    return await next(call);
  } catch (error) {
    if (!(error instanceof RegError)) throw error;
    const answered = error instanceof RegApiError || error instanceof RegResponseError;
    const status = answered ? { status: error.status } : {};
    const durationMs = clock.monotonic() - started;
    progress.failures.push({ attempt: progress.attempt, error: error.name, ...status, durationMs });
    error.attempts = [...progress.failures];
    if (error.outcome === "unknown") progress.uncertain = true;
    else if (progress.uncertain) error.outcome = "unknown";
    throw error;
  } finally {
    progress.inFlight = false;
  }
}

async function beforeRetry(
  call: Call,
  error: unknown,
  failures: number,
  settings: RetrySettings,
  { clock, random, emit }: RetryParts,
): Promise<boolean> {
  if (call.signal?.aborted || !mayRetry(call, error)) return false;
  const asked = error instanceof RegApiError ? error.retryAfterMs : undefined;
  const delayMs = asked ?? backoffDelay(settings, failures, random());
  // What would end after the deadline, or later than anyone waits, fails now.
  if (asked !== undefined && asked > settings.maxRetryAfter) return false;
  if (clock.monotonic() + delayMs >= call.progress.expiresAt) return false;
  const last = call.progress.failures.pop();
  if (last !== undefined) call.progress.failures.push({ ...last, delayMs });
  emit(call, { type: "retry", delayMs, error: error as RegError });
  await sleep(clock, delayMs, call.signal);
  return true;
}
