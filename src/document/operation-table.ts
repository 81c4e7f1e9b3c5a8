import type { Operation } from "../http/call/call.js";

/** What the operations of a method take and do, where their rows say nothing else. */
export const usual = {
  GET: { input: "none", output: "json", effects: "read" },
  PUT: { input: "json", output: "none", effects: "idempotent" },
  POST: { input: "json", output: "json?", effects: "create" },
  PATCH: { input: "json", output: "json", effects: "transition" },
  DELETE: { input: "none", output: "none", effects: "idempotent" },
} as const satisfies Readonly<Record<Operation["method"], object>>;

/** A row of a table: what does not follow from its key, its path and its method. */
type Row = Partial<Operation> & Pick<Operation, "method" | "path">;

/** A table of operations, with what follows from the rows. */
export type Table<Rows> = { readonly [Id in keyof Rows]: Operation & Rows[Id] & { readonly id: Id } };

/**
 * Adds to each row its id, which is its key, the names in its path, in their order, what is usual for its method, and
 * what all rows share: to write them out would cost a kilobyte.
 */
export function tableOf<const Rows extends Readonly<Record<string, Row>>>(
  rows: Rows,
  shared: Pick<Operation, "errorFields"> = {},
): Table<Rows> {
  const entries = Object.entries(rows).map(([id, row]) => {
    const pathParams = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return [id, { id, ...usual[row.method], ...shared, ...row, pathParams }];
  });
  return Object.fromEntries(entries);
}
