/** What tells one failure from another, while it is loaded. */
export type Failures = Promise<typeof import("./failures.js")>;

/**
 * Loads what is needed only when something has failed, which no import need wait for. It is asked for when the client is
 * made, as the loop of the retries is.
 */
export function loadFailures(): Failures {
  const loading = import("./failures.js");
  // Whoever needs it is told.
  loading.catch(() => {});
  return loading;
}
