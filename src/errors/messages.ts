import { toPrintable } from "../base/text.js";
import type { ApiErrorDetails, RegError } from "./errors.js";
import type { RegProblemEntry } from "./problem.js";

/** The standard name of each common error status (RFC 9110), and what it means where the reference says so. */
const statuses: Readonly<Record<number, readonly [name: string, meaning?: string]>> = {
  400: ["Bad Request", "the service rejected the content"],
  401: ["Unauthorized", "the service does not accept the token; supply a current one"],
  403: ["Forbidden", "the token's owner is not allowed to do this"],
  404: ["Not Found", "it does not exist, or this token has no access to it"],
  407: ["Proxy Authentication Required", "a proxy asks for a user name and a password"],
  408: ["Request Timeout"],
  409: ["Conflict", "another caller was faster; read the current state before you continue"],
  410: ["Gone", "the request is archived; only its invoice methods remain available"],
  413: ["Content Too Large", "the service, or a gateway, accepts no request of this size"],
  415: ["Unsupported Media Type"],
  429: ["Too Many Requests", "more requests than the service accepts in a minute"],
  500: ["Internal Server Error"],
  502: ["Bad Gateway"],
  503: ["Service Unavailable"],
  504: ["Gateway Timeout"],
};

/** The longest text of the service in a message, in characters; the complete list is in `errors`. */
const maxTextLength = 4000;
const maxFieldLength = 100;

/** The parts of an error response that its message shows. */
export interface ErrorResponse extends Pick<ApiErrorDetails, "status" | "problem" | "retryAfterMs" | "isHtml"> {
  /** Whether the request had a token; a request for one has credentials instead. Default: true. */
  readonly hasToken?: boolean;
  /** What to do about each of the service's codes. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
}

/** Writes the message for a response with an error status. On-call engineers may read nothing else. */
export function apiErrorMessage(response: ErrorResponse): string {
  const { status, problem, retryAfterMs, isHtml = false, hasToken = true, actions = {} } = response;
  const [name, tokenMeaning] = statuses[status] ?? [];
  const meaning = status === 401 && !hasToken ? "the service does not accept the credentials" : tokenMeaning;
  const title = name === undefined ? `${status}` : `${status} ${name}`;
  const summary = meaning ?? (status >= 500 ? "the service failed" : "the service rejected the request");
  const pause = retryAfterMs === undefined ? "" : `; it asks for a pause of ${retryAfterMs} ms`;
  const hint =
    status === 404 && isEmpty(problem)
      ? "; the response has no problem body: if calls of other paths also get 404, check baseUrl"
      : "";
  const page = isHtml ? "; the response is an HTML page, perhaps of a gateway and not of the service" : "";
  const trace = problem.traceId ? ` [trace ${problem.traceId}]` : "";
  const text = describeProblem(problem, actions);
  return `${title}: ${summary}${page}${hint}${pause}${trace}${text === "" ? "" : `. ${text}`}`;
}

/** Whether a response had no problem body, as the one of another server would not have. */
function isEmpty({ errors, ...texts }: ErrorResponse["problem"]): boolean {
  return errors.length === 0 && Object.values(texts).every((text) => text === undefined);
}

function describeProblem({ errors, detail = "" }: ErrorResponse["problem"], actions: Actions): string {
  const entries = errors.map((entry) => describeEntry(entry, actions));
  const text = entries.length > 0 ? entries.join(" | ") : detail;
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

type Actions = Readonly<Record<string, string>>;

function describeEntry({ code, description, context }: RegProblemEntry, actions: Actions): string {
  const { fieldName } = context;
  const field = typeof fieldName === "string" ? ` (field ${fieldName.slice(0, maxFieldLength)})` : "";
  // The service chooses the code, which may be the name of an inherited property.
  const action = Object.hasOwn(actions, code) ? ` ${actions[code]}` : "";
  return `${code}${field}: ${description}${action}`;
}

/** The message of an error without the operation at its start: the error of another operation quotes it. */
export function messageWithoutOperation({ message, operationId }: RegError): string {
  const prefix = `${operationId}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** Adds a sentence to an error's message; `completeError` then writes the stack. A frozen error stays as it is. */
export function addToMessage(error: RegError, sentence: string): void {
  if (Object.isFrozen(error)) return;
  error.message = `${error.message}${/[.!?]$/.test(error.message) ? "" : "."} ${toPrintable(sentence)}`;
}

/**
 * Completes an error that leaves a call or a workflow: puts the name of the workflow before its message, and writes its
 * stack, which begins with the message. The error was created after network I/O, where the stack no longer leads to the
 * caller; the frames behind an `await` at this point still do, so they are added. An error that a program has frozen
 * stays as it is.
 *
 * @param workflow undefined: the error is that of a call
 */
export function completeError(error: RegError, workflow?: string): void {
  if (Object.isFrozen(error)) return;
  if (workflow !== undefined) {
    const prefix = `${workflow}: `;
    if (!error.message.startsWith(prefix)) error.message = `${prefix}${error.message}`;
    // The errors of its calls have their own operation.
    error.operationId ??= workflow;
  }
  if (typeof Error.captureStackTrace !== "function") return;
  const here = { stack: "" };
  Error.captureStackTrace(here, completeError);
  const stacks: readonly unknown[] = [error.stack, here.stack];
  // Error.prepareStackTrace of a program may return something other than a string.
  const frames = stacks.map((stack) => (typeof stack === "string" ? stack.split("\n").slice(1) : undefined));
  if (!frames.includes(undefined)) error.stack = [String(error), ...new Set(frames.flat())].join("\n");
}
