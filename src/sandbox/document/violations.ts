import type { RegProblemEntry } from "../../errors/problem.js";
import { regEntry, sandboxEntry } from "../core/problem.js";
import type { SchemaIssue } from "./schema-checker.js";

/** What the reference says about a value that is not permitted, or else that it is missing, or what is wrong with its form. */
export function violationOf(issue: SchemaIssue, root = ""): RegProblemEntry {
  const field = fieldName(root, issue.path);
  const last = issue.path.at(-1);
  if (last === "warranty") return regEntry("REG-SVC000175", field);
  if (last === "leniency") return regEntry("REG-SVC000176", field);
  const sentence = `${field} ${issue.problem}.`;
  return issue.isMissing
    ? sandboxEntry("REQUIRED", sentence, field)
    : sandboxEntry("INVALID", sentence, field);
}

/** `components[0].price` */
function fieldName(root: string, path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${root}${text}`.replace(/^\./, "") || "body";
}
