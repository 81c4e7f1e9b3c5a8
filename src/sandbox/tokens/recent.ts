/** Remembers what was worked out for the keys used last, and forgets the rest. */
export class Recent<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  /** @param limit how many values are kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of a key, which is made unless it is still known. */
  get(key: string, make: () => Value): Value {
    const value = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }

  /** Forgets the value of a key. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}
