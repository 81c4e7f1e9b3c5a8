import type { Known } from "../known.js";
import { regViolation, type Violation } from "../violation.js";
import type { DraftPart } from "./context.js";
import type { Placed } from "./lines.js";

const fields = [
  { name: "warranty", values: "warranties", code: "REG-SVC000175" },
  { name: "leniency", values: "leniencies", code: "REG-SVC000176" },
] as const;

/** What lines and subcomponents say of warranty and leniency that the service does not take, as far as you know. */
export function valueViolations(parts: readonly Placed<DraftPart>[], known: Known): Violation[] {
  return fields.flatMap(({ name, values, code }) => {
    const taken = known[values];
    if (taken === undefined) return [];
    return parts
      .filter(({ content }) => content[name] !== undefined && !taken.includes(content[name]))
      .map(({ prefix }) => regViolation(code, `${prefix}${name}`));
  });
}
