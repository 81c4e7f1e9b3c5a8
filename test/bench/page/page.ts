import { goalsTables } from "./goals.js";
import type { Runs } from "./runs.js";
import { callsTables, memoryTables, typingTable, weightTable } from "./tables.js";

/** What stands between the markers of the page, by their names. */
export function createContents(runs: Runs): Readonly<Record<string, string>> {
  return {
    goals: goalsTables(runs),
    "calls-node20": callsTables(runs.calls.node20),
    "calls-node24": callsTables(runs.calls.node24),
    weight: weightTable(runs.weight),
    typing: typingTable(runs.typing),
    memory: memoryTables(runs.memory),
  };
}

/** What stands in a part of the page that nobody has written yet. */
const placeholder = "_To be written._";

/** Whether all of the page has been written. */
export const isWritten = (page: string): boolean => !page.includes(placeholder);

/**
 * Puts a text between `<!-- begin name -->` and `<!-- end name -->`, and leaves all around them alone.
 *
 * @throws Error unless both are there once, in this order
 */
export function fill(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const [before, inside, ...more] = page.split(begin);
  const [, after, ...others] = (inside ?? "").split(end);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0)
    throw new Error(`the page must hold ${begin} once, and after it ${end} once`);
  if (before.includes(end)) throw new Error(`the page holds ${end} before ${begin}`);
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`;
}
