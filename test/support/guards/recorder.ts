import { inspect } from "node:util";

/** A secret that showed up where it must not. */
export interface Leak {
  /** What it was found in, such as `error`. */
  readonly what: string;
  /** The view of that thing that shows it, such as `stack`. */
  readonly view: string;
  /** The text around it. */
  readonly excerpt: string;
}

interface Sighting {
  readonly what: string;
  readonly value: unknown;
}

/** Gathers what a test file produces, and looks for secrets in it. Nothing is looked at twice. */
export class Recorder {
  readonly #secrets: readonly string[];
  #unseen: Sighting[] = [];
  #known = new WeakSet<object>();

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Notes something to be looked at. It may still change: it is looked at only by {@link takeLeaks}. */
  record(what: string, value: unknown): void {
    if (typeof value === "object" && value !== null) {
      if (this.#known.has(value)) return;
      this.#known.add(value);
    }
    this.#unseen.push({ what, value });
  }

  /** How many things wait to be looked at. */
  get waiting(): number {
    return this.#unseen.length;
  }

  /** Looks at everything that was noted since the last time. */
  takeLeaks(): Leak[] {
    const sightings = this.#unseen;
    this.#unseen = [];
    return sightings.flatMap((each) => this.#leaksIn(each));
  }

  #leaksIn({ what, value }: Sighting): Leak[] {
    const leaks: Leak[] = [];
    for (const [view, show] of Object.entries(views)) {
      const text = textOf(show, value);
      for (const secret of this.#secrets) {
        const place = text.indexOf(secret);
        if (place >= 0)
          leaks.push({ what, view, excerpt: text.slice(Math.max(0, place - 100), place + 100) });
      }
    }
    return leaks;
  }
}

type View = (value: unknown) => unknown;

/** Everything that a log, a terminal or a debugger would show of a value; nothing is cut off. */
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

/** What cannot be shown, such as a cycle as JSON, shows no secret either. */
function textOf(show: View, value: unknown): string {
  try {
    const text = show(value);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
