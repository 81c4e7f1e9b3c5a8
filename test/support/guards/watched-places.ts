import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { recorderExpression } from "./current.js";

/** A place in src at which something comes into being that must hold no secret. */
export interface WatchedPlace {
  /** From the root of the repository. */
  readonly file: string;
  /** What is recorded there, for messages. */
  readonly what: string;
  /** The one statement before which the recorder is called, or its beginning; it must stand in the file exactly once. */
  readonly before: string;
  /** What is handed to the recorder, as an expression of that place. */
  readonly value: string;
}

/** Every error, every event and every entry of a journal that a test run brings about. */
export const watchedPlaces: readonly WatchedPlace[] = [
  {
    file: "src/errors/errors.ts",
    what: "error",
    before: "this.outcome = details.outcome;",
    value: "this",
  },
  {
    file: "src/http/diagnostics.ts",
    what: "event",
    before: "for (const listener of listeners) tell(listener, event, key);",
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
 * Writes a call of the recorder before the statement of a place. The lines stay where they are.
 *
 * @throws Error if the statement is not there exactly once: the guard would be blind
 */
export function watch(code: string, { file, what, before, value }: WatchedPlace): string {
  const parts = code.split(before);
  if (parts.length !== 2) {
    const problem = `"${before}" stands in ${file} ${parts.length - 1} times, where once is expected`;
    throw new Error(
      `the guard of every ${what} is blind: ${problem}; mend test/support/guards/watched-places.ts`,
    );
  }
  return parts.join(`${recorderExpression}.record(${JSON.stringify(what)}, ${value}); ${before}`);
}

/** A plugin that watches these places in every test file, and refuses to start if it cannot. */
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
