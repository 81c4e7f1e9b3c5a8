import type { RequestKind } from "../../base/kinds.js";
import { asInput } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";
import { type Phase, phaseOfStatus } from "../phases/phases.js";
import { isReadingCode, readingCodes } from "../vocabulary.js";
import { type ApprovalContext, readContext, readRequest } from "./approval-input.js";
import { allowedViolations } from "./approval-lines.js";
import {
  damageViolations,
  duplicateViolations,
  lessorViolations,
  openRequestViolations,
  startViolations,
  valueViolations,
} from "./content.js";
import {
  type DraftLine,
  isCancelled,
  isRental,
  isSettled,
  openLines,
  plateOf,
  type RequestDraft,
  withParts,
} from "./draft.js";
import { phaseViolations } from "./phase.js";
import { lineNames, ruleViolation, withMeaningful, withReadable } from "./violation.js";

/**
 * Checks whether a request can be sent to the lessor for approval. Returns every violated rule, each with its code, the
 * field and what to do; empty if no violation is known. It sends nothing, and throws nothing for any JSON, so that a
 * form can be checked while it is filled in. What only the service knows is not checked, such as which subcomponents a
 * component needs. The workflow `submit` checks the same. See docs/approval.md.
 *
 * @param request as the service shows it, as it is about to be sent, or a part of either
 * @param context the data to check it against; rules whose data is left out, or null, are not checked
 *
 * @example
 * for (const { context, description } of checkApproval(form, { contract })) show(context.fieldName, description);
 *
 * @see supplier-api.md §2, §3, §4.1, §8
 */
export function checkApproval(request: RequestDraft, context: ApprovalContext = {}): Violation[] {
  return asInput("request", undefined, () => findApprovalViolations(request, readContext(context)));
}

/** Does the same for a context in which every value has its type, as one of the sandbox has. */
export function findApprovalViolations(request: RequestDraft, given: ApprovalContext): Violation[] {
  const { kind = "service", contract, allowedComponents, openRequests, known = {}, allowIncomplete = false } = given;
  const { content: draft, violations: malformed, converted } = readRequest(request, given);
  const { components = [] } = draft;
  const lines = openLines(components);
  const parts = withParts(lines);
  const others = [
    ...phaseViolations(phaseOfDraft(draft), "submit"),
    ...requirementViolations(draft, kind, isRental(draft, kind, known)),
    ...lessorViolations(draft, given),
    ...startViolations(draft, contract),
    ...damageViolations(parts, contract),
    ...valueViolations(parts, { warranty: known.warranties, leniency: known.leniencies }),
    ...(allowedComponents === undefined
      ? []
      : allowedViolations(lines, allowedComponents, { kind, needs: allowIncomplete ? "draft" : "approval" })),
  ];
  return [
    ...(given.fromService ? withReadable(malformed, converted, others) : withMeaningful(malformed, others)),
    ...duplicateViolations(components, known.repeatableCodes),
    ...openRequestViolations(draft, { kind, openRequests, known }),
  ].map((violation) => withLineOf(violation, components, allowedComponents));
}

/** Adds the line that a violation about the lines of a request is about. */
function withLineOf(
  violation: Violation,
  lines: readonly DraftLine[],
  allowed: readonly AllowedComponent[] = [],
): Violation {
  const index = Number(/^components\[(\d+)\]/.exec(violation.context.fieldName)?.[1]);
  const content = lines[index];
  return content === undefined ? violation : withLine(violation, index, content, allowed);
}

/** Adds the line that a violation is about, and its place among the lines. */
export function withLine(
  violation: Violation,
  index: number,
  { id, reg: { code: component, description } = {} }: DraftLine,
  allowed: readonly AllowedComponent[] = [],
): Violation {
  const name = description ?? allowed.find(({ regCode }) => regCode === component)?.description;
  return { ...violation, line: { index, ...lineNames({ id, component, name }) } };
}

/** A request that exists can be submitted in some phases only. If its status is not known, this is not checked. */
function phaseOfDraft({ id, status }: RequestDraft): Phase | undefined {
  return id === undefined || status === undefined ? undefined : phaseOfStatus(status);
}

function requirementViolations(request: RequestDraft, kind: RequestKind, isForRental: boolean): Violation[] {
  const lines = request.components ?? [];
  const description = "The license plate is mandatory: fill it in.";
  const plateViolations = hasContent(plateOf(request))
    ? []
    : [ruleViolation({ rule: "license-plate", field: "vehicle.licensePlate", description })];
  const required = Object.entries(requirements[kind === "damage" ? "damage" : isForRental ? "rental" : "work"]);
  return [
    ...plateViolations,
    ...required
      .filter(([, { isMet }]) => !isMet(request, lines))
      .map(([rule, { field, needs }]) =>
        ruleViolation({ rule: rule as RuleId, field, description: `Approval needs ${needs}.` }),
      ),
  ];
}

interface Requirement {
  readonly field: string;
  /** The missing content, and what to do about it. */
  readonly needs: string;
  readonly isMet: (request: RequestDraft, lines: readonly DraftLine[]) => boolean;
}

type Requirements = Readonly<Partial<Record<RuleId, Requirement>>>;

const workOrderNumber: Requirement = {
  field: "appointment.workOrderNumber",
  needs: "a work order number: give your own number for the work",
  isMet: ({ appointment }) => hasContent(appointment?.workOrderNumber),
};

/** The requirements by the kind of work. For damage none is shown: that it needs a line is assumed. */
const requirements: Readonly<Record<"work" | "rental" | "damage", Requirements>> = {
  work: {
    "partial-vin": {
      field: "vehicle.partialVin",
      needs: "the partial VIN: give it with the vehicle",
      isMet: ({ vehicle }) => hasContent(vehicle?.partialVin),
    },
    "work-order-number": workOrderNumber,
    "estimated-duration": {
      field: "appointment.estimatedDurationInDays",
      needs: "the estimated duration: give a whole number of days",
      isMet: ({ appointment }) => appointment?.estimatedDurationInDays !== undefined,
    },
    "workshop-date": {
      field: "appointment.workshopDate",
      needs: "a workshop date: give the day of the work",
      isMet: ({ appointment }) => hasContent(appointment?.workshopDate),
    },
    "contact-person": {
      field: "appointment.contact",
      needs: "a contact person: give a name",
      isMet: ({ appointment }) => hasContent(appointment?.contact?.name),
    },
    reading: {
      field: "components",
      needs:
        'the mileage or the operating hours: add a line made with mileageReading() (code 5401) or hoursReading() (code 5449). Such a line has the operation 19 without a type, the reason 99 and a value. A rental vehicle needs no reading, but a checkout date in place of the workshop date; check a damage, which needs none either, with `kind: "damage"`',
      isMet: (_, lines) => countedLines(lines).some(isReading),
    },
    "further-line": {
      field: "components",
      needs: "a line besides the reading: add the work that is planned",
      isMet: (_, lines) => lines.length > 1 || !lines.every(isReadingLine),
    },
  },
  rental: {
    "work-order-number": workOrderNumber,
    "checkout-date": {
      field: "appointment.checkoutDate",
      needs: "a checkout date: give the time at which the rental vehicle is handed over",
      isMet: ({ appointment }) => hasContent(appointment?.checkoutDate),
    },
    "one-rental-line": {
      field: "components",
      needs: "exactly one line, the rental vehicle: add it, or remove the other lines",
      isMet: (_, lines) => hasOneLine(lines),
    },
  },
  damage: {
    "damage-line": { field: "components", needs: "a line: add the work", isMet: (_, lines) => lines.length > 0 },
  },
};

function hasContent(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "";
}

function isReadingLine({ reg }: DraftLine): boolean {
  return isReadingCode(reg?.code);
}

/** A reading has the operation 19 without a type, the reason 99, and a value (supplier-api.md §2.3). */
function isReading(line: DraftLine): boolean {
  const { operation, reason, value } = line;
  const isComplete =
    operation?.code === readingCodes.operation &&
    operation.type === undefined &&
    reason?.code === readingCodes.reason &&
    value !== undefined;
  return isReadingLine(line) && (isComplete || isSettled(line));
}

/** Cancelled lines do not count; but if all work is cancelled, the lessor must approve its cancellation. */
function countedLines(lines: readonly DraftLine[]): readonly DraftLine[] {
  const wanted = lines.filter((line) => !isCancelled(line));
  return wanted.every(isReadingLine) ? lines : wanted;
}

/** There can be cancelled lines besides the one; if all are cancelled, the lessor must approve that. */
function hasOneLine(lines: readonly DraftLine[]): boolean {
  const wanted = lines.filter((line) => !isCancelled(line)).length;
  return wanted === 1 || (wanted === 0 && lines.length > 0);
}
