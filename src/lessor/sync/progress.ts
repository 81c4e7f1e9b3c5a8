import type { Clock } from "../../base/clock.js";
import type { ThrottleStatistics } from "../../http/throttle/types.js";
import type { FleetSyncCounts, FleetSyncProgress, FleetSyncStatus } from "./types.js";

/** The interval of the reports, in milliseconds. */
const intervalMs = 1000;

const measuredIntervals = 10;

/** The parts of a run that its progress depends on. */
export interface ProgressContext {
  readonly clock: Clock;
  readonly total: number | undefined;
  readonly throttle: () => ThrottleStatistics | undefined;
  readonly onProgress: ((progress: FleetSyncProgress) => unknown) | undefined;
  /** Called when `onProgress` fails. */
  readonly onError: (error: unknown) => void;
}

/** Counts the results of a run and reports them about every second. */
export class Progress {
  readonly #context: ProgressContext;
  readonly #startedAt: number;
  readonly #counts: Record<FleetSyncStatus, number> = {
    sent: 0,
    unchanged: 0,
    planned: 0,
    failed: 0,
    skipped: 0,
    unknown: 0,
  };
  #items = 0;
  /** The number of items at the end of each of the last intervals, and when that was. */
  readonly #samples: { readonly at: number; readonly items: number }[] = [];
  #cancel = () => {};

  constructor(context: ProgressContext) {
    this.#context = context;
    this.#startedAt = context.clock.monotonic();
    this.#samples.push({ at: this.#startedAt, items: 0 });
  }

  get counts(): FleetSyncCounts {
    return { ...this.#counts };
  }

  get items(): number {
    return this.#items;
  }

  get elapsedMs(): number {
    return this.#context.clock.monotonic() - this.#startedAt;
  }

  /** The number of results that count for `maxFailures`. */
  get failures(): number {
    return this.#counts.failed + this.#counts.unknown;
  }

  count(status: FleetSyncStatus): void {
    this.#counts[status] += 1;
  }

  countItem(): void {
    this.#items += 1;
  }

  start(): void {
    if (this.#context.onProgress === undefined) return;
    this.#cancel = this.#context.clock.schedule(() => {
      void this.#report();
      this.start();
    }, intervalMs);
  }

  async end(): Promise<void> {
    this.#cancel();
    await this.#report();
  }

  async #report(): Promise<void> {
    try {
      await this.#context.onProgress?.(this.#measure());
    } catch (error) {
      this.#context.onError(error);
    }
  }

  #measure(): FleetSyncProgress {
    const { clock, total, throttle } = this.#context;
    const now = { at: clock.monotonic(), items: this.#items };
    const since = this.#samples[0] ?? now;
    this.#samples.push(now);
    if (this.#samples.length > measuredIntervals) this.#samples.shift();
    const itemsPerSecond = now.at === since.at ? 0 : ((now.items - since.items) * 1000) / (now.at - since.at);
    const remaining = total === undefined ? undefined : Math.max(0, total - now.items);
    return {
      items: now.items,
      total,
      counts: this.counts,
      elapsedMs: this.elapsedMs,
      itemsPerSecond,
      remainingMs: remaining === undefined || itemsPerSecond === 0 ? undefined : (remaining * 1000) / itemsPerSecond,
      throttle: throttle(),
    };
  }
}
