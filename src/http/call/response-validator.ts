/** How sure the OpenAPI document of this package is of a statement about the service. */
export type Confidence = "documented" | "inferred" | "assumed";

/**
 * How a response differs from the document: a required field is missing; a value has another type, or another form,
 * such as a date-time where a date is expected; a text is not one of the permitted values (closed enumerations only); a
 * field or a value of an open enumeration is new, which is no error; or a status, a media type or an error code is not
 * in the document.
 */
export type DifferenceKind = "missing" | "type" | "value" | "new" | "status" | "media-type" | "code";

/** One difference between a response and the document. It contains no values. */
export interface ResponseDifference {
  /** The operation: its path on the client. */
  readonly operationId: string;
  /**
   * The place in the body as a JSON pointer, in which `*` stands for every entry of a list and for a name that may be a
   * value, such as `/data/components/*`. For a status, a media type and a header: `""` or `/headers/location`.
   */
  readonly pointer: string;
  readonly kind: DifferenceKind;
  /** The expected type or form, such as `text (date)`. */
  readonly expected: string;
  /** The type or form that was found, such as `number`; never the value. */
  readonly found: string;
  /** How sure the document is of this place. */
  readonly confidence: Confidence;
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
  /** Returns the differences of a response that were not returned before; in the mode `throw`, all of them. */
  inspect(response: ReceivedResponse): readonly ResponseDifference[];
}
