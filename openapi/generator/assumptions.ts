import type { CheckedRule } from "../ledger/by-reading.js";
import { type Doubt, doubtOf } from "../ledger/uncertain.js";
import type { Schema, SpecDocument, SpecOperation } from "./document.js";
import { banner, sentence } from "./text.js";

/** The types of the output of writeAssumptions, the same for every document. */
export const assumptionTypes = `// Written by openapi/generate.ts.

/** A statement about the service that a document infers or assumes. */
export interface Assumption {
  /** Tells it from every other one, such as \`Appointment.supplierNumber\` or \`vehicles.mileages.get.status.200\`. */
  readonly id: string;
  readonly confidence: "inferred" | "assumed";
  readonly statement: string;
}

/** A statement about an operation: that it exists, what it takes, or what it returns. */
export interface OperationAssumption extends Assumption {
  readonly operationId: string;
  readonly part: "operation" | "parameter" | "input" | "status" | "body" | "location";
  /** The name of the parameter, or the status of the response, such as \`200\` or \`2XX\`. */
  readonly name?: string;
}

/** A statement about a schema or one of its fields. */
export interface FieldAssumption extends Assumption {
  readonly schema: string;
  /** The field as a JSON pointer from the schema; empty for the schema itself. */
  readonly pointer: string;
  /** Whether it says that an open enumeration has values besides the known ones. */
  readonly otherValues?: true;
}

/** A schema and where it occurs, as a JSON pointer with \`*\` for the entries of a list. */
export type Place = readonly [schema: string, pointer: string];

/** What a document infers or assumes, and where responses show it. */
export interface AssumptionTable {
  readonly operations: readonly OperationAssumption[];
  readonly fields: readonly FieldAssumption[];
  /** The schema of the JSON of each response, by operation and status. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The schemas with assumptions that occur in such a schema, itself included. */
  readonly places: Readonly<Record<string, readonly Place[]>>;
  /** Statements about several operations. */
  readonly rules: readonly Assumption[];
}
`;

/** The operations that `reg verify --write` calls; without the option, it only reads. */
const written = new Set([
  "serviceRequests.create",
  "serviceRequests.patch",
  "serviceRequests.delete",
  "serviceRequests.attachments.upload",
]);

/** Writes what a document and the given rules of the ledger infer or assume: `reg verify` compares it with the service. */
export function writeAssumptions(
  document: SpecDocument,
  rules: readonly CheckedRule[],
  { source, api }: { readonly source: string; readonly api: string },
): string {
  const fields = Object.entries(document.schemas).flatMap(([name, schema]) => fieldsOf(name, schema));
  const named = new Set(fields.map(({ schema }) => schema));
  const operations = document.operations.filter(
    ({ operationId, "x-reg-effects": effects }) => effects === "read" || written.has(operationId),
  );
  const responses = operations.map((each) => [each.operationId, responsesOf(each, document)] as const);
  const roots = new Set(responses.flatMap(([, byStatus]) => Object.values(byStatus)));
  const places = [...roots].map((root) => [root, placesOf(root, document, named)] as const);
  const shown = new Set(places.flatMap(([, list]) => list.map(([schema]) => schema)));
  return `${banner(source)}
import type { AssumptionTable } from "../assumptions.js";

/** What the document infers or assumes, as far as responses show it. */
export const ${api}Assumptions: AssumptionTable = {
  operations: ${list(operations.flatMap((each) => operationRows(each, document)))},
  fields: ${list(fields.filter(({ schema }) => shown.has(schema)))},
  responses: {
${entries(responses)}  },
  places: {
${entries(places.filter(([, list]) => list.length > 0))}  },
  rules: ${list(rules)},
};
`;
}

const list = (rows: readonly object[]) =>
  `[\n${rows.map((row) => `    ${JSON.stringify(row)},\n`).join("")}  ]`;

const entries = (rows: readonly (readonly [string, unknown])[]) =>
  rows.map(([key, value]) => `    "${key}": ${JSON.stringify(value)},\n`).join("");

/** The parts of an operation that are not documented. */
function operationRows(operation: SpecOperation, document: SpecDocument): object[] {
  const { operationId, method, path } = operation;
  const row = (part: string, name: string | undefined, facts: { node: object; statement: string }) => {
    const confidence = doubtOf(facts.node);
    const id = [operationId, part === "operation" ? undefined : part, name].filter(Boolean).join(".");
    const statement = sentence(facts.statement.replaceAll(/\s+/g, " "));
    return confidence === undefined ? [] : [{ id, confidence, statement, operationId, part, name }];
  };
  const parameters = [...operation.pathParams, ...operation.queryParams].flatMap((each) =>
    row("parameter", each.name, {
      node: each,
      statement: `The parameter \`${each.name}\` is ${typeOf(each.schema)}. ${each.description ?? ""}`,
    }),
  );
  const responses = Object.entries(operation.responses).flatMap(([status, given]) => {
    const response = document.resolve(given);
    const location = response.headers?.["Location"];
    const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
    return [
      ...row("status", status, {
        node: response,
        statement: `A response can have the status ${status}. ${response.description}`,
      }),
      ...row("body", status, {
        node: content ?? {},
        statement: `The body of a ${status} is ${describeBody(type, content?.schema)}. ${response.description}`,
      }),
      ...row("location", status, {
        node: location === undefined ? {} : document.resolve(location),
        statement: `A ${status} has the header \`Location\` with the address of what was created.`,
      }),
    ];
  });
  const { requestBody } = operation;
  return [
    ...row("operation", undefined, {
      node: operation,
      statement: `The operation exists: ${method} ${path}. ${operation.description ?? ""}`,
    }),
    ...parameters,
    ...(requestBody === undefined
      ? []
      : row("input", undefined, { node: requestBody, statement: requestBody.description ?? "The body." })),
    ...responses,
  ];
}

function describeBody(type: string | undefined, schema: Schema | undefined): string {
  if (type !== "application/json") return type === "*/*" ? "the file itself" : `a file (${type})`;
  return `\`${nameOf(schema)}\`, without a wrapper`;
}

/** The schema of the JSON of each response. */
function responsesOf(operation: SpecOperation, document: SpecDocument): Readonly<Record<string, string>> {
  const found = Object.entries(operation.responses).flatMap(([status, response]) => {
    const name = nameOf(document.resolve(response).content?.["application/json"]?.schema);
    return name === undefined ? [] : [[status, name] as const];
  });
  return Object.fromEntries(found);
}

const nameOf = (schema: Schema | undefined) => schema?.$ref?.split("/").at(-1);

interface FieldRow {
  readonly id: string;
  readonly confidence: Doubt;
  readonly statement: string;
  readonly schema: string;
  readonly pointer: string;
  readonly otherValues: true | undefined;
}

/** The fields of a schema, however deep, that are not documented; those of other schemas are left out. */
function fieldsOf(schema: string, node: Schema): FieldRow[] {
  const visit = (at: Schema, pointer: string, otherValues?: true): FieldRow[] => {
    const confidence = doubtOf(at);
    const own = confidence === undefined ? [] : [describe(at, confidence, { pointer, otherValues })];
    return [
      ...own,
      ...children(at).flatMap(([key, child]) => visit(child, `${pointer}/${key}`)),
      ...(at.anyOf ?? []).flatMap((each) => visit(each, pointer, true)),
    ];
  };
  const describe = (
    at: Schema,
    confidence: Doubt,
    { pointer, otherValues }: { readonly pointer: string; readonly otherValues: true | undefined },
  ): FieldRow => {
    const field = pointer.slice(1).replaceAll("/", ".");
    const id = [schema, field, otherValues && "(other values)"].filter(Boolean).join(".");
    const what = otherValues ? "has values besides the known ones" : `is ${typeOf(at)}`;
    const whole = field === "" ? `\`${schema}\`` : `\`${field}\` of \`${schema}\``;
    const statement = `${whole} ${what}. ${sentence((at.description ?? "").replaceAll(/\s+/g, " "))}`;
    return { id, confidence, statement, schema, pointer, otherValues };
  };
  return visit(node, "");
}

function children({ properties = {}, items }: Schema): (readonly [key: string, child: Schema])[] {
  return [...Object.entries(properties), ...(items === undefined ? [] : [["*", items] as const])];
}

/** The type of a value in words. */
function typeOf({ $ref, type, format }: Schema): string {
  if ($ref !== undefined) return `a \`${nameOf({ $ref })}\``;
  const names = [type ?? []].flat().map((each) => typeNames[each] ?? each);
  const text = names.length === 0 ? "any value" : names.join(" or ");
  return format === undefined ? text : `${text} (${format})`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** A schema that contains itself is followed once. */
const maxOccurrences = 2;

/** Finds the named schemas inside a schema. */
function placesOf(root: string, document: SpecDocument, named: ReadonlySet<string>): [string, string][] {
  const visitNamed = (name: string, pointer: string, path: readonly string[]): [string, string][] => {
    if (path.filter((each) => each === name).length >= maxOccurrences) return [];
    const own: [string, string][] = named.has(name) ? [[name, pointer]] : [];
    return [...own, ...visit(document.schemas[name] ?? {}, pointer, [...path, name])];
  };
  const visit = (node: Schema, pointer: string, path: readonly string[]): [string, string][] => {
    const name = nameOf(node);
    if (name !== undefined) return visitNamed(name, pointer, path);
    return [
      ...children(node).flatMap(([key, child]) => visit(child, `${pointer}/${key}`, path)),
      ...(node.anyOf ?? []).flatMap((each) => visit(each, pointer, path)),
    ];
  };
  return visitNamed(root, "", []);
}
