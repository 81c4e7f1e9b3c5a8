import { asInput } from "../../errors/input.js";
import type {
  AllowedComponent,
  CodedValue,
  Component,
  ComponentInput,
  Leniency,
  SubcomponentInput,
  Tire,
  TirePartInput,
  TirePosition,
  Warranty,
} from "../../generated/supplier/models.js";
import { readLocations } from "../rules/approval-lines.js";
import { isReadingCode, positionCodes, tireFields } from "../vocabulary.js";
import {
  aboutLine,
  chosenFrom,
  type LineNames,
  listed,
  type NamedComponent,
  subcomponentOf,
} from "./allowed-component.js";
import {
  checkFields,
  checkPrice,
  componentFields,
  contentFields,
  decimalText,
  type FieldOf,
  type FieldsOf,
  invalidField,
  lineFields,
  list,
  mistake,
  text,
} from "./fields.js";

/**
 * The fields that lines and subcomponents have in common. All are optional: `checkApproval` reports what is missing.
 */
export interface ComponentDetails {
  /** The code of the reason. Default: the only allowed one. */
  readonly reason?: string | undefined;
  /**
   * In euros and whole cents, which is assumed. Default: the price of the service level, if one applies. The reference
   * does not exclude a price below zero, so it is accepted. A reading has none (assumed).
   *
   * The reference does not show what it covers. Assumed: that of a line is without its subcomponents, and none is
   * multiplied by `value`.
   */
  readonly price?: number | undefined;
  /**
   * A reading or a quantity, not below zero (assumed). Text has a dot before the decimals and no separators between
   * thousands. The mileage is whole kilometres (assumed).
   */
  readonly value?: number | string | undefined;
  /** Only if the component has locations. */
  readonly location?: LineLocation | undefined;
  /**
   * A tire: `specifications` of a contract's `vehicle.mountedTires`, the result of `tires.get`, or one of
   * `tires.search`.
   */
  readonly part?: Tire | TirePartInput | undefined;
  /** Rejected if the contract's `componentsWithDamageAllowed` is false (REG-SVC000177). */
  readonly damage?: boolean | undefined;
  /** Whether warranty covers the work. The permitted values are not shown; others are rejected (REG-SVC000175). */
  readonly warranty?: Warranty | undefined;
  /** Whether leniency covers the work. The permitted values are not shown; others are rejected (REG-SVC000176). */
  readonly leniency?: Leniency | undefined;
  /** The supplier's own code for the component. */
  readonly supplierCode?: string | undefined;
}

/** A subcomponent of a line, by its code. */
export interface SubcomponentDetails extends ComponentDetails, NamedComponent {}

/** The fields of a line. */
export interface LineDetails extends ComponentDetails, Pick<NamedComponent, "operation"> {
  /** The id of the line, a GUID that is unique in the request. Default: a new one. */
  readonly id?: string | undefined;
  /** The parts of the line. The component decides which ones it must, may and must not have. */
  readonly subcomponents?: readonly SubcomponentDetails[] | undefined;
}

const lineDetails: FieldsOf<LineDetails> = { ...componentFields, ...lineFields };
const subcomponentDetails: FieldsOf<SubcomponentDetails> = { ...componentFields, code: text, operation: text };

/** A new id of a line. The caller chooses it, unique in the request (supplier-api.md §2.1). */
export function newId(): string {
  return globalThis.crypto.randomUUID();
}

/** A location on the vehicle: its position codes in order, or a position as the contract shows it. */
export type LineLocation = readonly string[] | Readonly<TirePosition>;

/** Whether a component can have a location at all (supplier-api.md §2.3). */
export function hasLocations({ locations = [] }: AllowedComponent): boolean {
  return locations.length > 0;
}

/**
 * Converts a location to the form that a line has. It is checked against the locations of the component if all of these
 * can be read: their form is not shown, and is assumed to be that of the positions of a contract or of a line.
 *
 * @throws RegInputError if the component cannot be at this location
 */
export function locationOf(location: LineLocation, entry: AllowedComponent, field: string): string[] {
  const codes = typeof location === "object" ? positionCodes(location) : undefined;
  if (codes === undefined) throw invalidField(field, "position-codes");
  const { regCode: component = "" } = entry;
  if (!hasLocations(entry)) {
    const problem = `must be left out: the component ${component} has no location`;
    throw mistake("no-location", field, problem, { component });
  }
  const locations = readLocations(entry);
  const at = codes.join(" ");
  if (locations.length !== entry.locations?.length || locations.includes(at)) return codes;
  const problem = `must be a location of the component ${component}: ${listed(locations)}`;
  throw mistake("location-allowed", field, problem, { component, location: at, locations });
}

/** Picks the named fields that are neither undefined nor null, which a service may write for unknown values. */
function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): { [Each in Name]?: NonNullable<From[Each]> } {
  const picked: { [Each in Name]?: NonNullable<From[Each]> } = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}

const names = tireFields.map(([name]) => name);

/**
 * Converts a tire of the search or of a contract to the part of a line. Fields that a line does not have are left out.
 */
function tirePart(tire: Tire | TirePartInput): TirePartInput {
  return { partType: "Tire", ...pick(tire, names) };
}

/**
 * Makes a line for a component that the vehicle allows: with its code and operation, its only reason or the given one,
 * and the price of the service level unless another is given. A required field may be missing, as in a draft;
 * `checkApproval` reports it. Only the service knows which subcomponents need or exclude each other. Source:
 * supplier-api.md §2.3, §2.6.
 *
 * @example
 * lineFor(allowed, "1101", { operation: "01", price: 129.5 });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component does not allow the details; the message
 *   names the component and lists the codes that it allows
 */
export function lineFor(
  allowedComponents: readonly AllowedComponent[],
  code: string,
  details?: LineDetails,
): ComponentInput;
/** Makes a line for an entry of the allowed components, such as one that a person has chosen. */
export function lineFor(component: AllowedComponent, details?: Omit<LineDetails, "operation">): ComponentInput;
export function lineFor(
  from: readonly AllowedComponent[] | AllowedComponent,
  code?: string | LineDetails,
  details?: LineDetails,
): ComponentInput {
  const [entry, given = {}] = chosenFrom(from, code, details);
  return lineWith(entry, given, []);
}

/** Makes a line, with further subcomponents before those in the details. */
export function lineWith(
  component: AllowedComponent,
  details: LineDetails,
  before: readonly SubcomponentInput[],
): ComponentInput {
  return aboutLine(lineOf(component, details), () => {
    checkFields(details, lineDetails, { code: component.regCode });
    const { operation, reason, ...line } = contentFor(component, details, (name) => name);
    if (operation === undefined) throw mistake("field-missing", "component", "has no operation, and a line needs one");
    if (reason === undefined) {
      const allowed = reasonCodes(component);
      const problem = `must be given, one of the allowed reasons: ${listed(allowed)}`;
      throw mistake("field-missing", "reason", problem, { allowed });
    }
    const named = (details.subcomponents ?? []).map((each, index) => {
      const field = `subcomponents[${index}]`;
      const at: FieldOf = (name) => `${field}.${name}`;
      checkFields(each, subcomponentDetails, { at, whole: field });
      return contentFor(subcomponentOf(component, each, at), each, at);
    });
    const subcomponents = [...before, ...named];
    return {
      id: details.id ?? newId(),
      operation,
      reason,
      ...line,
      ...(subcomponents.length > 0 && { subcomponents }),
    };
  });
}

/** The content that lines and subcomponents have in common. Only a subcomponent could have a location of null. */
type Content = Omit<SubcomponentInput, "id" | "location"> & { location?: string[] };

/** Names the line of an allowed component, for errors. */
export function lineOf({ regCode, description }: AllowedComponent, details: unknown): LineNames {
  return { component: regCode, name: description, id: Object(details).id };
}

/** Converts the details of a line or a subcomponent, which were checked, to the form that the service accepts. */
export function contentFor(component: AllowedComponent, details: ComponentDetails, field: FieldOf): Content {
  const { regCode: code = "", description, operation, serviceLevel } = component;
  const { location, value, part, price = isReadingCode(code) ? undefined : serviceLevel?.price } = details;
  const reason = reasonFor(component, details.reason, field("reason"));
  return {
    reg: coded({ code, description }),
    ...(operation !== undefined && {
      operation: { ...coded(operation), ...(operation.type && { type: coded(operation.type) }) },
    }),
    ...(reason !== undefined && { reason: coded(reason) }),
    ...(location !== undefined && { location: locationOf(location, component, field("location")) }),
    ...(value !== undefined && { value: decimalText(value) }),
    ...(price !== undefined && { price }),
    ...(part !== undefined && { part: tirePart(part) }),
    ...pick(details, ["supplierCode", "damage", "warranty", "leniency"]),
  };
}

function reasonFor(component: AllowedComponent, code: string | undefined, field: string): CodedValue | undefined {
  const { reasons = [] } = component;
  if (code === undefined) return reasons.length === 1 ? reasons[0] : undefined;
  const found = reasons.find((each) => each.code === code);
  if (found !== undefined) return found;
  const { regCode = "" } = component;
  const allowed = reasonCodes(component);
  const problem = `must be a reason that the component ${regCode} allows: ${listed(allowed)}`;
  throw mistake("reason-allowed", field, problem, { component: regCode, reason: code, reasons: allowed });
}

function reasonCodes({ reasons = [] }: AllowedComponent): string[] {
  return reasons.map(({ code }) => code);
}

/** Copies a code and its description, without other fields that the lookup may have. */
function coded(value: { code: string; description?: string | undefined }): CodedValue {
  return { code: value.code, ...pick(value, ["description"]) };
}

/** The changes of a line. A field that is undefined is removed from it. */
export type LineChanges = {
  readonly [Name in Exclude<keyof ComponentInput, "value">]?: ComponentInput[Name] | undefined;
} & Pick<ComponentDetails, "value">;

const subcomponentContent: FieldsOf<SubcomponentInput> = contentFields;
const lineContent: FieldsOf<ComponentInput> = { ...contentFields, subcomponents: list };

/** The fields of a line and of a subcomponent that can be sent; not the status, which only the lessor changes. */
const writable = [
  "id",
  "reg",
  "supplierCode",
  "operation",
  "reason",
  "location",
  "value",
  "price",
  "part",
  "damage",
  "warranty",
  "leniency",
] as const satisfies readonly (keyof SubcomponentInput)[];

/**
 * Checks the changes of a line that was read, as the builders check the details of a new one. What is the same in the
 * line is no change, and is not checked: the service has shown it.
 *
 * @throws RegInputError that names the field that is unknown or wrong
 */
function checkChanges(component: Component, changes: LineChanges, at: FieldOf): void {
  const code = changes.reg?.code ?? component.reg?.code;
  checkFields(changes, lineContent, { at, whole: "changes", code, read: [component] });
  if (changes.id !== undefined && String(changes.id).toLowerCase() !== String(component.id).toLowerCase())
    throw invalidField(at("id"), "guid", undefined, "must be that of the line, or left out: a new line has another id");
  for (const [index, part] of (changes.subcomponents ?? []).entries()) {
    const whole = at(`subcomponents[${index}]`);
    const read = (component.subcomponents ?? []).filter(({ id }) => id === Object(part).id);
    checkFields(part, subcomponentContent, { at: (name) => `${whole}.${name}`, whole, read });
  }
}

/**
 * Makes a line that can be sent from one that was read: everything except its status and those of its subcomponents,
 * with changes. It shares no objects with the line. The changes are checked as the details of `lineFor` are, except
 * against the allowed component. Source: supplier-api.md §2.3, §4.1.
 *
 * @example
 * // After a denial, this calls it:
 * await supplier.serviceRequests.resubmit(id, { lines: { [line.id]: { price: 15 } } });
 * // In a draft:
 * await supplier.serviceRequests.components.put(id, line.id, lineFrom(line, { price: 15 }));
 *
 * @throws RegInputError with the field of a change that is unknown or wrong, such as a price that is a text or the `id`
 *   of another line; with the field `operation` or `reason` if neither the line nor the changes have it
 */
export function lineFrom(component: Component, changes: LineChanges = {}): ComponentInput {
  return changedLine(component, changes, (name) => name);
}

/** Does what {@link lineFrom} does, for changes that the caller gave in other fields. */
export function changedLine(component: Component, changes: LineChanges, at: FieldOf): ComponentInput {
  const { reg, id } = asInput("component", undefined, () => ({ ...component }));
  const { code, description } = Object(reg);
  return aboutLine({ component: code, name: description, id }, () => {
    checkChanges(component, changes, at);
    const { subcomponents, ...line } = { ...component, ...changes };
    // The change of a code can make a reading of work that has a price.
    if (!isReadingCode(component.reg?.code)) checkPrice(line, line.reg?.code, "price");
    const { operation, reason, ...content } = writableContent(line);
    if (operation === undefined) throw missingField(at("operation"));
    if (reason === undefined) throw missingField(at("reason"));
    return {
      ...content,
      id: component.id,
      operation,
      reason,
      ...(subcomponents && { subcomponents: subcomponents.map(writableContent) }),
    };
  });
}

function writableContent(from: Readable) {
  const { part, value, ...content } = structuredClone(pick(from, writable));
  return {
    ...content,
    ...(value !== undefined && { value: decimalText(value) }),
    ...(part !== undefined && { part: tirePart(part) }),
  };
}

type Readable = { readonly [Name in (typeof writable)[number]]?: LineChanges[Name] | null };

const missingField = (field: string) =>
  mistake("field-missing", field, "must be given in the changes: the line that was read has none");
