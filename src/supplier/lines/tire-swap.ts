import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, ComponentInput } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { codesOf, componentOf, subcomponentOf } from "./allowed-entry.js";
import type { LineDetails } from "./details.js";
import { lineWith, partFor } from "./line-for.js";
import { hasLocations, type LineLocation, locationOf } from "./location.js";
import { disposalParts, type TireDisposal } from "./tire-disposal.js";

/** What is said of a tire swap. */
export interface TireSwapDetails extends Omit<LineDetails, "part">, TireDisposal {
  /** Where tires are swapped, such as the contract's `vehicle.tirePositions`; at least one, and none twice. */
  readonly positions: readonly LineLocation[];
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
 * @param allowed the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tireSwap(allowed: readonly AllowedComponent[], details: TireSwapDetails): ComponentInput {
  const { positions = [], positionCode, operation } = details;
  const entry = componentOf(allowed, { code: componentCodes.tireSwap, operation });
  if (positions.length === 0) throw new RegInputError("positions", "must name at least one position");
  const atPosition = swapAtPosition(entry, positionCode);
  const seen = new Set<string>();
  const swaps = positions.map((location, index) => {
    const field = `positions[${index}]`;
    const codes = locationOf(location, atPosition, field);
    const place = codes.join(" ");
    if (seen.has(place)) throw new RegInputError(field, `is there twice: ${place}`);
    seen.add(place);
    return partFor(atPosition, { location: codes }, () => field);
  });
  return lineWith(entry, details, [...swaps, ...disposalParts(entry, details)]);
}

/** The subcomponent that swaps a tire at a position. */
function swapAtPosition(entry: AllowedComponent, code: string | undefined): AllowedComponent {
  if (code !== undefined) return subcomponentOf(entry, { code }, () => "positionCode");
  const found = (entry.subcomponents ?? []).filter(hasLocations);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const choice = codesOf(found.length > 0 ? found : (entry.subcomponents ?? []));
  throw new RegInputError(
    "positionCode",
    `must name the subcomponent of ${entry.regCode} that swaps a tire at a position, one of ${choice}`,
  );
}
