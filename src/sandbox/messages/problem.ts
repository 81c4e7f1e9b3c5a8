import type { RegProblemEntry } from "../../errors/problem.js";
import { errorCodes } from "../../generated/error-codes.js";
import type { SeededRandom } from "../common/random.js";
import type { Reply } from "./reply.js";

/** An error response; handlers throw it, and the pipeline catches it. */
export class ProblemError extends Error {
  readonly status: number;
  readonly entries: readonly RegProblemEntry[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    { entries = [], headers = {} }: Partial<Pick<ProblemError, "entries" | "headers">> = {},
  ) {
    super(detail);
    this.status = status;
    this.entries = entries;
    this.headers = headers;
  }
}

/** Throws a ProblemError 400 if there are any violations. */
export function throwViolations(entries: readonly RegProblemEntry[]): void {
  if (entries.length > 0) throw new ProblemError(400, "One or more rules are broken.", { entries });
}

/** Creates a 400 for a request that the sandbox rejects for one reason, without a code of the service. */
export function invalidRequest(code: string, detail: string, fieldName?: string): ProblemError {
  return new ProblemError(400, detail, { entries: [sandboxEntry(code, detail, fieldName)] });
}

/** A violation of a rule for which the reference gives a code. */
export function regEntry(code: keyof typeof errorCodes, fieldName: string): RegProblemEntry {
  return { code, description: errorCodes[code].meaning, context: { fieldName } };
}

/**
 * A violation of a rule for which the reference gives no code. The prefix marks the code as the sandbox's own: the
 * service rejects the same request with another code.
 */
export function sandboxEntry(code: string, description: string, fieldName?: string): RegProblemEntry {
  return { code: `SANDBOX-${code}`, description, context: fieldName === undefined ? {} : { fieldName } };
}

/** Returns the error reply of the service, with the next trace id (supplier-api.md §7). */
export function problemReply(
  { status, message: detail, entries: errors, headers }: ProblemError,
  traces: SeededRandom,
): Reply {
  const [title, section] = statuses[status] ?? ["Error", "rfc9110#section-15"];
  const type = `https://www.rfc-editor.org/rfc/${section}`;
  return { status, headers, json: { type, title, status, detail, traceId: traces.hex(32), errors } };
}

const statuses: Readonly<Record<number, readonly [title: string, section: string]>> = {
  400: ["Bad Request", "rfc9110#section-15.5.1"],
  401: ["Unauthorized", "rfc9110#section-15.5.2"],
  403: ["Forbidden", "rfc9110#section-15.5.4"],
  404: ["Not Found", "rfc9110#section-15.5.5"],
  409: ["Conflict", "rfc9110#section-15.5.10"],
  410: ["Gone", "rfc9110#section-15.5.11"],
  421: ["Misdirected Request", "rfc9110#section-15.5.20"],
  429: ["Too Many Requests", "rfc6585#section-4"],
  500: ["Internal Server Error", "rfc9110#section-15.6.1"],
  501: ["Not Implemented", "rfc9110#section-15.6.2"],
  503: ["Service Unavailable", "rfc9110#section-15.6.4"],
};
