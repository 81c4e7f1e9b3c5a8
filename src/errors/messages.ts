import type { ApiErrorDetails, RegError } from "./errors.js";
import type { RegProblemEntry } from "./problem.js";

/** A message is for people; everything that the service listed stands in `errors`. */
const longestMessage = 4000;
const longestField = 100;

function describeEntry(
  { code, description, context }: RegProblemEntry,
  actions: Readonly<Record<string, string>>,
): string {
  const { fieldName } = context;
  const field = typeof fieldName === "string" ? ` (field ${fieldName.slice(0, longestField)})` : "";
  // The code is the service's, and may be the name of what every object inherits.
  const action = Object.hasOwn(actions, code) ? actions[code] : undefined;
  return `${code}${field}: ${description}${action === undefined ? "" : ` ${action}`}`;
}

/** What each status means, where the reference says. */
const summaries: Readonly<Record<number, string>> = {
  400: "it refuses the content",
  401: "it does not accept the token; supply a current one",
  403: "the owner of the token may not do this",
  404: "it knows no such thing for this token",
  409: "another caller was faster; read the current state before you go on",
  410: "the request is archived; only its invoice methods remain",
  429: "too many requests in a minute",
};

/** What is told of an answer with an error status. */
export interface ToldAnswer extends Pick<ApiErrorDetails, "status" | "problem" | "retryAfterMs"> {
  /** What to do about each of the service's codes. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

/** The message for an answer with an error status: all that somebody needs who reads nothing else. */
export function apiErrorMessage({ status, problem, retryAfterMs, actions = {} }: ToldAnswer): string {
  const summary = summaries[status] ?? (status >= 500 ? "it failed" : "an error status");
  const lines = problem.errors.map((entry) => describeEntry(entry, actions));
  if (lines.length === 0 && problem.detail) lines.push(problem.detail);
  const trace = problem.traceId ? ` [trace ${problem.traceId}]` : "";
  const list = lines.join(" | ");
  const text = list.length > longestMessage ? `${list.slice(0, longestMessage)}…` : list;
  const pause = retryAfterMs === undefined ? "" : `; it asks for a pause of ${retryAfterMs} ms`;
  return `the service answered ${status}, ${summary}${pause}${trace}${text === "" ? "" : `. ${text}`}`;
}

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

/** Longer texts are compared by their beginnings: no name or path is longer. */
const longest = 200;

/** Of several names, those that the fewest letters keep apart from a text, nearest first: for messages about slips. */
export function nearest<Name extends string>(text: string, names: Iterable<Name>, most = 1): Name[] {
  const given = text.slice(0, longest).toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: editDistance(given, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many letters must be added, dropped or replaced (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, its] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
