import { CallCancellation } from "../base/cancellation.js";
import type { Clock } from "../base/clock.js";
import { RegClosedError } from "../errors/errors.js";
import { checkInput, optionsSchema, trueOrFalse, waitLimit } from "../errors/input.js";

/** The options of closing a client. */
export interface CloseOptions {
  /** Abort the calls in flight and the workflows instead of waiting for them. Default false. */
  readonly abort?: boolean | undefined;
  /**
   * Abort the calls in flight and the workflows that have not ended after this time, in milliseconds. Until then a
   * workflow can make its further calls. Default: wait until they have ended.
   */
  readonly timeout?: number | undefined;
}

const closeOptions = optionsSchema<CloseOptions>({ abort: trueOrFalse, timeout: waitLimit });

/** A call in flight. */
export interface Running {
  readonly operationId: string;
  readonly cancellation: CallCancellation;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

/** The calls in flight of a client, which `close` waits for or aborts. */
export class InFlightCalls {
  readonly #clock: Clock;
  readonly #calls = new Set<Running>();
  /** The calls with a signal of the caller, which many of them may share. */
  readonly #callsOf = new Map<AbortSignal, Set<Running>>();
  readonly #closeListeners = new Set<() => void>();
  #workflows = 0;
  #closed = false;
  #isAborted = false;
  #whenIdle: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Adds a call, which is in flight until `end` is called with the result. A call of a workflow may also begin after
   * `close`, until the workflows are aborted.
   *
   * @throws RegClosedError after `close`, and the signal's reason if it is aborted
   */
  begin(operationId: string, signal: AbortSignal | undefined, isPartOfWorkflow = false): Running {
    if (isPartOfWorkflow ? this.#isAborted : this.#closed) throw closedError(operationId);
    signal?.throwIfAborted();
    const running = { operationId, cancellation: new CallCancellation(), signal };
    this.#calls.add(running);
    if (signal !== undefined) this.#follow(signal, running);
    return running;
  }

  /** Removes a call that has ended; calling it again has no effect. */
  end(running: Running): void {
    if (!this.#calls.delete(running)) return;
    if (running.signal !== undefined) this.#unfollow(running.signal, running);
    this.#resolveIfIdle();
  }

  #follow(signal: AbortSignal, running: Running): void {
    const sharing = this.#callsOf.get(signal) ?? new Set();
    this.#callsOf.set(signal, sharing.add(running));
    // The same function for all calls: a signal has it once, and would warn from the eleventh listener on.
    signal.addEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    for (const { cancellation } of this.#callsOf.get(signal) ?? []) cancellation.abort(signal.reason, true);
  };

  #unfollow(signal: AbortSignal, running: Running): void {
    const sharing = this.#callsOf.get(signal);
    sharing?.delete(running);
    if (sharing?.size !== 0) return;
    this.#callsOf.delete(signal);
    // A signal with a listener stays in memory.
    signal.removeEventListener("abort", this.#onAbort);
  }

  /** Runs a workflow, which is one unit of work: `close` waits for all of its calls. */
  async runWorkflow<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#workflows += 1;
    try {
      return await run();
    } finally {
      this.#workflows -= 1;
      this.#resolveIfIdle();
    }
  }

  /** @throws RegClosedError after `close` */
  rejectIfClosed(operationId: string): void {
    if (this.#closed) throw closedError(operationId);
  }

  #resolveIfIdle(): void {
    if (this.#isIdle()) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #isIdle(): boolean {
    return this.#calls.size === 0 && this.#workflows === 0;
  }

  /**
   * Calls the listener once when the client is closed, for a program that waits between two calls; returns a function
   * that removes the listener. It is not called if the client is closed already: the next call fails then.
   */
  whenClosing(listener: () => void): () => void {
    if (!this.#closed) this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  /**
   * Rejects further calls, and resolves when those in flight and the workflows have ended. It may be called again.
   *
   * @throws RegInputError for an option that cannot be used
   */
  async close(options: CloseOptions = {}): Promise<void> {
    checkInput(closeOptions, options);
    const { abort = false, timeout } = options;
    this.#closed = true;
    for (const listener of this.#closeListeners) {
      this.#closeListeners.delete(listener);
      listener();
    }
    if (abort) this.#abortAll();
    if (this.#isIdle()) return;
    const cancel = timeout === undefined ? () => {} : this.#clock.schedule(() => this.#abortAll(), timeout);
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    cancel();
  }

  #abortAll(): void {
    this.#isAborted = true;
    for (const { operationId, cancellation } of this.#calls)
      cancellation.abort(new RegClosedError("the client was closed while the call was in flight", { operationId }));
  }
}

function closedError(operationId: string): RegClosedError {
  return new RegClosedError("the client has been closed; nothing was sent", { operationId });
}
