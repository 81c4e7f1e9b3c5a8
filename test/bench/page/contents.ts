import { callsTables } from "./calls.js";
import { goalsTables } from "./goals.js";
import { memoryTables } from "./memory.js";
import type { Runs } from "./runs.js";
import { typingTable } from "./typing.js";
import { weightTable } from "./weight.js";

/** What stands between the markers of the page, by their names. */
export function contentsOf(runs: Runs): Readonly<Record<string, string>> {
  return {
    goals: goalsTables(runs),
    "calls-node20": callsTables(runs.calls.node20),
    "calls-node24": callsTables(runs.calls.node24),
    weight: weightTable(runs.weight),
    typing: typingTable(runs.typing),
    memory: memoryTables(runs.memory),
  };
}
