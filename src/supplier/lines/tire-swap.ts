import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, ComponentInput } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { codesOf, componentOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import type { ComponentDetails, LineDetails } from "./details.js";
import { contentFor, lineWith } from "./line-for.js";
import { hasLocations, type LineLocation, locationOf } from "./location.js";
import { disposalSubcomponents, type TireDisposal } from "./tire-disposal.js";

/** What is said of one position of a tire swap. */
export interface TireSwapPosition extends Omit<ComponentDetails, "location"> {
  /** Where the tire is swapped. */
  readonly location: LineLocation;
  /** The code of the operation. Only needed where the subcomponent is allowed with several. */
  readonly operation?: string | undefined;
}

/** What is said of a tire swap. */
export interface TireSwapDetails extends Omit<LineDetails, "part">, TireDisposal {
  /**
   * Where tires are swapped, such as the contract's `vehicle.tirePositions`; at least one, and none twice. With its
   * reason, price and whatever else the subcomponent needs where that does not follow from the allowed component.
   */
  readonly positions: readonly (LineLocation | TireSwapPosition)[];
  /**
   * The code of the subcomponent that swaps a tire at a position. The reference does not show it. Default: that of the
   * only subcomponent which has locations.
   */
  readonly positionCode?: string | undefined;
  /** The code of the operation. Only needed where the vehicle allows the component with several. */
  readonly operation?: string | undefined;
}

/**
 * A line that swaps tires (3199), with a subcomponent for each position. Source: supplier-api.md §2.3.
 *
 * @example
 * // Each position at a price of its own, where no service level has one.
 * const { tirePositions = [] } = contract.vehicle;
 * tireSwap(components, { positions: tirePositions.map((location) => ({ location, reason: "10", price: 12 })) });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tireSwap(
  allowedComponents: readonly AllowedComponent[],
  details: TireSwapDetails,
): ComponentInput {
  const { positions = [], operation } = details;
  const entry = componentOf(allowedComponents, { code: componentCodes.tireSwap, operation });
  if (positions.length === 0) throw new RegInputError("positions", "must name at least one position");
  const code = details.positionCode ?? positionCodeOf(entry);
  const seen = new Set<string>();
  const swaps = positions.map((position, index) => {
    const field = `positions[${index}]`;
    const isDetailed = hasDetails(position);
    const { operation, location, ...content } = isDetailed ? position : { location: position };
    const at: FieldOf = (name) =>
      name === "code" ? "positionCode" : isDetailed ? `${field}.${name}` : field;
    const atPosition = subcomponentOf(entry, { code, operation }, at);
    const codes = locationOf(location, atPosition, at("location"));
    const place = codes.join(" ");
    if (seen.has(place)) throw new RegInputError(at("location"), `is there twice: ${place}`);
    seen.add(place);
    return contentFor(atPosition, { ...content, location: codes }, at);
  });
  return lineWith(entry, details, [...swaps, ...disposalSubcomponents(entry, details)]);
}

function hasDetails(position: LineLocation | TireSwapPosition): position is TireSwapPosition {
  return "location" in Object(position);
}

/** The code of the subcomponent that swaps a tire at a position. */
function positionCodeOf({ regCode, subcomponents = [] }: AllowedComponent): string {
  const found = subcomponents.filter(hasLocations);
  const [first, ...others] = new Set(found.map((each) => each.regCode));
  if (first !== undefined && others.length === 0) return first;
  const choice = codesOf(found.length > 0 ? found : subcomponents);
  throw new RegInputError(
    "positionCode",
    `must name the subcomponent of ${regCode} that swaps a tire at a position, one of ${choice}`,
  );
}
