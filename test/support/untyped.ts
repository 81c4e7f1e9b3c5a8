/** Passes a value where its type does not allow it, as a JavaScript program can. */
export const untyped = (value: unknown) => value as never;

/** A client without its types: every property may be a group of methods or a method. */
export type UntypedClient = { readonly [name: string]: UntypedClient } & ((
  ...args: readonly unknown[]
) => Promise<unknown>);

/** Removes the types of a client. */
export const untypedClient = (client: object) => client as UntypedClient;
