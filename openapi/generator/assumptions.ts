import { childrenOf, nameOf, type Schema, type SpecDocument, type SpecOperation } from "./document.js";
import type { Fact } from "./ledger.js";
import { banner } from "./text.js";
import { uncertainFields, uncertainParts } from "./uncertain.js";

/** The operations that `npx @reg/sdk verify --write` calls; without the option, it only reads. */
const written = new Set([
  "serviceRequests.create",
  "serviceRequests.patch",
  "serviceRequests.delete",
  "serviceRequests.attachments.upload",
]);

/** Writes what a document and the ledger infer or assume: the command `verify` compares it with the service. */
export function writeAssumptions(
  document: SpecDocument,
  facts: readonly Fact[],
  { source, api }: { readonly source: string; readonly api: "supplier" | "lessor" },
): string {
  const fields = Object.entries(document.schemas).flatMap(([name, schema]) => fieldRows(name, schema));
  const named = new Set(fields.map(({ schema }) => schema));
  const operations = document.operations.filter(
    ({ operationId, "x-reg-effects": effects }) => effects === "read" || written.has(operationId),
  );
  const responses = operations.map((each) => [each.operationId, responsesOf(each, document)] as const);
  const roots = new Set(responses.flatMap(([, byStatus]) => Object.values(byStatus)));
  const places = [...roots].map((root) => [root, placesOf(root, document, named)] as const);
  const shown = new Set(places.flatMap(([, list]) => list.map(([schema]) => schema)));
  const rules = facts.flatMap(({ verify, confidence, statement }) =>
    verify?.apis.includes(api) ? [{ id: verify.id, confidence, statement }] : [],
  );
  return `${banner(source)}
import type { AssumptionTable } from "../../document/assumptions.js";

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

const list = (rows: readonly object[]) => `[\n${rows.map((row) => `    ${JSON.stringify(row)},\n`).join("")}  ]`;

const entries = (rows: readonly (readonly [string, unknown])[]) =>
  rows.map(([key, value]) => `    "${key}": ${JSON.stringify(value)},\n`).join("");

function operationRows(operation: SpecOperation, document: SpecDocument): object[] {
  const { operationId } = operation;
  return uncertainParts(operation, document).map(({ confidence, statement, part, name }) => {
    const id = [operationId, part === "operation" ? undefined : part, name].filter(Boolean).join(".");
    return { id, confidence, statement, operationId, part, name };
  });
}

function fieldRows(schema: string, node: Schema) {
  // No response refutes a known value: it can always be one that did not occur.
  const shown = uncertainFields(schema, node).filter(({ values }) => values !== "known");
  return shown.map(({ confidence, statement, pointer, values }) => {
    const field = pointer.slice(1).replaceAll("/", ".");
    const id = [schema, field, values && "(other values)"].filter(Boolean).join(".");
    return { id, confidence, statement, schema, pointer, otherValues: values && true };
  });
}

/** The schema of the JSON of each response. */
function responsesOf(operation: SpecOperation, document: SpecDocument): Readonly<Record<string, string>> {
  const found = Object.entries(operation.responses).flatMap(([status, response]) => {
    const name = nameOf(document.resolve(response).content?.["application/json"]?.schema);
    return name === undefined ? [] : [[status, name] as const];
  });
  return Object.fromEntries(found);
}

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
      ...childrenOf(node).flatMap(([key, child]) => visit(child, `${pointer}/${key}`, path)),
      ...(node.anyOf ?? []).flatMap((each) => visit(each, pointer, path)),
    ];
  };
  return visitNamed(root, "", []);
}
