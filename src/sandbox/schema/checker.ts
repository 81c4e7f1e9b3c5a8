import type * as z from "zod/mini";
import type { OperationForm } from "../../generated/bodies.js";
import { lessorForms } from "../../generated/lessor/bodies.js";
import { supplierForms } from "../../generated/supplier/bodies.js";
import type { Schema } from "../../http/validate.js";
import { formsOf, type ValueForm } from "../../validation/schema.js";
import type { Api, SchemaIssue } from "./types.js";

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
export function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "invalid_format":
      return (
        formatProblems[issue.format] ??
        patternProblems[issue.pattern ?? ""] ??
        "has a form that is not accepted"
      );
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

const formatProblems: Readonly<Record<string, string>> = {
  date: "must be a date as yyyy-MM-dd",
  "date-time": "must be a date-time such as 2026-06-15T09:00:00Z",
  guid: "must be a GUID",
  decimal: "must be a decimal number as text, such as 7.5",
};

/** The other patterns of the OpenAPI documents in words. */
const patternProblems: Readonly<Record<string, string>> = {
  "/^(20\\d\\d|2100)-/": "must be in a year from 2000 to 2100",
};

function unionProblem({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
  return types.length === errors.length
    ? `must be of type ${types.join(" or ")}`
    : "has none of the forms that it may have";
}

/** The parameters and bodies of every operation of the two OpenAPI documents. */
export const documentForms: Readonly<Record<Api, Readonly<Record<string, OperationForm>>>> = {
  supplier: supplierForms,
  lessor: lessorForms,
};

/** The parameters, body and responses of an operation. */
export function formOf(api: Api, operationId: string): OperationForm {
  const form = documentForms[api][operationId];
  if (form === undefined) throw new Error(`The OpenAPI document has no operation ${operationId}.`);
  return form;
}

/** The schema of the JSON that an operation of the supplier API takes, or that it returns with a status. */
export function supplierSchema(operationId: string, status?: number): Schema {
  const { body, responses } = formOf("supplier", operationId);
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
  const walk = (each: unknown, forms: readonly ValueForm[], path: string): string[] => {
    if (typeof each !== "object" || each === null) return [];
    if (Array.isArray(each)) {
      const items = forms.flatMap((form) => itemForms(form));
      return each.flatMap((item, index) => walk(item, items, `${path}[${index}]`));
    }
    if (!forms.some(({ fields }) => fields !== undefined)) return [];
    const isOpen = forms.some((form) => form.isOpen);
    return Object.entries(each).flatMap(([name, field]) => {
      const fieldPath = path === "" ? name : `${path}.${name}`;
      const declared = forms.flatMap((form) => fieldForms(form, name));
      if (declared.length === 0) return isOpen ? [] : [fieldPath];
      return walk(field, declared, fieldPath);
    });
  };
  return walk(value, formsOf(schema), "");
}

/** The forms of the entries of a list. */
export function itemForms({ items }: ValueForm): readonly ValueForm[] {
  return items === undefined ? [] : formsOf(items);
}

/** The forms of a field; none if the object does not declare it. */
export function fieldForms({ fields = {} }: ValueForm, name: string): readonly ValueForm[] {
  const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return schema === undefined ? [] : formsOf(schema);
}

/**
 * The maximum number of nested objects and arrays in a JSON body. The number is made up: the reference shows no limit,
 * and none of its bodies has ten levels.
 */
export const deepestNesting = 64;

const [quote, backslash] = [...'"\\'].map(codeOf);
const opening = [..."[{"].map(codeOf);
const closing = [..."]}"].map(codeOf);

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

/**
 * Whether a JSON text has more levels than that. It uses neither recursion nor backtracking, because a text can have
 * millions of levels. In UTF-8 these bytes never occur within a longer character.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  for (const byte of json) {
    if (isEscaped) isEscaped = false;
    else if (isText && byte === backslash) isEscaped = true;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (opening.includes(byte)) depth += 1;
    else if (closing.includes(byte)) depth -= 1;
    if (depth > deepestNesting) return true;
  }
  return false;
}
