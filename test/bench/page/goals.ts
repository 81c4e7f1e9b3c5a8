import { type Goal, isMeasured } from "../goals.js";
import { memoryGoals } from "../memory/goals.js";
import { typingGoals } from "../typing/goals.js";
import { weightGoals } from "../weight/goals.js";
import { callGoalsTable } from "./call-goals.js";
import { goalCell } from "./goal.js";
import type { Runs } from "./runs.js";
import { table } from "./table.js";

/** What was asked for, and what came out. */
export function goalsTables({ calls, weight, typing, memory }: Runs): string {
  const goals = [...weightGoals(weight.ours), ...typingGoals(typing.consumers), ...memoryGoals(memory)];
  const rows = goals.map((goal) => ({ cells: [goal.what, mostCell(goal), goalCell(goal)] }));
  return `${callGoalsTable(calls)}\n\n${table(["", "at most", "measured"], rows)}`;
}

const mostCell = ({ most, text }: Goal) => (isMeasured(most) ? text(most) : "-");
