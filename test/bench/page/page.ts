import { goalsTables } from "./goals.js";
import type { Runs } from "./runs.js";
import { callsTables, memoryTables, syncTables, typingTable, weightTable } from "./tables.js";

/** Creates the text between the markers of the page, by the names of the markers. */
export function createContents(runs: Runs): Readonly<Record<string, string>> {
  return {
    goals: goalsTables(runs),
    "calls-node20": callsTables(runs.calls.node20),
    "calls-node24": callsTables(runs.calls.node24),
    weight: weightTable(runs.weight),
    typing: typingTable(runs.typing),
    memory: memoryTables(runs.memory),
    sync: syncTables(runs.sync),
  };
}

/** The text of a part of the page that is not written yet. */
const placeholder = "_To be written._";

/** Whether no part of the page is still to be written. */
export const isWritten = (page: string): boolean => !page.includes(placeholder);

/**
 * Replaces the text between `<!-- begin name -->` and `<!-- end name -->`.
 *
 * @throws Error unless the page contains each marker once, in this order
 */
export function fill(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const [before, inside, ...more] = page.split(begin);
  const [, after, ...others] = (inside ?? "").split(end);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0)
    throw new Error(`the page must contain ${begin} once, and ${end} once after it`);
  if (before.includes(end)) throw new Error(`the page contains ${end} before ${begin}`);
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`;
}
