import { errorActions, errorCodes as facts } from "../generated/error-codes.js";
import type { RuleEntry } from "./rule-codes.js";

/** A code of the service that this package knows. The service has more: their list is not shown. */
export type RegCode = keyof typeof facts;

/** What is known about a code of the service: what its rule is, and how the service answers. */
export interface CodeEntry extends RuleEntry {
  /** The HTTP status that it comes with. */
  readonly status: number;
  /** Whether sending the same again can succeed. */
  readonly retryable: boolean;
  /** The field at fault; absent if the code is about no field of the body. */
  readonly field?: string;
}

/**
 * Every documented code with its status, meaning, cause and remedy.
 * Source: supplier-api.md §7, by way of `x-reg-codes` in `openapi/supplier.yaml`.
 */
export const errorCodes: Readonly<Record<RegCode, CodeEntry>> = /* @__PURE__ */ catalogue();

function catalogue(): Readonly<Record<RegCode, CodeEntry>> {
  const actions: Readonly<Record<string, string>> = errorActions;
  return Object.fromEntries(
    Object.entries(facts).map(([code, entry]): readonly unknown[] => [
      code,
      { ...entry, action: actions[code] },
    ]),
  );
}
