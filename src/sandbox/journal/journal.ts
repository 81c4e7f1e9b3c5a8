import type { OperationId } from "../core/router.js";

/** One request that the sandbox was sent; it holds no id, header or body. */
export interface JournalEntry {
  /** Undefined if no operation stands under the path. */
  readonly operationId: OperationId | undefined;
  readonly method: string;
  /** The path template; `(unknown)` if no operation stands under the path. */
  readonly path: string;
  /** The status of the answer, or what a fault did in place of one. */
  readonly status: number | "reset" | "stall";
  /** When it was asked, in UTC. */
  readonly at: string;
}
