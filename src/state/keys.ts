import { within } from "../base/cancellation.js";
import type { Clock } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { parseJson } from "../base/json.js";
import { RegStateError } from "../errors/errors.js";
import { hasFunctions } from "../errors/input.js";
import {
  type ListedEntry,
  type LockRecord,
  notesKey,
  type StateEntries,
  type StateKind,
  type StateStore,
} from "./entries.js";

/**
 * The time that a store has for a response, in milliseconds: a client of Redis waits for a connection without a limit.
 */
const storeTimeout = 10_000;

/** Whether the entries of a store can be listed. */
export function canListEntries(store: unknown): boolean {
  return isInstance(store, "Map") || hasFunctions("iterator")(store);
}

/** Lists the entries of a store; undefined if it cannot list them. */
function iterateEntries(store: StateStore) {
  if (isInstance(store, "Map")) return (store as Map<string, unknown>).entries();
  if (store.iterator === undefined) return undefined;
  return (iterateAdapter(keyvOptionsOf(store)) ?? store.iterator())[Symbol.asyncIterator]();
}

/** The options of a Keyv; undefined for any other store. */
function keyvOptionsOf(store: StateStore): KeyvOptions | undefined {
  const options: unknown = Reflect.get(store, "opts");
  return hasFunctions("on", "clear")(store) && hasFunctions("deserialize")(options) ? Object(options) : undefined;
}

/** The options of a Keyv 4 or 5 that say where its entries are. */
interface KeyvOptions {
  readonly store?: unknown;
  readonly namespace?: string | undefined;
  readonly useKeyPrefix?: boolean | undefined;
}

/**
 * Lists what the adapter of a Keyv holds; undefined if it cannot. A Keyv decodes each value that it lists, and ends at
 * the first one that it has not written, such as the lock of a job queue in the same Redis, or that was deleted
 * meanwhile.
 */
function iterateAdapter({ store: adapter, namespace, useKeyPrefix }: KeyvOptions = {}) {
  if (isInstance(adapter, "Map")) {
    // Other adapters list one namespace only.
    const prefix = namespace && useKeyPrefix !== false ? `${namespace}:` : "";
    return decodeValues(adapter as Map<string, unknown>, prefix);
  }
  if (!hasFunctions("iterator")(adapter)) return undefined;
  const iterable = adapter as Adapter;
  return decodeValues(iterable.iterator(iterable.namespace), "");
}

/** The parts of a Keyv's adapter that list its entries. */
interface Adapter {
  readonly namespace: string | undefined;
  iterator(namespace: string | undefined): AsyncIterable<readonly [string, unknown]>;
}

type Pairs = Iterable<readonly [string, unknown]> | AsyncIterable<readonly [string, unknown]>;

/**
 * Reads the texts of the keys with a prefix, in what Keyv writes by default; in another form, they stay unknown. With
 * the text, a vehicle that is known to be removed is not read again.
 */
async function* decodeValues(entries: Pairs, prefix: string) {
  for await (const [key, value] of entries) {
    if (!key.startsWith(prefix)) continue;
    const { value: text }: { value?: unknown } = Object(typeof value === "string" ? parseJson(value) : undefined);
    yield [key, text] as const;
  }
}

/**
 * Keeps a state in the user's store. The keys are form-encoded, such as `reg-fleet:baseUrl=…&clientId=…`, which holds
 * the lock, the same with `&notes`, and `reg-fleet:baseUrl=…&clientId=…&licensePlate=…`.
 */
export class StateKeys implements StateEntries {
  readonly lock: LockRecord;
  readonly #store: StateStore;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #entryName: string;
  readonly #ownerText: string;
  readonly #lockKey: string;
  /** The part of a store's key between `#name` and the key of the entry. */
  readonly #marker: string;
  readonly #noted = new Set<string>();

  constructor(store: StateStore, { format, owner, clock }: Omit<StateKind, "isReadOnly">) {
    const ownerText = new URLSearchParams(owner).toString();
    const lockKey = `${format.name}:${ownerText}`;
    this.#store = store;
    this.#clock = clock;
    this.#name = format.name;
    this.#entryName = format.entryName;
    this.#ownerText = ownerText;
    this.#lockKey = lockKey;
    this.#marker = `${ownerText}&${format.entryName}=`;
    this.lock = {
      read: async () => {
        const text = await this.#read(lockKey, "a lock");
        return typeof text === "string" ? text : undefined;
      },
      write: async (text) => void (await this.#inTime(() => store.set(lockKey, text))),
      create: isInstance(store, "Map")
        ? async (text) => {
            if (store.has(lockKey)) return false;
            store.set(lockKey, text);
            return true;
          }
        : undefined,
      delete: async () => void (await this.#inTime(() => store.delete(lockKey))),
    };
  }

  async open(): Promise<void> {}

  get(key: string): Promise<unknown> {
    // Without the key, which may be a license plate.
    return this.#read(this.#keyOf(key), key === notesKey ? "notes" : `an entry "${this.#entryName}=…"`);
  }

  async #read(storedKey: string, what: string): Promise<unknown> {
    try {
      return await this.#inTime(() => this.#store.get(storedKey));
    } catch (error) {
      // A Keyv decodes what it reads, and the error quotes it: the text of another program may be a secret.
      if (keyvOptionsOf(this.#store) === undefined || Object(error).name !== "SyntaxError") throw error;
      throw new Error(
        `the store has ${what} in another form than its own; give the state a namespace in which no other program writes`,
      );
    }
  }

  note(key: string): boolean {
    const isNew = !this.#noted.has(key);
    if (isNew) this.#noted.add(key);
    return isNew;
  }

  /** Reads the text back, because stores report failures as success: Keyv over Redis only emits an event. */
  async set(key: string, text: string): Promise<void> {
    await this.#inTime(() => this.#store.set(this.#keyOf(key), text));
    if ((await this.get(key)) !== text) throw new Error("the store did not keep a value");
  }

  async delete(key: string): Promise<void> {
    await this.#inTime(() => this.#store.delete(this.#keyOf(key)));
  }

  async *list(): AsyncGenerator<ListedEntry> {
    for (const key of this.#noted) yield { key, text: undefined, isNoted: true };
    const iterator = iterateEntries(this.#store);
    if (iterator === undefined) return;
    const next = () => this.#inTime(() => iterator.next());
    let hasLock = false;
    for (let result = await next(); !result.done; result = await next()) {
      const [storedKey, text] = result.value;
      // Keyv removes the beginning of a key if its namespace is unset or contains a colon.
      hasLock ||= storedKey.endsWith(this.#lockKey) || storedKey === this.#ownerText;
      const [, encoded] = storedKey.split(this.#marker);
      const key = encoded && decodeURIComponent(encoded);
      if (key !== undefined && !this.#noted.has(key)) yield { key, text, isNoted: false };
    }
    // The run holds its lock. Keyv over Redis lists nothing if its namespace contains a `[`.
    if (!hasLock) throw notListed();
  }

  async tidy(): Promise<void> {}

  async close(): Promise<void> {}

  #keyOf(key: string): string {
    if (key === notesKey) return `${this.#lockKey}&notes`;
    return `${this.#name}:${this.#marker}${encodeURIComponent(key)}`;
  }

  async #inTime<Result>(call: () => Result): Promise<Awaited<Result>> {
    return within(Promise.resolve(call()), {
      clock: this.#clock,
      limitMs: storeTimeout,
      createError: () => new Error(`the store did not respond within ${storeTimeout / 1000} s`),
    });
  }
}

const notListed = () =>
  new RegStateError(
    "the state cannot be listed: the store does not list its entries, such as a Keyv over Redis whose namespace contains a [; nothing was removed. Use another namespace or store",
    { reason: "failed" },
  );
