import type { ServiceRequestList, ServiceRequestListItem } from "../../../generated/supplier/models.js";
import { fingerprintOf } from "./fingerprint.js";

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
export function startOfSight(fingerprints: ReadonlyMap<string, string> = new Map()): Sight {
  return { fingerprints, requests: new Map() };
}

/**
 * Compares what is known with a list: first what is there, in the order of the list, then what is there no longer.
 * Times are compared for equality only, as part of the fingerprint: they are those of a clock that may be set back.
 * A list that is cut short (`hasMore`) does not tell what is gone.
 */
export function compare(before: Sight, { serviceRequests, hasMore }: ServiceRequestList): Comparison {
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
export function fingerprintsAfter(count: number, { before, steps, after }: Comparison) {
  const fingerprints = new Map(before.fingerprints);
  for (const { id } of steps.slice(0, count)) {
    const fingerprint = after.fingerprints.get(id);
    if (fingerprint === undefined) fingerprints.delete(id);
    else fingerprints.set(id, fingerprint);
  }
  return fingerprints;
}
