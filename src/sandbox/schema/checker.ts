import * as z from "zod";
import type { JsonSchema, OperationForm } from "../../generated/bodies.js";
import { lessorForms, lessorSchemas } from "../../generated/lessor/bodies.js";
import { supplierForms, supplierSchemas } from "../../generated/supplier/bodies.js";
import type { Api, CheckSchema } from "./types.js";

/** Creates a checker, which compiles each schema of the documents to a zod schema when it is first needed. */
export function createSchemaChecker(): CheckSchema {
  const compiled = new Map<JsonSchema, z.ZodType>();
  const definitions = new Map<Api, Definitions>();

  const definitionsOf = (api: Api) => {
    const known = definitions.get(api);
    if (known !== undefined) return known;
    const prepared = prepare(documents[api].schemas);
    definitions.set(api, prepared);
    return prepared;
  };
  const compile = (api: Api, schema: JsonSchema) => {
    const prepared = prepare(schema);
    // The definitions take longest to compile, and most schemas do not need them.
    const hasReference = JSON.stringify(prepared).includes('"$ref"');
    return z.fromJSONSchema(hasReference ? { ...prepared, $defs: definitionsOf(api) } : prepared);
  };
  return (api, schema, value) => {
    const zodSchema = compiled.get(schema) ?? compile(api, schema);
    compiled.set(schema, zodSchema);
    const issues = zodSchema.safeParse(value).error?.issues ?? [];
    return issues.map((issue) => ({
      path: issue.path,
      problem: problemOf(issue),
      isMissing: isMissing(value, issue.path),
    }));
  };
}

/** A GUID need not be one of the versions in RFC 9562. */
const guidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";
const guid = { type: "string", pattern: guidPattern } as const;

function prepare<T extends JsonSchema>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    Reflect.get(Object(value), "format") === "uuid" ? guid : value,
  );
}

/** Only a property can be missing, not the whole value. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value);
  return value !== undefined && found === undefined;
}

/** Describes an issue without the value, which may be personal. */
export function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.message.endsWith("undefined")
        ? `is missing: it must be of type ${issue.expected}`
        : `must be of type ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "invalid_format":
      return formatProblems[issue.format] ?? patternProblem(issue.pattern);
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
  datetime: "must be a date-time such as 2026-06-15T09:00:00Z",
};

/** The patterns of the OpenAPI documents in words. */
const patternProblems: Readonly<Record<string, string>> = {
  [guidPattern]: "must be a GUID",
  "^-?\\d+(\\.\\d+)?$": "must be a decimal number as text, such as 7.5",
  "^(20\\d\\d|2100)-": "must be in a year from 2000 to 2100",
};

/** @param pattern between slashes */
function patternProblem(pattern = ""): string {
  return patternProblems[pattern.slice(1, -1)] ?? "has a form that is not accepted";
}

function unionProblem({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
  return types.length === errors.length
    ? `must be of type ${types.join(" or ")}`
    : "has none of the forms that it may have";
}

/** The bodies and parameters in the OpenAPI document of an API. */
interface DocumentForms {
  readonly forms: Readonly<Record<string, OperationForm>>;
  readonly schemas: Definitions;
}

/** Schemas by the names in references. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** The two OpenAPI documents. */
export const documents: Readonly<Record<Api, DocumentForms>> = {
  supplier: { forms: supplierForms, schemas: supplierSchemas },
  lessor: { forms: lessorForms, schemas: lessorSchemas },
};

/** The parameters, body and responses of an operation. */
export function formOf(api: Api, operationId: string): OperationForm {
  const form = documents[api].forms[operationId];
  if (form === undefined) throw new Error(`The OpenAPI document has no operation ${operationId}.`);
  return form;
}

/**
 * The fields of a JSON value that its schema does not declare, as paths such as `components[0].prise`. A schema is open
 * if the reference does not show its fields; it declares all of them.
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
      const fieldPath = path === "" ? name : `${path}.${name}`;
      const declared = forms.map((form) => propertyOf(form, name)).filter((found) => found !== undefined);
      if (declared.length === 0) return isOpen ? [] : [fieldPath];
      const fieldForms = declared.flatMap((found) => formsOf(found, definitions));
      return walk(field, fieldForms, fieldPath);
    });
  };
  return walk(value, formsOf(schema, definitions), "");
}

/** Every form that a schema allows: the schema, the target of its reference, and the members of a union. */
export function formsOf(schema: unknown, definitions: Definitions): JsonSchema[] {
  if (!isSchema(schema)) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const members = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const target = typeof $ref === "string" ? definitions[$ref.slice("#/$defs/".length)] : undefined;
  return [schema, ...[target, ...members].flatMap((each) => formsOf(each, definitions))];
}

/** The schema of a field; undefined if the form does not declare it. */
export function propertyOf({ properties }: JsonSchema, name: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether a value is a schema, or a record of schemas. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
