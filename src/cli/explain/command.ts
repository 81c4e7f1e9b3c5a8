import type { Command } from "../command.js";

/** `reg explain`: says what error codes mean and what to do about them. */
export const explainCommand: Command = {
  name: "explain",
  about: "Explains error codes, such as REG-INV000107; without one, lists all that are known.",
  options: { json: { about: "Prints JSON: a list with an object for each code." } },
  words: "code",
  run: async (values, terminal, words) => {
    const { runExplain } = await import("./run-explain.js");
    return runExplain(values, terminal, words);
  },
};
