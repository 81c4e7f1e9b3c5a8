import type * as z from "zod";
import { guidPattern } from "./guid.js";

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
