import { type Cancellation, unlessAborted } from "../../base/cancellation.js";
import { isObject } from "../../base/json.js";
import { nextTurn } from "../../base/next-turn.js";
import { release } from "../../base/streams.js";
import { RegInputError } from "../../errors/errors.js";

/** An item of a source, and its number from 1. */
export interface NumberedItem {
  readonly item: unknown;
  readonly position: number;
}

/** After this many items, other tasks of the process get a turn. */
const itemsInTurn = 100;

/** Reads a source, one item at a time. */
export class Source {
  readonly #source: unknown;
  readonly #iterator: Iterator<unknown> | AsyncIterator<unknown>;
  readonly #expectItems: number | undefined;
  #position = 0;
  #isComplete = false;
  #lastPull: Promise<unknown> = Promise.resolve();
  /** What the source returned last; it may not have arrived. */
  #lastItem: Promise<unknown> = Promise.resolve();

  /** @throws RegInputError for what is not iterable */
  constructor(source: unknown, expectItems: number | undefined) {
    // A text is iterable, but a path is meant.
    const iterable = typeof source === "string" ? {} : Object(source);
    const create: unknown = iterable[Symbol.asyncIterator] ?? iterable[Symbol.iterator];
    if (typeof create !== "function")
      throw new RegInputError("source", "must be an iterable or an async iterable of items", { operationId: "sync" });
    this.#source = source;
    this.#iterator = create.call(source);
    this.#expectItems = expectItems;
  }

  /** The number of items that it has, if that is known. */
  get total(): number | undefined {
    return this.#expectItems ?? (Array.isArray(this.#source) ? this.#source.length : undefined);
  }

  /** The number of items that were read. */
  get position(): number {
    return this.#position;
  }

  /** Whether it was read to its end. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Takes the next item; undefined at the end, and when `stop` is aborted.
   *
   * @throws RegInputError if the source has another number of items than expected; and what it throws itself
   */
  async next(stop: Cancellation): Promise<NumberedItem | undefined> {
    // Iterators need not support that a second item is asked for before the first one has arrived.
    const pull = this.#lastPull.then(() => this.#pull(stop));
    this.#lastPull = pull.catch(() => {});
    return pull;
  }

  async #pull(stop: Cancellation): Promise<NumberedItem | undefined> {
    if (stop.aborted || this.#isComplete) return undefined;
    // Timers and signals get a turn, because unchanged vehicles of an array are processed without any wait. Each item
    // is awaited, so that the one before it is parsed first: a source may use one object for all of its items.
    await (this.#position % itemsInTurn === 0 ? nextTurn() : undefined);
    const next = Promise.resolve(this.#iterator.next());
    this.#lastItem = next;
    let result: IteratorResult<unknown>;
    try {
      result = await unlessAborted(next, stop);
    } catch (error) {
      if (stop.aborted) return undefined;
      throw error;
    }
    if (!isObject(result)) throw new TypeError("the iterator of the source returned no result");
    this.#checkCount(result.done === true);
    if (result.done) {
      this.#isComplete = true;
      return undefined;
    }
    this.#position += 1;
    return { item: result.value, position: this.#position };
  }

  #checkCount(isAtEnd: boolean): void {
    const expected = this.#expectItems ?? (isAtEnd ? this.#position : Number.POSITIVE_INFINITY);
    if (isAtEnd ? this.#position === expected : this.#position < expected) return;
    const found = isAtEnd ? `ended after ${this.#position} items` : "has more items";
    throw new RegInputError("source", `${found}, and ${expected} were expected; nothing was removed`, {
      operationId: "sync",
    });
  }

  /** Closes a source that was not read to its end. It is not awaited, because the source may be waiting for input. */
  close(): void {
    if (this.#isComplete) return;
    release(this.#source);
    const close = async () => this.#iterator.return?.();
    this.#lastItem.then(close).catch(() => {});
  }
}
