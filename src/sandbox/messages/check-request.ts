import { parseDateTime } from "../../base/dates.js";
import { nestingOf } from "../../base/json.js";
import { editDistance, findClose } from "../../base/similar-names.js";
import type { OperationSchemas } from "../../document/bodies.js";
import { formsOf } from "../../document/schema.js";
import { isInYears } from "../../domain/rules/approval-input.js";
import { fieldName } from "../../domain/rules/schema.js";
import { acceptedYears } from "../../domain/rules/violation.js";
import type { Schema } from "../../errors/input.js";
import type { RegProblemEntry } from "../../errors/problem.js";
import { rules } from "../../errors/rules.js";
import { invalidRequest, regEntry, sandboxEntry, throwViolations } from "./problem.js";
import type { SandboxOperation } from "./router.js";
import { checkSchema, type SchemaIssue, schemasOf, unknownFields } from "./schema.js";

/** The parts of a request that the OpenAPI document describes. */
interface RequestParts {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Whether fields that the document does not have are accepted. */
  readonly acceptsUnknownFields: boolean;
}

const json = "application/json";
const formType = "application/x-www-form-urlencoded";

/**
 * Checks path, query and body of a request against the OpenAPI document, and returns the JSON of the body.
 *
 * @throws ProblemError 400 with all violations
 */
export function checkRequest(parts: RequestParts): unknown {
  const { operation, params, query } = parts;
  const schemas = schemasOf(operation.id);
  // The token endpoint checks its form itself, because it has its own error responses (RFC 6749 §5.2).
  if (schemas.body?.[formType] !== undefined) return undefined;
  throwViolations([
    ...parameterViolations(schemas.path, (name) => params[name]),
    ...unknownParameters(schemas, query),
    ...parameterViolations(schemas.query, (name, schema) =>
      isList(schema) ? nonEmpty(query.getAll(name)) : (query.get(name) ?? undefined),
    ),
  ]);
  const schema = schemas.body?.[json];
  if (schema === undefined) {
    checkFile(parts, schemas);
    return undefined;
  }
  const value = readJson(parts);
  const issues = [...checkSchema(schema, value), ...checkoutYearIssues(operation, value)];
  throwViolations(issues.map((issue) => violationOf(issue)));
  if (!parts.acceptsUnknownFields) throwViolations(unknownFields(value, schema).map(unknownField));
  return value;
}

const writesRequest = /^(serviceRequests|damageServiceRequests)\.(create|overwrite|patch)$/;

/** Checks the year of a checkout date, which a schema cannot express because it is that of the instant in UTC. */
function checkoutYearIssues({ id }: SandboxOperation, body: unknown): SchemaIssue[] {
  const date: unknown = writesRequest.test(id) && Object(Object(body).appointment).checkoutDate;
  const instant = typeof date === "string" ? parseDateTime(date) : undefined;
  if (instant === undefined || isInYears(instant)) return [];
  return [{ path: ["appointment", "checkoutDate"], problem: `must be ${acceptedYears} in UTC` }];
}

function parameterViolations(
  schemas: Readonly<Record<string, Schema>> = {},
  read: (name: string, schema: Schema) => string | readonly string[] | undefined,
): RegProblemEntry[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const value = read(name, schema);
    if (value === undefined) return [];
    return checkSchema(schema, typed(value, schema)).map((issue) => violationOf(issue, name));
  });
}

/** Whether a query parameter can be repeated. */
export const isList = (schema: Schema) => formsOf(schema)[0]?.type === "list";

const nonEmpty = (values: readonly string[]) => (values.length === 0 ? undefined : values);

/** Converts a parameter to the type of its schema, if possible. */
export function typed(value: string | readonly string[], schema: Schema): unknown {
  const type = formsOf(schema)[0]?.type;
  if (type === "integer" && typeof value === "string" && /^-?\d+$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/**
 * That an unknown parameter is rejected rather than ignored is assumed: a misspelt one would go unnoticed. If the
 * reference says that there are more than it names, only those that differ from a known one in a letter are rejected.
 */
function unknownParameters(
  { query = {}, openQuery, responses }: OperationSchemas,
  given: URLSearchParams,
): RegProblemEntry[] {
  if (responses["400"] === undefined) return [];
  const names = [...new Set(given.keys())].filter((name) => !Object.hasOwn(query, name));
  return names.flatMap((name) => {
    const meant = findClose(name, Object.keys(query));
    if (openQuery && (meant === undefined || editDistance(name.toLowerCase(), meant.toLowerCase()) > 1)) return [];
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    return [sandboxEntry("PARAMETER", `${name} is not a parameter of this operation${hint || "."}`, name)];
  });
}

/** That a field which the document does not have is rejected is assumed: a misspelt one would go unnoticed. */
const unknownField = (field: string) =>
  sandboxEntry("UNKNOWN-FIELD", `${field} is not a field that the OpenAPI document has.`, field);

/**
 * Converts an issue to a violation: with the code of the reference for a value that is not permitted, otherwise with a
 * code for a missing or an invalid field.
 */
export function violationOf(issue: SchemaIssue, parameter?: string): RegProblemEntry {
  const field = fieldName(parameter === undefined ? issue.path : [parameter, ...issue.path]) || "body";
  const name = issue.path.at(-1);
  if (name === "warranty" || name === "leniency") return regEntry(rules[name], field);
  const sentence = `${field} ${issue.problem}.`;
  return issue.isMissing ? sandboxEntry("REQUIRED", sentence, field) : sandboxEntry("INVALID", sentence, field);
}

/** Checks that a file has one of the operation's types. A body is ignored if the operation takes none. */
function checkFile({ headers, body }: RequestParts, { body: types }: OperationSchemas): void {
  if (types === undefined) return;
  const accepted = Object.keys(types);
  if (!accepted.includes("*/*") && !accepted.includes(mediaTypeOf(headers))) {
    throwViolations([sandboxEntry("CONTENT-TYPE", `The content type must be ${accepted.join(" or ")}.`)]);
  }
  if (body.length === 0) throwViolations([sandboxEntry("BODY", "The body is empty.")]);
}

/**
 * The maximum number of nested objects and arrays in a JSON body. The number is made up: the reference shows no limit,
 * and none of its bodies has ten levels.
 */
export const deepestNesting = 64;

function readJson({ headers, body }: RequestParts): unknown {
  if (mediaTypeOf(headers) !== json) throw invalidRequest("CONTENT-TYPE", `The content type must be ${json}.`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (nestingOf(text).deepest <= deepestNesting) return JSON.parse(text);
  } catch {
    throw invalidRequest("BODY", "The body is not JSON in UTF-8.");
  }
  throw invalidRequest("BODY", `The body is nested deeper than ${deepestNesting} levels.`);
}

const mediaTypeOf = (headers: Headers) => headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
