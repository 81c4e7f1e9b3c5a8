import { sleep, throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import { messageOf } from "../../base/text.js";
import { RegError } from "../../errors/errors.js";
import { delayAfter, isOver, type Polling } from "./polling.js";
import { Slots } from "./slots.js";
import type { FollowState } from "./state.js";
import type { HandlerFailure } from "./state-index.js";
import type { FollowedEvent, FollowOptions, NotificationEvent, SetAsideEvent } from "./types.js";

type Handler = (event: FollowedEvent | NotificationEvent) => unknown;

/** Whose handlers are called, and until when. */
interface HandlersParts extends Polling {
  readonly options: FollowOptions;
}

/** How a call of a handler has failed. */
interface FailedCall {
  readonly error: unknown;
  /** The event as the handler has received it. */
  readonly followed: FollowedEvent | NotificationEvent;
  /** Whether what the handler has sent may still be processed. */
  readonly isUnknown: boolean;
}

/**
 * The shortest delay after an error whose outcome is unknown, in milliseconds: the service may still process the request
 * for the timeout of a call (30 seconds by default), and the handler would not find what it has created.
 */
const afterUnknownMs = 60_000;

/** Hands events to their handlers, several at a time. */
export class Handlers {
  readonly #parts: HandlersParts;
  readonly #state: FollowState;
  readonly #isRound: boolean;
  readonly #slots: Slots;
  readonly #handled: SetAsideEvent["event"][] = [];
  #isUnnoted = false;

  constructor(parts: HandlersParts, state: FollowState) {
    this.#parts = parts;
    this.#state = state;
    this.#isRound = parts.method === "followOnce";
    this.#slots = new Slots(parts.options.concurrency ?? 8);
  }

  /** Of a single round: the events that were handled, in the order in which their handlers ended. */
  get handled(): readonly SetAsideEvent["event"][] {
    return this.#handled;
  }

  /** Whether it could not be noted that an event was handled. */
  get isUnnoted(): boolean {
    return this.#isUnnoted;
  }

  /** Whether there is a handler for an event. */
  has({ type }: Pick<SetAsideEvent["event"], "type">): boolean {
    return this.#parts.options.on[type] !== undefined;
  }

  /**
   * Hands an event to its handler until it succeeds, or sets it aside, and notes its end. A single round hands it over
   * once, if it is due, and puts off what comes after a failure.
   *
   * @param entryKey the key of the entry that has the event, for its failures; undefined for one that was given back
   * @returns when it is due again, in milliseconds since 1970, if it was put off
   */
  async handle(
    event: SetAsideEvent["event"],
    noteEnd: () => Promise<void>,
    entryKey?: string,
  ): Promise<number | undefined> {
    const { context, options, stop } = this.#parts;
    const { clock } = context;
    const state = this.#state;
    const last = entryKey === undefined ? undefined : state.failureOf(entryKey, event.id);
    if (entryKey !== undefined && last !== undefined) {
      const dueAt = await this.#waitAfter(last, entryKey);
      if (dueAt !== undefined) return dueAt;
    }
    // In a single round, what was given back stays set aside after one attempt.
    const attempts = this.#isRound && entryKey === undefined ? 1 : (options.attempts ?? 10);
    for (let attempt = 1 + (this.#isRound ? (last?.attempts ?? 0) : 0); ; attempt += 1) {
      const failure = await this.#call(event, attempt, noteEnd);
      if (failure === undefined) {
        if (entryKey !== undefined) state.forgetFailure(entryKey);
        return undefined;
      }
      // A handler that the deadline has cut off has failed: it could be cut off in each round.
      if (!stop.hasExpired) throwIfAborted(stop);
      const { error, followed, isUnknown } = failure;
      const delay = delayAfterHandler(attempt, isUnknown);
      const nextAt = clock.now() + delay;
      if (this.#isRound && entryKey !== undefined)
        await state.noteFailure(entryKey, { eventId: event.id, attempts: attempt, nextAt, isUnknown });
      await this.#untilReported(options.onHandlerError?.(error, followed));
      if (attempt >= attempts) {
        const setAside = { event, error: messageOf(error) };
        await state.putAside(setAside);
        if (entryKey !== undefined) state.forgetFailure(entryKey);
        await this.#untilReported(options.onSetAside?.(setAside));
        // The end of one that was given back would remove it from what is set aside.
        if (entryKey !== undefined) await noteEnd();
        return undefined;
      }
      if (this.#isRound) return nextAt;
      await sleep(clock, delay, stop);
    }
  }

  /** Calls the handler when a slot is free, and notes the end of the event; or returns how the handler has failed. */
  #call(event: SetAsideEvent["event"], attempt: number, noteEnd: () => Promise<void>): Promise<FailedCall | undefined> {
    const { options, stop } = this.#parts;
    const handler = options.on[event.type] as Handler;
    // Each call of a handler has a signal, to which it may add listeners, and a copy of the event, which it may change.
    const call = new AbortController();
    const followed = { ...structuredClone(event), attempt, signal: call.signal };
    return this.#slots.run(async () => {
      throwIfAborted(stop);
      await this.#state.assertHeld();
      // The timer of the deadline may be late.
      if (isOver(this.#parts)) stop.expire();
      throwIfAborted(stop);
      const unlisten = stop.listen((reason) => call.abort(reason));
      try {
        await handler(followed);
      } catch (error) {
        const isUnknown = call.signal.aborted || (RegError.is(error) && error.outcome === "unknown");
        return { error, followed, isUnknown };
      } finally {
        unlisten();
      }
      // Before another handler begins: at most `concurrency` events are repeated after a kill or a failure.
      await noteEnd().catch((error: unknown) => {
        this.#isUnnoted = true;
        stop.abort(error);
        throw error;
      });
      if (this.#isRound) this.#handled.push(event);
      return undefined;
    });
  }

  /** Waits for what a function of the options has returned; after the deadline, because its failure must be known. */
  async #untilReported(result: unknown): Promise<void> {
    const { stop } = this.#parts;
    await (stop.hasExpired ? result : unlessAborted(Promise.resolve(result), stop));
  }

  /**
   * Waits until an event may be handed over again whose handler has failed in a round. A single round does not wait, but
   * returns when that is. `follow` begins at once, unless what the handler has sent may still be processed.
   */
  async #waitAfter(failure: HandlerFailure, entryKey: string): Promise<number | undefined> {
    const { context, stop } = this.#parts;
    const { clock } = context;
    const delay = delayAfterHandler(failure.attempts, failure.isUnknown);
    const left = failure.nextAt - clock.now();
    if (!this.#isRound) {
      if (failure.isUnknown) await sleep(clock, Math.min(left, delay), stop);
      return undefined;
    }
    if (left <= 0) return undefined;
    if (left <= delay) return failure.nextAt;
    // The clock was set back: how much of the delay has passed is not known.
    const nextAt = clock.now() + delay;
    await this.#state.noteFailure(entryKey, { ...failure, nextAt });
    return nextAt;
  }
}

/** The delay after a handler has failed this number of times, in milliseconds. */
function delayAfterHandler(attempts: number, isUnknown: boolean): number {
  return Math.max(delayAfter(attempts - 1), isUnknown ? afterUnknownMs : 0);
}
