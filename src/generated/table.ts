// Written by openapi/generate.ts.

/** A table of operations, with what follows from the rows. */
export type Table<Rows> = {
  readonly [Id in keyof Rows]: Rows[Id] & { readonly id: Id; readonly pathParams: readonly string[] };
};

/** Adds to each row its id, which is its key, and the names in its path, in their order: to write them out would cost a kilobyte. */
export function tableOf<const Rows extends Readonly<Record<string, { readonly path: string }>>>(rows: Rows): Table<Rows> {
  const entries = Object.entries(rows).map(([id, row]) => {
    const pathParams = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return [id, { id, ...row, pathParams }];
  });
  return Object.fromEntries(entries);
}
