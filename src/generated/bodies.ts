// Written by openapi/generate.ts.

/** A JSON schema of draft 2020-12; references lead to `#/$defs`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A response that an operation may give. */
export interface ResponseForm {
  /** Whether it carries `Location`. */
  readonly location?: "always" | "maybe";
  /** The schemas of its body by media type; absent where none is promised. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
}

/** The request and the responses of an operation. */
export interface OperationForm {
  readonly path?: Readonly<Record<string, JsonSchema>>;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  /** Whether there are query parameters beyond those, whose names are not shown. */
  readonly openQuery?: true;
  /** The schemas of the request body by media type; absent where there is none. */
  readonly body?: Readonly<Record<string, JsonSchema>>;
  /** By status, such as `200` or `2XX`. */
  readonly responses: Readonly<Record<string, ResponseForm>>;
}
