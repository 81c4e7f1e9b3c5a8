import type { Violation } from "../../errors/problem.js";
import type { Contract } from "../../generated/supplier/models.js";
import { isGuid, isReadingCode, plainPlate, type RequestKind, readingCodes } from "../domain.js";
import { phaseOfStatus, transitionsFrom } from "../phases/phases.js";
import { type ApprovalContext, readContext, readRequest } from "./approval-input.js";
import { allowedViolations } from "./approval-lines.js";
import {
  type DraftLine,
  type DraftPart,
  isCancelled,
  isRental,
  type Known,
  type OpenRequest,
  openLines,
  type Placed,
  type RequestDraft,
  withParts,
} from "./draft.js";
import { regViolation, ruleViolation, violatedFields } from "./violation.js";

/**
 * Checks whether a request can be sent to the lessor for approval. Returns every violated rule at once, each with the
 * field and what to do about it; empty if no violation is known. It sends nothing, and throws nothing for any JSON, so
 * that a form can be checked while it is filled in: `checkApproval({})` returns everything that is missing. A null in
 * the context means the same as a field that is left out.
 *
 * Facts that only the service knows are not checked: whether the vehicle exists and its lessor is active, which
 * subcomponents a component needs, excludes or repeats, and limits of prices. Source: supplier-api.md §2, §3, §4.1, §8.
 *
 * @param request as the service shows it, as it is about to be sent, or a part of either
 * @param context the data to check it against; rules that need data that is left out are not checked
 */
export function checkApproval(request: RequestDraft, context: ApprovalContext = {}): Violation[] {
  const { kind = "service", contract, allowedComponents, openRequests, known = {} } = readContext(context);
  const { content: draft, violations: malformed } = readRequest(request);
  const { components = [] } = draft;
  const lines = openLines(components);
  const parts = withParts(lines);
  const malformedFields = violatedFields(malformed);
  const others = [
    ...phaseViolations(draft),
    ...requirementViolations(draft, kind, isRental(draft, kind, known)),
    ...contractViolations(draft, parts, contract),
    ...valueViolations(parts, known),
    ...(allowedComponents === undefined ? [] : allowedViolations(lines, allowedComponents, kind)),
  ];
  return [
    ...malformed,
    // If the form of a field is wrong, its other violations are not meaningful.
    ...others.filter(({ context: { fieldName } }) => !malformedFields.has(fieldName)),
    ...duplicateViolations(components, known.repeatableCodes),
    ...(kind === "damage" || openRequests === undefined
      ? []
      : openRequestViolations(draft, openRequests, known)),
  ];
}

/** A request that exists can be submitted in some phases only. If its status is not known, this is not checked. */
function phaseViolations({ id, status }: RequestDraft): Violation[] {
  const phase = id === undefined || status === undefined ? undefined : phaseOfStatus(status);
  if (phase === undefined || transitionsFrom(phase, "submit").length > 0) return [];
  const sentence = `A request in the phase ${phase} cannot be submitted: read it again, and wait or change it first.`;
  return [ruleViolation("RULE-PHASE", "status", sentence)];
}

/** The requirements of approval that a request does not meet yet. */
function requirementViolations(request: RequestDraft, kind: RequestKind, isForRental: boolean): Violation[] {
  const lines = request.components ?? [];
  const plateViolations = hasContent(plateOf(request))
    ? []
    : [ruleViolation("RULE-REQUIRED", "vehicle.licensePlate", "The license plate is mandatory: fill it in.")];
  return [
    ...plateViolations,
    ...requirements[kind === "damage" ? "damage" : isForRental ? "rental" : "work"]
      .filter(({ isMet }) => !isMet(request, lines))
      .map(({ field, needs }) => ruleViolation("RULE-APPROVAL", field, `Approval needs ${needs}.`)),
  ];
}

/** One requirement of approval (supplier-api.md §3). */
interface Requirement {
  readonly field: string;
  /** The missing content, and what to do about it. */
  readonly needs: string;
  readonly isMet: (request: RequestDraft, lines: readonly DraftLine[]) => boolean;
}

const workOrderNumber: Requirement = {
  field: "appointment.workOrderNumber",
  needs: "a work order number: give your own number for the work",
  isMet: ({ appointment }) => hasContent(appointment?.workOrderNumber),
};

/** The requirements by the kind of work. For damage none is shown: that it needs a line is assumed. */
const requirements: Readonly<Record<"work" | "rental" | "damage", readonly Requirement[]>> = {
  work: [
    {
      field: "vehicle.partialVin",
      needs: "the partial VIN: give it with the vehicle",
      isMet: ({ vehicle }) => hasContent(vehicle?.partialVin),
    },
    workOrderNumber,
    {
      field: "appointment.estimatedDurationInDays",
      needs: "the estimated duration: give a whole number of days, at least one",
      isMet: ({ appointment }) => (appointment?.estimatedDurationInDays ?? 0) > 0,
    },
    {
      field: "appointment.workshopDate",
      needs: "a workshop date: give the day of the work",
      isMet: ({ appointment }) => hasContent(appointment?.workshopDate),
    },
    {
      field: "appointment.contact",
      needs: "a contact person: give a name",
      isMet: ({ appointment }) => hasContent(appointment?.contact?.name),
    },
    {
      field: "components",
      needs:
        "a reading: add a line with the component 5401 (mileage) or 5449 (hours), operation 19 without a type, reason 99 and a value that is not negative",
      isMet: (_, lines) => countedLines(lines).some(isReading),
    },
    {
      field: "components",
      needs: "a line besides the reading: add the work that is planned",
      isMet: (_, lines) => !countedLines(lines).every(isReadingLine),
    },
  ],
  rental: [
    workOrderNumber,
    {
      field: "appointment.checkoutDate",
      needs: "a checkout date: give the time at which the rental vehicle is handed over",
      isMet: ({ appointment }) => hasContent(appointment?.checkoutDate),
    },
    {
      field: "components",
      needs: "exactly one line, the rental vehicle: add it, or remove the other lines",
      isMet: (_, lines) => hasOneLine(lines),
    },
  ],
  damage: [{ field: "components", needs: "a line: add the work", isMet: (_, lines) => lines.length > 0 }],
};

/** Whether a text is given and does not only consist of blanks. */
function hasContent(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "";
}

/** The license plate. The field beside the vehicle is set by the service, and only counts in a request that it gave. */
function plateOf({ id, licensePlate, vehicle }: RequestDraft): string | undefined {
  return vehicle?.licensePlate ?? (id === undefined ? undefined : licensePlate);
}

function isReadingLine({ reg }: DraftLine): boolean {
  return isReadingCode(reg?.code);
}

/** A reading has the operation 19 without a type, the reason 99, and a value (supplier-api.md §2.3), not below zero. */
function isReading({ reg, operation, reason, value }: DraftLine): boolean {
  return (
    isReadingCode(reg?.code) &&
    operation?.code === readingCodes.operation &&
    operation.type === undefined &&
    reason?.code === readingCodes.reason &&
    value !== undefined &&
    !value.startsWith("-")
  );
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

/** The contract rules out a workshop date before its start, and may rule out components with damage. */
function contractViolations(
  { appointment }: RequestDraft,
  parts: readonly Placed<DraftPart>[],
  contract: Contract | undefined,
): Violation[] {
  const damaged =
    contract?.componentsWithDamageAllowed === false
      ? parts.filter(({ content }) => content.damage === true)
      : [];
  return [
    ...earlyViolations(appointment?.workshopDate, contract?.leaseContract?.startDate),
    ...damaged.map(({ prefix }) =>
      regViolation("REG-SVC000177", `${prefix}damage`, "The contract allows no components with damage."),
    ),
  ];
}

/** Both are dates as yyyy-MM-dd, which can be compared as texts. */
function earlyViolations(date: string | undefined, start: string | undefined): Violation[] {
  if (date === undefined || start === undefined || date >= start.slice(0, 10)) return [];
  const found = `The workshop date ${date} is before the start of the lease contract, ${start}.`;
  return [regViolation("REG-SVC000190", "appointment.workshopDate", found)];
}

const limitedFields = [
  { name: "warranty", values: "warranties", code: "REG-SVC000175" },
  { name: "leniency", values: "leniencies", code: "REG-SVC000176" },
] as const;

/** The values of warranty and leniency that the service does not accept, as far as the accepted ones are known. */
function valueViolations(parts: readonly Placed<DraftPart>[], known: Known): Violation[] {
  return limitedFields.flatMap(({ name, values, code }) => {
    const accepted = known[values];
    if (accepted === undefined) return [];
    return parts
      .filter(({ content }) => content[name] !== undefined && !accepted.includes(content[name]))
      .map(({ prefix }) => regViolation(code, `${prefix}${name}`));
  });
}

/**
 * No two lines have the same id, ignoring case; a text that is not a GUID is not an id. And if it is known which
 * components can be repeated, no two lines have the same content.
 *
 * @param repeatable the codes of components that can be repeated
 */
function duplicateViolations(
  lines: readonly DraftLine[],
  repeatable: readonly string[] | undefined,
): Violation[] {
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const keys = [idOf(line), repeatable && contentKey(line, repeatable)].filter((key) => key !== undefined);
    const isDuplicate = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (!isDuplicate) return [];
    const sentence =
      "The request already has this line: change that line, or give this one another id and other content.";
    return [ruleViolation("RULE-DUPLICATE", `components[${index}]`, sentence)];
  });
}

function idOf({ id }: DraftLine): string | undefined {
  return id !== undefined && isGuid(id) ? id.toLowerCase() : undefined;
}

/** The component, operation and location of a line; undefined for a cancelled or incomplete line. */
function contentKey(line: DraftLine, repeatable: readonly string[]): string | undefined {
  const code = line.reg?.code;
  const operation = line.operation?.code;
  if (code === undefined || operation === undefined || isCancelled(line)) return undefined;
  return repeatable.includes(code) ? undefined : JSON.stringify([code, operation, line.location ?? []]);
}

/** The contents of requests that the limit of open requests distinguishes. */
const contents = { rental: "a rental vehicle", work: "repair, maintenance or tires" } as const;

/** At most two open requests per object: one for a rental vehicle, one for other work (supplier-api.md §4.1, §8). */
function openRequestViolations(
  request: RequestDraft,
  open: readonly OpenRequest[],
  known: Known,
): Violation[] {
  const plate = plainPlate(plateOf(request));
  if (plate === "") return [];
  const others = open.filter(
    ({ id, licensePlate }) => plainPlate(licensePlate) === plate && (id === undefined || id !== request.id),
  );
  const otherContents = others.flatMap((other) => contentsOf(other, known));
  const repeated = contentsOf(request, known).find((content) => otherContents.includes(content));
  if (others.length < 2 && repeated === undefined) return [];
  const reason =
    repeated === undefined
      ? "The vehicle already has two open requests"
      : `The vehicle already has an open request for ${contents[repeated]}`;
  const advice = "add the work to an open request, or finish that one first";
  return [ruleViolation("RULE-OPEN-REQUESTS", "vehicle.licensePlate", `${reason}: ${advice}.`)];
}

/** The content of a request without lines is not known; a request with lines of both kinds has both. */
function contentsOf(request: RequestDraft, known: Known): (keyof typeof contents)[] {
  const { components = [] } = request;
  // Each line alone; without the codes of rental vehicles, the appointment decides the same for all of them.
  const rentals = components.filter((line) => isRental({ ...request, components: [line] }, "service", known));
  return [
    ...(rentals.length > 0 ? (["rental"] as const) : []),
    ...(rentals.length < components.length ? (["work"] as const) : []),
  ];
}
