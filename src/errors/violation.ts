import type { RegCode } from "./catalogue.js";
import type { RegProblemEntry } from "./problem.js";
import type { RuleCode } from "./rule-codes.js";

/** A broken rule, in the shape of the service's own errors (supplier-api.md §7). */
export interface Violation extends RegProblemEntry {
  /** The service's own code where the reference shows one, else a code of this package, such as `RULE-APPROVAL`. */
  readonly code: RegCode | RuleCode;
  /** What is wrong, and what to do about it, in one or two sentences. Holds no personal data. */
  readonly description: string;
  /** `fieldName` is the path of the field at fault, such as `components[0].subcomponents[1].price`. */
  readonly context: { readonly fieldName: string };
}
