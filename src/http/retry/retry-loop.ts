import pRetry from "p-retry";

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
export async function retryLoop<T>(
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
