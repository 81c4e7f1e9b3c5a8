import { AbortListeners } from "../base/abort.js";
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

// One list for all clients, because a program may have thousands.
const noListeners: readonly (() => void)[] = [];

const closeOptions = optionsSchema<CloseOptions>({ abort: trueOrFalse, timeout: waitLimit });

interface Running {
  readonly operationId: string;
  /** Removes the listener for the caller's signal; undefined if there is no signal. */
  readonly unlisten: (() => void) | undefined;
  /** The calls of its client. */
  readonly client: InFlightCalls;
}

/** What a client and those derived from it share. */
class SharedCalls {
  readonly calls = new Map<CallCancellation, Running>();
  readonly abortListeners = new AbortListeners();
  /** Each with the client whose end it waits for. */
  readonly closeListeners = new Map<() => void, InFlightCalls>();
}

/** The calls in flight of a client, which `close` waits for or aborts. */
export class InFlightCalls {
  readonly #clock: Clock;
  readonly #shared: SharedCalls;
  /** Those of the first client, whose end is that of all clients which are derived from it; often this one. */
  readonly #first: InFlightCalls;
  /** The calls and the workflows in progress; of the first client, also those of the derived ones. */
  #inProgress = 0;
  #closed = false;
  #aborted = false;
  #whenIdle: readonly (() => void)[] = noListeners;

  constructor(clock: Clock, first?: InFlightCalls) {
    this.#clock = clock;
    this.#first = first ?? this;
    this.#shared = first === undefined ? new SharedCalls() : first.#shared;
  }

  /** Those of a client that is derived from this one, and ends with the first one. */
  derive(): InFlightCalls {
    const derived = new InFlightCalls(this.#clock, this.#first);
    derived.#closed = this.#closed;
    return derived;
  }

  /** Whether they are of the first client, with which the others end. */
  get isFirst(): boolean {
    return this.#first === this;
  }

  /**
   * Adds a call, which is in flight until `end` is called with the result: with it, the caller's signal and `close`
   * cancel the call. A call of a workflow may also begin after `close`, until the workflows are aborted.
   *
   * @throws RegClosedError after `close`, and the signal's reason if it is aborted
   */
  begin(operationId: string, signal: AbortSignal | undefined, isPartOfWorkflow = false): CallCancellation {
    if (isPartOfWorkflow ? this.#isAborted : this.#isClosed) throw closedError(operationId);
    signal?.throwIfAborted();
    const call = new CallCancellation();
    const unlisten = signal && this.#cancelWith(signal, call);
    this.#shared.calls.set(call, { operationId, unlisten, client: this });
    this.#count(1);
    return call;
  }

  /** Not in `begin`, where the function would take memory of each call: thousands without a signal may wait. */
  #cancelWith(signal: AbortSignal, call: CallCancellation): () => void {
    return this.onAbort(signal, (reason) => call.abort(reason, true));
  }

  /** Removes a call that has ended; calling it again has no effect. */
  end(call: CallCancellation): void {
    const { calls } = this.#shared;
    calls.get(call)?.unlisten?.();
    if (calls.delete(call)) this.#count(-1);
  }

  /**
   * Calls the listener with the reason once the caller's signal is aborted, at once if it is aborted already; returns a
   * function that removes the listener.
   */
  onAbort(signal: AbortSignal | undefined, listener: (reason: unknown) => void): () => void {
    return this.#shared.abortListeners.add(signal, listener);
  }

  /** Runs a workflow, which is one unit of work: `close` waits for all of its calls. */
  async runWorkflow<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#count(1);
    try {
      return await run();
    } finally {
      this.#count(-1);
    }
  }

  /** @throws RegClosedError after `close` */
  rejectIfClosed(operationId: string): void {
    if (this.#isClosed) throw closedError(operationId);
  }

  get #isClosed(): boolean {
    return this.#closed || this.#first.#closed;
  }

  get #isAborted(): boolean {
    return this.#aborted || this.#first.#aborted;
  }

  #count(difference: 1 | -1): void {
    this.#inProgress += difference;
    if (this.#first !== this) this.#first.#count(difference);
    if (this.#inProgress > 0) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = noListeners;
  }

  /**
   * Calls the listener once when the client is closed, for a program that waits between two calls; returns a function
   * that removes the listener. It is not called if the client is closed already: the next call fails then.
   */
  whenClosing(listener: () => void): () => void {
    const { closeListeners } = this.#shared;
    if (!this.#isClosed) closeListeners.set(listener, this);
    return () => closeListeners.delete(listener);
  }

  /**
   * Rejects further calls, and resolves when those in flight and the workflows have ended. It may be called again. The
   * first client also closes those that are derived from it.
   *
   * @throws RegInputError for an option that cannot be used
   */
  async close(options: CloseOptions = {}): Promise<void> {
    checkInput(closeOptions, options);
    const { abort = false, timeout } = options;
    this.#closed = true;
    const { closeListeners } = this.#shared;
    for (const [listener, client] of closeListeners) {
      if (!this.#ends(client)) continue;
      closeListeners.delete(listener);
      listener();
    }
    if (abort) this.#abortAll();
    if (this.#inProgress === 0) return;
    const cancel = timeout === undefined ? () => {} : this.#clock.schedule(() => this.#abortAll(), timeout);
    await new Promise<void>((resolve) => {
      this.#whenIdle = [...this.#whenIdle, resolve];
    });
    cancel();
  }

  #abortAll(): void {
    this.#aborted = true;
    for (const [call, { operationId, client }] of this.#shared.calls)
      if (this.#ends(client))
        call.abort(new RegClosedError("the client was closed while the call was in flight", { operationId }));
  }

  /** Whether the end of this client is also that of another one. */
  #ends(client: InFlightCalls): boolean {
    return client === this || client.#first === this;
  }
}

function closedError(operationId: string): RegClosedError {
  return new RegClosedError("the client has been closed; nothing was sent", { operationId });
}
