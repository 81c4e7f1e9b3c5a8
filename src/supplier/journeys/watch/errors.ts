import { RegResponseError } from "../../../errors/client-errors.js";
import { RegError, type RegErrorKind } from "../../../errors/reg-error.js";
import type { ServiceRequestList } from "../../../generated/supplier/models.js";

/** The longest pause that the service can ask for, as for the throttle: an hour, in milliseconds. */
const longestPause = 3_600_000;

/** Which errors of a poll may pass by themselves: a watch goes on after these, and ends with the others. */
const passes: Readonly<Record<RegErrorKind, boolean>> = {
  connection: true,
  timeout: true,
  response: true,
  server: true,
  "rate-limit": true,
  throttle: true,
  conflict: true,
  // Where the function that supplies it failed: see below.
  token: false,
  authentication: false,
  permission: false,
  validation: false,
  "not-found": false,
  archived: false,
  api: false,
  input: false,
  precondition: false,
  closed: false,
};

/**
 * Whether a watch goes on after what a poll failed with. A certificate that is refused is refused again. A token that cannot be used, such as one that has expired,
 * stays so; but the function that supplies it may only be out of reach for a while, and then the error has a cause.
 */
export function mayPass(error: unknown): error is RegError {
  if (!RegError.is(error)) return false;
  if (RegError.is(error, "connection")) return error.transient;
  return passes[error.kind] || (RegError.is(error, "token") && error.cause !== undefined);
}

/** For how long the service does not want to be asked again, in milliseconds. */
export function pauseAfter(error: RegError): number {
  const pause: unknown = Reflect.get(error, "retryAfterMs");
  return typeof pause === "number" ? Math.min(pause, longestPause) : 0;
}

/**
 * Lets pass only what is a list: an answer of another form would tell that every request is gone.
 *
 * @throws RegResponseError for one that is none
 */
export function checkList(list: ServiceRequestList, operationId: string): ServiceRequestList {
  const requests: unknown = Reflect.get(Object(list), "serviceRequests");
  const isList = Array.isArray(requests) && requests.every((item) => typeof item?.id === "string");
  if (isList) return list;
  throw new RegResponseError("the answer holds no list of requests with their ids", {
    operationId,
    status: 200,
  });
}
