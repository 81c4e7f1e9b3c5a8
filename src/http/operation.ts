/** What calling an operation does, which decides what may be sent again. From `x-reg-effects`. */
export type Effects = "read" | "idempotent" | "create" | "transition";

/** One row of an operation table, as `openapi/generate.ts` writes it from the OpenAPI documents. */
export interface Operation {
  /** The operationId: the operation's path on the client, such as `serviceRequests.components.put`. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The path template, such as `/v2/servicerequests/{id}`. */
  readonly path: string;
  /** The names of the path parameters, in their order. */
  readonly pathParams: readonly string[];
  /** What follows the path parameters: a query, a JSON body, form fields, a file, or nothing. */
  readonly input: "query" | "json" | "form" | "binary" | "none";
  /** What a success answer holds: a JSON body for certain, perhaps one, a file, or nothing to read. */
  readonly output: "json" | "json?" | "binary" | "none";
  readonly effects: Effects;
  /** The answer's body stands under `data`. */
  readonly envelope?: boolean;
  /** The content type of an upload that brings none of its own. */
  readonly uploadType?: string;
  /** Set where a success answer names what was made in `Location`. */
  readonly created?: Created;
  /** The phases in which the reference allows the operation. */
  readonly phases?: readonly string[];
}

/** How to read the id of what a call made. */
export interface Created {
  /** The template that the path in `Location` follows; its last parameter is the id. */
  readonly path: string;
  /** The name of that parameter. */
  readonly param: string;
  readonly integer?: boolean;
  /** The reference promises the header, so that an answer without any id cannot be used. */
  readonly promised?: boolean;
}

/** All operations of one API by operationId. */
export type OperationTable = Readonly<Record<string, Operation>>;
