import fc from "fast-check";
import { invoiceFlaws, likelyInvoiceFlaws } from "./invoice-flaws.js";
import { choose, maybe, weighted } from "./odd-values.js";
import { type FlawPlan, flawsOf, likelyRequestFlaws, requestFlaws } from "./request-flaws.js";
import { type ContentPlan, contentPlan } from "./requests.js";
import { contractChange, licensePlate } from "./sandbox.js";

/** What else is open for the same vehicle. */
export const situations = {
  nothing: [],
  "other work": ["work"],
  "a rental": ["rental"],
  "other work and a rental": ["work", "rental"],
  "an empty draft": ["empty"],
  "two empty drafts": ["empty", "empty"],
  "an empty draft and a rental": ["empty", "rental"],
} as const;

/** A new request that asks for approval at once. */
export interface NewRequestCase {
  readonly licensePlate: string;
  readonly content: ContentPlan;
  readonly flaws: readonly FlawPlan[];
  readonly situation: keyof typeof situations;
  /** How much of the open requests is known: what they hold, that they are there, or nothing. */
  readonly open: "read" | "listed" | "unknown";
  /** Whether the caller knows what the reference does not show. */
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

/** What a supplier does to a line after the lessor has answered. */
export const lineSteps = ["cancel", "change", "delete"] as const;

/** A request that is there and asks for approval, perhaps again. */
export interface ResubmissionCase {
  readonly licensePlate: string;
  readonly content: ContentPlan;
  /** How far it has come: it is a draft, or the lessor has decided line by line. */
  readonly decisions: readonly string[] | undefined;
  readonly steps: readonly { readonly step: (typeof lineSteps)[number] | "add"; readonly line: number }[];
  readonly flaws: readonly FlawPlan[];
  /** Whether it asks for approval once more before that, with another round of decisions. */
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

/** Requests that are there. */
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

/** An invoice for one of the requests that are there. */
export interface InvoiceCase {
  /** Which request; goes round. */
  readonly seed: number;
  readonly amount: "due" | "outstanding" | "all that was invoiced, back" | "a euro, back";
  readonly flaws: readonly FlawPlan[];
  /** Whether the caller says what it knows, rather than leaving it to the request. */
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
