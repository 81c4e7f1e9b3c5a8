import { guards } from "./guards/all.js";
import type { Guard } from "./guards/guard.js";
import { rows, type Section, sections } from "./rows.js";
import { copyTree, type Tree } from "./support/tree.js";

/**
 * Takes each guard out of a copy of the tree, by itself, and expects the tests of its row to fail.
 *
 * Usage: npm run faults [-- <row> …]
 */

/** How many copies of the tree work at the same time. */
const workers = 2;

interface Job {
  readonly section: Section;
  readonly row: number;
  readonly guard: Guard | undefined;
}

const asked = process.argv.slice(2).map(Number);

const jobs: Job[] = sections.flatMap((section) =>
  rows[section]
    .filter((row) => asked.length === 0 || asked.includes(row))
    .flatMap((row) => {
      const all: readonly (Guard | undefined)[] = guards[section][row] ?? [undefined];
      return all.map((guard) => ({ section, row, guard }));
    }),
);

if (jobs.length === 0) throw new Error(`there are no such rows: ${process.argv.slice(2).join(" ")}`);

/** What is wrong with a row's guard; undefined if the tests see that it is gone. */
async function problemOf(tree: Tree, { section, row, guard }: Job): Promise<string | undefined> {
  if (guard === undefined) return "no guard is named";
  const { file, find } = guard;
  const restore = tree.replace(`src/${file}`, find, guard.replace);
  if (restore === undefined) return `in ${file} it does not stand exactly once: ${find}`;
  try {
    const { failed, ran, timedOut } = await tree.runTests(
      [`test/faults/${section}.test.ts`],
      `fault ${row}:`,
    );
    // A program that hangs without its guard is noticed as well.
    if (timedOut || (failed && ran > 0)) return undefined;
    if (failed) return "the change leaves no program that could run";
    return ran === 0 ? "no test of that row was found" : `the tests pass without it, in ${file}: ${find}`;
  } finally {
    restore();
  }
}

async function work(tree: Tree, report: (job: Job, problem: string | undefined) => void): Promise<void> {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) report(job, await problemOf(tree, job));
}

const trees = Array.from({ length: workers }, () => copyTree());
try {
  const [first] = trees;
  const files = [...new Set(jobs.map(({ section }) => section))].map(
    (section) => `test/faults/${section}.test.ts`,
  );
  const whole = await first?.runTests(files, "fault \\d+:");
  if (whole === undefined || whole.failed || whole.ran === 0) {
    console.error("The tests fail with every guard in its place:");
    console.error(whole?.output);
    process.exitCode = 1;
  } else {
    console.log(`${whole.ran} tests pass with every guard in its place`);
    const total = jobs.length;
    let problems = 0;
    await Promise.all(
      trees.map((tree) =>
        work(tree, ({ section, row, guard }, problem) => {
          if (problem !== undefined) problems += 1;
          console.log(
            `${problem === undefined ? "held  " : "FAILED"} ${section} ${row}: ${problem ?? guard?.file}`,
          );
        }),
      ),
    );
    console.log(`${total - problems} of ${total} guards are held by their tests`);
    if (problems > 0) process.exitCode = 1;
  }
} finally {
  for (const tree of trees) tree.remove();
}
