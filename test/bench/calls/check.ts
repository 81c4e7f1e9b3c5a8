import { deepStrictEqual } from "node:assert/strict";
import { type Field, stateOf } from "./field.js";

/** Has every contestant make each call once, and fails unless all were answered with what the service holds. */
export async function checkAnswers({ server, callers, expected }: Field): Promise<void> {
  for (const { name, program } of callers) {
    const before = await stateOf(server);
    const answers = await program.ask({ check: true });
    const { counts } = await stateOf(server);
    const each = { get: before.counts.get + 1, post: before.counts.post + 1, large: before.counts.large + 1 };
    try {
      deepStrictEqual(counts, { ...each, refused: before.counts.refused });
      deepStrictEqual(answers, expected);
    } catch (error) {
      throw new Error(`${name} did not do what it should`, { cause: error });
    }
  }
}
