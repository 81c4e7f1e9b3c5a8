import { capitalize } from "../../src/base/text.js";
import { nameOf, type Parameter, type Schema, type SpecDocument, type SpecOperation } from "./document.js";

/** The kind of a request or response body, and the TypeScript type of its JSON. */
export interface Shape {
  readonly kind: "json" | "form" | "binary" | "none";
  readonly type: string;
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";

/** The body that an operation takes. */
export function inputOf(operation: SpecOperation): Shape {
  const content = operation.requestBody?.content;
  if (content === undefined) return { kind: "none", type: "undefined" };
  for (const [kind, mediaType] of [
    ["json", json],
    ["form", form],
  ] as const) {
    const schema = content[mediaType]?.schema;
    if (schema !== undefined) return { kind, type: typeOf(schema, operation) };
  }
  return { kind: "binary", type: "Upload" };
}

/** The default media type of an upload: that of a raw body with a fixed type, such as a PDF. */
export function uploadTypeOf(operation: SpecOperation): string | undefined {
  const types = Object.keys(operation.requestBody?.content ?? {});
  return types.find((type) => !type.includes("*") && !type.startsWith("multipart/"));
}

/** The media type of the file that a success contains; undefined for any. */
export function fileTypeOf({ successes }: SpecOperation): string | undefined {
  return successes.flatMap(({ content = {} }) => Object.keys(content)).find((type) => !type.includes("*"));
}

function responseSchema(operation: SpecOperation): Schema | undefined {
  return operation.successes.map((response) => response.content?.[json]?.schema).find((schema) => schema !== undefined);
}

/** The body of a success response. */
export function outputOf(operation: SpecOperation): Shape {
  const schema = responseSchema(operation);
  if (schema !== undefined) return { kind: "json", type: typeOf(schema, operation) };
  const binary = operation.successes.some((response) => response.content !== undefined);
  return binary ? { kind: "binary", type: "DownloadedFile" } : { kind: "none", type: "undefined" };
}

/** The parts of a JSON value that the client checks, as `RequiredContent` in src/http/call/call.ts describes them. */
type ContentShape = "text" | readonly ContentShape[] | { readonly [field: string]: ContentShape };

/** The required fields without which a program can neither name nor judge what it received. */
const checkedFields = new Set(["id", "status"]);

/**
 * The lists that a success response promises, and the required ids and statuses in it. Undefined if it promises no more
 * than an object or a list. The body of a response with an id in `Location` is not checked: most are not shown.
 */
export function contentShape(operation: SpecOperation, document: SpecDocument): ContentShape | undefined {
  const schema = enveloped(operation, document) ?? responseSchema(operation);
  return schema === undefined || operation["x-reg-location"] !== undefined ? undefined : shapeOf(schema, document);
}

function shapeOf(schema: Schema, document: SpecDocument): ContentShape | undefined {
  const { type, items = {}, required = [], properties = {}, ...facts } = document.resolve(schema);
  // What is assumed is not demanded: a body of another form is returned as it is.
  if (facts["x-reg-confidence"] === "assumed") return undefined;
  if (type === "array") return [shapeOf(items, document)].filter((shape) => shape !== undefined);
  if (type !== "object") return undefined;
  const fields = required.flatMap((name) => {
    const field = properties[name] ?? {};
    const shape = shapeOf(field, document);
    if (checkedFields.has(name)) return [[name, shape ?? "text"]];
    const isChecked = Array.isArray(shape) || Object.keys(shape ?? {}).length > 0;
    return isChecked ? [[name, shape]] : [];
  });
  return Object.fromEntries(fields);
}

/** Whether a success response can lack its documented body. */
export function bodyMayBeMissing(operation: SpecOperation): boolean {
  return (
    operation["x-reg-location"] !== undefined || operation.successes.some((response) => response.content === undefined)
  );
}

/** The schema of `data`, if this is the only property of a response. */
function enveloped(operation: SpecOperation, document: SpecDocument): Schema | undefined {
  const schema = responseSchema(operation);
  const { data, ...others } = (schema && document.resolve<Schema>(schema).properties) ?? {};
  return Object.keys(others).length === 0 ? data : undefined;
}

/** Whether the content of a response is inside `data`. */
export function hasEnvelope(operation: SpecOperation, document: SpecDocument): boolean {
  return enveloped(operation, document) !== undefined;
}

/** The type of the content of a success response, without its envelope. */
export function contentType(operation: SpecOperation, document: SpecDocument): string {
  const content = enveloped(operation, document);
  return content === undefined ? outputOf(operation).type : typeOf(content, operation);
}

/** The type of a schema: every schema of a body has a name, so that its type has one too. */
function typeOf(schema: Schema, { operationId }: SpecOperation): string {
  const name = nameOf(schema);
  if (name === undefined) throw new Error(`${operationId}: the schema of its body must have a name`);
  return name;
}

/** The type of a path parameter. */
export function pathParamType({ schema }: Parameter): "string" | "number" {
  return schema.type === "integer" ? "number" : "string";
}

/** The type of the query; undefined if the operation has none. */
export function queryType(operation: SpecOperation): { type: string; required: boolean } | undefined {
  const { queryParams } = operation;
  const name = queryNameOf(operation);
  if (name === undefined) return undefined;
  return {
    type: queryParams.length === 0 ? `OpenQuery<${name}>` : name,
    required: queryParams.some(({ required }) => required === true),
  };
}

/** `serviceRequests.list` → `ServiceRequestListQuery`; undefined if the operation has no query. */
export function queryNameOf(operation: SpecOperation): string | undefined {
  if (operation.queryParams.length === 0 && operation["x-reg-open-query"] !== true) return undefined;
  const words = operation.operationId.split(".");
  return `${words.map((word, at) => capitalize(at < words.length - 1 ? word.replace(/s$/, "") : word)).join("")}Query`;
}

/** Describes how to read the id of a created resource from the `Location` header. */
export function createdOf(operation: SpecOperation, document: SpecDocument) {
  const target = operation["x-reg-location"];
  if (target === undefined) return undefined;
  const named = document.operations.find(({ operationId }) => operationId === target);
  const last = named?.pathParams.at(-1);
  if (named === undefined || last === undefined)
    throw new Error(
      `${operation.operationId}: x-reg-location ${target} does not name an operation with a path parameter`,
    );
  const integer = pathParamType(last) === "number";
  return { path: named.path, param: last.name, integer, promised: promisesId(operation, document) };
}

/** Whether every success response contains the id of the created resource, in `Location` or in its body. */
function promisesId(operation: SpecOperation, document: SpecDocument): boolean {
  const content = enveloped(operation, document) ?? responseSchema(operation);
  if (content !== undefined && document.resolve(content).required?.includes("id")) return true;
  return operation.successes.every(({ headers = {} }) => {
    const header = headers["Location"];
    return header !== undefined && document.resolve(header).required === true;
  });
}

/** Whether the id of the created resource is always known: from the response or from the path of the request. */
export function idIsCertain(operation: SpecOperation, created: NonNullable<ReturnType<typeof createdOf>>): boolean {
  return created.promised || operation.pathParams.some(({ name }) => name === created.param);
}
