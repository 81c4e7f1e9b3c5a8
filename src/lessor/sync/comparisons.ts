import type { FleetResource } from "./types.js";

interface Counts {
  same: number;
  different: number;
}

/** So many resources must come back different before those of their kind are no longer compared. */
const fewDifferences = 3;

/**
 * Learns during a run with `verify` whether what GET returns can be compared with what was sent: the form of the
 * responses is not shown (lessor-api.md §4).
 */
export class Comparisons {
  readonly #unreadable = new Set<FleetResource>();
  readonly #counts = new Map<FleetResource, Counts>();

  /** Whether a resource of this kind is worth reading. */
  isUseful(resource: FleetResource): boolean {
    const { same, different } = this.#countsOf(resource);
    return !this.#unreadable.has(resource) && (different < fewDifferences || different <= same);
  }

  /** Notes that the service does not let the kind be read. */
  noteUnreadable(resource: FleetResource): void {
    this.#unreadable.add(resource);
  }

  /** Notes that the service holds what was sent earlier. */
  noteSame(resource: FleetResource): void {
    this.#countsOf(resource).same += 1;
  }

  /** Notes that something else came back than what had just been sent. */
  noteDifferent(resource: FleetResource): void {
    this.#countsOf(resource).different += 1;
  }

  /** Says of each kind what could not be verified. */
  *describe(): Generator<string> {
    for (const resource of this.#unreadable) yield `the service does not let ${resource} be read: it was not verified`;
    for (const [resource, { different }] of this.#counts) {
      if (different === 0) continue;
      const effect = this.isUseful(resource)
        ? "each run with verify sends it again"
        : "it was not compared after that, and verify does not find what differs";
      yield `${resource} came back different directly after it was sent, ${different} times: ${effect}`;
    }
  }

  #countsOf(resource: FleetResource): Counts {
    const counts = this.#counts.get(resource) ?? { same: 0, different: 0 };
    this.#counts.set(resource, counts);
    return counts;
  }
}
