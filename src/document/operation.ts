/**
 * What a JSON value must be: anything, a text, a list whose entries have this content, or an object with these fields
 * and any others.
 */
export type RequiredContent =
  | "any"
  | "text"
  | readonly RequiredContent[]
  | { readonly [field: string]: RequiredContent };

/** The effects of an operation decide whether a request may be sent again. From `x-reg-effects`. */
export type Effects = "read" | "idempotent" | "create" | "transition";

/** One entry of an operation table, which `openapi/generate.ts` writes from the OpenAPI documents. */
export interface Operation {
  /** The operationId: the operation's path on the client, such as `serviceRequests.components.put`. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The path template, such as `/v2/servicerequests/{id}`. */
  readonly path: string;
  /** The names of the path parameters, in their order. */
  readonly pathParams: readonly string[];
  /** The argument after the path parameters: a query, a JSON body, form fields, a file, or none. */
  readonly input: "query" | "json" | "form" | "binary" | "none";
  /** The body of a success response: always JSON, JSON or nothing, a file, or none. */
  readonly output: "json" | "json?" | "binary" | "none";
  readonly effects: Effects;
  /** The statuses of a success, if the reference shows them. Undefined: any 2xx. */
  readonly success?: readonly number[];
  /** Of these fields, an error of the service has at least one. Undefined: its form is not shown. */
  readonly errorFields?: Readonly<Record<string, RequiredContent>>;
  /** The parts that the JSON of a success response must have. Default: it is an object or a list. */
  readonly content?: RequiredContent;
  /** The content of the response is in its `data` field. */
  readonly envelope?: boolean;
  /** The media type of the file of a success. Undefined: any. */
  readonly fileType?: string;
  /** The content type of an upload that has none. */
  readonly uploadType?: string;
  /** Set if the `Location` of a success response identifies the created resource. */
  readonly created?: LocationRule;
  /** The phases in which the reference allows the operation. */
  readonly phases?: readonly string[];
}

/** How to read the id of a created resource. */
export interface LocationRule {
  /** The template of the path in `Location`. */
  readonly path: string;
  /** The name of its parameter that is the id. */
  readonly param: string;
  readonly integer?: boolean;
  /** The reference promises the header, so a response without an id cannot be used. */
  readonly promised?: boolean;
}

/** All operations of one API by operationId. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** The methods of the documents. */
export const httpMethods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;

/** Whether a value is one of them. */
export const isHttpMethod = (method: unknown): method is Operation["method"] =>
  httpMethods.some((each) => each === method);

/** Whether each segment of a path is a name or a parameter, so that the URL stays below the address of the service. */
export function isTemplate(path: unknown): path is string {
  return (
    typeof path === "string" &&
    /^(?:\/(?:[\w~:@!$&'()*+,;=.-]+|\{\w+\}))+\/?$/.test(path) &&
    !/\/\.\.?(?:\/|$)/.test(path)
  );
}

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
