import { optionalObject } from "../../errors/input.js";
import type { AllowedComponent, ComponentInput, SubcomponentInput, Tire } from "../../generated/supplier/models.js";
import { codesOf } from "../rules/approval-lines.js";
import { componentCodes, driedOutReason } from "../vocabulary.js";
import { aboutLine, componentOf, listed, subcomponentOf } from "./allowed-component.js";
import {
  aTire,
  checkField,
  checkFields,
  commonFields,
  componentFields,
  type FieldOf,
  type FieldsOf,
  fee,
  filledList,
  list,
  location as locationField,
  mistake,
  text,
  value,
  wholeAboveZero,
} from "./fields.js";
import {
  type ComponentDetails,
  contentFor,
  hasLocations,
  type LineDetails,
  type LineLocation,
  lineOf,
  lineWith,
  locationOf,
  type SubcomponentDetails,
} from "./line.js";

/** A tire that is disposed of in a tire swap or a tire replacement. */
export interface DisposedTire extends ComponentDetails {
  /**
   * The code of the subcomponent. The reference does not show it. Default: that of the only subcomponent which can have
   * the reason 38, dried out (`driedOutReason`).
   */
  readonly code?: string | undefined;
}

/** The tires that a tire swap or a tire replacement disposes of. */
export interface TireDisposal {
  /** The tires that are disposed of. Default none. */
  readonly disposed?: readonly DisposedTire[] | undefined;
  /**
   * The fee for it (3156), in euros (assumed); `true` for the price of the service level, which then must have one.
   * Default: no fee.
   */
  readonly disposalFee?: number | true | undefined;
}

const disposedFields: FieldsOf<DisposedTire> = { ...componentFields, code: text };

function disposalSubcomponents(
  entry: AllowedComponent,
  { disposed = [], disposalFee }: TireDisposal,
): SubcomponentInput[] {
  checkField(disposed, "disposed", list);
  const tires = disposed.map((each, index) => {
    const whole = `disposed[${index}]`;
    const at: FieldOf = (name) => `${whole}.${name}`;
    checkFields(each, disposedFields, { at, whole });
    const { code = onlyCode(entry, canBeDriedOut, at("code")) } = each;
    return contentFor(subcomponentOf(entry, { code }, at), each, at);
  });
  if (disposalFee === undefined) return tires;
  const code = componentCodes.tireDisposalFee;
  const allowed = subcomponentOf(entry, { code }, () => "disposalFee");
  checkField(disposalFee, "disposalFee", fee);
  const price = disposalFee === true ? allowed.serviceLevel?.price : disposalFee;
  if (price !== undefined) return [...tires, contentFor(allowed, { price }, () => "disposalFee")];
  const problem = `must be the amount: the service level has no price for the component ${code}`;
  throw mistake("field-missing", "disposalFee", problem, { subcomponent: code });
}

function canBeDriedOut({ reasons = [] }: AllowedComponent): boolean {
  return reasons.some(({ code }) => code === driedOutReason);
}

/** The code of the subcomponents that fit, if all of them have the same. */
function onlyCode(
  { regCode, subcomponents = [] }: AllowedComponent,
  fits: (subcomponent: AllowedComponent) => boolean,
  field: string,
): string {
  const found = subcomponents.filter(fits);
  const [first, ...others] = new Set(found.map((each) => each.regCode));
  if (first !== undefined && others.length === 0) return first;
  const allowed = codesOf(found.length > 0 ? found : subcomponents);
  const problem = `must name a subcomponent of ${regCode}, one of ${listed(allowed)}`;
  throw mistake("field-missing", field, problem, { allowed });
}

/** A tire that is sold without being mounted, with the details of its subcomponent (3101). */
export interface PurchasedTire extends Omit<SubcomponentDetails, "code" | "part" | "value"> {
  /**
   * The tire: the `specifications` of one of a contract's `vehicle.mountedTires`, the result of `tires.get`, or one of
   * `tires.search`. The form of that list is not shown: find the tire in it yourself.
   */
  readonly tire: Tire;
  /** The number of tires, a whole number above zero: the `value` of the subcomponent. Default: none. */
  readonly quantity?: number | undefined;
}

const purchasedFields: FieldsOf<PurchasedTire> = {
  ...commonFields,
  location: locationField,
  operation: text,
  tire: aTire,
  quantity: wholeAboveZero,
};

/** The details of a tire purchase without mounting. */
export interface TirePurchaseDetails extends Omit<LineDetails, "part"> {
  /** The tires, at least one. */
  readonly tires: readonly PurchasedTire[];
}

/** Copies the details of a line, so that they can be read. */
function readDetails<Details extends object>(component: string, details: Details): Details {
  return aboutLine({ component }, () => ({ ...optionalObject("details", details) }) as Details);
}

/**
 * Makes a line that sells tires without mounting them (3196), with a subcomponent (3101) for each. Source:
 * supplier-api.md §2.3, §2.4.
 *
 * @example
 * const tire = await supplier.tires.get({ id: 503 });
 * tirePurchase(allowed, { tires: [{ tire, price: 228, quantity: 2 }], reason: "10" });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component does not allow the details
 */
export function tirePurchase(
  allowedComponents: readonly AllowedComponent[],
  details: TirePurchaseDetails,
): ComponentInput {
  const code = componentCodes.tirePurchaseWithoutMounting;
  const { tires = [], ...line } = readDetails(code, details);
  const entry = componentOf(allowedComponents, { code, operation: line.operation });
  return aboutLine(lineOf(entry, line), () => {
    checkField(tires, "tires", filledList);
    const sold = tires.map((each, index) => {
      const whole = `tires[${index}]`;
      const at: FieldOf = (name) => `${whole}.${name === "code" ? "tire" : name}`;
      checkFields(each, purchasedFields, { at, whole });
      const { tire, quantity, operation, ...content } = each;
      checkField(tire, at("tire"), aTire);
      const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation }, at);
      return contentFor(tireEntry, { ...content, part: tire, value: quantity }, at);
    });
    return lineWith(entry, line, sold);
  });
}

/** The details of the tire (3101) of a tire replacement, besides the tire itself. */
export interface TireDetails extends Omit<SubcomponentDetails, "code" | "part" | "location"> {}

const tireDetailsFields: FieldsOf<TireDetails> = { ...commonFields, value, operation: text };

/** The details of a tire replacement. */
export interface TireReplacementDetails extends Omit<LineDetails, "part" | "location">, TireDisposal {
  /** The price of the replacement (3198); that of the tire (3101) is `tireDetails.price`. */
  readonly price?: number | undefined;
  /** Where the tire is replaced, such as one of the contract's `vehicle.tirePositions`. */
  readonly position: LineLocation;
  /**
   * The tire that is mounted: the `specifications` of one of the contract's `vehicle.mountedTires`, the result of
   * `tires.get`, or one of `tires.search`. The form of that list is not shown: find the tire in it yourself.
   */
  readonly tire: Tire;
  /**
   * The reason, the price and the other fields of the tire (3101), if they do not follow from the allowed component.
   * Default: its only reason, and the price of the service level.
   */
  readonly tireDetails?: TireDetails | undefined;
}

/** Maps a field of the tire's subcomponent to the field in which the caller gave it. */
const tireField: FieldOf = (name) => (name === "code" ? "tire" : `tireDetails.${name}`);

/**
 * Makes a line that replaces a tire (3198), with the tire (3101) as its subcomponent. The position is given where the
 * vehicle allows a location: on the line, otherwise on the tire. Source: supplier-api.md §2.3, §2.4.
 *
 * @example
 * const tire = await supplier.tires.get({ id: 503 });
 * tireReplacement(allowed, { position: ["1", "L"], tire, reason: "10", disposed: [{ reason: "38" }] });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component does not allow the details
 */
export function tireReplacement(
  allowedComponents: readonly AllowedComponent[],
  details: TireReplacementDetails,
): ComponentInput {
  const code = componentCodes.tireReplacement;
  const { position, tire, tireDetails = {}, disposed, disposalFee, ...line } = readDetails(code, details);
  const entry = componentOf(allowedComponents, { code, operation: line.operation });
  return aboutLine(lineOf(entry, line), () => {
    checkFields(tireDetails, tireDetailsFields, { at: (name) => `tireDetails.${name}`, whole: "tireDetails" });
    const { operation, ...content } = tireDetails;
    const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation }, tireField);
    const onTire = !hasLocations(entry) && hasLocations(tireEntry);
    const location = { location: locationOf(position, onTire ? tireEntry : entry, "position") };
    checkField(tire, "tire", aTire);
    const mounted = contentFor(tireEntry, { ...content, part: tire, ...(onTire && location) }, tireField);
    const before = [mounted, ...disposalSubcomponents(entry, { disposed, disposalFee })];
    return lineWith(entry, { ...line, ...(!onTire && location) }, before);
  });
}

/** The details of one position of a tire swap. */
export interface TireSwapPosition extends Omit<SubcomponentDetails, "code" | "location"> {
  /** Where the tire is swapped. */
  readonly location: LineLocation;
}

const swapFields: FieldsOf<TireSwapPosition> = { ...componentFields, operation: text };

/** The details of a tire swap. */
export interface TireSwapDetails extends Omit<LineDetails, "part">, TireDisposal {
  /**
   * Where tires are swapped, such as the contract's `vehicle.tirePositions`; at least one, and none twice. Each
   * with its reason, price and other fields of the subcomponent, if they do not follow from the allowed component.
   */
  readonly positions: readonly (LineLocation | TireSwapPosition)[];
  /**
   * The code of the subcomponent that swaps a tire at a position. The reference does not show it. Default: that of the
   * only subcomponent which has locations.
   */
  readonly positionCode?: string | undefined;
}

/**
 * Makes a line that swaps tires (3199), with a subcomponent for each position. Source: supplier-api.md §2.3.
 *
 * @example
 * // Each position with its own price, if no service level has one.
 * const { tirePositions = [] } = contract.vehicle;
 * tireSwap(allowed, { positions: tirePositions.map((location) => ({ location, reason: "10", price: 12 })) });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component does not allow the details
 */
export function tireSwap(allowedComponents: readonly AllowedComponent[], details: TireSwapDetails): ComponentInput {
  const swap = componentCodes.tireSwap;
  const { positions = [], positionCode, disposed, disposalFee, ...line } = readDetails(swap, details);
  const entry = componentOf(allowedComponents, { code: swap, operation: line.operation });
  return aboutLine(lineOf(entry, line), () => {
    checkField(positions, "positions", filledList);
    const code = positionCode ?? onlyCode(entry, hasLocations, "positionCode");
    const seen = new Set<string>();
    const swaps = positions.map((position, index) => {
      const whole = `positions[${index}]`;
      const isDetailed = hasDetails(position);
      const at: FieldOf = (name) => (name === "code" ? "positionCode" : isDetailed ? `${whole}.${name}` : whole);
      if (isDetailed) checkFields(position, swapFields, { at: (name) => `${whole}.${name}`, whole });
      const { operation, location, ...content } = isDetailed ? position : { location: position };
      const atPosition = subcomponentOf(entry, { code, operation }, at);
      const codes = locationOf(location, atPosition, at("location"));
      const key = codes.join(" ");
      if (seen.has(key))
        throw mistake("position-repeated", at("location"), `is given twice: ${key}`, { location: key });
      seen.add(key);
      return contentFor(atPosition, { ...content, location: codes }, at);
    });
    return lineWith(entry, line, [...swaps, ...disposalSubcomponents(entry, { disposed, disposalFee })]);
  });
}

function hasDetails(position: LineLocation | TireSwapPosition): position is TireSwapPosition {
  return "location" in Object(position);
}
