import type { BridgeForm } from "./bridge.js";

/** How sure the OpenAPI document of this package is of a statement about the service. */
export type Confidence = "documented" | "inferred" | "assumed";

/**
 * How a response differs from the document; docs/validation.md explains each kind:
 *
 * - `missing`: a required field, a body or a header is not there.
 * - `renamed`: probably, a field has another name, at `foundAt`.
 * - `envelope`: the content is in another place: in another wrapper, a further one, or none.
 * - `type`: a value has another type, or a text has another form.
 * - `value`: a text is not one of the permitted values, or too long.
 * - `new`: a field or a value is not in the document, which is no error.
 * - `status`, `media-type`, `code`: a status, a media type or an error code is not in the document. Another code is no
 *   error, because the reference shows only some.
 */
export type DifferenceKind =
  | "missing"
  | "renamed"
  | "envelope"
  | "type"
  | "value"
  | "new"
  | "status"
  | "media-type"
  | "code";

/** One difference between a response and the document. It contains no values. */
export interface ResponseDifference {
  /** The operation: its path on the client. */
  readonly operationId: string;
  /**
   * The documented place in the body as a JSON pointer, in which `*` stands for every entry of a list and for a name
   * that may be a value, such as `/data/components/*`; `""` is the whole body. Of `new`, the place of the service. For
   * a status and a media type `""`, for a header such as `/headers/location`.
   */
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /**
   * The expected forms, such as `text (date) or null`. A form is `text`, `number`, `integer`, `boolean`, `null`,
   * `object`, `list` or `any`; a text may have a format in brackets: `date`, `date-time`, `guid` or `decimal`. Other
   * kinds than `missing`, `renamed`, `envelope` and `type` have other texts, such as statuses or media types.
   */
  readonly expected: string;
  /** The form that was found, such as `number`, or `nothing`; never the value. */
  readonly found: string;
  /**
   * Of `renamed` and `envelope`: where the response has the value instead, as a JSON pointer of the same form as
   * `pointer`, from the documented places above it. `/data` and `""`: the content is not in `data`. `/serviceRequests`
   * and `""`: the body is the list itself. `""` and `/result`: the content is in a wrapper `result`.
   */
  readonly foundAt?: string;
  /** Of `type`: the form that a bridge at this place can have; not there if no form of a bridge can read the value. */
  readonly form?: BridgeForm;
  /** How sure the document is of this place. */
  readonly confidence: Confidence;
}

/** Two differences with the same key are the same one, also if the document says something else of another status. */
export function keyOf({ operationId, pointer, kind, found, foundAt }: ResponseDifference): string {
  return JSON.stringify([operationId, pointer, kind, found, foundAt]);
}

/** Where the value of a difference was found, in words. */
export function describeFound({ found, foundAt }: Pick<ResponseDifference, "found" | "foundAt">): string {
  if (foundAt === undefined) return found;
  return foundAt === "" ? `${found} as the whole body` : `${found} at ${foundAt}`;
}

/** A response as a validator receives it, success or error, before the client reads its content. */
export interface ReceivedResponse {
  readonly operationId: string;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the body; undefined for an empty body, a file, and a body that is not JSON. */
  readonly body: unknown;
  /** The parsed JSON of the request that the program made; undefined for a request without JSON. */
  readonly sent?: unknown;
  /**
   * Why there is no `body` although there is or may be one: it is `incomplete` if it did not arrive, or is JSON that
   * was cut off, so that another attempt may get it; any other text is `not-json`. Undefined for a file and an empty
   * body.
   */
  readonly unreadable?: "incomplete" | "not-json" | undefined;
  /** Removes the secrets of the call from a text, such as a token that the service repeats in the name of a field. */
  readonly redact?: ((text: string) => string) | undefined;
}

/**
 * Compares the responses of a client with the OpenAPI document: see `createResponseValidator` of `@reg/sdk/validation`.
 */
export interface ResponseValidator {
  /** `report` emits an event for each new difference; `throw` rejects the call as well. */
  readonly mode: "report" | "throw";
  /**
   * Whether it never changes what it receives: then the call returns the same parsed body. Otherwise the client parses
   * each body once for the validators and once for the call. A validator that wraps another one states its own. Default
   * false.
   */
  readonly readsOnly?: boolean | undefined;
  /** Returns the differences of a response that were not returned before; in the mode `throw`, all of them. */
  inspect(response: ReceivedResponse): readonly ResponseDifference[];
}
