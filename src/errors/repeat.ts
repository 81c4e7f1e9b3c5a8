import { RegError, type RegErrorKind, type RegErrorKinds } from "./errors.js";

/**
 * Whether a call that failed with an error of a kind can succeed later, although nobody has changed anything: always,
 * never, or only if the error has these values.
 */
export const repeatable: { readonly [Kind in RegErrorKind]: boolean | Partial<RegErrorKinds[Kind]> } = {
  api: { status: 408 },
  validation: false,
  authentication: true,
  permission: false,
  "not-found": false,
  conflict: true,
  archived: false,
  "rate-limit": true,
  server: true,
  connection: { transient: true },
  timeout: true,
  response: { transient: true },
  precondition: false,
  input: false,
  token: true,
  state: { reason: "locked" },
  throttle: true,
  closed: true,
};

/**
 * Whether the call or workflow that failed may be made again later, as it is, for example by a job queue. Wait
 * `retryAfterMs` first, if the error has it. False if a person or a program must change something before.
 *
 * Also false with `outcome: "unknown"`: only a workflow that looks for what it has created may be repeated then, such
 * as `invoice` and `createAndSubmit`.
 *
 * @example
 * const isFinal = RegError.is(error) && error.outcome !== "unknown" && !mayRepeat(error); // a job ends here
 */
export function mayRepeat(error: RegError): boolean {
  if (!RegError.is(error) || error.outcome === "unknown") return false;
  // Another copy of the package may have further kinds.
  const answer = repeatable[error.kind] ?? false;
  if (typeof answer === "boolean") return answer;
  return Object.entries(answer).every(([field, value]) => Reflect.get(error, field) === value);
}
