import { addToMessage } from "../errors/caller-stack.js";
import type { RegError } from "../errors/reg-error.js";
import type { Progress } from "./call.js";
import type { Failures } from "./failures/load-failures.js";

/**
 * Adds to the message of a call's error what only the whole call knows. What one reads first in the night must not hide
 * it in a property.
 */
export async function addEpilogue(error: RegError, progress: Progress, failures: Failures): Promise<void> {
  if (error.attempts.length === 0) error.attempts = [...progress.failures];
  const said = await failures.then(
    ({ epilogueOf }) => epilogueOf(error, progress),
    () => undefined,
  );
  if (said !== undefined) addToMessage(error, said);
}
