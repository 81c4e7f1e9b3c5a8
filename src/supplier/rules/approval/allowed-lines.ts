import type { AllowedComponent } from "../../../generated/supplier/models.js";
import { ruleViolation, type Violation } from "../violation.js";
import { isReadingCode } from "../well-known-codes.js";
import { isLocationAmong } from "./allowed-locations.js";
import type { DraftLine, DraftPart } from "./context.js";
import { type Placed, partsOf } from "./lines.js";
import { missingFields } from "./required-fields.js";

/**
 * What lines say that the vehicle does not allow, and what they lack for it (supplier-api.md §2.6). A line without
 * `reg`, only with the supplier's own code, is compared with nothing.
 */
export function allowedViolations(
  lines: readonly Placed<DraftLine>[],
  allowed: readonly AllowedComponent[],
): Violation[] {
  const byCode = new Map<string | undefined, AllowedComponent[]>();
  for (const component of allowed) {
    const same = byCode.get(component.regCode);
    if (same === undefined) byCode.set(component.regCode, [component]);
    else same.push(component);
  }
  return lines.flatMap((line) => {
    const code = line.content.reg?.code;
    return code === undefined ? [] : lineViolations(line, code, byCode.get(code));
  });
}

function lineViolations(
  line: Placed<DraftLine>,
  code: string,
  candidates: readonly AllowedComponent[] | undefined,
): Violation[] {
  const { content, prefix } = line;
  if (candidates === undefined) {
    const sentence = `The vehicle does not allow the component ${code}: choose one of its allowed components.`;
    return [ruleViolation("RULE-COMPONENT", `${prefix}reg.code`, sentence)];
  }
  // What a reading says is held against the requirements of approval.
  const isReading = isReadingCode(code);
  const found = candidates.find((each) => isReading || isSameOperation(content.operation, each.operation));
  if (found === undefined) return content.operation === undefined ? [] : [wrongOperation(line)];
  const parts = partsOf(line).flatMap((part) => partViolations(part, found, isReading));
  if (isReading) return [...locationViolations(line, found), ...parts];
  return [
    ...reasonViolations(line, found),
    ...locationViolations(line, found),
    ...missingFields(line, found),
    ...parts,
  ];
}

function partViolations(
  part: Placed<DraftPart>,
  { regCode, subcomponents = [] }: AllowedComponent,
  inReading: boolean,
): Violation[] {
  const { content, prefix } = part;
  const code = content.reg?.code;
  if (code === undefined) return [];
  const found = subcomponents.find((each) => each.regCode === code);
  if (found === undefined) {
    const sentence = `The component ${regCode} cannot have the subcomponent ${code}: take it out, or make it a line.`;
    return [ruleViolation("RULE-SUBCOMPONENT", `${prefix}reg.code`, sentence)];
  }
  const isOther = content.operation !== undefined && !isSameOperation(content.operation, found.operation);
  return [
    ...(isOther ? [wrongOperation(part)] : []),
    ...reasonViolations(part, found),
    ...locationViolations(part, found, true),
    ...(inReading ? [] : missingFields(part, found)),
  ];
}

function wrongOperation({ content, prefix }: Placed<DraftPart>): Violation {
  const sentence = `The component ${content.reg?.code} does not have this operation: take the one of the allowed component.`;
  return ruleViolation("RULE-OPERATION", `${prefix}operation`, sentence);
}

function reasonViolations(
  { content: { reason }, prefix }: Placed<DraftPart>,
  { regCode, reasons = [] }: AllowedComponent,
): Violation[] {
  if (reason === undefined || reasons.some(({ code }) => code === reason.code)) return [];
  const choice = reasons.map(({ code }) => code).join(", ") || "none";
  const sentence = `The component ${regCode} does not have the reason ${reason.code}; it has: ${choice}.`;
  return [ruleViolation("RULE-REASON", `${prefix}reason`, sentence)];
}

/** An empty list is no location on a line. On a subcomponent anything but null is one (supplier-api.md §2.3). */
function locationViolations(
  { content: { location }, prefix }: Placed<DraftPart>,
  { regCode, locations = [] }: AllowedComponent,
  isPart = false,
): Violation[] {
  if (location === undefined || location === null || (location.length === 0 && !isPart)) return [];
  if (isLocationAmong(location, locations)) return [];
  const sentence =
    locations.length === 0
      ? `The component ${regCode} has no location: leave it out.`
      : `The component ${regCode} cannot be at this location: choose one of its locations.`;
  return [ruleViolation("RULE-LOCATION", `${prefix}location`, sentence)];
}

/** The same code, and the same type or none. */
function isSameOperation(given: DraftPart["operation"], allowed: AllowedComponent["operation"]): boolean {
  return given?.code === allowed?.code && given?.type?.code === allowed?.type?.code;
}
