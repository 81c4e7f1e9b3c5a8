import { errorCodes, explain, ruleCodes } from "../../src/errors/codes.js";
import { rules } from "../../src/errors/rules.js";
import { factList } from "./markdown.js";
import { operations } from "./operations.js";

/** The codes of the service and of this package. */
export const codes: readonly string[] = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)];

/** Writes the page of all codes. */
export function writeCodes(): string {
  return [
    "# Error codes",
    "The codes of the service that the reference shows (`REG-…`; the service has more), and those of this package for rules whose code the reference does not show (`RULE-…`). The sandbox rejects these with `SANDBOX-…` in their place. `explain(code)` and `npx @reg/sdk explain` return the same texts. [Errors](errors.md) describes the classes, and the texts for clerks in Dutch and English.",
    ...codes.flatMap((code) => [`## ${code}`, ...describe(code)]),
  ].join("\n\n");
}

function describe(code: string): string[] {
  const explanation = explain(code);
  if (explanation === undefined) throw new Error(`${code} is not explained.`);
  const { meaning, cause, action, status, field, caughtBy, source } = explanation;
  const returnedBy = operations.filter((operation) => operation["x-reg-errors"].includes(code));
  const violated = Object.entries(rules).flatMap(([rule, each]) => (each === code ? [rule] : []));
  const facts = [
    ["Cause", cause],
    ["What to do", action],
    ["Status", status === undefined ? "none: nothing is sent" : String(status)],
    ["Field", field === undefined ? "" : `\`${field}\``],
    ["Found before sending by", caughtBy.map(inCode).join(", ")],
    ["Rules", violated.map(inCode).join(", ")],
    ["Operations", returnedBy.map(({ operationId }) => inCode(operationId)).join(", ")],
    ["Source", source],
  ] as const;
  return [meaning, factList(facts)];
}

const inCode = (text: string) => `\`${text}\``;
