import { createHandlers } from "../../src/sandbox/server/handlers.js";
import { readDocument, type SpecDocument, type SpecOperation } from "../generator/document.js";
import { type Confidence, confidences } from "./rule.js";
import { schemasOf, type UncertainPart, uncertainFields, uncertainParts } from "./uncertain.js";

/** An operation as it stands in the ledger. */
export interface OperationRow {
  readonly id: string;
  /** The heading under which it stands. */
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly confidence: Confidence;
  /** Documents and sections. */
  readonly source: string;
  /** Which side was taken where the reference contradicts itself, and the like. */
  readonly note: string | undefined;
  readonly parts: readonly UncertainPart[];
  /** The schemas of it that are in the ledger. */
  readonly schemas: readonly string[];
}

/** A schema of which something is not documented. */
export interface SchemaRow {
  readonly name: string;
  readonly api: string;
  /** Whether it has fields that are not shown. */
  readonly isOpen: boolean;
  readonly fields: readonly UncertainPart[];
}

/** What the ledger says of both documents. */
export interface DocumentRows {
  readonly operations: readonly OperationRow[];
  readonly schemas: readonly SchemaRow[];
}

const apis = ["supplier", "lessor"] as const;

/** The heading for the operations of a tag; all other tags are lookups. */
const groups: Readonly<Record<string, string>> = {
  serviceRequests: "Service requests",
  damageServiceRequests: "Damage service requests",
  serviceLevels: "Service levels",
  token: "Lessor API",
  vehicles: "Lessor API",
};

/** Reads both documents, and asks the sandbox which operations it carries out. */
export function readOperations(): DocumentRows {
  // The lifetime of tokens plays no part here.
  const handlers = createHandlers(1);
  const rows = apis.map((api) => {
    const document = readDocument(new URL(`../${api}.yaml`, import.meta.url));
    return rowsOf(api, document, (id) => Object.hasOwn(handlers, id));
  });
  return {
    operations: rows.flatMap(({ operations }) => operations),
    schemas: rows.flatMap(({ schemas }) => schemas),
  };
}

/** What the ledger says of one document. */
export function rowsOf(
  api: string,
  document: SpecDocument,
  isSimulated: (operationId: string) => boolean,
): DocumentRows {
  const schemas = Object.entries(document.schemas)
    .map(([name, schema]) => {
      const fields = uncertainFields(schema);
      return { name, api, isOpen: schema["x-reg-hole"] !== undefined, fields };
    })
    .filter(({ isOpen, fields }) => isOpen || fields.length > 0);
  const names = new Set(schemas.map(({ name }) => name));
  const operations = document.operations.map((operation) => ({
    id: operation.operationId,
    group: operation.tags.map((tag) => groups[tag]).find((group) => group !== undefined) ?? "Lookups",
    method: operation.method,
    path: operation.path,
    confidence: isSimulated(operation.operationId) ? confidenceOf(operation) : "not simulated",
    ...sourceOf(operation),
    parts: uncertainParts(operation, document),
    schemas: schemasOf(operation, document).filter((name) => names.has(name)),
  }));
  return { operations, schemas };
}

function confidenceOf({ operationId, "x-reg-confidence": given }: SpecOperation): Confidence {
  const found = confidences.find((each) => each === given);
  if (found === undefined) throw new Error(`${operationId}: ${given} is no confidence`);
  return found;
}

/** What stands before the first semicolon is the place, the rest is about it. */
function sourceOf({ "x-reg-source": text }: SpecOperation) {
  const [source = "", ...notes] = text.trim().split("; ");
  return { source, note: notes.length === 0 ? undefined : notes.join("; ") };
}
