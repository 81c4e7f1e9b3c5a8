import { RegInputError } from "../../errors/errors.js";
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
import { isGuid, positionCodes, tireFields } from "../domain.js";
import { decimalText, type FieldOf, type NamedComponent, subcomponentOf } from "./allowed-component.js";

/** What can be said of a line and of a subcomponent. Everything can be left out: `checkApproval` tells what lacks. */
export interface ComponentDetails {
  /** The code of the reason. Default: the only one that is allowed. */
  readonly reason?: string | undefined;
  /** In euros. Default: the price of the service level, where one applies. */
  readonly price?: number | undefined;
  /** A reading or a quantity. Text has a dot for the decimals and nothing between thousands. */
  readonly value?: number | string | undefined;
  /** Only where the component has locations. */
  readonly location?: LineLocation | undefined;
  /** A tire: `specifications` of a contract's `vehicle.mountedTires`, what `tires.get` answers, or one of `tires.search`. */
  readonly part?: Tire | undefined;
  /** Refused where the contract's `componentsWithDamageAllowed` is false (REG-SVC000177). */
  readonly damage?: boolean | undefined;
  readonly warranty?: Warranty | undefined;
  readonly leniency?: Leniency | undefined;
  /** The supplier's own code for the component. */
  readonly supplierCode?: string | undefined;
}

/** A subcomponent of a line, by its code. */
export interface SubcomponentDetails extends ComponentDetails, NamedComponent {}

/** What can be said of a line. */
export interface LineDetails extends ComponentDetails {
  /** The id of the line, a GUID that is unique in the request. Default: a new one. */
  readonly id?: string | undefined;
  /** What the line consists of. The component decides what it must, may and must not have. */
  readonly subcomponents?: readonly SubcomponentDetails[] | undefined;
}

/**
 * The id of a line: the one given, or a new one. The caller chooses it, unique in the request (supplier-api.md §2.1).
 *
 * @throws RegInputError if the one given is no GUID
 */
export function lineId(id: string = globalThis.crypto.randomUUID()): string {
  if (isGuid(id)) return id;
  throw new RegInputError("id", "must be a GUID; leave it out to get a new one");
}

/** Where something is on the vehicle: its position codes in order, or a position as the contract shows it. */
export type LineLocation = readonly string[] | Readonly<TirePosition>;

/** Whether a component can have a location at all (supplier-api.md §2.3). */
export function hasLocations({ locations = [] }: AllowedComponent): boolean {
  return locations.length > 0;
}

/**
 * A location as a line says it. It is held against the locations of the component if all of these can be read: their
 * form is not shown, so they are taken to look like the positions of a contract or of a line.
 *
 * @throws RegInputError if the component cannot be there
 */
export function locationOf(location: LineLocation, entry: AllowedComponent, field: string): string[] {
  const codes = typeof location === "object" ? positionCodes(location) : undefined;
  if (codes === undefined) {
    throw new RegInputError(
      field,
      'must be position codes, such as ["1", "L"], or a position of the contract',
    );
  }
  if (!hasLocations(entry)) {
    throw new RegInputError(field, `must be left out: the component ${entry.regCode} has no location`);
  }
  const permitted = (entry.locations ?? []).map((each) => positionCodes(each)?.join(" "));
  if (permitted.includes(undefined) || permitted.includes(codes.join(" "))) return codes;
  throw new RegInputError(
    field,
    `must be a location of the component ${entry.regCode}: ${permitted.join(", ")}`,
  );
}

/** The named fields that are there: neither undefined nor null, which a service may write for what it does not know. */
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
 * A tire of the search or of a contract as the part of a line. Fields that a line does not have are left out.
 *
 * @throws RegInputError if it is no tire: other parts, such as `Base`, are refused (supplier-api.md §2.4)
 */
export function tirePart(tire: Tire, field: string): TirePartInput {
  if (tire === undefined) {
    throw new RegInputError(field, `must be a tire, and none was given: ${whereFrom}`);
  }
  if (typeof tire !== "object" || tire === null || (tire.partType ?? "Tire") !== "Tire") {
    throw new RegInputError(field, "must be a tire: other parts are refused");
  }
  const part = tireContent(tire);
  if (Object.keys(part).length > 1) return part;
  throw new RegInputError(field, `has nothing that a line says of a tire: ${whereFrom}`);
}

const whereFrom = "take the `specifications` of a mounted tire of the contract, or what `tires.get` answers";

/** What a line says of a tire, whatever else is known of it. */
function tireContent(tire: Tire): TirePartInput {
  return { partType: "Tire", ...pick(tire, names) };
}

/**
 * A line for a component that the vehicle allows: its code and operation, its only reason or the one that is named, the
 * price of the service level unless another is given. A required field may lack, as in a draft; `checkApproval` tells.
 * Which subcomponents need or exclude each other only the service knows. Source: supplier-api.md §2.3, §2.6.
 *
 * @param component an entry of the allowed components, read just now; undefined, as `find` gives it, is an error
 * @throws RegInputError if the component rules out what is given; the message lists the codes that it allows
 */
export function lineFor(component: AllowedComponent | undefined, details: LineDetails = {}): ComponentInput {
  return lineWith(component, details, []);
}

/** The line, with subcomponents before those that are named. */
export function lineWith(
  component: AllowedComponent | undefined,
  details: LineDetails,
  before: readonly SubcomponentInput[],
): ComponentInput {
  const { operation, reason, ...line } = contentFor(component, details, (name) => name);
  if (operation === undefined) throw new RegInputError("component", "has no operation, which a line needs");
  if (reason === undefined) {
    throw new RegInputError("reason", `must be given, one of those allowed: ${reasonCodes(component)}`);
  }
  const named = (details.subcomponents ?? []).map((each, index) => {
    const at: FieldOf = (name) => `subcomponents[${index}].${name}`;
    return contentFor(subcomponentOf(component ?? {}, each, at), each, at);
  });
  const subcomponents = [...before, ...named];
  return {
    id: lineId(details.id),
    operation,
    reason,
    ...line,
    ...(subcomponents.length > 0 && { subcomponents }),
  };
}

/** What a line and a subcomponent have in common. A location of null is for subcomponents only, and never made here. */
type Content = Omit<SubcomponentInput, "id" | "location"> & { location?: string[] };

/** What is given of a line or a subcomponent, in the form that the service takes. */
export function contentFor(
  component: AllowedComponent | undefined,
  details: ComponentDetails,
  field: FieldOf,
): Content {
  if (component?.regCode === undefined) {
    throw new RegInputError(
      "component",
      "is no component with a code: perhaps the vehicle does not allow it",
    );
  }
  const { regCode: code, description, operation, serviceLevel } = component;
  const { location, value, part, price = serviceLevel?.price } = details;
  const reason = reasonFor(component, details.reason, field("reason"));
  if (price !== undefined && !Number.isFinite(price)) {
    throw new RegInputError(field("price"), "must be a number of euros");
  }
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

/** The reason with the code that is named, or the only one. */
function reasonFor(
  component: AllowedComponent,
  code: string | undefined,
  field: string,
): CodedValue | undefined {
  const { reasons = [] } = component;
  if (code === undefined) return reasons.length === 1 ? reasons[0] : undefined;
  const found = reasons.find((each) => each.code === code);
  if (found === undefined) {
    throw new RegInputError(
      field,
      `must be one of those that the component ${component.regCode} allows: ${reasonCodes(component)}`,
    );
  }
  return found;
}

function reasonCodes({ reasons = [] }: AllowedComponent = {}): string {
  return reasons.map(({ code }) => code).join(", ") || "(none)";
}

/** A copy of a code and its meaning, without what else the lookup may say of it. */
function coded(value: { code: string; description?: string | undefined }): CodedValue {
  return { code: value.code, ...pick(value, ["description"]) };
}

/** What is to be different in a line. A field that is undefined is left out of it. */
export type LineChanges = {
  readonly [Name in keyof ComponentInput]?: ComponentInput[Name] | undefined;
};

/** What can be sent of a line and of a subcomponent; not its status, which is the lessor's to change. */
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
 * What can be sent of a line that was read: all but its status and those of its subcomponents, with changes. It shares
 * nothing with the line. Source: supplier-api.md §2.3, §4.1.
 *
 * @example
 * // The lessor denied it: ask again for less.
 * await supplier.serviceRequests.components.put(id, line.id, lineFrom(line, { price: 15 }));
 * await supplier.serviceRequests.resubmit(id);
 *
 * @throws RegInputError with the field `operation` or `reason` if neither the line nor the changes have it
 */
export function lineFrom(component: Component, changes: LineChanges = {}): ComponentInput {
  const { subcomponents, ...line } = { ...component, ...changes };
  const { operation, reason, ...content } = contentOf(line);
  if (operation === undefined) throw lacking("operation");
  if (reason === undefined) throw lacking("reason");
  return {
    id: component.id,
    operation,
    reason,
    ...content,
    ...(subcomponents && { subcomponents: subcomponents.map(contentOf) }),
  };
}

function contentOf(from: Readable) {
  const content = structuredClone(pick(from, writable));
  const { part } = content;
  return part === undefined ? content : { ...content, part: tireContent(part) };
}

/** A line or a subcomponent, read or changed. */
type Readable = { readonly [Name in (typeof writable)[number]]?: ComponentInput[Name] | null | undefined };

function lacking(field: string): RegInputError {
  return new RegInputError(field, "must be given in the changes: the line that was read has none");
}
