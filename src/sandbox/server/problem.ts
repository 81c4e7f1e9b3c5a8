import type { RegProblemEntry } from "../../errors/problem.js";
import { errorCodes } from "../../generated/error-codes.js";

/** What each status is called, and where it is defined. */
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

/** An answer with an error status, thrown by whoever finds the reason for it. */
export class ProblemError extends Error {
  readonly status: number;
  readonly entries: readonly RegProblemEntry[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    entries: readonly RegProblemEntry[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.entries = entries;
    this.headers = headers;
  }
}

/** Refuses with 400 if there is anything to complain about. */
export function refuseIfAny(entries: readonly RegProblemEntry[]): void {
  if (entries.length > 0) throw new ProblemError(400, "One or more rules are broken.", entries);
}

/** A broken rule for which the reference gives a code. */
export function regEntry(code: keyof typeof errorCodes, fieldName: string): RegProblemEntry {
  return { code, description: errorCodes[code].meaning, context: { fieldName } };
}

/**
 * A broken rule for which the reference gives no code. The code is the sandbox's own, and says so: the service
 * refuses the same thing under another.
 */
export function sandboxEntry(code: string, description: string, fieldName?: string): RegProblemEntry {
  return { code: `SANDBOX-${code}`, description, context: fieldName === undefined ? {} : { fieldName } };
}

/** The body of an error answer (supplier-api.md §7). */
export function problemBody(
  { status, message, entries }: Pick<ProblemError, "status" | "message" | "entries">,
  traceId: string,
): Record<string, unknown> {
  const [title, section] = statuses[status] ?? ["Error", "rfc9110#section-15"];
  const type = `https://www.rfc-editor.org/rfc/${section}`;
  return { type, title, status, detail: message, traceId, errors: entries };
}
