import type { OperationId } from "../core/router.js";
import type { FaultKind } from "./kinds.js";

/** A request, as a fault looks at it to see whether it is meant. */
export interface FaultCall {
  readonly operationId: OperationId;
  /** The parameters in the path, decoded, such as `{ id }`. */
  readonly params: Readonly<Record<string, string>>;
  /** Its method, address and headers. The body has been read, and stands in `body`. */
  readonly request: Request;
  /** The bytes of the request's body. */
  readonly body: Uint8Array;
}

/**
 * A fault that is to happen. It befalls requests that are within the limit and bear a good token; the others are
 * refused before. Where several faults are due for one request, the one that was asked for first happens.
 */
export interface Fault {
  /** The operationId, such as `serviceRequests.invoices.create`; several of them; or `*` for every operation, `token.create` included. */
  readonly operation: OperationId | readonly OperationId[] | "*";
  /** Looks at each request of the operation, and answers whether it is meant. Default: all are. */
  readonly matches?: (call: FaultCall) => boolean;
  /**
   * How many matching requests to let through first: 2 means that the third one is the first to fail. All matching
   * requests count, also those that another fault befalls. Default 0.
   */
  readonly skip?: number;
  /** How likely it befalls each matching request after those, from 0 to 1. The same seed and calls give the same faults. Default 1. */
  readonly probability?: number;
  /** How often it happens in all; `Infinity` for no end. Default 1. */
  readonly times?: number;
  /**
   * Before the service acts, or after it has: "it was done, but the answer was lost". Default `before-commit`; for
   * `contentType` and `drip`, which need the real answer, `after-commit`.
   */
  readonly when?: "before-commit" | "after-commit";
  readonly with: FaultKind;
}

/** What became of a fault. */
export interface FaultHandle {
  /** How many more times it will happen: `Infinity` if without end, 0 once it is over. */
  readonly remaining: number;
  /** How many times it has happened. */
  readonly happened: number;
  /** Has it not happen any more. */
  cancel(): void;
}
