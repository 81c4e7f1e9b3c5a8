import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { recorderExpression } from "./current.js";

/** A place in src that produces values that must not contain a secret. */
export interface WatchedPlace {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The kind of the recorded value, for messages. */
  readonly what: string;
  /** The statement before which the recorder is called, or its start; it must occur in the file exactly once. */
  readonly before: string;
  /** The recorded value, as an expression at that place. */
  readonly value: string;
}

/** Together these places see every error, every event and every journal entry of a test run. */
export const watchedPlaces: readonly WatchedPlace[] = [
  {
    file: "src/errors/errors.ts",
    what: "error",
    before: "this.outcome = outcome;",
    value: "this",
  },
  {
    file: "src/http/diagnostics.ts",
    what: "event",
    before: "for (const listener of listeners) notify(listener, event, key);",
    value: "event",
  },
  {
    file: "src/sandbox/journal/recorder.ts",
    what: "journal entry",
    before: "this.#store.add(entry);",
    value: "entry",
  },
  {
    file: "src/sandbox/journal/assertions.ts",
    what: "journal assertion",
    before: "this.entries = entries;",
    value: "this",
  },
];

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Inserts a call of the recorder before the statement of a place, without changing line numbers.
 *
 * @throws Error if the statement does not occur exactly once, because the guard would miss values
 */
export function watch(code: string, { file, what, before, value }: WatchedPlace): string {
  const parts = code.split(before);
  if (parts.length !== 2)
    throw new Error(
      `the guard cannot record every ${what}: "${before}" occurs ${parts.length - 1} times in ${file}, expected once; ` +
        "update test/support/guards/watched-places.ts",
    );
  return parts.join(`${recorderExpression}.record(${JSON.stringify(what)}, ${value}); ${before}`);
}

/** Creates a Vite plugin that watches these places in every test file, and fails at startup if it cannot. */
export function watching(places: readonly WatchedPlace[] = watchedPlaces): Plugin {
  return {
    name: "reg-guards",
    enforce: "pre",
    configResolved() {
      for (const place of places) watch(readFileSync(`${root}${place.file}`, "utf8"), place);
    },
    transform(code, id) {
      const place = places.find(({ file }) => id.split("?")[0] === `${root}${file}`);
      return place === undefined ? undefined : { code: watch(code, place), map: null };
    },
  };
}
