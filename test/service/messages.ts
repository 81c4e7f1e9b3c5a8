/** A value of JSON of which nothing is known. */
export type Json = ReturnType<typeof JSON.parse>;

/** A request. A difference changes it from the form of the service into that of the references. */
export interface Call {
  readonly operationId: string;
  /** The parameters in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** JSON as a value, a form as URLSearchParams, anything else as bytes; undefined if there is none. */
  body: Json;
}

/** A response. A difference changes it from the form of the references into that of the service. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Bytes are sent as they are, and everything else as JSON. */
  body?: Json;
}

/** A response with an error. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`status ${reply.status}`);
    this.reply = reply;
  }
}

/** An error in the form of supplier-api.md §7. Without a code it has no list of errors. */
export function refuse(status: number, detail: string, [code, fieldName]: readonly string[] = []): never {
  const errors = code === undefined ? [] : [{ code, description: detail, context: fieldName ? { fieldName } : {} }];
  const body = {
    type: `https://httpstatuses.io/${status}`,
    title: "Error",
    status,
    detail,
    traceId: "4bf92f35",
    errors,
  };
  throw new Refusal({ status, headers: {}, body });
}

/** A response with JSON. */
export const json = (body: Json, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body,
});

/** A response without a body. */
export const nothing = (status = 204, headers: Record<string, string> = {}): Reply => ({ status, headers });
