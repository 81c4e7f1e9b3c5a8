import { RegError } from "./reg-error.js";

/**
 * Adds the lines of the program that made the call to an error's stack. The error was made on the way back from
 * the network, where nothing leads to the caller any more; the frames that lie behind an `await` here still do.
 */
export function withCallerStack(error: unknown): unknown {
  if (error instanceof RegError && typeof Error.captureStackTrace === "function") {
    const here = { stack: "" };
    Error.captureStackTrace(here, withCallerStack);
    const frames = here.stack.split("\n").slice(1).join("\n");
    if (frames !== "") error.stack = `${error.stack}\n${frames}`;
  }
  return error;
}
