import type { AllowedComponent, ComponentInput, Tire } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { componentOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import type { LineDetails } from "./details.js";
import { lineWith, partFor } from "./line-for.js";
import { hasLocations, type LineLocation, locationOf } from "./location.js";
import { disposalParts, type TireDisposal } from "./tire-disposal.js";
import { tirePart } from "./tire-part.js";

/** What is said of a tire replacement. */
export interface TireReplacementDetails extends Omit<LineDetails, "part" | "location">, TireDisposal {
  /** Where the tire is replaced, such as one of the contract's `vehicle.tirePositions`. */
  readonly position: LineLocation;
  /** The tire that is mounted: of the search, or of a contract. */
  readonly tire: Tire;
  /** The price of the tire (3101) in euros. Default: the price of the service level, where one applies. */
  readonly tirePrice?: number | undefined;
  /** The code of the operation. Only needed where the vehicle allows the component with several. */
  readonly operation?: string | undefined;
}

/** What the caller calls what is said of the tire. */
const ofTire: FieldOf = (name) => (name === "price" ? "tirePrice" : "tire");

/**
 * A line that replaces a tire (3198), with the tire (3101) as its subcomponent. The position is said where the vehicle
 * allows a location: on the line, else on the tire. Source: supplier-api.md §2.3, §2.4.
 *
 * @param allowed the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tireReplacement(
  allowed: readonly AllowedComponent[],
  details: TireReplacementDetails,
): ComponentInput {
  const { position, tire, tirePrice, operation } = details;
  const entry = componentOf(allowed, { code: componentCodes.tireReplacement, operation });
  const tireEntry = subcomponentOf(entry, { code: componentCodes.tire }, ofTire);
  const onTire = !hasLocations(entry) && hasLocations(tireEntry);
  const location = { location: locationOf(position, onTire ? tireEntry : entry, "position") };
  const part = tirePart(tire, "tire");
  const mounted = partFor(tireEntry, { part, price: tirePrice, ...(onTire && location) }, ofTire);
  const parts = [mounted, ...disposalParts(entry, details)];
  return lineWith(entry, { ...details, ...(!onTire && location) }, parts);
}
