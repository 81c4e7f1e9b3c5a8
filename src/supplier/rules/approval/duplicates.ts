import { isGuid } from "../../formats.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { DraftLine } from "./context.js";
import { isCancelled } from "./lines.js";

/**
 * No id twice, whatever the case of its letters; what is no GUID is none. And no two lines that say the same, where it is known which may.
 *
 * @param repeatable the codes of components of which there may be several
 */
export function duplicateViolations(
  lines: readonly DraftLine[],
  repeatable: readonly string[] | undefined,
): Violation[] {
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const marks = [idOf(line), repeatable && saidBy(line, repeatable)].filter((mark) => mark !== undefined);
    const isTwice = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    if (!isTwice) return [];
    const sentence =
      "The request holds this line already: change that one, or give this one an id and a content of its own.";
    return [ruleViolation("RULE-DUPLICATE", `components[${index}]`, sentence)];
  });
}

function idOf({ id }: DraftLine): string | undefined {
  return id !== undefined && isGuid(id) ? id.toLowerCase() : undefined;
}

/** The component, operation and location of a line; one that is cancelled, or has none of the first two, says nothing. */
function saidBy(line: DraftLine, repeatable: readonly string[]): string | undefined {
  const code = line.reg?.code;
  const operation = line.operation?.code;
  if (code === undefined || operation === undefined || isCancelled(line)) return undefined;
  return repeatable.includes(code) ? undefined : JSON.stringify([code, operation, line.location ?? []]);
}
