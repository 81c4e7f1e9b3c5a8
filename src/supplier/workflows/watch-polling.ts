import { RegError, type RegErrorKind, RegResponseError } from "../../errors/errors.js";
import type { ServiceRequestList, ServiceRequestListItem } from "../../generated/supplier/models.js";
import { sleep, throwIfAborted, unlessAborted } from "../../http/cancellation.js";
import type { RequestChange, WorkflowContext } from "./types.js";
import type { WatchOptions, WatchStop } from "./watch.js";
import { fingerprintOf, writeCursor } from "./watch-cursor.js";

/** What a watch knows of the open requests; never changed once it is made, so that a cursor can be written later. */
export interface Sight {
  /** The fingerprint of each open request, by its id: what a cursor holds. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Each open request as it was last seen; after a restart those that were seen since. */
  readonly requests: ReadonlyMap<string, ServiceRequestListItem>;
}

/** One difference between what was known and what the list says. */
export type Step =
  | { readonly type: "new" | "changed"; readonly id: string; readonly request: ServiceRequestListItem }
  | { readonly type: "gone"; readonly id: string; readonly request: ServiceRequestListItem | undefined };

/** What a list tells: the differences, and what is known before and after all of them. */
export interface Comparison {
  readonly before: Sight;
  readonly steps: readonly Step[];
  readonly after: Sight;
}

/** What is known before anything was seen, or by the fingerprints of a cursor alone. */
function startOfSight(fingerprints: ReadonlyMap<string, string> = new Map()): Sight {
  return { fingerprints, requests: new Map() };
}

/**
 * Compares what is known with a list: first what is there, in the order of the list, then what is there no longer.
 * Times are compared for equality only, as part of the fingerprint: they are those of a clock that may be set back.
 * A list that is cut short (`hasMore`) does not tell what is gone.
 */
function compare(before: Sight, { serviceRequests, hasMore }: ServiceRequestList): Comparison {
  const steps: Step[] = [];
  const fingerprints = new Map(before.fingerprints);
  const requests = new Map(before.requests);
  // Each once, should the list have one twice: the later entry stands.
  const listed = new Map(serviceRequests.map((request) => [request.id, request]));
  for (const [id, request] of listed) {
    const fingerprint = fingerprintOf(request);
    const known = fingerprints.get(id);
    if (known === undefined) steps.push({ type: "new", id, request });
    else if (known !== fingerprint) steps.push({ type: "changed", id, request });
    fingerprints.set(id, fingerprint);
    requests.set(id, request);
  }
  if (hasMore) return { before, steps, after: { fingerprints, requests } };
  for (const id of before.fingerprints.keys()) {
    if (listed.has(id)) continue;
    steps.push({ type: "gone", id, request: before.requests.get(id) });
    fingerprints.delete(id);
    requests.delete(id);
  }
  return { before, steps, after: { fingerprints, requests } };
}

/** The fingerprints as they are after so many of the differences, and before the others. */
function fingerprintsAfter(count: number, { before, steps, after }: Comparison) {
  const fingerprints = new Map(before.fingerprints);
  for (const { id } of steps.slice(0, count)) {
    const fingerprint = after.fingerprints.get(id);
    if (fingerprint === undefined) fingerprints.delete(id);
    else fingerprints.set(id, fingerprint);
  }
  return fingerprints;
}

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
function pauseAfter(error: RegError): number {
  const pause: unknown = Reflect.get(error, "retryAfterMs");
  return typeof pause === "number" ? Math.min(pause, longestPause) : 0;
}

/**
 * Lets pass only what is a list: an answer of another form would tell that every request is gone.
 *
 * @throws RegResponseError for one that is none
 */
function checkList(list: ServiceRequestList, operationId: string): ServiceRequestList {
  const requests: unknown = Reflect.get(Object(list), "serviceRequests");
  const isList = Array.isArray(requests) && requests.every((item) => typeof item?.id === "string");
  if (isList) return list;
  throw new RegResponseError("the answer holds no list of requests with their ids", {
    operationId,
    status: 200,
  });
}

/** What a watch works with. */
export interface Watch {
  readonly parts: WorkflowContext;
  readonly options: WatchOptions;
  readonly operationId: string;
  readonly scope: string;
  /** The fingerprints of the cursor; undefined without one. */
  readonly start: ReadonlyMap<string, string> | undefined;
  readonly stop: WatchStop;
}

/** Polls and gives the changes; ends only by throwing: the reason if it is stopped, or what cannot pass. */
export async function* pollForChanges(watch: Watch): AsyncGenerator<RequestChange, never, undefined> {
  const { parts, options, scope, start, stop } = watch;
  const { clock } = parts;
  for (let before = startOfSight(start); ; ) {
    const { found, pause } = await poll(watch, before);
    const next = clock.monotonic() + Math.max(options.every ?? 60_000, pause);
    for (const [index, step] of found.steps.entries()) {
      throwIfAborted(stop);
      yield changeOf(step, () => writeCursor(scope, fingerprintsAfter(index + 1, found)));
    }
    before = found.after;
    await sleep(clock, next - clock.monotonic(), stop);
  }
}

/** Asks for the list once. What may pass is no difference, and the listener's business. */
async function poll(
  { parts, options, operationId, stop }: Watch,
  before: Sight,
): Promise<{ readonly found: Comparison; readonly pause: number }> {
  const { licensePlate, priority = 9, onError } = options;
  try {
    const query = licensePlate === undefined ? undefined : { licensePlate };
    const list = await parts.requests.list(query, { priority, signal: stop.signal });
    return { found: compare(before, checkList(list, operationId)), pause: 0 };
  } catch (error) {
    throwIfAborted(stop);
    if (!mayPass(error)) throw error;
    await unlessAborted(Promise.resolve(onError?.(error)), stop);
    return { found: { before, steps: [], after: before }, pause: pauseAfter(error) };
  }
}

/** A change, whose cursor costs nothing until it is read: a first list has thousands of them. */
function changeOf(step: Step, cursor: () => string): RequestChange {
  return Object.defineProperty({ ...step, cursor: "" }, "cursor", { get: cursor });
}
