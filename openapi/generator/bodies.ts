import * as z from "zod/mini";
import { indent } from "../../src/base/text.js";
import {
  type Content,
  nameOf,
  type Parameter,
  type Response,
  type Schema,
  type SpecDocument,
  type SpecOperation,
} from "./document.js";
import { banner } from "./text.js";

/**
 * Writes the parameters and bodies of every operation as zod schemas, with which the sandbox and the validator of
 * responses check values. A schema with a name is created when it is first used.
 */
export function writeBodies(document: SpecDocument, source: string, api: string): string {
  const { operations, responses, schemas } = document;
  const parameters = operations.flatMap(({ pathParams, queryParams }) => [...pathParams, ...queryParams]);
  const texts = new Set(parameters.map(({ schema }) => schemaText(schema)));
  const names = new Map([...texts].map((text, index) => [text, `parameter${index + 1}`]));
  const schemaConstants = Object.entries(schemas).map(([name, schema]) => schemaConstant(name, schemaText(schema)));
  const entries = operations.map((each) => `"${each.operationId}": ${schemasText(each, document, names)},\n`);
  return [
    banner(source),
    '\nimport * as z from "zod/mini";\n',
    'import { about, type OperationSchemas, type ResponseSchemas } from "../../document/bodies.js";\n\n',
    ...Object.entries(datePatterns)
      .filter(([name]) => schemaConstants.some((text) => text.includes(`, ${name})`)))
      .map(([name, pattern]) => `const ${name} = ${pattern};\n`),
    ...schemaConstants,
    "\n",
    ...[...names].map(([text, name]) => schemaConstant(name, text)),
    "\n",
    ...Object.entries(responses).map(
      ([name, response]) => `const ${name}Response: ResponseSchemas = ${responseText(response, document)};\n`,
    ),
    "\n/** The requests and responses of every operation. */\n",
    `export const ${api}Schemas: Readonly<Record<string, OperationSchemas>> = {\n${indent(entries.join(""))}};\n`,
  ].join("");
}

const schemaConstant = (name: string, text: string) => `const ${name}: z.ZodMiniType = z.lazy(() => ${text});\n`;

/** @param names the constants of the parameters, by the text of their schemas */
function schemasText(operation: SpecOperation, document: SpecDocument, names: ReadonlyMap<string, string>): string {
  const parametersText = (parameters: readonly Parameter[]) =>
    recordText(parameters.map(({ name, schema }) => [name, names.get(schemaText(schema))])) || undefined;
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    `"${status}"`,
    response.$ref === undefined ? responseText(response, document) : `${nameOf(response)}Response`,
  ]);
  return recordText([
    ["confidence", confidenceText(operation)],
    ["path", parametersText(operation.pathParams)],
    ["query", parametersText(operation.queryParams)],
    ["openQuery", operation["x-reg-open-query"]],
    ["body", contentText(operation.requestBody?.content)],
    ["responses", recordText(responses)],
  ]);
}

function responseText(response: Response, document: SpecDocument): string {
  const location = response.headers?.["Location"];
  const isCertain = location !== undefined && document.resolve(location).required === true;
  const fields = recordText([
    ["confidence", confidenceText(response)],
    ["location", location && (isCertain ? '"always"' : '"maybe"')],
    ["content", contentText(response.content)],
  ]);
  return fields || "{}";
}

function contentText(content: Content["content"]): string | undefined {
  if (content === undefined) return undefined;
  return recordText(
    Object.entries(content).map(([type, media]) => [
      `"${type}"`,
      stated(schemaText(media.schema), { $ref: "", ...media }),
    ]),
  );
}

function schemaText(schema: Schema): string {
  return stated(plainText(schema), schema);
}

/**
 * Adds what the document says beyond the schema. A reference becomes a schema of its own, because its target is shared.
 */
function stated(text: string, node: Pick<Schema, "$ref" | "x-reg-confidence" | "x-reg-sensitive">): string {
  const facts = recordText([
    ["confidence", confidenceText(node)],
    ["sensitive", node["x-reg-sensitive"]],
  ]);
  if (facts === "") return text;
  return `about(${node.$ref === undefined ? text : `z.lazy(() => ${text})`}, ${facts})`;
}

function plainText(schema: Schema): string {
  const { anyOf, enum: values, const: value, type } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return name;
  if (anyOf !== undefined) return unionText(anyOf.map(schemaText));
  if (values !== undefined) return `z.enum(${JSON.stringify(values)})`;
  if (value !== undefined) return `z.literal(${JSON.stringify(value)})`;
  if (type === undefined) return "z.unknown()";
  return typeof type === "string" ? typeText(type, schema) : unionText(type.map((each) => typeText(each, schema)));
}

const unionText = (members: readonly string[]) => `z.union([${members.join(", ")}])`;

function typeText(type: string, schema: Schema): string {
  switch (type) {
    case "object":
      return objectText(schema);
    case "array":
      return `z.array(${schemaText(schema.items ?? {})})`;
    case "string":
      return textText(schema);
    case "integer":
      return "z.int()";
    case "number":
    case "boolean":
    case "null":
      return `z.${type}()`;
    default:
      throw new Error(`bodies.ts cannot write a schema of the type ${type}`);
  }
}

/** A schema that users complete with their own types has fields that the document does not know. */
function objectText({ properties = {}, required = [], additionalProperties, "x-reg-open": openName }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const text = schemaText(field);
    return `${name}: ${required.includes(name) ? text : `z.optional(${text})`},\n`;
  });
  const isOpen = openName !== undefined || additionalProperties === true;
  return `z.${isOpen ? "looseObject" : "object"}({${fields.length === 0 ? "" : `\n${indent(fields.join(""))}`}})`;
}

/**
 * The patterns of dates. The schemas of `z.iso` would be shorter, but esbuild adds a helper to every entry point for
 * them.
 */
const datePatterns: Readonly<Record<string, RegExp>> = {
  date: z.regexes.date,
  dateTime: z.regexes.datetime({ offset: true }),
};

/** The formats of texts. A GUID need not be one of the versions in RFC 9562; a file has no format. */
const formats: Readonly<Record<string, string>> = {
  date: 'z.stringFormat("date", date)',
  "date-time": 'z.stringFormat("date-time", dateTime)',
  uuid: "z.guid()",
  binary: "z.string()",
};

/** The pattern of a decimal number, which has a name: others are only patterns. */
const decimalPattern = "^-?\\d+(\\.\\d+)?$";

function textText({ format, pattern, maxLength }: Schema): string {
  const base = format === undefined ? "z.string()" : formats[format];
  if (base === undefined) throw new Error(`bodies.ts cannot write a text of the format ${format}`);
  if (pattern === decimalPattern) return `z.stringFormat("decimal", /${pattern}/)`;
  const checks = [
    pattern === undefined ? [] : `z.regex(/${pattern}/)`,
    maxLength === undefined ? [] : `z.maxLength(${maxLength})`,
  ].flat();
  return checks.length === 0 ? base : `${base}.check(${checks.join(", ")})`;
}

function confidenceText({ "x-reg-confidence": confidence }: { readonly "x-reg-confidence"?: string }) {
  return confidence === undefined || confidence === "documented" ? undefined : JSON.stringify(confidence);
}

/** Writes an object without the fields that are undefined; an empty text if none is left. */
function recordText(fields: readonly (readonly (string | boolean | undefined)[])[]): string {
  const given = fields.filter(([, text]) => text !== undefined).map(([name, text]) => `${name}: ${text}`);
  return given.length === 0 ? "" : `{ ${given.join(", ")} }`;
}
