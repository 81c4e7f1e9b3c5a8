// Written by openapi/generate.ts.

/** An object of any fields, until the user names them. */
export type Open<Fields> = keyof Fields extends never ? { [field: string]: unknown } : Fields;

/** Any object, or an array of items as far as they are known, until the user says which. */
export type OpenBody<Body, Item = unknown> = keyof Body extends never ? { [field: string]: unknown } | Item[] : Body;

/** A query without parameters, until the user names them. An empty interface would accept any. */
export type OpenQuery<Parameters> = keyof Parameters extends never ? { readonly [name: string]: never } : Parameters;
