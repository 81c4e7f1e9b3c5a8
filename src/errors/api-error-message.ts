import type { ApiErrorDetails } from "./api-error.js";
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
