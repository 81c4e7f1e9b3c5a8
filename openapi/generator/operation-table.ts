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

/** What the operation tables have in common, written beside them. */
export const tableTypes = `// Written by openapi/generate.ts.

/** A table of operations, with what follows from the rows. */
export type Table<Rows> = {
  readonly [Id in keyof Rows]: Rows[Id] & { readonly id: Id; readonly pathParams: readonly string[] };
};

/** Adds to each row its id, which is its key, and the names in its path, in their order: to write them out would cost a kilobyte. */
export function tableOf<const Rows extends Readonly<Record<string, { readonly path: string }>>>(rows: Rows): Table<Rows> {
  const entries = Object.entries(rows).map(([id, row]) => {
    const pathParams = [...row.path.matchAll(/\\{(\\w+)\\}/g)].map(([, name]) => name);
    return [id, { id, ...row, pathParams }];
  });
  return Object.fromEntries(entries);
}
`;

/** Writes the operation table: the data that clients and sandbox work from, and no more, for each user loads it. */
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
      : `\n/** The operations that need no token. */\nexport const ${name}TokenOperations = /* @__PURE__ */ tableOf({\n${table(anonymous)}});\n`;
  return `${banner(source)}\nimport { tableOf } from "../table.js";\n\n/** Every operation that a client offers. */\nexport const ${name}Operations = /* @__PURE__ */ tableOf({\n${table(secured)}});\n${tokenTable}`;
}

function row(operation: SpecOperation, document: SpecDocument): object {
  const body = inputOf(operation);
  const output = outputOf(operation);
  return {
    method: operation.method,
    path: operation.path,
    input: body.kind === "none" && queryType(operation) !== undefined ? "query" : body.kind,
    output: output.kind === "json" && bodyMayBeMissing(operation) ? "json?" : output.kind,
    effects: operation["x-reg-effects"],
    envelope: hasEnvelope(operation, document) || undefined,
    uploadType: body.kind === "binary" ? uploadTypeOf(operation) : undefined,
    created: createdOf(operation, document),
    phases: operation["x-reg-phases"],
  };
}
