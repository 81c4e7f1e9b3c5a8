import type { RequestKind } from "../../base/kinds.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";
import { isReadingCode, positionCodes } from "../vocabulary.js";
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
  const listsReadings = allowed.some(({ regCode }) => isReadingCode(regCode));
  return lines.flatMap((line) => {
    const code = line.content.reg?.code;
    if (code === undefined) return [];
    const candidates = allowed.filter(({ regCode }) => regCode === code);
    if (candidates.length > 0) return lineViolations(line, candidates, needs === "approval");
    // Approval of work needs a reading, but the lookup may not list readings: then it contains none at all.
    if (kind === "service" && isReadingCode(code) && !listsReadings) return [];
    const remedy =
      kind === "damage" && isReadingCode(code)
        ? "leave the line out, because a damage needs no reading"
        : "choose one of its allowed components";
    const rest = `is ${code}, which the vehicle does not allow: ${remedy}.`;
    const values = { components: codesOf(allowed) };
    return [misfit({ regCode: code }, { rule: "component-allowed", field: `${line.prefix}reg.code`, rest, values })];
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
  if (fitting.length === 0) return [wrongOperation(line, candidates)];
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

function partViolations(part: Placed<DraftPart>, component: AllowedComponent, needsFields: boolean): Violation[] {
  const { content, prefix } = part;
  const { operation } = content;
  const code = content.reg?.code;
  if (code === undefined) return [];
  const candidates = (component.subcomponents ?? []).filter((each) => each.regCode === code);
  if (candidates.length === 0) {
    const rest = `is ${code}, which ${nameOf(component)} cannot have: remove it, or make it a line.`;
    const values = { subcomponent: code, subcomponents: codesOf(component.subcomponents) };
    return [misfit(component, { rule: "subcomponent-allowed", field: `${prefix}reg.code`, rest, values })];
  }
  const fitting = candidates.filter((each) => operation === undefined || isSameOperation(operation, each.operation));
  const isOther = fitting.length === 0;
  return fewest(
    (isOther ? candidates : fitting).map((each) => [
      ...(isOther ? [wrongOperation(part, candidates)] : []),
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

const nameOf = ({ regCode, description }: AllowedComponent) =>
  `the component ${regCode}${description === undefined ? "" : ` (${description})`}`;

function wrongOperation({ content, prefix }: Placed<DraftPart>, candidates: readonly AllowedComponent[]): Violation {
  const [component = {}] = candidates;
  const rest = `does not fit ${nameOf(component)}: take it from the allowed component, as lineFor does.`;
  const operations = candidates.flatMap(({ operation }) => operation?.code ?? []);
  const values = { operation: content.operation?.code ?? "", operations };
  return misfit(component, { rule: "operation-allowed", field: `${prefix}operation`, rest, values });
}

/** The codes of components, each once. */
export function codesOf(components: readonly AllowedComponent[] = []): string[] {
  return [...new Set(components.map(({ regCode = "" }) => regCode))];
}

/** The locations of a component that can be read, such as `1 L`: their form is not shown. */
export function readLocations({ locations = [] }: AllowedComponent): string[] {
  return locations.flatMap((each) => positionCodes(each)?.join(" ") ?? []);
}

/** A violation about a field that does not fit the allowed component of its line or subcomponent. */
function misfit(
  { regCode = "" }: AllowedComponent,
  { rule, field, rest, values }: { rule: RuleId; field: string; rest: string; values?: Violation["values"] },
): Violation {
  const description = sentenceAbout(field, rest);
  return ruleViolation({ rule, field, description, values: { component: regCode, ...values } });
}

function reasonViolations(
  { content: { reason }, prefix }: Placed<DraftPart>,
  component: AllowedComponent,
): Violation[] {
  const reasons = (component.reasons ?? []).map(({ code }) => code);
  if (reason?.code === undefined || reasons.includes(reason.code)) return [];
  const rest = `is ${reason.code}, which ${nameOf(component)} does not have; it has: ${reasons.join(", ") || "none"}.`;
  const values = { reason: reason.code, reasons };
  return [misfit(component, { rule: "reason-allowed", field: `${prefix}reason`, rest, values })];
}

/** Whether both have the same code, and the same type or none. */
export function isSameOperation(given: DraftPart["operation"], allowed: AllowedComponent["operation"]): boolean {
  return given?.code === allowed?.code && given?.type?.code === allowed?.type?.code;
}

/** On a line an empty list means no location. On a subcomponent only null does (supplier-api.md §2.3). */
function locationViolations(
  { content: { location }, prefix }: Placed<DraftPart>,
  component: AllowedComponent,
  isPart = false,
): Violation[] {
  const { locations = [] } = component;
  if (location === undefined || location === null || (location.length === 0 && !isPart)) return [];
  if (isLocationAmong(location, locations)) return [];
  const field = `${prefix}location`;
  if (locations.length === 0) {
    const rest = `is given, but ${nameOf(component)} has none: leave it out.`;
    return [misfit(component, { rule: "no-location", field, rest })];
  }
  const rest = `does not fit ${nameOf(component)}: choose one of its locations.`;
  const values = { location: location.join(" "), locations: readLocations(component) };
  return [misfit(component, { rule: "location-allowed", field, rest, values })];
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
function missingFields({ content, prefix }: Placed<DraftPart>, component: AllowedComponent): Violation[] {
  return (component.requiredFields ?? []).flatMap((name) => {
    const field = namedFields.get(name);
    if (field === undefined || field.read(content) !== undefined) return [];
    const rest = `is mandatory for ${nameOf(component)}: fill it in.`;
    return [misfit(component, { rule: "component-field", field: `${prefix}${field.path}`, rest })];
  });
}
