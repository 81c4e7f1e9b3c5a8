import { usual } from "../../src/document/operation.js";
import { type SpecDocument, type SpecOperation, securedOperations } from "./document.js";
import {
  bodyMayBeMissing,
  contentShape,
  createdOf,
  fileTypeOf,
  hasEnvelope,
  inputOf,
  outputOf,
  queryType,
  uploadTypeOf,
} from "./shapes.js";
import { banner } from "./text.js";

/** Writes the operation table: only the data that clients and sandbox need, because every user loads it. */
export function writeOperationTable(document: SpecDocument, source: string, name: string): string {
  const anonymous = document.operations.filter(({ security }) => security?.length === 0);
  const table = (operations: readonly SpecOperation[]) =>
    operations
      .map((operation) => `  "${operation.operationId}": ${JSON.stringify(row(operation, document))},\n`)
      .join("");
  const tokenTable =
    anonymous.length === 0
      ? ""
      : `\n/** The operations that need no token. */\nexport const ${name}TokenOperations = /* @__PURE__ */ tableOf({\n${table(anonymous)}});\n`;
  const errorFields = errorFieldsOf(document);
  const shared = Object.keys(errorFields).length === 0 ? "" : `, ${JSON.stringify({ errorFields })}`;
  return `${banner(source)}\nimport { tableOf } from "../../document/operation.js";\n\n/** Every operation that a client offers. */\nexport const ${name}Operations = /* @__PURE__ */ tableOf({\n${table(securedOperations(document))}}${shared});\n${tokenTable}${relatedTable(document)}`;
}

/** The fields that every problem in JSON may have, whatever has written it (RFC 9457 §3.1). */
const anyProblem: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "instance"]);

/** The fields of the errors of this service that other problems do not have: a list, or a text. */
function errorFieldsOf(document: SpecDocument): Readonly<Record<string, "text" | []>> {
  const responses = securedOperations(document).flatMap((operation) => Object.entries(operation.responses));
  const fields = responses.flatMap(([status, response]) => {
    const schema = document.resolve(response).content?.["application/json"]?.schema;
    return status < "400" || schema === undefined ? [] : Object.entries(document.resolve(schema).properties ?? {});
  });
  const own = fields.filter(([name]) => !anyProblem.has(name));
  return Object.fromEntries(own.map(([name, field]) => [name, document.resolve(field).type === "array" ? [] : "text"]));
}

/** The statuses of a success, if the reference shows them; undefined if any of them is only inferred. */
function shownStatuses({ responses }: SpecOperation, { resolve }: SpecDocument): readonly number[] | undefined {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const areShown = successes.every(([, response]) => resolve(response)["x-reg-confidence"] === undefined);
  return areShown ? successes.map(([status]) => Number(status)) : undefined;
}

/** Writes the names of the data that belongs to a vehicle: the groups below `vehicles` with PUT; empty without any. */
function relatedTable({ operations }: SpecDocument): string {
  const kinds = operations.flatMap(({ operationId }) => /^vehicles\.(\w+)\.put$/.exec(operationId)?.[1] ?? []);
  if (kinds.length === 0) return "";
  const names = kinds.map((kind) => `  "${kind}",\n`).join("");
  return `\n/** The kinds of related data of a vehicle, by their names on the client. */\nexport const relatedKinds = [\n${names}] as const;\n\n/** A kind of related data of a vehicle. */\nexport type RelatedKind = (typeof relatedKinds)[number];\n`;
}

function row(operation: SpecOperation, document: SpecDocument): object {
  const body = inputOf(operation);
  const output = outputOf(operation);
  const expected = usual[operation.method];
  const unless = (usualValue: string, value: string) => (value === usualValue ? undefined : value);
  return {
    method: operation.method,
    path: operation.path,
    input: unless(expected.input, body.kind === "none" && queryType(operation) !== undefined ? "query" : body.kind),
    output: unless(expected.output, output.kind === "json" && bodyMayBeMissing(operation) ? "json?" : output.kind),
    effects: unless(expected.effects, operation["x-reg-effects"]),
    content: contentShape(operation, document),
    envelope: hasEnvelope(operation, document) || undefined,
    fileType: output.kind === "binary" ? fileTypeOf(operation) : undefined,
    uploadType: body.kind === "binary" ? uploadTypeOf(operation) : undefined,
    success: shownStatuses(operation, document),
    created: createdRule(operation, document),
    phases: operation["x-reg-phases"],
  };
}

/** Leaves out false values, because every user loads the table. */
function createdRule(operation: SpecOperation, document: SpecDocument): object | undefined {
  const created = createdOf(operation, document);
  return created && { ...created, integer: created.integer || undefined, promised: created.promised || undefined };
}
