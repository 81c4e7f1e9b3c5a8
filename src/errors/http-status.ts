import { RegError, type RegErrorKind } from "./errors.js";

/** The status for each kind of error; the service's own statuses, such as a 401, are not those of a backend. */
const statuses: { readonly [Kind in RegErrorKind]: number } = {
  api: 502,
  validation: 422,
  authentication: 502,
  permission: 502,
  "not-found": 404,
  conflict: 409,
  archived: 404,
  "rate-limit": 503,
  server: 503,
  connection: 504,
  timeout: 504,
  response: 502,
  precondition: 422,
  input: 400,
  token: 503,
  state: 502,
  throttle: 503,
  closed: 503,
};

/**
 * The HTTP status with which your own backend can respond to an error: 400 for wrong input, 404, 409 for a phase that does
 * not allow it or a conflict, 422 for other broken rules, 502 to 504 for what the service or the network has not done, and
 * 500 for an error that is not of this package. With `outcome: "unknown"` it is 503: your caller may repeat a workflow,
 * which looks first. Never 401 or 403: those of the service are about your token, not about your caller.
 *
 * @example
 * const status = await supplier.serviceRequests.submit(id).then(() => 200, httpStatusOf);
 */
export function httpStatusOf(error: unknown): number {
  if (!RegError.is(error)) return 500;
  if (error.outcome === "unknown") return 503;
  const isPhase = RegError.is(error, "precondition") && error.violations.some(({ code }) => code === "RULE-PHASE");
  // Another copy of the package may have further kinds.
  return isPhase ? 409 : (statuses[error.kind] ?? 502);
}
