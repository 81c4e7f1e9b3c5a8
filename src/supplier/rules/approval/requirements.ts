import type { RequestKind } from "../../request-kind.js";
import { ruleViolation, type Violation } from "../violation.js";
import { isReadingCode, readingCodes } from "../well-known-codes.js";
import type { DraftLine, RequestDraft } from "./context.js";
import { isCancelled } from "./lines.js";
import { plateOf } from "./plate.js";

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
export function missingRequirements(
  request: RequestDraft,
  kind: RequestKind,
  isRental: boolean,
): Violation[] {
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
