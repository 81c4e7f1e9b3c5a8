/** The most entries that are kept of a list or an object of an answer. */
export const mostEntries = 200;

/** The longest text that is kept, in characters. */
const longestText = 1000;

/** How deep objects and lists may lie in each other. */
const deepest = 8;

/** Stands where something was cut. */
const cut = "…";

/** Copies JSON of a service such that it can be logged whatever it was. */
export class Bounds {
  readonly #clean: (text: string) => string;

  /** `clean` takes out of a text what must not be shown. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  /** The text, cut at 1000 characters. */
  text(text: string): string {
    const clean = this.#clean(text);
    return clean.length > longestText ? `${clean.slice(0, longestText)}${cut}` : clean;
  }

  /**
   * A copy of an object with all texts, lists and depths cut. A key named `__proto__` is left out: it would change
   * the object that a program copies it to.
   */
  record(value: object, depth: number = deepest): Record<string, unknown> {
    const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
    return Object.fromEntries(
      entries.slice(0, mostEntries).map(([key, item]) => [this.text(key), this.#json(item, depth - 1)]),
    );
  }

  #json(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return cut;
    if (!Array.isArray(value)) return this.record(value, depth);
    return value.slice(0, mostEntries).map((item) => this.#json(item, depth - 1));
  }
}
