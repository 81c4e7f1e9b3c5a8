/** A unit of the shared limit. Times are monotonic, in milliseconds. */
export interface Unit {
  readonly number: number;
  /** When the request that leased or renewed it was sent to the store; -Infinity: the store does not know it. */
  leasedAt: number;
  /** Until when a request may be sent with it. */
  usableUntil: number;
}

/** What the store does not know yet. */
export interface Changes {
  /** Units and when they are free again, on the monotonic clock. */
  readonly ended: readonly (readonly [unit: Unit, freeAt: number])[];
  /** Units of requests in flight whose leases must be renewed. */
  readonly renewed: readonly Unit[];
}

/** The most units of one kind in one request: while Redis counts them, all other requests to it wait. */
const maxReported = 1000;

/** The units that this process has leased, and what the store does not know about them. Times are as in `Unit`. */
export class LeasedUnits {
  readonly #window: number;
  #lastNumber = 0;
  /** Units for later calls; the first one was leased first. */
  #idle: Unit[] = [];
  readonly #inFlight = new Set<Unit>();
  /** When the units that are no longer in use are free again, until the store knows it. */
  readonly #ended = new Map<Unit, number>();

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /** How many units are kept for later calls. */
  get idle(): number {
    return this.#idle.length;
  }

  /** Nothing will have to be reported, unless units are created. */
  get isEmpty(): boolean {
    return this.#idle.length === 0 && this.#inFlight.size === 0 && this.#ended.size === 0;
  }

  /** More has to be reported than one request may contain. */
  get hasBacklog(): boolean {
    return this.#ended.size > maxReported;
  }

  create(count: number, leasedAt = Number.NEGATIVE_INFINITY): Unit[] {
    const first = this.#lastNumber + 1;
    this.#lastNumber += count;
    return Array.from({ length: count }, (_, index) => ({ number: first + index, leasedAt, usableUntil: 0 }));
  }

  /** Keeps units for later calls. */
  keep(units: readonly Unit[], usableUntil: number): void {
    for (const unit of units) this.#idle.push(Object.assign(unit, { usableUntil }));
  }

  takeIdle(): Unit | undefined {
    return this.#idle.shift();
  }

  /** Returns units that are not used. */
  return(units: readonly Unit[], now: number): void {
    for (const unit of units) this.#ended.set(unit, now);
  }

  /** Returns the units that were kept for later calls, all of them or those that may no longer be used. */
  returnIdle(now: number, which: "all" | "stale"): void {
    const isReturned = ({ usableUntil }: Unit) => which === "all" || usableUntil <= now;
    this.return(this.#idle.filter(isReturned), now);
    this.#idle = this.#idle.filter((unit) => !isReturned(unit));
  }

  start(unit: Unit): void {
    this.#inFlight.add(unit);
  }

  /** Returns whether the request of the unit was in flight. */
  end(unit: Unit, freeAt: number): boolean {
    const wasInFlight = this.#inFlight.delete(unit);
    if (wasInFlight) this.#ended.set(unit, freeAt);
    return wasInFlight;
  }

  /** Forgets the units whose leases have expired: there are many of them after a long failure of the store. */
  forgetExpired(now: number): void {
    for (const [unit, freeAt] of this.#ended) if (freeAt + 2 * this.#window < now) this.#ended.delete(unit);
  }

  /** What has to be reported, as far as one request may contain it. */
  changes(now: number): Changes {
    const isExpiring = ({ leasedAt }: Unit) => leasedAt <= now - this.#window / 2;
    return {
      ended: [...this.#ended].slice(0, maxReported),
      renewed: [...this.#inFlight].filter(isExpiring).slice(0, maxReported),
    };
  }

  /** The store knows the changes that were sent at `now`. */
  confirm({ ended, renewed }: Changes, now: number): void {
    for (const [unit] of ended) this.#ended.delete(unit);
    for (const unit of renewed) unit.leasedAt = now;
  }
}
