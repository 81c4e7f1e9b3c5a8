import type { Verdict } from "./compare.js";
import type { Area } from "./statistics.js";

/** What came of a case. */
export interface Outcome {
  readonly area: Area;
  readonly isAccepted: boolean;
  /** What was sent in the end. */
  readonly sent: unknown;
  readonly verdict: Verdict;
}
