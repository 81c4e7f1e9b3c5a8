import fc from "fast-check";
import {
  type InvoiceCase,
  invoiceCase,
  type NewRequestCase,
  newRequestCase,
  type ResubmissionCase,
  resubmissionCase,
} from "./cases.js";
import { checkInvoiceCase, checkNewRequest, checkResubmission } from "./checks.js";
import { type Outcome, Statistics } from "./compare.js";
import { plantSeeds } from "./invoice-seeds.js";
import { Bench } from "./sandbox.js";

/** A case of any area. */
export type Case =
  | { readonly area: "new requests"; readonly plan: NewRequestCase }
  | { readonly area: "resubmissions"; readonly plan: ResubmissionCase }
  | { readonly area: "invoices"; readonly plan: InvoiceCase };

const anyCase: fc.Arbitrary<Case> = fc.oneof(
  { weight: 4, arbitrary: newRequestCase.map((plan): Case => ({ area: "new requests", plan })) },
  { weight: 1, arbitrary: resubmissionCase.map((plan): Case => ({ area: "resubmissions", plan })) },
  { weight: 3, arbitrary: invoiceCase.map((plan): Case => ({ area: "invoices", plan })) },
);

/** The result of many cases. */
export interface Result {
  readonly seed: number;
  readonly statistics: Statistics;
  /** The smallest case in which the rules and the sandbox disagree, and its result; undefined if they agree. */
  readonly disagreement: { readonly case: Case; readonly outcome: Outcome | string } | undefined;
}

/** Compares the rules with the sandbox on the given number of cases; the same seed gives the same cases. */
export async function runDifferential({
  runs,
  seed,
}: {
  readonly runs: number;
  readonly seed: number;
}): Promise<Result> {
  const statistics = new Statistics();
  const requests = new Bench(seed);
  const invoices = new Bench(seed);
  const seeds = await plantSeeds(invoices, seed);
  invoices.keep();

  const outcomeOf = (each: Case): Promise<Outcome | undefined> => {
    if (each.area === "new requests") return checkNewRequest(requests, each.plan);
    if (each.area === "resubmissions") return checkResubmission(requests, each.plan);
    return checkInvoiceCase(invoices, seeds, each.plan);
  };
  const property = fc.asyncProperty(anyCase, async (each) => {
    const outcome = await outcomeOf(each);
    if (outcome === undefined) return;
    statistics.note(outcome);
    const { disagreements } = outcome.verdict;
    if (disagreements.length > 0) throw new Error(disagreements.join("\n"));
  });
  const { failed, counterexample } = await fc.check(property, { numRuns: runs, seed });
  const [smallest] = counterexample ?? [];
  if (!failed || smallest === undefined) return { seed, statistics, disagreement: undefined };
  const outcome = await outcomeOf(smallest).catch(String);
  return { seed, statistics, disagreement: { case: smallest, outcome: outcome ?? "no outcome" } };
}
