import type { Schema } from "../errors/input.js";
import type { Confidence } from "./difference.js";

/** What a document says of a response. */
export interface ResponseSchemas {
  /** Default: documented. */
  readonly confidence?: Confidence;
  /** Whether it carries `Location`. */
  readonly location?: "always" | "maybe";
  /** The schemas of its body by media type; absent where none is promised. */
  readonly content?: Readonly<Record<string, Schema>>;
}

/** What a document says of the request and the responses of an operation. */
export interface OperationSchemas {
  /** Default: documented. */
  readonly confidence?: Confidence;
  readonly path?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema>>;
  /** Whether there are query parameters beyond those, whose names are not shown. */
  readonly openQuery?: true;
  /** The schemas of the request body by media type; absent where there is none. */
  readonly body?: Readonly<Record<string, Schema>>;
  /** By status, such as `200` or `2XX`. */
  readonly responses: Readonly<Record<string, ResponseSchemas>>;
}

/** The schemas of a response with a status; undefined if the operation does not have it. */
export const responseSchemasOf = ({ responses }: OperationSchemas, status: number): ResponseSchemas | undefined =>
  responses[status] ?? responses[`${String(status)[0]}XX`];

/** What the document says of a value beyond its schema. */
interface SchemaFacts {
  /** Default: that of the schema to which this one refers, otherwise documented. */
  readonly confidence?: Confidence;
  /** Personal or payment data, which must never be logged. */
  readonly sensitive?: true;
}

const facts = new WeakMap<Schema, SchemaFacts>();

/** States facts about a schema, and returns it. */
export function about<Stated extends Schema>(schema: Stated, stated: SchemaFacts): Stated {
  facts.set(schema, stated);
  return schema;
}

/** The facts that are stated about the schema itself. */
export function factsOf(schema: Schema): SchemaFacts {
  return facts.get(schema) ?? {};
}
