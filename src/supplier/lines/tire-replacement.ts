import type { AllowedComponent, ComponentInput, Tire } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { componentOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import type { LineDetails, SubcomponentDetails } from "./details.js";
import { contentFor, lineWith } from "./line-for.js";
import { hasLocations, type LineLocation, locationOf } from "./location.js";
import { disposalSubcomponents, type TireDisposal } from "./tire-disposal.js";
import { tirePart } from "./tire-part.js";

/** What is said of the tire (3101) of a tire replacement, beside which tire it is. */
export interface TireDetails extends Omit<SubcomponentDetails, "code" | "part" | "location"> {}

/** What is said of a tire replacement. */
export interface TireReplacementDetails extends Omit<LineDetails, "part" | "location">, TireDisposal {
  /** Where the tire is replaced, such as one of the contract's `vehicle.tirePositions`. */
  readonly position: LineLocation;
  /**
   * The tire that is mounted: the `specifications` of one of the contract's `vehicle.mountedTires`, what `tires.get`
   * answers, or one of `tires.search`. The form of that list is not shown: find the tire in it as you read it.
   */
  readonly tire: Tire;
  /**
   * The reason, the price and whatever else the tire (3101) needs where that does not follow from the allowed component.
   * Default: its only reason, and the price of the service level.
   */
  readonly tireDetails?: TireDetails | undefined;
  /** The code of the operation. Only needed where the vehicle allows the component with several. */
  readonly operation?: string | undefined;
}

/** What the caller calls what is said of the tire. */
const ofTire: FieldOf = (name) => (name === "code" ? "tire" : `tireDetails.${name}`);

/**
 * A line that replaces a tire (3198), with the tire (3101) as its subcomponent. The position is said where the vehicle
 * allows a location: on the line, else on the tire. Source: supplier-api.md §2.3, §2.4.
 *
 * @example
 * const [{ specifications: tire } = {}] = contract.vehicle.mountedTires ?? [];   // or: await supplier.tires.get({ id: 503 })
 * tireReplacement(components, { position: ["1", "L"], tire, reason: "38", tireDetails: { price: 228 } });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tireReplacement(
  allowedComponents: readonly AllowedComponent[],
  details: TireReplacementDetails,
): ComponentInput {
  const { position, tire, tireDetails = {}, operation } = details;
  const entry = componentOf(allowedComponents, { code: componentCodes.tireReplacement, operation });
  const { operation: tireOperation, ...content } = tireDetails;
  const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation: tireOperation }, ofTire);
  const onTire = !hasLocations(entry) && hasLocations(tireEntry);
  const location = { location: locationOf(position, onTire ? tireEntry : entry, "position") };
  const part = tirePart(tire, "tire");
  const mounted = contentFor(tireEntry, { ...content, part, ...(onTire && location) }, ofTire);
  const before = [mounted, ...disposalSubcomponents(entry, details)];
  return lineWith(entry, { ...details, ...(!onTire && location) }, before);
}
