import { RegTimeoutError } from "../errors/errors.js";
import {
  type Call,
  type Deadline,
  type Layer,
  outcomeIfSent,
  outcomeOf,
  type ParsedResponse,
  whenFinished,
} from "./call.js";
import { type ArmTimer, Chain, type Clock, type Link, type Timer } from "./clock.js";

/**
 * Bounds one attempt, from sending to the last byte of the body. Where the caller reads the body as a stream, at a
 * pace of their own, it bounds the time to its first byte; the wait for each further one is bounded where it is read.
 *
 * Fetch gets a signal that serves no other attempt meanwhile, and never the caller's, which may live long and would
 * gather the listeners that fetch leaves behind.
 */
export function attemptTimeout(limits: TimeLimits, controllers: AbortControllerPool): Layer {
  return (next) => (call) => {
    const { cancellation } = call;
    if (cancellation.aborted) return Promise.reject(cancellation.reason);
    return new Promise((resolve, reject) => {
      const controller = controllers.take();
      const end = (reason: unknown) => {
        release();
        reject(reason);
        controller.abort(reason);
      };
      const limit = limits.set(() => end(timedOut(call)), call.timeout);
      const unlisten = cancellation.listen(end);
      const release = () => {
        limits.remove(limit);
        unlisten();
      };
      next({ ...call, signal: controller.signal, endsAt: limit.value.at }).then(
        (answer) => {
          limits.remove(limit);
          whenFinished(answer, unlisten);
          if (isOver(call, answer)) controllers.giveBack(controller);
          resolve(answer);
        },
        (error) => {
          release();
          reject(error);
        },
      );
    });
  };
}

/** Whether nothing of an attempt goes on: no file that is still read, and no upload that may still be sent. */
const isOver = ({ body }: Call, { finished }: ParsedResponse) =>
  finished === undefined && !(body instanceof ReadableStream);

/** The error of an attempt that took longer than `timeout`. */
export function timedOut(
  { operation, timeout }: Pick<Call, "operation" | "timeout">,
  what = "no complete answer within the attempt's timeout",
): RegTimeoutError {
  return new RegTimeoutError(`${what} of ${timeout} ms`, {
    operationId: operation.id,
    limit: "timeout",
    limitMs: timeout,
    outcome: outcomeIfSent(operation),
  });
}

/** A deadline whose timer is running. */
export interface RunningDeadline {
  readonly deadline: Deadline;
  /** Removes the deadline when the call is over. */
  remove(): void;
}

/**
 * Bounds the whole call, including the reading of an upload, waits and retries. A file that is returned as a stream is
 * bounded until it is returned.
 *
 * @returns undefined for a call without a deadline
 */
export function startDeadline(
  call: Pick<Call, "operation" | "state" | "cancellation">,
  limitMs: number | undefined,
  limits: TimeLimits,
): RunningDeadline | undefined {
  if (limitMs === undefined) return undefined;
  const limit = limits.set(() => call.cancellation.abort(deadlinePassed(call, limitMs)), limitMs);
  return { deadline: { limitMs, expiresAt: limit.value.at }, remove: () => limits.remove(limit) };
}

/** The error of a call whose deadline has passed, or is certain to pass while it waits. */
export function deadlinePassed(
  call: Pick<Call, "operation" | "state">,
  limitMs: number,
  what = "has passed",
): RegTimeoutError {
  return new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call ${what}`, {
    operationId: call.operation.id,
    limit: "deadline",
    limitMs,
    outcome: outcomeOf(call),
  });
}

type Listening = Parameters<AbortSignal["addEventListener"]>;

const { addEventListener, removeEventListener } = AbortSignal.prototype;

/**
 * A controller that can serve one attempt after the other, as long as none is aborted. The global fetch adds a listener
 * for each request, to be told once, and never takes it off, which costs a twentieth of a call on Node 20: those are
 * held back, and put on only when there is an abort.
 */
export class ReusableAbortController extends AbortController {
  #heldBack: Listening[] = [];
  /** How many attempts it has served; no end of them if listeners were put on, who may go on listening. */
  uses = 0;

  constructor() {
    super();
    const { signal } = this;
    Object.assign(signal, {
      addEventListener: (...listening: Listening) => {
        if (Object(listening[2]).once) return void this.#heldBack.push(listening);
        this.uses = Number.POSITIVE_INFINITY;
        addEventListener.apply(signal, listening);
      },
      removeEventListener: (...listening: Listening) => {
        const rest = this.#heldBack.filter(([, listener]) => listener !== listening[1]);
        const wasHeldBack = rest.length < this.#heldBack.length;
        this.#heldBack = rest;
        // The usual case ends here: who was only held back was never put on, and to look for them takes its time.
        if (!wasHeldBack || this.uses === Number.POSITIVE_INFINITY)
          removeEventListener.apply(signal, listening);
      },
    });
  }

  override abort(reason?: unknown): void {
    this.uses = Number.POSITIVE_INFINITY;
    for (const listening of this.#heldBack) addEventListener.apply(this.signal, listening);
    super.abort(reason);
  }

  /** The attempt that it served is over: who was to be told once is not told of what becomes of the next one. */
  forget(): void {
    this.uses += 1;
    this.#heldBack = [];
  }
}

/**
 * Whoever wraps the global fetch may derive signals from ours, which gather on it until they are collected; those that
 * outlive their request are aborted if a later one is.
 */
const mostUses = 100;

/** How many are kept at most, in a pause after many calls at once. */
const mostKept = 64;

/**
 * The controllers with which attempts are aborted. Hardly any ever aborts, but each costs a twentieth of a call: one
 * that was not needed serves another attempt.
 */
export class AbortControllerPool {
  readonly #kept: ReusableAbortController[] = [];
  readonly #reuse: boolean;

  /** @param reuse false: each attempt gets a plain new one, because whoever sends it may listen for longer */
  constructor(reuse: boolean) {
    this.#reuse = reuse;
  }

  take(): AbortController {
    if (!this.#reuse) return new AbortController();
    return this.#kept.pop() ?? new ReusableAbortController();
  }

  /** Takes back one that has not aborted, and whose attempt is over. */
  giveBack(controller: AbortController): void {
    if (!(controller instanceof ReusableAbortController)) return;
    controller.forget();
    if (controller.uses < mostUses && this.#kept.length < mostKept) this.#kept.push(controller);
  }
}

/** What ends something, and when: on the monotonic clock, in milliseconds. */
export interface Limit {
  readonly at: number;
  readonly task: () => void;
}

/**
 * Ends what takes too long, for all calls of a client with one timer of the clock: hardly any limit is ever reached,
 * and a timer for each would cost more than all else that bounds a call.
 */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #armTimer: ArmTimer | undefined;
  readonly #limits = new Chain<Limit>();
  #timer: Timer = none;
  /** When the timer fires: no later than the first limit, but perhaps for one that has been taken off. */
  #wakeAt = Number.POSITIVE_INFINITY;

  /** @param armTimer undefined: timers are the clock's, and none of them rests */
  constructor(clock: Clock, armTimer: ArmTimer | undefined) {
    this.#clock = clock;
    this.#armTimer = armTimer;
  }

  /** Runs `task` once, `delay` milliseconds from now, unless the limit is taken off before. */
  set(task: () => void, delay: number): Link<Limit> {
    const at = this.#clock.monotonic() + delay;
    if (this.#limits.isEmpty && !this.#timer.resume()) this.#disarm();
    if (at < this.#wakeAt) this.#arm(at, delay);
    return this.#limits.add({ at, task });
  }

  /** Takes a limit off. One that was reached or taken off before may be given again. */
  remove(limit: Link<Limit>): void {
    if (this.#limits.remove(limit) && this.#limits.isEmpty) this.#timer.rest();
  }

  #arm(at: number, delay: number): void {
    this.#timer.cancel();
    this.#wakeAt = at;
    const wake = () => this.#wake();
    this.#timer = this.#armTimer?.(wake, delay) ?? this.#scheduled(wake, delay);
  }

  /** A timer that cannot rest is cancelled instead. */
  #scheduled(wake: () => void, delay: number): Timer {
    const cancel = this.#clock.schedule(wake, delay);
    return { cancel, rest: () => this.#disarm(), resume: () => true };
  }

  #disarm(): void {
    this.#timer.cancel();
    this.#timer = none;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wake(): void {
    // A timer may fire a moment early; and a test may have replaced the timers, but not the clock.
    const now = Math.max(this.#clock.monotonic(), this.#wakeAt);
    this.#disarm();
    const due = [...this.#limits].filter(({ value }) => value.at <= now);
    for (const limit of due) if (this.#limits.remove(limit)) limit.value.task();
    let next = Number.POSITIVE_INFINITY;
    for (const { value } of this.#limits) next = Math.min(next, value.at);
    if (next < this.#wakeAt) this.#arm(next, next - now);
  }
}

/** Where none is armed. */
const none: Timer = { cancel() {}, rest() {}, resume: () => true };
