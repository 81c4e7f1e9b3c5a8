/** The signals that ask a process to end. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** What of a process an interruption needs. */
export interface Interruptible {
  on(signal: (typeof signals)[number], listener: () => void): unknown;
  /** Ends it at once. */
  exit(code: number): unknown;
}

/**
 * Milliseconds within which a signal is taken for an echo of the first: the terminal tells Ctrl-C to
 * every process that it runs, and a program in between, such as npx, may pass it on as well.
 */
const echo = 250;

/** The exit code of a process that SIGINT ended, as shells have it. */
const cutShort = 130;

/**
 * Turns the signals into an abort: the first asks to end, another one ends the process at once.
 *
 * @param now the milliseconds of a clock that does not jump
 */
export function interruption(process: Interruptible, now: () => number): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const heard = () => {
    if (!controller.signal.aborted) {
      first = now();
      controller.abort();
    } else if (now() - first > echo) process.exit(cutShort);
  };
  for (const signal of signals) process.on(signal, heard);
  return controller.signal;
}
