import type { Violation } from "../../errors/errors.js";
import type { Contract } from "../../generated/supplier/models.js";
import { isGuid, isReadingCode, plainPlate, type RequestKind, readingCodes } from "../domain.js";
import { phaseOfStatus, transitionsFrom } from "../phases/phases.js";
import {
  type ApprovalContext,
  type DraftLine,
  type DraftPart,
  isCancelled,
  type OpenRequest,
  openLines,
  type Placed,
  type RequestDraft,
  soundContext,
  soundDraft,
  withParts,
} from "./approval-input.js";
import { allowedViolations } from "./approval-lines.js";
import { isRental } from "./rental.js";
import { faultyFields } from "./schema.js";
import { type Known, regViolation, ruleViolation } from "./violation.js";

/** What the contract of the vehicle stands against: a workshop date before it starts, and damage where it has none. */
function contractViolations(
  { appointment }: RequestDraft,
  parts: readonly Placed<DraftPart>[],
  contract: Contract | undefined,
): Violation[] {
  return [
    ...earlyViolations(appointment?.workshopDate, contract?.leaseContract?.startDate),
    ...(contract?.componentsWithDamageAllowed === false
      ? parts
          .filter(({ content }) => content.damage === true)
          .map(({ prefix }) =>
            regViolation(
              "REG-SVC000177",
              `${prefix}damage`,
              "The contract allows no components with damage.",
            ),
          )
      : []),
  ];
}

/** Both are dates as yyyy-MM-dd, so that they sort as texts. */
function earlyViolations(date: string | undefined, start: string | undefined): Violation[] {
  if (date === undefined || start === undefined || date >= start.slice(0, 10)) return [];
  const found = `The workshop date ${date} is before the start of the lease contract, ${start}.`;
  return [regViolation("REG-SVC000190", "appointment.workshopDate", found)];
}

/**
 * No id twice, whatever the case of its letters; what is no GUID is none. And no two lines that say the same, where it is known which may.
 *
 * @param repeatable the codes of components of which there may be several
 */
function duplicateViolations(
  lines: readonly DraftLine[],
  repeatable: readonly string[] | undefined,
): Violation[] {
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const marks = [idOf(line), repeatable && saidBy(line, repeatable)].filter((mark) => mark !== undefined);
    const isTwice = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    if (!isTwice) return [];
    const sentence =
      "The request holds this line already: change that one, or give this one an id and a content of its own.";
    return [ruleViolation("RULE-DUPLICATE", `components[${index}]`, sentence)];
  });
}

function idOf({ id }: DraftLine): string | undefined {
  return id !== undefined && isGuid(id) ? id.toLowerCase() : undefined;
}

/** The component, operation and location of a line; one that is cancelled, or has none of the first two, says nothing. */
function saidBy(line: DraftLine, repeatable: readonly string[]): string | undefined {
  const code = line.reg?.code;
  const operation = line.operation?.code;
  if (code === undefined || operation === undefined || isCancelled(line)) return undefined;
  return repeatable.includes(code) ? undefined : JSON.stringify([code, operation, line.location ?? []]);
}

const fields = [
  { name: "warranty", values: "warranties", code: "REG-SVC000175" },
  { name: "leniency", values: "leniencies", code: "REG-SVC000176" },
] as const;

/** What lines and subcomponents say of warranty and leniency that the service does not take, as far as you know. */
function valueViolations(parts: readonly Placed<DraftPart>[], known: Known): Violation[] {
  return fields.flatMap(({ name, values, code }) => {
    const taken = known[values];
    if (taken === undefined) return [];
    return parts
      .filter(({ content }) => content[name] !== undefined && !taken.includes(content[name]))
      .map(({ prefix }) => regViolation(code, `${prefix}${name}`));
  });
}

/** The license plate. The field beside the vehicle is the service's, and counts only where the service gave it. */
function plateOf({ id, licensePlate, vehicle }: RequestDraft): string | undefined {
  return vehicle?.licensePlate ?? (id === undefined ? undefined : licensePlate);
}

/** What a request can be for, as the limit tells it apart. */
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
  const held = others.flatMap((other) => contentsOf(other, known));
  const twice = contentsOf(request, known).find((content) => held.includes(content));
  if (others.length < 2 && twice === undefined) return [];
  const reason =
    twice === undefined
      ? "The vehicle has two open requests already"
      : `The vehicle has an open request for ${contents[twice]} already`;
  const advice = "add the work to an open request, or finish that one first";
  return [ruleViolation("RULE-OPEN-REQUESTS", "vehicle.licensePlate", `${reason}: ${advice}.`)];
}

/** A request without lines has not shown yet what it is for; one with lines of both kinds is for both. */
function contentsOf(request: RequestDraft, known: Known): (keyof typeof contents)[] {
  const { components = [] } = request;
  // Each line by itself; without the codes the appointment tells the same of all of them.
  const rentals = components.filter((line) => isRental({ ...request, components: [line] }, "service", known));
  return [
    ...(rentals.length > 0 ? (["rental"] as const) : []),
    ...(rentals.length < components.length ? (["work"] as const) : []),
  ];
}

/** A request that the service has can be submitted in some phases only. Of a status that is not known nothing is said. */
function phaseViolations({ id, status }: RequestDraft): Violation[] {
  const phase = id === undefined || status === undefined ? undefined : phaseOfStatus(status);
  if (phase === undefined || transitionsFrom(phase, "submit").length > 0) return [];
  const sentence = `A request in the phase ${phase} cannot be submitted: read it again, and wait or change it first.`;
  return [ruleViolation("RULE-PHASE", "status", sentence)];
}

/** One thing that approval needs (supplier-api.md §3). */
interface Requirement {
  readonly field: string;
  /** What is needed, and what to do about it. */
  readonly needs: string;
  readonly met: (request: RequestDraft, lines: readonly DraftLine[]) => boolean;
}

/** A text of blanks gives nothing. */
const given = (text: string | undefined) => text !== undefined && text.trim() !== "";

const isReadingLine = ({ reg }: DraftLine) => isReadingCode(reg?.code);

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

const workOrderNumber: Requirement = {
  field: "appointment.workOrderNumber",
  needs: "a work order number: give your own number for the work",
  met: ({ appointment }) => given(appointment?.workOrderNumber),
};

/** What each kind of work needs. For damage nothing is shown: that it needs a line is assumed. */
const requirements: Readonly<Record<"work" | "rental" | "damage", readonly Requirement[]>> = {
  work: [
    {
      field: "vehicle.partialVin",
      needs: "the partial VIN: give it with the vehicle",
      met: ({ vehicle }) => given(vehicle?.partialVin),
    },
    workOrderNumber,
    {
      field: "appointment.estimatedDurationInDays",
      needs: "the estimated duration: give a whole number of days, at least one",
      met: ({ appointment }) => (appointment?.estimatedDurationInDays ?? 0) > 0,
    },
    {
      field: "appointment.workshopDate",
      needs: "a workshop date: give the day of the work",
      met: ({ appointment }) => given(appointment?.workshopDate),
    },
    {
      field: "appointment.contact",
      needs: "a contact person: give a name",
      met: ({ appointment }) => given(appointment?.contact?.name),
    },
    {
      field: "components",
      needs:
        "a reading: add a line with the component 5401 (mileage) or 5449 (hours), operation 19 without a type, reason 99 and a value that is not negative",
      met: (_, lines) => countedLines(lines).some(isReading),
    },
    {
      field: "components",
      needs: "a line beside the reading: add the work that is planned",
      met: (_, lines) => !countedLines(lines).every(isReadingLine),
    },
  ],
  rental: [
    workOrderNumber,
    {
      field: "appointment.checkoutDate",
      needs: "a checkout date: say when the rental vehicle is handed over",
      met: ({ appointment }) => given(appointment?.checkoutDate),
    },
    {
      field: "components",
      needs: "exactly one line, the rental vehicle: add it, or take the other lines out",
      met: (_, lines) => hasOneWanted(lines),
    },
  ],
  damage: [{ field: "components", needs: "a line: add the work", met: (_, lines) => lines.length > 0 }],
};

/** Lines that are cancelled do not count beside work; if all work is, the lessor has its cancellation to approve. */
function countedLines(lines: readonly DraftLine[]): readonly DraftLine[] {
  const wanted = lines.filter((line) => !isCancelled(line));
  return wanted.every(isReadingLine) ? lines : wanted;
}

/** Lines that are cancelled may stand beside the one; if all are, the lessor has their cancellation to approve. */
function hasOneWanted(lines: readonly DraftLine[]): boolean {
  const wanted = lines.filter((line) => !isCancelled(line)).length;
  return wanted === 1 || (wanted === 0 && lines.length > 0);
}

/** What a request still lacks before it can go to the lessor. */
function missingRequirements(request: RequestDraft, kind: RequestKind, isRental: boolean): Violation[] {
  const lines = request.components ?? [];
  const plate = given(plateOf(request))
    ? []
    : [ruleViolation("RULE-REQUIRED", "vehicle.licensePlate", "The license plate is mandatory: fill it in.")];
  return [
    ...plate,
    ...requirements[kind === "damage" ? "damage" : isRental ? "rental" : "work"]
      .filter(({ met }) => !met(request, lines))
      .map(({ field, needs }) => ruleViolation("RULE-APPROVAL", field, `Approval needs ${needs}.`)),
  ];
}

/**
 * What keeps a request from the lessor: every rule that it breaks, at once, each with the field at fault and what to do
 * about it; empty if nothing is known to stand against it. It sends nothing, and throws nothing whatever JSON it gets,
 * so that a form can be checked while it is filled in: `checkApproval({})` tells all that is missing. What is null in
 * the context is taken as left out.
 *
 * What only the service can know is not checked: whether there is such a vehicle and its lessor is active, which
 * subcomponents a component needs, excludes or repeats, and limits of prices. Source: supplier-api.md §2, §3, §4.1, §8.
 *
 * @param request as the service shows it, as it is about to be sent, or a part of either
 * @param context what to hold it against; rules about what is left out here are not checked
 */
export function checkApproval(request: RequestDraft, context: ApprovalContext = {}): Violation[] {
  const { kind = "service", contract, allowedComponents, openRequests, known = {} } = soundContext(context);
  const malformed: Violation[] = [];
  const draft = soundDraft(request, malformed);
  const { components = [] } = draft;
  const lines = openLines(components);
  const parts = withParts(lines);
  const said = faultyFields(malformed);
  const others = [
    ...phaseViolations(draft),
    ...missingRequirements(draft, kind, isRental(draft, kind, known)),
    ...contractViolations(draft, parts, contract),
    ...valueViolations(parts, known),
    ...(allowedComponents === undefined ? [] : allowedViolations(lines, allowedComponents, kind)),
  ];
  return [
    ...malformed,
    // Of a field whose form is wrong already, nothing else is worth saying.
    ...others.filter(({ context: { fieldName } }) => !said.has(fieldName)),
    ...duplicateViolations(components, known.repeatableCodes),
    ...(kind === "damage" || openRequests === undefined
      ? []
      : openRequestViolations(draft, openRequests, known)),
  ];
}
