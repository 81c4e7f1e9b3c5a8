/** A table: a heading for each column, and rows of as many cells. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A text that breaks no table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();
}

/** A text as code. */
export const code = (text: string): string => `\`${text}\``;

/** Things by what they have in common, in the order in which each comes first. */
export function grouped<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(keyOf(thing)) ?? [];
    group.push(thing);
    groups.set(keyOf(thing), group);
  }
  return groups;
}
