import { within } from "../../http/call/cancellation.js";
import { hasFunctions } from "../../http/call/check-input.js";
import type { Clock } from "../../http/call/clock.js";
import type { ListedEntry, LockRecord, StateEntries, StateOwner } from "./state-entries.js";
import type { FleetStateStore } from "./types.js";

/**
 * The time that a store has for a response, in milliseconds: a client of Redis waits for a connection without a limit.
 */
const storeTimeout = 10_000;

/** Whether the entries of a store can be listed. */
export function canListEntries(store: unknown): boolean {
  return store instanceof Map || hasFunctions("iterator")(store);
}

function iterateEntries(store: FleetStateStore) {
  return store instanceof Map ? (store as Map<string, unknown>).entries() : store.iterator?.()[Symbol.asyncIterator]();
}

/**
 * Keeps a state in the user's store. The keys are `reg-fleet:baseUrl=…&clientId=…`, which holds the lock, and
 * `reg-fleet:baseUrl=…&clientId=…&licensePlate=…` (form-encoded).
 */
export class StateKeys implements StateEntries {
  readonly lock: LockRecord;
  readonly #store: FleetStateStore;
  readonly #clock: Clock;
  /** What precedes the license plate in a key, without `reg-fleet:`. */
  readonly #marker: string;
  readonly #noted = new Set<string>();

  constructor(store: FleetStateStore, { baseUrl, clientId }: StateOwner, clock: Clock) {
    const owner = new URLSearchParams({ baseUrl, clientId });
    const lockKey = `reg-fleet:${owner}`;
    this.#store = store;
    this.#clock = clock;
    this.#marker = `${owner}&licensePlate=`;
    this.lock = {
      read: async () => {
        const text = await this.#inTime(() => store.get(lockKey));
        return typeof text === "string" ? text : undefined;
      },
      write: async (text) => void (await this.#inTime(() => store.set(lockKey, text))),
      delete: async () => void (await this.#inTime(() => store.delete(lockKey))),
    };
  }

  async open(): Promise<void> {}

  get(licensePlate: string): Promise<unknown> {
    return this.#inTime(() => this.#store.get(this.#keyOf(licensePlate)));
  }

  note(licensePlate: string): boolean {
    const isNew = !this.#noted.has(licensePlate);
    if (isNew) this.#noted.add(licensePlate);
    return isNew;
  }

  /** Reads the text back, because stores report failures as success: Keyv over Redis only emits an event. */
  async set(licensePlate: string, text: string): Promise<void> {
    await this.#inTime(() => this.#store.set(this.#keyOf(licensePlate), text));
    if ((await this.get(licensePlate)) !== text) throw new Error("the store did not keep a value");
  }

  async delete(licensePlate: string): Promise<void> {
    await this.#inTime(() => this.#store.delete(this.#keyOf(licensePlate)));
  }

  async *list(): AsyncGenerator<ListedEntry> {
    for (const licensePlate of this.#noted) yield { licensePlate, text: undefined, isNoted: true };
    const iterator = iterateEntries(this.#store);
    if (iterator === undefined) return;
    const next = () => this.#inTime(() => iterator.next());
    for (let result = await next(); !result.done; result = await next()) {
      const [key, text] = result.value;
      // Not with the beginning of the key: Keyv removes it if its namespace is unset or contains a colon.
      const [, encoded] = key.split(this.#marker);
      const licensePlate = encoded && decodeURIComponent(encoded);
      if (licensePlate !== undefined && !this.#noted.has(licensePlate)) yield { licensePlate, text, isNoted: false };
    }
  }

  async close(): Promise<void> {}

  #keyOf(licensePlate: string): string {
    return `reg-fleet:${this.#marker}${encodeURIComponent(licensePlate)}`;
  }

  async #inTime<Result>(call: () => Result): Promise<Awaited<Result>> {
    return within(Promise.resolve(call()), {
      clock: this.#clock,
      limitMs: storeTimeout,
      createError: () => new Error(`the store did not respond within ${storeTimeout / 1000} s`),
    });
  }
}
