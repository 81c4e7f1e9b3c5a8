import fc from "fast-check";
import { invoiceFlaws, likelyInvoiceFlaws } from "./invoice-flaws.js";
import { choose, maybe, weighted } from "./odd-values.js";
import { type FlawPlan, flawsOf, likelyRequestFlaws, requestFlaws } from "./request-flaws.js";
import { type ContentPlan, contentPlan } from "./requests.js";
import { contractChange, licensePlate } from "./sandbox.js";

/** The other open requests for the same vehicle. */
export const situations = {
  nothing: [],
  "other work": ["work"],
  "a rental": ["rental"],
  "other work and a rental": ["work", "rental"],
  "an empty draft": ["empty"],
  "two empty drafts": ["empty", "empty"],
  "an empty draft and a rental": ["empty", "rental"],
} as const;

/** A new request that is submitted when it is created. */
export interface NewRequestCase {
  readonly licensePlate: string;
  readonly content: ContentPlan;
  readonly flaws: readonly FlawPlan[];
  readonly situation: keyof typeof situations;
  /** How much is known of the open requests: their content, their existence, or nothing. */
  readonly open: "read" | "listed" | "unknown";
  /** Whether the caller knows the facts that the reference does not show. */
  readonly isKnown: boolean;
}

/** New requests. */
export const newRequestCase: fc.Arbitrary<NewRequestCase> = fc.record(
  {
    licensePlate,
    content: contentPlan,
    flaws: flawsOf(requestFlaws, likelyRequestFlaws),
    situation: weighted<keyof typeof situations>(
      [16, "nothing"],
      [2, "other work"],
      [2, "a rental"],
      [1, "other work and a rental"],
      [1, "an empty draft"],
      [1, "two empty drafts"],
      [1, "an empty draft and a rental"],
    ),
    open: weighted<NewRequestCase["open"]>([6, "read"], [1, "listed"], [1, "unknown"]),
    isKnown: fc.boolean(),
  },
  { noNullPrototype: true },
);

/** The change that a supplier makes to a line after the decision of the lessor. */
export const lineSteps = ["cancel", "change", "delete"] as const;

/** An existing request that is submitted, perhaps again. */
export interface ResubmissionCase {
  readonly licensePlate: string;
  readonly content: ContentPlan;
  /** Its progress: it is a draft, or the lessor has decided about each line. */
  readonly decisions: readonly string[] | undefined;
  readonly steps: readonly { readonly step: (typeof lineSteps)[number] | "add"; readonly line: number }[];
  readonly flaws: readonly FlawPlan[];
  /** Whether it was submitted once more before that, with further decisions. */
  readonly isSecondRound: boolean;
  readonly change: object | undefined;
  readonly isKnown: boolean;
}

const decision = choose(
  "Approved",
  "Approved",
  "Denied",
  "ProvisionallyApproved",
  "CallLessor",
  "LessorWillCall",
);

/** Existing requests. */
export const resubmissionCase: fc.Arbitrary<ResubmissionCase> = fc.record(
  {
    licensePlate,
    content: contentPlan,
    decisions: maybe(fc.array(decision, { minLength: 1, maxLength: 4 }), 1),
    steps: fc.array(fc.record({ step: choose(...lineSteps, "add"), line: fc.nat(4) }), { maxLength: 3 }),
    flaws: flawsOf(requestFlaws, likelyRequestFlaws),
    isSecondRound: weighted([4, false], [1, true]),
    change: maybe(contractChange, 2),
    isKnown: fc.boolean(),
  },
  { noNullPrototype: true },
);

/** An invoice for one of the existing requests. */
export interface InvoiceCase {
  /** The index of the request, modulo their number. */
  readonly seed: number;
  readonly amount: "due" | "outstanding" | "all that was invoiced, back" | "a euro, back";
  readonly flaws: readonly FlawPlan[];
  /** Whether the caller gives the facts it knows; otherwise they are taken from the request. */
  readonly isExplicit: boolean;
  readonly hasContract: boolean;
  readonly hasLatestDate: boolean;
  readonly isKnown: boolean;
}

/** Invoices. */
export const invoiceCase: fc.Arbitrary<InvoiceCase> = fc.record(
  {
    seed: fc.nat(1_000),
    amount: weighted<InvoiceCase["amount"]>(
      [8, "due"],
      [2, "outstanding"],
      [2, "all that was invoiced, back"],
      [1, "a euro, back"],
    ),
    flaws: flawsOf(invoiceFlaws, likelyInvoiceFlaws),
    isExplicit: fc.boolean(),
    hasContract: weighted([4, true], [1, false]),
    hasLatestDate: weighted([4, true], [1, false]),
    isKnown: fc.boolean(),
  },
  { noNullPrototype: true },
);
