import type { RequestKind } from "../../../base/kinds.js";
import { isArchived } from "./phase.js";
import type { StoredRequest } from "./state.js";

/** Which open requests a call looks for. */
export interface OpenRequestsQuery {
  readonly supplierNumber: number;
  readonly kind: RequestKind;
  /** Left out: those of all vehicles. */
  readonly licensePlate?: string | undefined;
}

/**
 * The requests of a state. Only this class adds, replaces and removes them, so that it finds those that are open or wait
 * for the lessor without looking through all.
 */
export class Requests {
  readonly #stored: Map<string, StoredRequest>;
  /** All that may be open, oldest first, by supplier and by vehicle. An archived one stays until it is found. */
  readonly #open = new Map<string, Set<StoredRequest>>();
  /** All that may wait, in the order of submission. One that was decided on stays until it is found. */
  readonly #waiting: Set<StoredRequest>;

  /** @param stored the requests of the state by id, oldest first */
  constructor(stored: Map<string, StoredRequest>) {
    this.#stored = stored;
    for (const request of stored.values()) this.#addToOpen(request);
    this.#waiting = new Set([...stored.values()].filter(isWaiting).sort(bySubmission));
  }

  /** Stores a new request. */
  add(request: StoredRequest): void {
    this.#stored.set(request.id, request);
    this.#addToOpen(request);
    if (isWaiting(request)) this.#waiting.add(request);
  }

  /** Gives a stored request the content of its changed copy. */
  replace(request: StoredRequest, changed: StoredRequest): void {
    const isMoved = changed.licensePlate !== request.licensePlate;
    const isSubmitted = isWaiting(changed) && changed.waiting !== request.waiting;
    if (isMoved) this.#removeFrom(keyOf(request), request);
    Object.assign(request, changed);
    // It can be older than the others of its new vehicle.
    if (isMoved) this.#open.set(keyOf(request), new Set([...this.#found(request), request].sort(byAge)));
    if (!isSubmitted) return;
    // A set has its members in the order in which they were added.
    this.#waiting.delete(request);
    this.#waiting.add(request);
  }

  /** Removes a request, if there is one with this id. */
  remove(id: string): void {
    const request = this.#stored.get(id);
    if (request === undefined) return;
    this.#stored.delete(id);
    this.#removeFromOpen(request);
    this.#waiting.delete(request);
  }

  /** The requests that are not archived at the instant `now`, oldest first, and `limit` at most. */
  open(query: OpenRequestsQuery, now: number, limit: number = Number.POSITIVE_INFINITY): StoredRequest[] {
    const open: StoredRequest[] = [];
    for (const request of this.#found(query)) {
      if (open.length >= limit) break;
      if (isArchived(request, now)) this.#removeFromOpen(request);
      else open.push(request);
    }
    return open;
  }

  /** The requests that wait for the lessor, in the order of submission. */
  *waiting(): Generator<WaitingRequest> {
    for (const request of this.#waiting) {
      if (isWaiting(request)) yield request;
      else this.#waiting.delete(request);
    }
  }

  #found(query: OpenRequestsQuery): Iterable<StoredRequest> {
    return this.#open.get(keyOf(query)) ?? [];
  }

  #addToOpen(request: StoredRequest): void {
    for (const key of keysOf(request)) {
      const others = this.#open.get(key);
      if (others === undefined) this.#open.set(key, new Set([request]));
      else others.add(request);
    }
  }

  #removeFromOpen(request: StoredRequest): void {
    for (const key of keysOf(request)) this.#removeFrom(key, request);
  }

  #removeFrom(key: string, request: StoredRequest): void {
    const others = this.#open.get(key);
    others?.delete(request);
    if (others?.size === 0) this.#open.delete(key);
  }
}

/** A request that waits for the lessor. */
export type WaitingRequest = StoredRequest & { readonly waiting: NonNullable<StoredRequest["waiting"]> };

const isWaiting = (request: StoredRequest): request is WaitingRequest => request.waiting !== undefined;

const bySubmission = (one: WaitingRequest, other: WaitingRequest) => one.waiting.since - other.waiting.since;

/** The numbers of the lessor follow the order of creation. */
export const byAge = (one: StoredRequest, other: StoredRequest): number => one.lessorsNumber - other.lessorsNumber;

const keysOf = ({ supplierNumber, kind, licensePlate }: StoredRequest) => [
  keyOf({ supplierNumber, kind }),
  keyOf({ supplierNumber, kind, licensePlate }),
];

const keyOf = ({ supplierNumber, kind, licensePlate }: OpenRequestsQuery) =>
  JSON.stringify([supplierNumber, kind, licensePlate]);
