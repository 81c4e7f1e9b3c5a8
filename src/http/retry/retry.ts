import type { Answer, Call, Layer, Send } from "../call.js";
import type { Clock } from "../time/clock.js";
import { beginAttempt, keepRecord } from "./attempt-record.js";
import { beforeRetry, type RetryParts, type RetrySettings } from "./before-retry.js";
import { RetryBudget } from "./retry-budget.js";
import { retryLoop } from "./retry-loop.js";

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
      keepRecord(error, call, clock.monotonic() - started);
      if (!(await beforeRetry(call, error, 1, decision))) throw error;
      return retryLoop(
        () => sendAgain(next, call, clock),
        settings.retries,
        (failure, repetitions) => beforeRetry(call, failure, 1 + repetitions, decision),
      );
    }
  };
}

async function sendAgain(next: Send, call: Call, clock: Clock): Promise<Answer> {
  const started = beginAttempt(call, clock);
  try {
    return await next(call);
  } catch (error) {
    keepRecord(error, call, clock.monotonic() - started);
    throw error;
  }
}
