import type * as z from "zod/mini";
import { existingDate } from "../../base/dates.js";
import { type ContextOf, pathTo, visitJson } from "../../base/json-places.js";
import { operationSchemas } from "../../document/apis.js";
import type { OperationSchemas } from "../../document/bodies.js";
import { formsOf, type ValueForm } from "../../document/schema.js";
import { fieldName } from "../../domain/rules/schema.js";
import { acceptedYears } from "../../domain/rules/violation.js";
import type { Schema } from "../../errors/input.js";

/** A difference between a value and its schema. */
export interface SchemaIssue {
  /** The place in the value. */
  readonly path: readonly PropertyKey[];
  /** The problem, such as `must be of type string`; it never contains the value, which may be personal. */
  readonly problem: string;
  /** Whether a required property is missing. Default false. */
  readonly isMissing?: boolean;
}

/** Checks a value against a schema of an OpenAPI document; returns the issues. */
export function checkSchema(schema: Schema, value: unknown): readonly SchemaIssue[] {
  const issues = (schema.safeParse(value).error?.issues ?? []) as readonly z.core.$ZodIssue[];
  return issues.map((issue) => {
    const found = issue.path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value);
    const problem =
      issue.code === "invalid_type" && found === undefined
        ? `is missing: it must be of type ${issue.expected}`
        : problemOf(issue);
    // Only a property can be missing, not the whole value.
    return { path: issue.path, problem, isMissing: value !== undefined && found === undefined };
  });
}

/** Describes an issue without the value, which may be personal. */
function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "invalid_format":
      return formatProblems[issue.format] ?? patternProblems[issue.pattern ?? ""] ?? "has a form that is not accepted";
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

/** The problem of a text that has not the format of its schema. */
const formatProblems: Readonly<Record<string, string>> = {
  date: `must be ${existingDate}`,
  "date-time": "must be a date-time such as 2026-06-15T09:00:00Z",
  guid: "must be a GUID",
  decimal: "must be a decimal number as text, such as 7.5",
};

/** The other patterns of the OpenAPI documents in words. */
const patternProblems: Readonly<Record<string, string>> = {
  "/^(20\\d\\d|2100)-/": `must be ${acceptedYears}`,
};

function unionProblem({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
  return types.length === errors.length
    ? `must be of type ${types.join(" or ")}`
    : "has none of the forms that it may have";
}

/** The parameters, body and responses of an operation. */
export function schemasOf(operationId: string): OperationSchemas {
  const schemas = operationSchemas[operationId];
  if (schemas === undefined) throw new Error(`The OpenAPI document has no operation ${operationId}.`);
  return schemas;
}

/** The schema of the JSON that an operation of the supplier API takes, or that it returns with a status. */
export function supplierSchema(operationId: string, status?: number): Schema {
  const { body, responses } = schemasOf(operationId);
  const schema = (status === undefined ? body : responses[status]?.content)?.["application/json"];
  if (schema === undefined) throw new Error(`The OpenAPI document has no such JSON in ${operationId}.`);
  return schema;
}

/** The schemas of the fields of an object; empty for any other schema. */
export function fieldsOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return (schema && formsOf(schema)[0]?.fields) ?? {};
}

/**
 * The fields of a JSON value that its schema does not declare, as paths such as `components[0].prise`. A schema is open
 * if the reference does not show its fields; it declares all of them.
 */
export function unknownFields(value: unknown, schema: Schema): string[] {
  const unknown: string[] = [];
  visitJson(value, formsOf(schema), (place, forms) => {
    if (forms.length === 0) unknown.push(fieldName(pathTo(place)));
    return formsBelow(forms);
  });
  return unknown;
}

/**
 * The forms of each entry or field. Empty: the document has no such field. Undefined: the reference does not show it.
 */
export function formsBelow(forms: readonly ValueForm[]): ContextOf<readonly ValueForm[]> {
  const shown = forms.filter(({ fields }) => fields !== undefined);
  const mayHaveOthers = shown.length === 0 || shown.some(({ isOpen }) => isOpen);
  return (key) => {
    const found: ValueForm[] = [];
    for (const { fields = {}, items } of forms) {
      const schema = typeof key === "number" ? items : Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (schema !== undefined) found.push(...formsOf(schema));
    }
    return found.length === 0 && (typeof key === "number" || mayHaveOthers) ? undefined : found;
  };
}
