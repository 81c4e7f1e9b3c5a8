import type { AllowedComponent, ComponentInput } from "../../generated/supplier/models.js";
import { checkCount } from "./decimal-text.js";
import type { LineDetails } from "./details.js";
import { lineFor } from "./line-for.js";

/** What is said of a rental vehicle. */
export interface RentalVehicleDetails extends Omit<LineDetails, "part" | "value"> {
  /**
   * For how many days, above zero. It becomes the line's `value`: that the quantity of a rental is its days is assumed.
   * Default: not said.
   */
  readonly days?: number | string | undefined;
}

/**
 * The line of a rental vehicle; a rental request has exactly one (supplier-api.md §3).
 *
 * @param component the entry of the allowed components for the rental vehicle, read just now; its code is not shown
 * @throws RegInputError if the component rules out what is given
 */
export function rentalVehicle(
  component: AllowedComponent | undefined,
  { days, ...details }: RentalVehicleDetails = {},
): ComponentInput {
  checkCount(days, "days");
  return lineFor(component, { ...details, value: days });
}
