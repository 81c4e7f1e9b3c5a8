import { CallCancellation, type Cancellation, unlessAborted } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { nextTurn } from "../../base/next-turn.js";
import { RegClosedError, RegError } from "../../errors/errors.js";
import type { InFlightCalls } from "../../http/in-flight.js";
import type { FleetSyncStop } from "./types.js";

/** How long requests in flight and callbacks may take after a run was stopped, in milliseconds. */
export const graceMs = 5000;

interface StopCause {
  readonly why: FleetSyncStop;
  readonly error: unknown;
}

/**
 * Stops a run before its end. After the first cause, no further item is read. Then, in this order:
 * 1. Calls that wait end once no request is in flight, if the signal or the client has stopped the run.
 * 2. All calls and callbacks end after 5 seconds, or at once if another run has taken the state over.
 */
export class RunStop {
  readonly #clock: Clock;
  #cause: StopCause | undefined;
  readonly #stopped = new CallCancellation();
  // Two objects, because Node warns of more than ten listeners of one signal.
  readonly #endCallbacks = new CallCancellation();
  readonly #endCalls = new AbortController();
  #isInterrupted = false;
  #requestsInFlight = 0;
  #cancelGrace = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why the run was stopped; undefined if it was not. */
  get cause(): StopCause | undefined {
    return this.#cause;
  }

  /** Aborted when the run is stopped. */
  get stopped(): Cancellation {
    return this.#stopped;
  }

  /** Ends the calls of the run. */
  get signal(): AbortSignal {
    return this.#endCalls.signal;
  }

  /** Stops the run; only the first cause counts. */
  end(why: FleetSyncStop, error?: unknown): void {
    if (this.#cause !== undefined) return;
    this.#cause = { why, error };
    this.#stopped.abort(this.#cause);
    // Another run works with the state now: what is still in progress could undo what that run does.
    if (RegError.is(error, "state") && error.reason === "locked") this.#endAll();
    else this.#cancelGrace = this.#clock.schedule(() => this.#endAll(), graceMs);
  }

  /** Stops the run when the signal aborts or the client is closed. Returns a function that ends this and the grace. */
  listenTo(signal: AbortSignal | undefined, inFlight: InFlightCalls): () => void {
    const forgetSignal = inFlight.onAbort(signal, () => this.#interrupt("aborted"));
    const forgetClosing = inFlight.whenClosing(() => this.#interrupt("closed"));
    return () => {
      forgetSignal();
      forgetClosing();
      this.#cancelGrace();
    };
  }

  #interrupt(why: "aborted" | "closed"): void {
    this.end(why);
    this.#isInterrupted = true;
    void this.#endWaits();
  }

  /** Called when a request is sent. Returns a function that is called when it has ended. */
  noteRequest(): () => void {
    this.#requestsInFlight += 1;
    return () => {
      this.#requestsInFlight -= 1;
      void this.#endWaits();
    };
  }

  /**
   * Ends the calls of a run that was interrupted, if all of them wait: for the throttle, a token or another attempt.
   */
  async #endWaits(): Promise<void> {
    // After an error, such as one of the source, what was read before is still sent.
    if (!this.#isInterrupted) return;
    // A response that has just arrived is processed first.
    await nextTurn();
    if (this.#requestsInFlight === 0) this.#endCalls.abort(stoppedError());
  }

  #endAll(): void {
    this.#endCallbacks.abort(stoppedError());
    this.#endCalls.abort(stoppedError());
  }

  /** Settles as a callback does, or rejects when the grace is over. */
  withinGrace<Result>(callback: Promise<Result>): Promise<Result> {
    return unlessAborted(callback, this.#endCallbacks);
  }
}

const stoppedError = () =>
  new RegClosedError("the run was stopped before the service responded", { operationId: "sync", outcome: "unknown" });
