import { RegClosedError } from "../errors/errors.js";
import { type Call, outcomeOf } from "./call.js";
import { CallCancellation } from "./cancellation.js";
import type { Clock } from "./clock.js";

type Listener = (reason: unknown) => void;

interface Followed {
  readonly listeners: Set<Listener>;
  readonly onAbort: () => void;
}

/**
 * Follows the signals that callers give, with one listener for each signal however many calls share it: an
 * AbortSignal warns from the eleventh on, and each addition costs as much as it has listeners.
 */
export class SignalHub {
  readonly #followed = new Map<AbortSignal, Followed>();

  /** Runs `listener` once when the signal aborts, and returns what takes it off again. */
  follow(signal: AbortSignal, listener: Listener): () => void {
    const followed = this.#followed.get(signal) ?? this.#begin(signal);
    followed.listeners.add(listener);
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0) this.#end(signal, followed);
    };
  }

  #begin(signal: AbortSignal): Followed {
    const listeners = new Set<Listener>();
    const onAbort = () => {
      this.#followed.delete(signal);
      for (const listener of listeners) listener(signal.reason);
    };
    const followed = { listeners, onAbort };
    this.#followed.set(signal, followed);
    signal.addEventListener("abort", onAbort, { once: true });
    return followed;
  }

  #end(signal: AbortSignal, followed: Followed): void {
    if (this.#followed.get(signal) === followed) this.#followed.delete(signal);
    signal.removeEventListener("abort", followed.onAbort);
  }
}

/** How a client is closed. */
export interface CloseOptions {
  /** End the calls that are under way, instead of waiting for them. Default false. */
  readonly abort?: boolean | undefined;
  /** End what is still under way after so many milliseconds. Default: wait for as long as it takes. */
  readonly timeout?: number | undefined;
}

type Begun = Pick<Call, "operation" | "state">;

/** A call that is under way. */
export interface Running {
  readonly call: Begun;
  readonly cancellation: CallCancellation;
  /** Stops following the caller's signal, if there is one. */
  readonly unfollow: (() => void) | undefined;
}

/** Knows the calls of a client that are under way, so that it can be closed: by waiting for them or ending them. */
export class InFlightCalls {
  readonly #clock: Clock;
  readonly #calls = new Set<Running>();
  readonly #signals = new SignalHub();
  readonly #whenClosing = new Set<() => void>();
  #closed = false;
  #whenIdle: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins a call, which lasts until `end` is told of it.
   *
   * @throws RegClosedError after `close`, and the signal's reason if it is aborted
   */
  begin(call: Begun, signal: AbortSignal | undefined): Running {
    const operationId = call.operation.id;
    if (this.#closed)
      throw new RegClosedError("the client has been closed; nothing was sent", { operationId });
    signal?.throwIfAborted();
    const cancellation = new CallCancellation();
    const unfollow = signal && this.#signals.follow(signal, (reason) => cancellation.abort(reason, true));
    const running = { call, cancellation, unfollow };
    this.#calls.add(running);
    return running;
  }

  /** Nothing of the call is awaited any more. */
  end(running: Running): void {
    if (!this.#calls.delete(running)) return;
    running.unfollow?.();
    if (this.#calls.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /**
   * Tells once, when the client is closed, for whoever waits between calls; returns what takes the listener off. Of a
   * client that is closed already it tells nothing: the next call does.
   */
  whenClosing(listener: () => void): () => void {
    // Not the listener itself: one that is given twice is taken off once.
    const entry = () => listener();
    if (!this.#closed) this.#whenClosing.add(entry);
    return () => this.#whenClosing.delete(entry);
  }

  /** Takes no further calls, and resolves when those that are under way have ended. May be called again. */
  async close({ abort = false, timeout }: CloseOptions = {}): Promise<void> {
    this.#closed = true;
    for (const listener of this.#whenClosing) {
      this.#whenClosing.delete(listener);
      listener();
    }
    if (abort) this.#abortAll();
    if (this.#calls.size === 0) return;
    const cancel = timeout === undefined ? () => {} : this.#clock.schedule(() => this.#abortAll(), timeout);
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    cancel();
  }

  #abortAll(): void {
    for (const { call, cancellation } of this.#calls) {
      cancellation.abort(
        new RegClosedError("the client was closed while the call was under way", {
          operationId: call.operation.id,
          outcome: outcomeOf(call),
        }),
      );
    }
  }
}
