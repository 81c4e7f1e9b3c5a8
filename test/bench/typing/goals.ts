import { type Goal, lowest, most } from "../goals.js";
import { ms, whole } from "../text.js";
import type { Cost } from "./compile.js";

type Judged = Pick<Cost, "instantiations" | "checkTime">;

/** Those that ours must not be slower to check than. */
const rivals = ["hey-api", "hey-api, built"];

/** What was asked of 30 typed calls. */
export function typingGoals(consumers: Readonly<Record<string, Judged>>): readonly Goal[] {
  const own = consumers["ours"];
  return [
    {
      what: "instantiations for 30 typed calls",
      figure: own?.instantiations,
      most: most.instantiations,
      text: whole,
    },
    {
      what: "check time for 30 typed calls, beside hey-api's",
      figure: own?.checkTime,
      most: lowest(rivals.map((name) => consumers[name]?.checkTime)),
      text: ms,
    },
  ];
}
