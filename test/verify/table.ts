/**
 * Prints the table of planted differences as Markdown.
 *
 * Usage: npm run differences
 */
import type { PlantedDifference } from "./differing-fetch.js";
import { planted } from "./planted.js";

/** The most differences of a row that are listed; the others are counted. */
const listed = 6;

function rowsOf({ id, description, probe, expected, refutes = [] }: PlantedDifference): string[] {
  const first = [id, probe === undefined ? description : `${description} (${probe})`];
  const refuted = refutes.join(", ");
  if (expected.length === 0) return [rowOf([...first, "", "", "", "no difference", refuted])];
  const rows = expected.slice(0, listed).map((each, index) => {
    const pointer = each.pointer === "" ? "the response" : `\`${each.pointer}\``;
    const found = `${each.expected} → ${each.found}`;
    const cells = [each.operationId, pointer, each.kind, found];
    return rowOf(index === 0 ? [...first, ...cells, refuted] : ["", "", ...cells, ""]);
  });
  const others = expected.length - rows.length;
  return others > 0 ? [...rows, rowOf(["", "", `and ${others} others`, "", "", "", ""])] : rows;
}

const heads = [
  "Difference",
  "How the service differs",
  "Operation",
  "Pointer",
  "Kind",
  "Expected → found",
  "Refuted assumptions",
];

const rowOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

console.log([rowOf(heads), rowOf(heads.map(() => "---")), ...planted.flatMap(rowsOf)].join("\n"));
