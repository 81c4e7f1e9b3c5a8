import type { LockRecord, StateEntries, StateOwner } from "./state-entries.js";
import type { FleetStateStore } from "./types.js";

/**
 * Keeps a state in the user's store. The keys are `reg-fleet:baseUrl=…&clientId=…`, which holds the lock, and
 * `reg-fleet:baseUrl=…&clientId=…&licensePlate=…` (form-encoded).
 */
export class StateKeys implements StateEntries {
  readonly lock: LockRecord;
  readonly #store: FleetStateStore;
  readonly #prefix: string;

  constructor(store: FleetStateStore, { baseUrl, clientId }: StateOwner) {
    const lockKey = `reg-fleet:${new URLSearchParams({ baseUrl, clientId })}`;
    this.#store = store;
    this.#prefix = `${lockKey}&licensePlate=`;
    this.lock = {
      async read() {
        const text = await store.get(lockKey);
        return typeof text === "string" ? text : undefined;
      },
      write: (text) => setOrThrow(store, lockKey, text),
      delete: async () => void (await store.delete(lockKey)),
    };
  }

  async open(): Promise<void> {}

  get(licensePlate: string): unknown {
    return this.#store.get(this.#keyOf(licensePlate));
  }

  set(licensePlate: string, text: string): Promise<void> {
    return setOrThrow(this.#store, this.#keyOf(licensePlate), text);
  }

  async delete(licensePlate: string): Promise<void> {
    await this.#store.delete(this.#keyOf(licensePlate));
  }

  async *list(): AsyncGenerator<readonly [string, unknown]> {
    for await (const [key, text] of this.#store.iterator?.() ?? [])
      if (key.startsWith(this.#prefix)) yield [decodeURIComponent(key.slice(this.#prefix.length)), text];
  }

  async close(): Promise<void> {}

  #keyOf(licensePlate: string): string {
    return `${this.#prefix}${encodeURIComponent(licensePlate)}`;
  }
}

/** Keyv reports some failures with false instead of an error. */
async function setOrThrow(store: FleetStateStore, key: string, text: string): Promise<void> {
  if ((await store.set(key, text)) === false) throw new Error("the store did not store the value");
}
