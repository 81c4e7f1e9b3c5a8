import { addToMessage } from "../../errors/caller-stack.js";
import { RegError } from "../../errors/reg-error.js";
import type { retryLoop } from "./retry-loop.js";

/**
 * The loop is p-retry, which no import need wait for. It is asked for when the client is made, and not when the first
 * attempt has failed: in an outage, when a program may have no file descriptor left, it must be there.
 */
export function loadLoop(): Promise<typeof import("./retry-loop.js")> {
  const loading = import("./retry-loop.js");
  // Whoever needs it is told.
  loading.catch(() => {});
  return loading;
}

/** The loop; if it could not be loaded, the call fails with the failure that was to be repeated. */
export async function loopOf(
  loading: ReturnType<typeof loadLoop>,
  failure: unknown,
): Promise<typeof retryLoop> {
  try {
    return (await loading).retryLoop;
  } catch {
    if (RegError.is(failure)) addToMessage(failure, notRepeated);
    throw failure;
  }
}

const notRepeated =
  "It was not repeated, because a file of this package could not be loaded: start the program again";
