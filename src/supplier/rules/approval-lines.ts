import type { Violation } from "../../errors/problem.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";
import type { RequestKind } from "../../values/kinds.js";
import { isReadingCode, positionCodes } from "../domain.js";
import { type DraftLine, type DraftPart, type Placed, partsOf } from "./draft.js";
import { ruleViolation, sentenceAbout } from "./violation.js";

interface LineCheck {
  readonly kind: RequestKind;
  /** A draft can lack mandatory fields. */
  readonly needs: "draft" | "approval";
}

/**
 * Checks lines against the components that the vehicle allows: their content, and for approval their mandatory fields
 * (supplier-api.md §2.6). A line without `reg`, only with the supplier's own code, is not checked.
 */
export function allowedViolations(
  lines: readonly Placed<DraftLine>[],
  allowed: readonly AllowedComponent[],
  { kind, needs }: LineCheck,
): Violation[] {
  const byCode = new Map<string | undefined, AllowedComponent[]>();
  for (const component of allowed) {
    const same = byCode.get(component.regCode);
    if (same === undefined) byCode.set(component.regCode, [component]);
    else same.push(component);
  }
  const listsReadings = [...byCode.keys()].some(isReadingCode);
  return lines.flatMap((line) => {
    const code = line.content.reg?.code;
    if (code === undefined) return [];
    const found = byCode.get(code);
    if (found !== undefined) return lineViolations(line, found, needs === "approval");
    // Approval of work needs a reading, but the lookup may not list readings: then it contains none at all.
    if (kind === "service" && isReadingCode(code) && !listsReadings) return [];
    const sentence = `The vehicle does not allow the component ${code}: choose one of its allowed components.`;
    return [ruleViolation("RULE-COMPONENT", `${line.prefix}reg.code`, sentence)];
  });
}

function lineViolations(
  line: Placed<DraftLine>,
  candidates: readonly AllowedComponent[],
  isForApproval: boolean,
): Violation[] {
  const { operation, reg } = line.content;
  // The content of a reading is checked by the requirements of approval.
  const isReading = isReadingCode(reg?.code);
  const fitting = candidates.filter((each) => isReading || isSameOperation(operation, each.operation));
  if (fitting.length === 0) return [wrongOperation(line)];
  const needsFields = isForApproval && !isReading;
  return fewest(
    fitting.map((each) => [
      ...(isReading ? [] : reasonViolations(line, each)),
      ...locationViolations(line, each),
      ...(needsFields ? missingFields(line, each) : []),
      ...partsOf(line).flatMap((part) => partViolations(part, each, needsFields)),
    ]),
  );
}

function partViolations(
  part: Placed<DraftPart>,
  { regCode, subcomponents = [] }: AllowedComponent,
  needsFields: boolean,
): Violation[] {
  const { content, prefix } = part;
  const { operation } = content;
  const code = content.reg?.code;
  if (code === undefined) return [];
  const candidates = subcomponents.filter((each) => each.regCode === code);
  if (candidates.length === 0) {
    const sentence = `The component ${regCode} cannot have the subcomponent ${code}: remove it, or make it a line.`;
    return [ruleViolation("RULE-SUBCOMPONENT", `${prefix}reg.code`, sentence)];
  }
  const fitting = candidates.filter((each) => operation === undefined || isSameOperation(operation, each.operation));
  const isOther = fitting.length === 0;
  return fewest(
    (isOther ? candidates : fitting).map((each) => [
      ...(isOther ? [wrongOperation(part)] : []),
      ...reasonViolations(part, each),
      ...locationViolations(part, each, true),
      ...(needsFields ? missingFields(part, each) : []),
    ]),
  );
}

/** Of several entries with one code, the one that fits best counts, because it is not known which one is meant. */
function fewest(candidates: readonly Violation[][]): Violation[] {
  return candidates.reduce((best, each) => (each.length < best.length ? each : best));
}

function wrongOperation({ content, prefix }: Placed<DraftPart>): Violation {
  const sentence = `The component ${content.reg?.code} does not have this operation: use the operation of the allowed component.`;
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

/** Whether both have the same code, and the same type or none. */
export function isSameOperation(given: DraftPart["operation"], allowed: AllowedComponent["operation"]): boolean {
  return given?.code === allowed?.code && given?.type?.code === allowed?.type?.code;
}

/** On a line an empty list means no location. On a subcomponent only null does (supplier-api.md §2.3). */
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

/**
 * Whether a location is among those of an allowed component, whose form is not shown: tire positions and lists of
 * position codes are compared; if there is any other form among them, every location is accepted.
 */
function isLocationAmong(given: readonly string[], locations: readonly unknown[]): boolean {
  return locations.some((location) => {
    const codes = positionCodes(location);
    return (
      codes === undefined || (codes.length === given.length && codes.every((code, index) => code === given[index]))
    );
  });
}

/** The fields that `requiredFields` can name. The last three names are assumed. */
const namedFields = new Map<string, { readonly path: string; readonly read: (content: DraftPart) => unknown }>([
  ["RegCode", { path: "reg.code", read: ({ reg }) => reg?.code }],
  ["Operation", { path: "operation", read: ({ operation }) => operation }],
  ["Reason", { path: "reason", read: ({ reason }) => reason }],
  ["Price", { path: "price", read: ({ price }) => price }],
  ["Value", { path: "value", read: ({ value }) => value }],
  ["Location", { path: "location", read: ({ location }) => location?.[0] }],
  ["Part", { path: "part", read: ({ part }) => part }],
]);

/** The mandatory fields that are missing in a line or subcomponent. Names that are not known here are not checked. */
function missingFields({ content, prefix }: Placed<DraftPart>, { requiredFields = [] }: AllowedComponent): Violation[] {
  return requiredFields.flatMap((name) => {
    const field = namedFields.get(name);
    if (field === undefined || field.read(content) !== undefined) return [];
    const { path } = field;
    const fieldName = `${prefix}${path}`;
    const rest = `is mandatory for the component ${content.reg?.code}: fill it in.`;
    return [ruleViolation("RULE-REQUIRED", fieldName, sentenceAbout(fieldName, rest))];
  });
}
