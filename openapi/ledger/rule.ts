import type { errorCodes } from "../../src/generated/error-codes.js";

/** How sure a statement about the services is, the surest first; the last one is not carried out by the sandbox. */
export const confidences = ["documented", "inferred", "assumed", "not simulated"] as const;

/** How sure a statement about the services is. */
export type Confidence = (typeof confidences)[number];

/** A code of the service, or one that the sandbox made up. */
export type LedgerCode = keyof typeof errorCodes | `SANDBOX-${string}`;

/** What is known of a rule, wherever it stands. */
interface RuleFacts {
  /** Tells it from every other rule. */
  readonly id: string;
  /** The rule in a sentence or two. */
  readonly rule: string;
  /** The codes under which the sandbox refuses what breaks it. */
  readonly codes?: readonly LedgerCode[];
  /** Where it is carried out, from src/sandbox. */
  readonly files: readonly [string, ...string[]];
}

/**
 * A rule as it stands in a table. The source is where the reference says it, such as `supplier-api.md §3, §4.1`; of
 * what is assumed or not simulated, where the reference leaves it open or says otherwise.
 */
export type RuleEntry = RuleFacts &
  (
    | {
        readonly confidence: "documented";
        readonly source: string;
        /** The rules of the reference whose tests fail if the sandbox departs from this one, as test/sandbox/reference.ts numbers them. */
        readonly tests: readonly [string, ...string[]];
      }
    | { readonly confidence: "inferred"; readonly source: string }
    | { readonly confidence: "assumed" | "not simulated"; readonly source?: string }
  );

/** A rule with the area that it belongs to. */
export type Rule = RuleEntry & { readonly area: string };

/** The rules of one area. */
export function rulesOf(area: string, entries: readonly RuleEntry[]): readonly Rule[] {
  return entries.map((entry) => ({ ...entry, area }));
}
