/** The two APIs that the sandbox simulates. */
export type Api = "supplier" | "lessor";

/** A difference between a value and its schema. */
export interface SchemaIssue {
  /** The place in the value. */
  readonly path: readonly PropertyKey[];
  /** The problem, such as `must be of type string`; it never contains the value, which may be personal. */
  readonly problem: string;
  /** Whether a required property is missing. Default false. */
  readonly isMissing?: boolean;
}
