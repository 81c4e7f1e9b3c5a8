import type * as z from "zod";
import type { RegProblemEntry } from "../../errors/problem.js";
import { regEntry, sandboxEntry } from "../core/problem.js";
import { guidPattern } from "./schema-checker.js";

/** What the reference says about a value that is not permitted, or else what is wrong with its form. */
export function violationOf(issue: z.core.$ZodIssue, root = ""): RegProblemEntry {
  const field = fieldName(root, issue.path);
  const last = issue.path.at(-1);
  if (last === "warranty") return regEntry("REG-SVC000175", field);
  if (last === "leniency") return regEntry("REG-SVC000176", field);
  return sandboxEntry("INVALID", `${field} ${problemOf(issue)}.`, field);
}

/** What is wrong, without the value, which may be personal. */
export function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.message.endsWith("undefined")
        ? `is missing: it must be of type ${issue.expected}`
        : `must be of type ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "invalid_format":
      return formats[issue.format] ?? patternProblem(issue.pattern);
    case "too_big":
      return `must not be longer than ${issue.maximum} characters`;
    case "too_small":
      return "must not be empty";
    case "invalid_union":
      return unionProblem(issue);
    default:
      return issue.message;
  }
}

const formats: Readonly<Record<string, string>> = {
  date: "must be a date as yyyy-MM-dd",
  datetime: "must be a date-time such as 2026-06-15T09:00:00Z",
};

function patternProblem(pattern: string | undefined): string {
  if (pattern === `/${guidPattern}/`) return "must be a GUID";
  return `must match the pattern ${pattern ?? ""}`;
}

function unionProblem({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
  return types.length === errors.length
    ? `must be of type ${types.join(" or ")}`
    : "has none of the forms that it may have";
}

/** `components[0].price` */
function fieldName(root: string, path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${root}${text}`.replace(/^\./, "") || "body";
}
