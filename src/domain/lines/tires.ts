import { RegInputError } from "../../errors/errors.js";
import { anything, asInput, checkInput, optionalObject, optionsSchema } from "../../errors/input.js";
import type { AllowedComponent, ComponentInput, SubcomponentInput, Tire } from "../../generated/supplier/models.js";
import { componentCodes, driedOutReason } from "../vocabulary.js";
import { checkCount, codesOf, componentOf, type FieldOf, subcomponentOf } from "./allowed-component.js";
import {
  type ComponentDetails,
  commonDetails,
  componentDetails,
  contentFor,
  hasLocations,
  type LineDetails,
  type LineLocation,
  lineWith,
  locationOf,
  type SubcomponentDetails,
  tirePart,
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
  /** The fee for it (3156), in euros (assumed); `true` for the price of the service level. Default: no fee. */
  readonly disposalFee?: number | true | undefined;
}

const disposedTire = optionsSchema<DisposedTire>({ ...componentDetails, code: anything });

function disposalSubcomponents(
  entry: AllowedComponent,
  { disposed = [], disposalFee: fee }: TireDisposal,
): SubcomponentInput[] {
  const tires = disposed.map((each, index) => {
    const field = `disposed[${index}]`;
    const at: FieldOf = (name) => `${field}.${name}`;
    checkInput(disposedTire, each, { below: field });
    const { code = onlyCode(entry, canBeDriedOut, at("code")) } = each;
    return contentFor(subcomponentOf(entry, { code }, at), each, at);
  });
  if (fee === undefined) return tires;
  const field = () => "disposalFee";
  const allowed = subcomponentOf(entry, { code: componentCodes.tireDisposalFee }, field);
  return [...tires, contentFor(allowed, { price: fee === true ? undefined : fee }, field)];
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
  const choice = codesOf(found.length > 0 ? found : subcomponents);
  throw new RegInputError(field, `must name a subcomponent of ${regCode}, one of ${choice}`);
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

const purchasedTire = optionsSchema<PurchasedTire>({
  ...commonDetails,
  location: anything,
  operation: anything,
  tire: anything,
  quantity: anything,
});

/** The details of a tire purchase without mounting. */
export interface TirePurchaseDetails extends Omit<LineDetails, "part"> {
  /** The tires, at least one. */
  readonly tires: readonly PurchasedTire[];
}

/** Copies the details of a line, so that they can be read. */
function readDetails<Details extends object>(details: Details): Details {
  return asInput("details", undefined, () => ({ ...optionalObject("details", details) }) as Details);
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
  const { tires = [], ...line } = readDetails(details);
  const code = componentCodes.tirePurchaseWithoutMounting;
  const entry = componentOf(allowedComponents, { code, operation: line.operation });
  if (!Array.isArray(tires) || tires.length === 0)
    throw new RegInputError("tires", "must be a list of at least one tire");
  const sold = tires.map((each, index) => {
    const field = `tires[${index}]`;
    const at: FieldOf = (name) => `${field}.${name === "code" ? "tire" : name}`;
    checkInput(purchasedTire, each, { below: field });
    const { tire, quantity, operation, ...content } = each;
    checkCount(quantity, at("quantity"), { whole: true });
    const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation }, at);
    return contentFor(tireEntry, { ...content, part: tirePart(tire, at("tire")), value: quantity }, at);
  });
  return lineWith(entry, line, sold);
}

/** The details of the tire (3101) of a tire replacement, besides the tire itself. */
export interface TireDetails extends Omit<SubcomponentDetails, "code" | "part" | "location"> {}

const tireDetailsSchema = optionsSchema<TireDetails>({ ...commonDetails, value: anything, operation: anything });

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
  const { position, tire, tireDetails = {}, disposed, disposalFee, ...line } = readDetails(details);
  const entry = componentOf(allowedComponents, { code: componentCodes.tireReplacement, operation: line.operation });
  checkInput(tireDetailsSchema, tireDetails, { below: "tireDetails" });
  const { operation, ...content } = tireDetails;
  const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation }, tireField);
  const onTire = !hasLocations(entry) && hasLocations(tireEntry);
  const location = { location: locationOf(position, onTire ? tireEntry : entry, "position") };
  const part = tirePart(tire, "tire");
  const mounted = contentFor(tireEntry, { ...content, part, ...(onTire && location) }, tireField);
  const before = [mounted, ...disposalSubcomponents(entry, { disposed, disposalFee })];
  return lineWith(entry, { ...line, ...(!onTire && location) }, before);
}

/** The details of one position of a tire swap. */
export interface TireSwapPosition extends Omit<SubcomponentDetails, "code" | "location"> {
  /** Where the tire is swapped. */
  readonly location: LineLocation;
}

const swapPosition = optionsSchema<TireSwapPosition>({ ...componentDetails, operation: anything });

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
  const { positions = [], positionCode, disposed, disposalFee, ...line } = readDetails(details);
  const entry = componentOf(allowedComponents, { code: componentCodes.tireSwap, operation: line.operation });
  if (!Array.isArray(positions) || positions.length === 0)
    throw new RegInputError("positions", "must be a list of at least one position");
  const code = positionCode ?? onlyCode(entry, hasLocations, "positionCode");
  const seen = new Set<string>();
  const swaps = positions.map((position, index) => {
    const field = `positions[${index}]`;
    const isDetailed = hasDetails(position);
    if (isDetailed) checkInput(swapPosition, position, { below: field });
    const { operation, location, ...content } = isDetailed ? position : { location: position };
    const at: FieldOf = (name) => (name === "code" ? "positionCode" : isDetailed ? `${field}.${name}` : field);
    const atPosition = subcomponentOf(entry, { code, operation }, at);
    const codes = locationOf(location, atPosition, at("location"));
    const key = codes.join(" ");
    if (seen.has(key)) throw new RegInputError(at("location"), `is given twice: ${key}`);
    seen.add(key);
    return contentFor(atPosition, { ...content, location: codes }, at);
  });
  return lineWith(entry, line, [...swaps, ...disposalSubcomponents(entry, { disposed, disposalFee })]);
}

function hasDetails(position: LineLocation | TireSwapPosition): position is TireSwapPosition {
  return "location" in Object(position);
}
