/** A statement about the service that a document infers or assumes. */
export interface Assumption {
  /** Tells it from every other one, such as `Appointment.supplierNumber` or `vehicles.mileages.get.status.200`. */
  readonly id: string;
  readonly confidence: "inferred" | "assumed";
  readonly statement: string;
}

/** A statement about an operation: that it exists, what it takes, or what it returns. */
export interface OperationAssumption extends Assumption {
  readonly operationId: string;
  readonly part: "operation" | "parameter" | "input" | "status" | "body" | "location";
  /** The name of the parameter, or the status of the response, such as `200` or `2XX`. */
  readonly name?: string;
}

/** A statement about a schema or one of its fields. */
export interface FieldAssumption extends Assumption {
  readonly schema: string;
  /** The field as a JSON pointer from the schema; empty for the schema itself. */
  readonly pointer: string;
  /** Whether it says that an open enumeration has values besides the known ones. */
  readonly otherValues?: true;
}

/** A schema and where it occurs, as a JSON pointer with `*` for the entries of a list. */
type Place = readonly [schema: string, pointer: string];

/** What a document infers or assumes, and where responses show it. */
export interface AssumptionTable {
  readonly operations: readonly OperationAssumption[];
  readonly fields: readonly FieldAssumption[];
  /** The schema of the JSON of each response, by operation and status. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The schemas with assumptions that occur in such a schema, itself included. */
  readonly places: Readonly<Record<string, readonly Place[]>>;
  /** Statements about several operations. */
  readonly rules: readonly Assumption[];
}
