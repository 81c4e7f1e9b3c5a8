import { inspect } from "node:util";

/** A secret that was found in a recorded value. */
export interface Leak {
  /** The kind of the value, such as `error`. */
  readonly what: string;
  /** The view of the value that shows the secret, such as `stack`. */
  readonly view: string;
  /** The text around the secret. */
  readonly excerpt: string;
}

interface RecordedValue {
  readonly what: string;
  readonly value: unknown;
}

/** Records values that a test file produces, and searches each of them once for secrets. */
export class Recorder {
  readonly #secrets: readonly string[];
  #recorded: RecordedValue[] = [];
  #known = new WeakSet<object>();

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Records a value. It may still change, because {@link takeLeaks} searches it later. */
  record(what: string, value: unknown): void {
    if (typeof value === "object" && value !== null) {
      if (this.#known.has(value)) return;
      this.#known.add(value);
    }
    this.#recorded.push({ what, value });
  }

  /** The number of values that have not been searched yet. */
  get waiting(): number {
    return this.#recorded.length;
  }

  /** Searches all values that were recorded since the last call. */
  takeLeaks(): Leak[] {
    const recorded = this.#recorded;
    this.#recorded = [];
    return recorded.flatMap((each) => this.#findLeaks(each));
  }

  #findLeaks({ what, value }: RecordedValue): Leak[] {
    const leaks: Leak[] = [];
    for (const [view, show] of Object.entries(views)) {
      const text = showSafely(show, value);
      for (const secret of this.#secrets) {
        const index = text.indexOf(secret);
        if (index >= 0)
          leaks.push({ what, view, excerpt: text.slice(Math.max(0, index - 100), index + 100) });
      }
    }
    return leaks;
  }
}

type View = (value: unknown) => unknown;

/** Every text that a log, a terminal or a debugger would show of a value, without truncation. */
const views: Readonly<Record<string, View>> = {
  message: (value) => (value instanceof Error ? value.message : undefined),
  stack: (value) => (value instanceof Error ? value.stack : undefined),
  String: (value) => String(value),
  JSON: (value) => JSON.stringify(value),
  inspect: (value) =>
    inspect(value, {
      depth: 20,
      showHidden: true,
      getters: true,
      maxArrayLength: null,
      maxStringLength: null,
      breakLength: Number.POSITIVE_INFINITY,
    }),
};

/** Returns no text for a value that a view cannot show, such as a cycle as JSON: it shows no secret either. */
function showSafely(show: View, value: unknown): string {
  try {
    const text = show(value);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
