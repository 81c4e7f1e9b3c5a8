/** Longer texts are compared by their beginnings: no name or path is longer. */
const longest = 200;

/** Of several names, those that the fewest letters keep apart from a text, nearest first: for messages about slips. */
export function nearest<Name extends string>(text: string, names: Iterable<Name>, most = 1): Name[] {
  const given = text.slice(0, longest).toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: editDistance(given, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many letters must be added, dropped or replaced (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
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
