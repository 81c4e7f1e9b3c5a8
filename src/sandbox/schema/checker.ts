import * as z from "zod";
import type { JsonSchema, OperationForm } from "../../generated/bodies.js";
import { lessorForms, lessorSchemas } from "../../generated/lessor/bodies.js";
import { supplierForms, supplierSchemas } from "../../generated/supplier/bodies.js";
import type { Api } from "../tokens.js";

/** What the OpenAPI document of an API says about bodies and parameters. */
interface DocumentForms {
  readonly forms: Readonly<Record<string, OperationForm>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The two documents. */
export const documents: Readonly<Record<Api, DocumentForms>> = {
  supplier: { forms: supplierForms, schemas: supplierSchemas },
  lessor: { forms: lessorForms, schemas: lessorSchemas },
};

/** What an operation takes and answers. */
export function formOf(api: Api, operationId: string): OperationForm {
  const form = documents[api].forms[operationId];
  if (form === undefined) throw new Error(`no document holds ${operationId}`);
  return form;
}

/** A GUID need not be one of the versions that RFC 9562 knows. */
const guidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";

/**
 * The levels of objects and arrays that the sandbox takes in a JSON body. The number is made up: the reference shows
 * no limit, and no body of it has ten.
 */
export const deepestNesting = 64;

const [quote, backslash] = [...'"\\'].map(codeOf);
const opening = [..."[{"].map(codeOf);
const closing = [..."]}"].map(codeOf);

/**
 * Whether a JSON text has more levels than that. It neither calls itself nor goes back: a text may have millions. In
 * UTF-8 no byte of a longer character looks like one of these.
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

function codeOf(character: string): number {
  return character.charCodeAt(0);
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

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  /** Where in the value. */
  readonly path: readonly PropertyKey[];
  /** What is wrong there, such as `must be of type string`; never the value itself. */
  readonly problem: string;
  /** Whether it is a property that must be there and is not. Default false. */
  readonly isMissing?: boolean;
}

/** What is wrong with a value; nothing if it is as the schema wants it. */
export type CheckSchema = (api: Api, schema: JsonSchema, value: unknown) => readonly SchemaIssue[];

const guid = { type: "string", pattern: guidPattern } as const;

/** Makes a checker, which turns each schema of the documents into a zod schema when it is first needed. */
export function createSchemaChecker(): CheckSchema {
  const compiled = new Map<JsonSchema, z.ZodType>();
  const definitions = new Map<Api, Readonly<Record<string, JsonSchema>>>();

  const definitionsOf = (api: Api) => {
    const known = definitions.get(api);
    if (known !== undefined) return known;
    const prepared = prepare(documents[api].schemas);
    definitions.set(api, prepared);
    return prepared;
  };
  return (api, schema, value) => {
    let checker = compiled.get(schema);
    if (checker === undefined) {
      const prepared = prepare(schema);
      // The definitions take longest, and most schemas do without them.
      const hasReference = JSON.stringify(prepared).includes('"$ref"');
      checker = z.fromJSONSchema(hasReference ? { ...prepared, $defs: definitionsOf(api) } : prepared);
      compiled.set(schema, checker);
    }
    const issues = checker.safeParse(value).error?.issues ?? [];
    return issues.map((issue) => ({
      path: issue.path,
      problem: problemOf(issue),
      isMissing: isMissing(value, issue.path),
    }));
  };
}

/** A value that is not there at all is no property that is missing. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value);
  return value !== undefined && found === undefined;
}

function prepare<T extends JsonSchema>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    Reflect.get(Object(value), "format") === "uuid" ? guid : value,
  );
}

/** Schemas by name, as references name them. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** Every form that a schema allows: what a reference leads to, and the members of a union. */
export function formsOf(schema: unknown, definitions: Definitions): JsonSchema[] {
  if (!isSchema(schema)) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const members = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const target = typeof $ref === "string" ? definitions[$ref.slice("#/$defs/".length)] : undefined;
  return [schema, ...[target, ...members].flatMap((each) => formsOf(each, definitions))];
}

/** What a form says of a field; undefined if it does not declare it. */
export function propertyOf({ properties }: JsonSchema, name: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether a value is a schema, or a record of them. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The fields of a JSON value that its schema does not declare, as paths such as `components[0].prise`. A schema that
 * is open, because the reference does not show its fields, declares them all.
 */
export function unknownFields(value: unknown, schema: JsonSchema, definitions: Definitions): string[] {
  const walk = (each: unknown, forms: readonly JsonSchema[], path: string): string[] => {
    if (typeof each !== "object" || each === null) return [];
    if (Array.isArray(each)) {
      const items = forms.flatMap((form) => formsOf(form["items"], definitions));
      return each.flatMap((item, index) => walk(item, items, `${path}[${index}]`));
    }
    if (!forms.some(({ properties }) => properties !== undefined)) return [];
    const isOpen = forms.some((form) => form["additionalProperties"] === true);
    return Object.entries(each).flatMap(([name, field]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const declared = forms.map((form) => propertyOf(form, name)).filter((found) => found !== undefined);
      if (declared.length === 0) return isOpen ? [] : [at];
      return walk(
        field,
        declared.flatMap((found) => formsOf(found, definitions)),
        at,
      );
    });
  };
  return walk(value, formsOf(schema, definitions), "");
}
