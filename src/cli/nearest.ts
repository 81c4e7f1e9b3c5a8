/** Of several names, the one that takes the fewest changes of a letter to be typed; undefined if there is none. */
export function nearest(typed: string, names: Iterable<string>): string | undefined {
  const given = typed.slice(0, longest);
  const rated = [...names].map((name) => ({ name, distance: distance(given, name) }));
  return rated.sort((one, other) => one.distance - other.distance)[0]?.name;
}

/** No name is longer. */
const longest = 100;

/**
 * How many letters must be added, dropped or replaced (Levenshtein). The sandbox has the same, but to load it for a
 * slip of the pen would load all of it.
 */
function distance(one: string, other: string): number {
  let row = [...other, ""].map((_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, its] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
