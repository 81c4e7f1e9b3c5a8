import { errorCodes as catalogue } from "../generated/error-codes.js";

/** A code of the service that this package knows. The service has more: their list is not shown. */
export type RegCode = keyof typeof catalogue;

/** A function of this package that finds broken rules before anything is sent. */
export type CheckName = "checkApproval" | "checkInvoice";

/** What is known about one code. */
export interface CodeEntry {
  /** The HTTP status that it comes with. */
  readonly status: number;
  /** Whether sending the same again can succeed. */
  readonly retryable: boolean;
  /** The field at fault; absent if the code is about no field of the body. */
  readonly field?: string;
  /** What the code says. */
  readonly meaning: string;
  /** How a caller gets there. */
  readonly cause: string;
  /** What to do next. */
  readonly action: string;
  /** Where the reference documents it. */
  readonly source: string;
  /** Which of our checks find it before anything is sent; none if only the service can know. */
  readonly caughtBy: readonly CheckName[];
}

/**
 * Every documented code with its status, meaning, cause and remedy.
 * Source: supplier-api.md §7, by way of `x-reg-codes` in `openapi/supplier.yaml`.
 */
export const errorCodes: Readonly<Record<RegCode, CodeEntry>> = catalogue;
