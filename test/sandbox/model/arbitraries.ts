import fc from "fast-check";
import { maybe, rarely, weighted } from "./choose.js";
import { type ClockStep, type Decision, decisions, type Review } from "./commands.js";
import {
  type AppointmentName,
  appointments,
  type Content,
  kindsFor,
  type LineInput,
  type LineKind,
} from "./content.js";
import { amounts, type InvoiceInput } from "./invoice-calls.js";
import type { RequestKind, Target } from "./model.js";
import type { LineTarget, Patch } from "./request-calls.js";

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

const isAppointment = (name: string): name is AppointmentName => Object.hasOwn(appointments, name);
const appointment = fc.constantFrom(...Object.keys(appointments).filter(isAppointment));
const partialVin = fc.constantFrom("JF123456", "JF000001");

/** What a line is on a request of each kind; rarely one that belongs on the other. */
export const anyLineKinds: fc.Arbitrary<Readonly<Record<RequestKind, LineKind>>> = fc.record({
  service: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...kindsFor.service) },
    { weight: 1, arbitrary: fc.constantFrom(...kindsFor.damage) },
  ),
  damage: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...kindsFor.damage) },
    { weight: 1, arbitrary: fc.constantFrom(...kindsFor.service) },
  ),
});

const licensePlate = weighted(
  [6, "AB-123-C"],
  [4, "DE-456-F"],
  [5, "JK-707-N"],
  [1, "GH-789-J"],
  [1, "XX-000-X"],
);

const linesOf = (kinds: readonly LineKind[], maxLength: number): fc.Arbitrary<LineInput[]> =>
  fc.array(fc.record({ slot: fc.nat(9), kind: fc.constantFrom(...kinds) }), { maxLength, size: "max" });

/** Lines that are enough for approval, on a vehicle where they are allowed. */
const completeLines: Readonly<Record<RequestKind, readonly (readonly [number, readonly LineKind[]])[]>> = {
  service: [
    [3, ["reading", "oil"]],
    [2, ["reading", "oil", "brakes"]],
    [2, ["reading", "oil for free"]],
    [1, ["reading", "materials", "materials"]],
    [2, ["rental"]],
  ],
  damage: [
    [2, ["bumper"]],
    [2, ["bumper", "windscreen"]],
    [1, ["bumper for free"]],
  ],
};

/** Content with which a request can be sent to the lessor, unless its vehicle prevents it. */
export function completeContent(kind: RequestKind): fc.Arbitrary<Content> {
  return fc
    .record({
      status: weighted<Content["status"]>([1, "Draft"], [3, "ApprovalRequested"]),
      licensePlate,
      partialVin,
      kinds: weighted(...completeLines[kind]),
    })
    .map(({ kinds, ...content }) => ({
      ...content,
      appointment: kinds.includes("rental") ? "rental" : "repair",
      lines: kinds.map((each, slot) => ({ slot, kind: each })),
    }));
}

/** Any content, which often lacks something. */
const anyContent = (kind: RequestKind): fc.Arbitrary<Content> =>
  fc.record({
    status: fc.constantFrom<Content["status"]>("Draft", "ApprovalRequested"),
    licensePlate,
    partialVin: maybe(partialVin),
    appointment: maybe(appointment),
    lines: linesOf(kindsFor[kind], 3),
  });

/** Content that is complete but for the appointment and the VIN, which may be any. */
const nearlyComplete = (kind: RequestKind): fc.Arbitrary<Content> =>
  fc
    .record({
      complete: completeContent(kind),
      partialVin: maybe(partialVin),
      appointment: maybe(appointment),
    })
    .map(({ complete, ...others }) => ({ ...complete, ...others }));

/** The content of a request of a kind. */
export const content = (kind: RequestKind): fc.Arbitrary<Content> =>
  fc.oneof(
    { weight: 3, arbitrary: completeContent(kind) },
    { weight: 2, arbitrary: nearlyComplete(kind) },
    { weight: 1, arbitrary: anyContent(kind) },
  );

/** Changes, a status, or both. */
export const patch: fc.Arbitrary<Patch> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Patch>({ status: "ApprovalRequested" }) },
  {
    weight: 4,
    arbitrary: fc.record({
      status: weighted<Patch["status"]>(
        [6, undefined],
        [3, "ApprovalRequested"],
        [1, "Draft"],
        [1, "Approved"],
      ),
      licensePlate: maybe(licensePlate, 5),
      partialVin: maybe(partialVin),
      appointment: maybe(appointment),
      lines: maybe(fc.array(fc.record({ slot: fc.nat(4), kinds: anyLineKinds }), { maxLength: 2 })),
      remarks: maybe(fc.constant("Key at the desk")),
    }),
  },
);
