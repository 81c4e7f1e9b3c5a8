/** Rows of two columns, of which the second begins at the same place in each. */
export function columns(rows: readonly (readonly [string, string])[], indent = ""): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`);
}
