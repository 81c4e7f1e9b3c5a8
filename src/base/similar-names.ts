/** Longer texts are compared by their first characters: no name or path is longer. */
const maxComparedLength = 200;

/**
 * Finds the name that a misspelt one probably means: one that differs in two characters or a third of them, or that is
 * longer or shorter at its end. Undefined if there is none.
 */
export function findClose<Name extends string>(text: string, names: Iterable<Name>): Name | undefined {
  const given = text.slice(0, maxComparedLength).toLowerCase();
  const [near] = nearest(given, names);
  if (near === undefined || given === "") return undefined;
  const known = near.toLowerCase();
  const distance = editDistance(given, known);
  const length = Math.max(given.length, known.length);
  const isClose = distance < length && distance <= Math.max(2, length / 3);
  return isClose || known.startsWith(given) || given.startsWith(known) ? near : undefined;
}

/** Finds the names that are most similar to a text, most similar first. */
export function nearest<Name extends string>(text: string, names: Iterable<Name>, count = 1): Name[] {
  const given = text.slice(0, maxComparedLength).toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: editDistance(given, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** Counts the characters that must be added, removed or replaced (Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, otherLetter] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
