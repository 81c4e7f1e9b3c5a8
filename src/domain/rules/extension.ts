import type { RequestKind } from "../../base/kinds.js";
import { readNumber } from "../../base/text.js";
import type { Violation } from "../../errors/problem.js";
import type { Contract } from "../../generated/supplier/models.js";
import { isReadingCode } from "../vocabulary.js";
import { readRequest } from "./approval-input.js";
import { type DraftLine, isCancelled, isRental, type Known, type RequestDraft } from "./draft.js";
import { ruleViolation } from "./violation.js";

/*
 * The rules for the extension of a rental. The reference mentions extensions and the comment for them (supplier-api.md
 * §2.5), but no operation: that an extension is a change of the line is assumed.
 */

/** The violation if a request is not one for a rental vehicle, or does not have exactly one line that is wanted. */
export function rentalViolations(request: RequestDraft, kind: RequestKind, known: Known = {}): Violation[] {
  const { content } = readRequest(request, { fromService: true });
  const lines = wantedLines(content);
  const field = "components";
  if (!isRental(content, kind, known) || lines.some(({ reg }) => isReadingCode(reg?.code))) {
    const description = "The request is not for a rental vehicle: give the id of the one that is.";
    return [ruleViolation({ rule: "rental-request", field, description })];
  }
  if (lines.length === 1) return [];
  const description = "An extension needs exactly one line, the rental vehicle: remove the others.";
  return [ruleViolation({ rule: "one-rental-line", field, description })];
}

/** The lines that are not cancelled. */
export function wantedLines<Line extends DraftLine>({
  components = [],
}: {
  readonly components?: readonly Line[] | undefined;
}): Line[] {
  return components.filter((line) => !isCancelled(line));
}

/**
 * The violation if an extension would not make the rental longer, unless it repeats one that has the same price. If one of
 * the values cannot be read, it is not known.
 */
export function daysViolations({ value }: DraftLine, days: number | string, hasPrice: boolean): Violation[] {
  const now = readNumber(value);
  if (now === undefined || Number(days) > now || (Number(days) === now && hasPrice)) return [];
  const description = `The rental has ${now} days already: give the number of all days, not of the further ones.`;
  return [ruleViolation({ rule: "extension-days", field: "days", description, values: { days: Number(days), now } })];
}

/** The violation if the lease contract requires a comment for an extension, and there is none. */
export function commentViolations(
  comment: string | undefined,
  { leaseContract }: Contract,
  field: string,
): Violation[] {
  const isRequired = leaseContract?.rentalVehicle?.extensionCommentRequired === true;
  if (!isRequired || comment?.trim()) return [];
  const description = "The lease contract requires a comment for an extension: give one.";
  return [ruleViolation({ rule: "extension-comment", field, description })];
}

/** The fields of a request that the reference shows: none of them is the one for the comment. */
const shownFields: readonly string[] = [
  "id",
  "creationTimeStamp",
  "status",
  "readOnly",
  "supplierId",
  "lessorId",
  "sublessorCode",
  "serviceRequestNumber",
  "licensePlate",
  "appointment",
  "vehicle",
  "components",
  "invoicing",
  "parking",
];

/** The field that the reference shows under a name, ignoring case. */
export function shownField(name: string): string | undefined {
  return shownFields.find((each) => each.toLowerCase() === name.trim().toLowerCase());
}
