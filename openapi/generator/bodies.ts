import type { Parameter, Schema, SpecDocument, SpecOperation } from "./document.js";
import { banner } from "./text.js";

/** The types of the output of writeBodies, the same for every document. */
export const bodyTypes = `// Written by openapi/generate.ts.

/** A JSON schema of draft 2020-12; references lead to \`#/$defs\`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A response that an operation may give. */
export interface ResponseForm {
  /** Whether it carries \`Location\`. */
  readonly location?: "always" | "maybe";
  /** The schemas of its body by media type; absent where none is promised. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
}

/** The request and the responses of an operation. */
export interface OperationForm {
  readonly path?: Readonly<Record<string, JsonSchema>>;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  /** Whether there are query parameters beyond those, whose names are not shown. */
  readonly openQuery?: true;
  /** The schemas of the request body by media type; absent where there is none. */
  readonly body?: Readonly<Record<string, JsonSchema>>;
  /** By status, such as \`200\` or \`2XX\`. */
  readonly responses: Readonly<Record<string, ResponseForm>>;
}
`;

/** Writes the request and response bodies of every operation with their schemas: the sandbox validates with them. */
export function writeBodies(document: SpecDocument, source: string, api: string): string {
  const schemas = Object.entries(document.schemas).map(([name, schema]) => `  ${name}: ${text(schema)},\n`);
  const forms = document.operations.map(
    (each) => `  "${each.operationId}": ${text(formOf(each, document))},\n`,
  );
  return `${banner(source)}
import type { JsonSchema, OperationForm } from "../bodies.js";

/** Every schema by its name. */
export const ${api}Schemas: Readonly<Record<string, JsonSchema>> = {
${schemas.join("")}};

/** The requests and responses of every operation. */
export const ${api}Forms: Readonly<Record<string, OperationForm>> = {
${forms.join("")}};
`;
}

function formOf(operation: SpecOperation, document: SpecDocument): object {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { headers, content } = document.resolve(response);
    const location = headers?.["Location"];
    const certain = location !== undefined && document.resolve(location).required === true;
    return [
      status,
      {
        location: location === undefined ? undefined : certain ? "always" : "maybe",
        content: schemasOf(content),
      },
    ];
  });
  return {
    path: parametersOf(operation.pathParams),
    query: parametersOf(operation.queryParams),
    openQuery: operation["x-reg-open-query"],
    body: schemasOf(operation.requestBody?.content),
    responses: Object.fromEntries(responses),
  };
}

function parametersOf(parameters: readonly Parameter[]): object | undefined {
  if (parameters.length === 0) return undefined;
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
}

function schemasOf(content: Readonly<Record<string, { readonly schema: Schema }>> | undefined) {
  if (content === undefined) return undefined;
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema]));
}

/** Removes the keys that are meant for people and for other tools. */
function text(value: unknown): string {
  return JSON.stringify(strip(value)).replaceAll("#/components/schemas/", "#/$defs/");
}

function strip(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => inProperties || !isForPeople(key));
  // A schema that users complete with their own types has fields that the document does not know.
  if (!inProperties && "x-reg-hole" in value) kept.push(["additionalProperties", true]);
  return Object.fromEntries(
    kept.map(([key, each]) => [key, strip(each, !inProperties && key === "properties")]),
  );
}

/** The data includes which values a program may log, but not the source of a statement. */
function isForPeople(key: string): boolean {
  return ["description", "examples"].includes(key) || (key.startsWith("x-") && key !== "x-reg-sensitive");
}
