import { sleep, throwIfAborted, unlessAborted } from "./base/cancellation.js";
import { longestRetryAfter, systemClock } from "./base/clock.js";
import { RegInputError } from "./errors/errors.js";
import { asInput } from "./errors/input.js";
import type { Throttle } from "./http/index.js";
import { describePause, throttleError } from "./http/throttle/errors.js";
import type { Permit, ThrottleStatistics, Turn } from "./http/throttle/types.js";

/** What the throttle uses of a limiter of `bottleneck` 2.19 or `bottleneck/light`. */
export interface BottleneckLimiter {
  schedule<Result>(options: { readonly priority: number }, job: () => PromiseLike<Result>): Promise<Result>;
  publish(message: string): Promise<void>;
  on(name: "message", listener: (message: string) => void): unknown;
}

/**
 * Makes a throttle of your Bottleneck limiter: each request, also each retry, is a job of the limiter with the `priority`
 * of its call, which ends with the response. The limiter alone decides how many are sent. After a 429, or several 503,
 * the jobs keep their places for `Retry-After`, or else for a minute; a clustered limiter tells the other processes.
 * Make no calls inside of your own jobs of the limiter: they wait for a place that these have.
 * docs/throttle.md says what Bottleneck does not promise.
 *
 * @example
 * const limiter = new Bottleneck({ reservoir: 2500, reservoirRefreshAmount: 2500, reservoirRefreshInterval: 60_000 });
 * const supplier = createSupplierClient({ throttle: bottleneckThrottle(limiter) });
 *
 * @throws RegInputError for a value that is no limiter
 */
export function bottleneckThrottle(limiter: BottleneckLimiter): Throttle {
  const isLimiter = asInput("limiter", undefined, () =>
    [limiter?.schedule, limiter?.publish, limiter?.on].every((method) => typeof method === "function"),
  );
  if (!isLimiter) throw new RegInputError("limiter", "must be a limiter of Bottleneck: new Bottleneck({ … })");
  return new BottleneckThrottle(limiter);
}

/** The pause after a 429 without `Retry-After`, and the period that the statistics name, in milliseconds. */
const window = 60_000;

/** What a throttle publishes, which other programs that use the limiter may receive. */
const pauseMessage = /^@reg\/sdk: pause for (\d{1,7}) ms$/;

class BottleneckThrottle implements Throttle {
  readonly #limiter: BottleneckLimiter;
  readonly #counts = { inFlight: 0, waiting: 0, served: 0, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };
  /** Monotonic, in milliseconds. */
  #pausedUntil = 0;

  constructor(limiter: BottleneckLimiter) {
    this.#limiter = limiter;
    limiter.on("message", (message) => {
      const [, ms] = pauseMessage.exec(message) ?? [];
      if (ms !== undefined) this.#pause(Number(ms));
    });
  }

  async take(turn: Turn): Promise<Permit> {
    const counts = this.#counts;
    const arrivedAt = systemClock.monotonic();
    counts.waiting += 1;
    let job: Promise<Permit> | undefined;
    try {
      throwIfAborted(turn.cancellation);
      this.#rejectIfLate(turn, arrivedAt);
      job = this.#schedule(turn, arrivedAt);
      const permit = await unlessAborted(job, turn.cancellation);
      const waitedMs = Math.round(systemClock.monotonic() - arrivedAt);
      counts.served += 1;
      if (waitedMs > 0) counts.queued += 1;
      counts.longestWaitMs = Math.max(counts.longestWaitMs, waitedMs);
      return permit;
    } catch (error) {
      counts.left += 1;
      // A job cannot leave the queue of Bottleneck: it ends as soon as it is started.
      job?.then(
        (permit) => permit.end("unused"),
        () => {},
      );
      throw error;
    } finally {
      counts.waiting -= 1;
    }
  }

  /** Resolves when the limiter runs the job of a request. The job ends with the permit. */
  #schedule(turn: Turn, arrivedAt: number): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const job = async () => {
        try {
          for (let restMs = this.#restMs(); restMs > 0; restMs = this.#restMs()) {
            this.#rejectIfLate(turn, arrivedAt);
            await sleep(systemClock, restMs, turn.cancellation);
          }
          await new Promise<void>((end) => resolve(this.#start(end)));
        } catch (error) {
          // Not by failing: a listener of the limiter for `failed` could run the job again.
          reject(error);
        }
      };
      this.#limiter.schedule({ priority: turn.priority }, job).catch(reject);
    });
  }

  #start(endJob: () => void): Permit {
    this.#counts.inFlight += 1;
    let hasEnded = false;
    return {
      end: (how, retryAfterMs = window) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#counts.inFlight -= 1;
        if (how === "refused") this.#announce(Math.ceil(Math.min(retryAfterMs, longestRetryAfter)));
        endJob();
      },
    };
  }

  #announce(ms: number): void {
    this.#counts.refused += 1;
    this.#pause(ms);
    // Without it, each process of a cluster pauses after a 429 of its own.
    this.#limiter.publish(`@reg/sdk: pause for ${ms} ms`).catch(() => {});
  }

  #pause(ms: number): void {
    const until = systemClock.monotonic() + Math.min(ms, longestRetryAfter);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  #restMs(): number {
    return Math.max(0, this.#pausedUntil - systemClock.monotonic());
  }

  #rejectIfLate({ longestPause, deadline, operationId }: Turn, arrivedAt: number): void {
    const restMs = Math.ceil(this.#restMs());
    if (restMs > longestPause) {
      const problem = `the service has asked for a longer pause than retry.maxRetryAfter${describePause(restMs)}`;
      throw throttleError({ operationId, reason: "paused", problem, retryAfterMs: restMs });
    }
    const waitedMs = systemClock.monotonic() - arrivedAt;
    if (deadline !== undefined && restMs > 0 && waitedMs + restMs >= deadline.leftMs)
      throw deadline.passed({ retryAfterMs: restMs, pausedForMs: restMs });
  }

  statistics(): ThrottleStatistics {
    const unlimited = Number.POSITIVE_INFINITY;
    const rate = { limit: unlimited, window, allowed: unlimited, free: unlimited };
    return { ...rate, ...this.#counts, pausedForMs: Math.ceil(this.#restMs()) };
  }
}
