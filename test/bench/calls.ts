/**
 * What a call costs with ours, everything on, beside what people would use instead: the time for a call one at a time
 * and 50 at a time, and the CPU time of the calling process. One service on loopback, every contestant in a process of
 * its own on plain Node; all take turns in many short rounds, so that a busy moment of the machine hits all alike.
 *
 *   npm run bench:peers                  once: installs and generates what ours is compared with
 *   npm run build && npm run bench       about a quarter of an hour
 *   … -- --quick                         about two minutes, rough
 *   … -- --only ours,undici-request      these, and global fetch
 *   … -- --shapes get,post,large         these kinds of call only
 *   … -- --rounds 40                     more of them, or fewer
 *   … -- --node 24                       the contestants on another Node: a major version, or a path
 *   … -- --dist <folder>                 another build of ours
 *   … -- --json <file>                   writes the figures as JSON too
 *
 * Before anything is measured, every contestant must give what the service holds; and in each round the service must
 * have seen as many calls as the contestant says that it made.
 */
import { writeFileSync } from "node:fs";
import { checkAnswers } from "./calls/check.js";
import { factsOf } from "./calls/facts.js";
import { Field } from "./calls/field.js";
import { tablesOf } from "./calls/figures.js";
import { measure } from "./calls/measure.js";
import { planOf } from "./calls/options.js";
import { print } from "./calls/print.js";
import { command } from "./command.js";

await command(import.meta.url, async (args) => {
  const plan = planOf(args);
  const field = await Field.start(plan);
  try {
    const facts = factsOf(plan, field);
    await checkAnswers(field);
    const samples = await measure(field, plan, (what) => console.error(what));
    const tables = tablesOf(samples, plan);
    print(tables, facts, plan);
    if (plan.json !== undefined) writeFileSync(plan.json, jsonOf({ ...facts, tables }));
  } finally {
    field.stop();
  }
});

/** No more digits than mean something. */
function jsonOf(all: object): string {
  const short = (_: string, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value;
  return `${JSON.stringify(all, short, 2)}\n`;
}
