import { isWholeCents } from "../../base/money.js";
import { isGuid } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { anything, asInput, checkInput, custom, optionsSchema } from "../../errors/input.js";
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
import { positionCodes, tireFields } from "../vocabulary.js";
import {
  aboutLine,
  chosenFrom,
  decimalText,
  type FieldOf,
  type NamedComponent,
  subcomponentOf,
} from "./allowed-component.js";

/**
 * The fields that lines and subcomponents have in common. All are optional: `checkApproval` reports what is missing.
 */
export interface ComponentDetails {
  /** The code of the reason. Default: the only allowed one. */
  readonly reason?: string | undefined;
  /**
   * In euros and whole cents, which is assumed. Default: the price of the service level, if one applies. The reference
   * does not exclude a price below zero, so it is accepted.
   *
   * The reference does not show what it covers. Assumed: that of a line is without its subcomponents, and none is
   * multiplied by `value`.
   */
  readonly price?: number | undefined;
  /** A reading or a quantity. Text has a dot before the decimals and no separators between thousands. */
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

/** The fields of a component that do not depend on its kind. */
export const commonDetails = {
  reason: anything,
  price: anything,
  damage: anything,
  warranty: anything,
  leniency: anything,
  supplierCode: anything,
};

/** The fields of `ComponentDetails`. */
export const componentDetails = { ...commonDetails, value: anything, location: anything, part: anything };

// A program without types would not notice that a field of another name is left out.
const lineDetails = optionsSchema<LineDetails>({
  ...componentDetails,
  operation: anything,
  id: anything,
  subcomponents: custom((value) => value === null || Array.isArray(value), "must be a list"),
});
const subcomponentDetails = optionsSchema<SubcomponentDetails>({
  ...componentDetails,
  code: anything,
  operation: anything,
});

/**
 * The id of a line, given or new. The caller chooses it, unique in the request (supplier-api.md §2.1).
 *
 * @throws RegInputError if the given id is not a GUID
 */
export function lineId(id: string = globalThis.crypto.randomUUID()): string {
  if (isGuid(id)) return id;
  throw new RegInputError("id", "must be a GUID; leave it out to get a new one");
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
  if (codes === undefined) {
    throw new RegInputError(field, 'must be position codes, such as ["1", "L"], or a position of the contract');
  }
  if (!hasLocations(entry)) {
    throw new RegInputError(field, `must be left out: the component ${entry.regCode} has no location`);
  }
  const permitted = (entry.locations ?? []).map((each) => positionCodes(each)?.join(" "));
  if (permitted.includes(undefined) || permitted.includes(codes.join(" "))) return codes;
  throw new RegInputError(field, `must be a location of the component ${entry.regCode}: ${permitted.join(", ")}`);
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
 *
 * @throws RegInputError if it is not a tire: other parts, such as `Base`, are rejected (supplier-api.md §2.4)
 */
export function tirePart(tire: Tire | TirePartInput, field: string): TirePartInput {
  const given: Tire | TirePartInput = Object(tire);
  const part = tireContent(given);
  if ((given.partType ?? "Tire") === "Tire" && Object.keys(part).length > 1) return part;
  const sources = "use the `specifications` of a mounted tire of the contract, or the result of `tires.get`";
  throw new RegInputError(field, `must be a tire, because the service rejects other parts: ${sources}`);
}

function tireContent(tire: Tire | TirePartInput): TirePartInput {
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
  return aboutLine(component.regCode, () => {
    checkInput(lineDetails, details, { whole: "details" });
    const { operation, reason, ...line } = contentFor(component, details, (name) => name);
    if (operation === undefined) throw new RegInputError("component", "has no operation, and a line needs one");
    if (reason === undefined) {
      throw new RegInputError("reason", `must be given, one of the allowed reasons: ${reasonCodes(component)}`);
    }
    const named = (details.subcomponents ?? []).map((each, index) => {
      const field = `subcomponents[${index}]`;
      const at: FieldOf = (name) => `${field}.${name}`;
      checkInput(subcomponentDetails, each, { below: field });
      return contentFor(subcomponentOf(component, each, at), each, at);
    });
    const subcomponents = [...before, ...named];
    return {
      id: lineId(details.id),
      operation,
      reason,
      ...line,
      ...(subcomponents.length > 0 && { subcomponents }),
    };
  });
}

/** The content that lines and subcomponents have in common. Only a subcomponent could have a location of null. */
type Content = Omit<SubcomponentInput, "id" | "location"> & { location?: string[] };

/** Converts the details of a line or a subcomponent to the form that the service accepts. */
export function contentFor(component: AllowedComponent, details: ComponentDetails, field: FieldOf): Content {
  const { regCode: code = "", description, operation, serviceLevel } = component;
  const { location, value, part, price = serviceLevel?.price } = details;
  const reason = reasonFor(component, details.reason, field("reason"));
  checkPrice(details.price, field("price"));
  return {
    reg: coded({ code, description }),
    ...(operation !== undefined && {
      operation: { ...coded(operation), ...(operation.type && { type: coded(operation.type) }) },
    }),
    ...(reason !== undefined && { reason: coded(reason) }),
    ...(location !== undefined && { location: locationOf(location, component, field("location")) }),
    ...(value !== undefined && { value: decimalText(value, field("value")) }),
    ...(price !== undefined && { price }),
    ...(part !== undefined && { part: tirePart(part, field("part")) }),
    ...pick(details, ["supplierCode", "damage", "warranty", "leniency"]),
  };
}

/**
 * Checks a price that the caller gives, because arithmetic such as 0.1 + 0.2 has fractions of a cent. The reference
 * shows no limits (supplier-api.md §2.3): a price below zero is accepted, and a price of the service is not checked.
 */
function checkPrice(price: unknown, field: string): void {
  if (price === undefined || (typeof price === "number" && isWholeCents(price))) return;
  throw new RegInputError(field, "must be a number of euros in whole cents: round it to two decimals");
}

function reasonFor(component: AllowedComponent, code: string | undefined, field: string): CodedValue | undefined {
  const { reasons = [] } = component;
  if (code === undefined) return reasons.length === 1 ? reasons[0] : undefined;
  const found = reasons.find((each) => each.code === code);
  if (found === undefined) {
    throw new RegInputError(
      field,
      `must be a reason that the component ${component.regCode} allows: ${reasonCodes(component)}`,
    );
  }
  return found;
}

function reasonCodes({ reasons = [] }: AllowedComponent): string {
  return reasons.map(({ code }) => code).join(", ") || "(none)";
}

/** Copies a code and its description, without other fields that the lookup may have. */
function coded(value: { code: string; description?: string | undefined }): CodedValue {
  return { code: value.code, ...pick(value, ["description"]) };
}

/** The changes of a line. A field that is undefined is removed from it. */
export type LineChanges = {
  readonly [Name in keyof ComponentInput]?: ComponentInput[Name] | undefined;
};

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
 * Makes a line that can be sent from one that was read: everything except its status and those of its subcomponents,
 * with changes. It shares no objects with the line. Source: supplier-api.md §2.3, §4.1.
 *
 * @example
 * // The lessor denied it: ask again for less.
 * await supplier.serviceRequests.components.put(id, line.id, lineFrom(line, { price: 15 }));
 * await supplier.serviceRequests.resubmit(id);
 *
 * @throws RegInputError with the field `operation` or `reason` if neither the line nor the changes have it; with the
 *   field `price` if the changes have one with fractions of a cent
 */
export function lineFrom(component: Component, changes: LineChanges = {}): ComponentInput {
  const code = asInput("component", undefined, () => component.reg?.code);
  return aboutLine(code, () => {
    if (typeof changes.price === "number") checkPrice(changes.price, "price");
    const { subcomponents, ...line } = { ...component, ...changes };
    const { operation, reason, ...content } = writableContent(line);
    if (operation === undefined) throw missingField("operation");
    if (reason === undefined) throw missingField("reason");
    return {
      id: component.id,
      operation,
      reason,
      ...content,
      ...(subcomponents && { subcomponents: subcomponents.map(writableContent) }),
    };
  });
}

function writableContent(from: Readable) {
  const content = structuredClone(pick(from, writable));
  const { part } = content;
  return part === undefined ? content : { ...content, part: tireContent(part) };
}

type Readable = { readonly [Name in (typeof writable)[number]]?: ComponentInput[Name] | null | undefined };

function missingField(field: string): RegInputError {
  return new RegInputError(field, "must be given in the changes: the line that was read has none");
}
