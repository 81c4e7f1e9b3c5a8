import type { SpecDocument, SpecOperation } from "./document.js";
import {
  bodyMayBeMissing,
  createdOf,
  hasEnvelope,
  inputOf,
  outputOf,
  queryType,
  uploadTypeOf,
} from "./shapes.js";
import { banner } from "./text.js";

/** Writes the operation table: the data that clients, sandbox and documentation work from. */
export function writeOperationTable(document: SpecDocument, source: string, name: string): string {
  const secured = document.operations.filter(({ security }) => security?.length !== 0);
  const anonymous = document.operations.filter(({ security }) => security?.length === 0);
  const table = (operations: readonly SpecOperation[]) =>
    operations
      .map((operation) => `  "${operation.operationId}": ${JSON.stringify(row(operation, document))},\n`)
      .join("");
  const tokenTable =
    anonymous.length === 0
      ? ""
      : `\n/** The operations that need no token. */\nexport const ${name}TokenOperations = {\n${table(anonymous)}} as const;\n`;
  return `${banner(source)}\n/** Every operation that a client offers. */\nexport const ${name}Operations = {\n${table(secured)}} as const;\n${tokenTable}`;
}

function row(operation: SpecOperation, document: SpecDocument): object {
  const body = inputOf(operation);
  const output = outputOf(operation);
  return {
    id: operation.operationId,
    method: operation.method,
    path: operation.path,
    pathParams: operation.pathParams.map(({ name }) => name),
    input: body.kind === "none" && queryType(operation) !== undefined ? "query" : body.kind,
    output: output.kind === "json" && bodyMayBeMissing(operation) ? "json?" : output.kind,
    effects: operation["x-reg-effects"],
    envelope: hasEnvelope(operation, document) || undefined,
    uploadType: body.kind === "binary" ? uploadTypeOf(operation) : undefined,
    created: createdOf(operation, document),
    phases: operation["x-reg-phases"],
    errors: operation["x-reg-errors"].length > 0 ? operation["x-reg-errors"] : undefined,
    confidence: operation["x-reg-confidence"],
    deprecated: operation.deprecated,
  };
}
