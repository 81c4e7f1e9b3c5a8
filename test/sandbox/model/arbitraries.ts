import fc from "fast-check";
import { rarely, weighted } from "./choose.js";
import { type Decision, decisions, type Review } from "./decide-command.js";
import { amounts, type InvoiceInput } from "./invoice-calls.js";
import type { LineTarget } from "./line-calls.js";
import type { RequestKind } from "./state.js";
import type { Target } from "./target.js";
import type { ClockStep } from "./world-commands.js";

const index = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });

/** The kind of a request. */
export const requestKind = weighted<RequestKind>([1, "service"], [1, "damage"]);

/** Mostly a request of the caller. */
export const target: fc.Arbitrary<Target> = fc.record({
  index,
  as: weighted<Target["as"]>(
    [36, "known"],
    [1, "unknown"],
    [1, "removed"],
    [1, "stranger"],
    [1, "other kind"],
  ),
});

/** A line among those of a request, or a new one. */
export const lineTarget: fc.Arbitrary<LineTarget> = fc.record({ index, isNew: rarely(3) });

/** Any line of a request. */
export const anyIndex = fc.nat(3);

const isAmount = (name: string): name is InvoiceInput["amount"] => Object.hasOwn(amounts, name);

/** An invoice, mostly one that is possible in one of the two phases. */
export const invoice: fc.Arbitrary<InvoiceInput> = fc.record({
  amount: fc.oneof(
    { weight: 3, arbitrary: fc.constant<InvoiceInput["amount"]>("outstanding") },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(amounts).filter(isAmount)) },
  ),
  date: weighted<InvoiceInput["date"]>(
    [8, "latest"],
    [1, "2026-06-14"],
    [1, "2026-06-15"],
    [1, "2026-06-17"],
  ),
  flaw: weighted<InvoiceInput["flaw"]>(
    [16, undefined],
    [1, "number 0"],
    [1, "other sender"],
    [1, "no total"],
  ),
  twice: rarely(8),
});

const isDecision = (name: string): name is Decision => Object.hasOwn(decisions, name);

/** Decisions on the lines of a request, going round. */
export const decisionList: fc.Arbitrary<Decision[]> = fc.array(
  fc.constantFrom(...Object.keys(decisions).filter(isDecision)),
  { minLength: 1, maxLength: 3 },
);

/** A review by the lessor, who mostly approves. */
export const review: fc.Arbitrary<Review> = fc.record({
  index,
  chosen: fc.oneof(fc.constant<Decision[]>(["approve"]), decisionList),
  withUnknownLine: rarely(20),
});

/** How far the clock goes. */
export const clockStep = weighted<ClockStep>(
  [1, 1],
  [1, 7],
  [1, 24],
  [2, "just before midnight"],
  [3, "midnight"],
);
