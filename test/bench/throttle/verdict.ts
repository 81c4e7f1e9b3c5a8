import type { Costs } from "./cost.js";
import type { Row } from "./lane.js";
import { isOurs, type Plan } from "./options.js";

/** The least share of the limit that must be used, over a sustained stretch. */
const leastFull = 0.98;
/**
 * A unit comes back a window after the answer: each cycle lasts a window and an answer. At 12 s that alone costs 0.7 %,
 * at 60 s nearly nothing; and so it is with every moment for which a busy machine holds a call up.
 */
const leastSmall = 0.9;

/** The most that the limit may add to a call that need not wait, in microseconds. */
const mostAdded = 20;

/** What ours does not hold; empty if all is well. */
export function shortcomings(rows: readonly Row[], costs: Costs, { full }: Plan): string[] {
  const least = full ? leastFull : leastSmall;
  const ofRows = rows.filter(isOurs).flatMap((row) => {
    const where = `${row.contestant}, ${row.counting}`;
    return [
      ...(row.refused > 0 ? [`${where}: ${row.refused} times 429`] : []),
      ...(row.sustained < least
        ? [`${where}: ${percent(row.sustained)} of the limit, not ${percent(least)}`]
        : []),
      ...(row.failure !== "" ? [`${where}: ${row.failure}`] : []),
    ];
  });
  const ofCosts = Object.entries({ bare: costs.bare, added: costs.added }).flatMap(([name, cost]) =>
    Object.entries(cost)
      .filter(([, value]) => !(value < mostAdded))
      .map(
        ([unit, value]) =>
          `a call that need not wait, ${name}: ${value.toFixed(1)} µs (${unit}), not ${mostAdded}`,
      ),
  );
  return [...ofRows, ...ofCosts];
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
