import type { RegError } from "./reg-error.js";

/**
 * Adds the lines of the program that made the call to an error's stack. The error was made on the way back from
 * the network, where nothing leads to the caller any more; the frames that lie behind an `await` here still do.
 * Those that the error has already are left out.
 */
export function addCallerStack(error: RegError): void {
  if (typeof Error.captureStackTrace !== "function") return;
  const here = { stack: "" };
  Error.captureStackTrace(here, addCallerStack);
  const { stack } = error;
  // A program may make its stacks of something else than text.
  if (typeof stack !== "string" || typeof here.stack !== "string") return;
  const frames = here.stack.split("\n").slice(1);
  const missing = frames.filter((frame) => !stack.includes(frame));
  if (missing.length > 0) error.stack = [stack, ...missing].join("\n");
}

/** Adds a sentence to an error's message, and to the copy of it at the head of its stack. */
export function addToMessage(error: RegError, sentence: string): void {
  const { message, stack } = error;
  error.message = `${message}${/[.!?]$/.test(message) ? "" : "."} ${sentence}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
