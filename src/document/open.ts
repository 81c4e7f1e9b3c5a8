/**
 * Types of your own for what the reference does not show. The doc comment of a body or query names its keys; what is sent and
 * what is returned have keys of their own, and a list is declared as an array. Always declare them for `@reg/sdk`,
 * whichever entry point you import, because TypeScript ignores one of the declarations through two entry points. A
 * misspelt key is accepted without an error.
 *
 * @example
 * declare module "@reg/sdk" {
 *   interface OpenTypes {
 *     VehicleInputFields: { make?: string; fuel?: "electric" | "petrol" | "diesel" };
 *     MileagesInputBody: { date: string; value: number }[];
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a type alias cannot be extended by a declaration of the user.
export interface OpenTypes {}

/** The type that the user declares for a key of `OpenTypes`; without one, it has no fields. */
// biome-ignore lint/complexity/noBannedTypes: {} is the type without fields, which an intersection does not change.
export type OpenType<Name extends string> = Name extends keyof OpenTypes ? OpenTypes[Name] : {};

/** An object of any fields, until the user names them. */
export type Open<Fields> = keyof Fields extends never ? { [field: string]: unknown } : Fields;

/** Any object, or an array of items as far as they are known, until the user says which. */
export type OpenBody<Body, Item = unknown> = [KeyOf<Body>] extends [never]
  ? { [field: string]: unknown } | Item[]
  : Body;

/** The keys of all types of a union; `keyof` finds only those that they have in common. */
type KeyOf<Body> = Body extends unknown ? keyof Body : never;

/**
 * A query without parameters, until the user names them. An empty interface would accept any. The type of the values is
 * the message that the compiler shows for one.
 */
export type OpenQuery<Parameters> = keyof Parameters extends never
  ? { readonly [name: string]: "options come after the query, which has no known parameters" }
  : Parameters;
