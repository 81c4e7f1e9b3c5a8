/** A table in Markdown. The first column is text, the others are figures; rows in bold are those to look at. */
export function table(head: readonly string[], rows: readonly TableRow[]): string {
  const [first = "", ...others] = head;
  const lines = [
    [first, ...others],
    ["---", ...others.map(() => "---:")],
    ...rows.map(({ cells, bold }) => (bold === true ? cells.map(emphasized) : cells)),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A row of a table. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly bold?: boolean;
}

const emphasized = (cell: string) => (cell === "" ? "" : `**${cell}**`);
