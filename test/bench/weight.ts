/**
 * What it costs to load the package: a cold `import` and `require` of each entry point, how many files that reads, and
 * how large a bundle of it is, beside other clients.
 *
 *   npm run bench:peers                      once: installs what ours is weighed beside
 *   npm run build && npm run bench:weight
 *   … -- --rounds 31                         more of them, or fewer
 *   … -- --json <file>                       writes the figures as JSON too
 *
 * Exits with 1 beyond a goal (weight/goals.ts). The sizes have their limits in budget.json: see check.ts.
 */
import { command } from "./command.js";
import { conclude } from "./conclude.js";
import { mustHavePeers } from "./have-peers.js";
import { roundsOf, usualRounds } from "./rounds.js";
import { weightGoals } from "./weight/goals.js";
import { weigh } from "./weight/measure.js";
import { printWeights } from "./weight/print.js";

await command(import.meta.url, async (args) => {
  const { rounds, json } = roundsOf(args, usualRounds.weight);
  mustHavePeers();
  const weights = await weigh(rounds);
  printWeights(weights);
  conclude({ node: process.version, ...weights }, weightGoals(weights.ours), json);
});
