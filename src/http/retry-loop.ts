import pRetry, { type Options } from "p-retry";
import { type AttemptFailure, type AttemptResult, isFailure } from "./call/call.js";

type WaitForNext = (failure: AttemptFailure) => Promise<boolean>;

/** Tells p-retry that an attempt has failed. p-retry would replace the error itself if it is not an Error. */
class FailedAttempt extends Error {
  readonly failure: AttemptFailure;
  readonly waitForNext: WaitForNext;

  constructor(failure: AttemptFailure, waitForNext: WaitForNext) {
    super("the attempt failed");
    this.failure = failure;
    this.waitForNext = waitForNext;
  }
}

/**
 * p-retry only repeats: it gets neither delays nor a signal, because it waits out a delay after an abort, and rejects a
 * call that has succeeded if its signal was aborted meanwhile.
 */
const options: Options = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 0,
  shouldRetry: ({ error }) => error instanceof FailedAttempt && error.waitForNext(error.failure),
};

/**
 * Makes attempts until one succeeds, or `waitForNext` says that there is to be no further one; returns the last result.
 * If `waitForNext` rejects, it rejects as well.
 */
export async function repeat(
  attempt: (number: number) => Promise<AttemptResult>,
  waitForNext: WaitForNext,
): Promise<AttemptResult> {
  try {
    return await pRetry(async (number) => {
      const result = await attempt(number);
      if (isFailure(result)) throw new FailedAttempt(result, waitForNext);
      return result;
    }, options);
  } catch (error) {
    if (error instanceof FailedAttempt) return error.failure;
    throw error;
  }
}
