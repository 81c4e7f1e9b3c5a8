import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { seededRandom } from "../support/random.js";
import { type Deployment, deploymentOf, shrink } from "./deployment.js";
import { replaceCrypto } from "./ids.js";
import { Lua } from "./lua.js";
import { type Outcome, simulate } from "./simulate.js";

/** What the program is to do: the JSON of its argument. */
export interface Task {
  readonly first: number;
  readonly seeds: number;
  /** Files with deployments, such as those that have failed once, to be run after the seeds. */
  readonly regressions?: readonly string[];
  /** Whether to end at the first seed that fails. */
  readonly untilFailure: boolean;
  /** Whether to make the deployment of a seed that fails as small as possible. */
  readonly shrinks: boolean;
  /** Whether to show each deployment and what the service has recorded. */
  readonly isVerbose: boolean;
}

/** What the program has found: the last line of its output, as JSON. */
export interface Summary {
  readonly deployments: number;
  /** The seeds and the files that have failed. */
  readonly failed: readonly string[];
  readonly requests: number;
  readonly cpuSeconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The digest of each seed. */
  readonly digests: Readonly<Record<string, string>>;
}

const task = JSON.parse(process.argv[2] ?? "") as Task;
const lua = new Lua();
const failed: string[] = [];
const counts: Record<string, number> = {};
const digests: Record<string, string> = {};
let requests = 0;
let deployments = 0;
for (let seed = task.first; seed < task.first + task.seeds; seed += 1) {
  const outcome = await check(String(seed), deploymentOf(seed));
  digests[seed] = outcome.digest;
  if (outcome.violations.length > 0 && task.shrinks) {
    const [wanted] = outcome.violations.map(shapeOf);
    const smallest = await shrink(seed, async (deployment) =>
      (await simulateSeeded(deployment)).violations.some((violation) => shapeOf(violation) === wanted),
    );
    show(smallest, await simulateSeeded(smallest));
    const file = join(tmpdir(), `seed-${seed}.json`);
    writeFileSync(file, `${JSON.stringify(smallest, undefined, 2)}\n`);
    console.log(`This deployment is in ${file}`);
  }
  if (failed.length > 0 && task.untilFailure) break;
}
for (const file of failed.length > 0 && task.untilFailure ? [] : (task.regressions ?? []))
  await check(basename(file), JSON.parse(readFileSync(file, "utf8")) as Deployment);
const { user, system } = process.cpuUsage();
const summary: Summary = { deployments, failed, requests, cpuSeconds: (user + system) / 1e6, counts, digests };
console.log(JSON.stringify(summary));

/** Runs a deployment, counts what has happened, and prints what does not hold. */
async function check(name: string, deployment: Deployment): Promise<Outcome> {
  const outcome = await simulateSeeded(deployment);
  deployments += 1;
  requests += outcome.requests;
  for (const [name, count] of outcome.counts) counts[name] = (counts[name] ?? 0) + count;
  if (task.isVerbose) show(deployment, outcome);
  if (outcome.violations.length === 0) return outcome;
  failed.push(name);
  // In one line: other processes print to the same terminal.
  console.log(`failed ${name}: ${outcome.violations.join("; ")}`);
  return outcome;
}

/** Also the ids that the runtime makes follow from the deployment. */
async function simulateSeeded(deployment: Deployment): Promise<Outcome> {
  const restore = replaceCrypto(seededRandom(deployment.entropy + 1));
  try {
    return await simulate(deployment, lua);
  } catch (error) {
    const violations = [`the simulation itself has failed: ${error instanceof Error ? error.stack : error}`];
    return { violations, counts: new Map(), digest: "", requests: 0, journal: [] };
  } finally {
    restore();
  }
}

/** A violation without what differs from one deployment to another: times, ids and numbers. */
function shapeOf(violation: string): string {
  return violation.replace(/^[\dT:.-]+Z |[\da-f-]{36}|\d+/g, "");
}

function show(deployment: unknown, { journal, violations }: Outcome): void {
  console.log(JSON.stringify(deployment, undefined, 2));
  console.log([...journal, ...violations].join("\n"));
}
