import type { AllowedComponent, ComponentInput } from "../../generated/supplier/models.js";
import { componentCodes, readingCodes } from "../domain.js";
import { checkCount, decimalText } from "./allowed-component.js";
import { type LineDetails, lineFor, lineId } from "./line.js";

/** What can be said of a reading beside its value. */
export interface ReadingDetails {
  /** The id of the line, a GUID that is unique in the request. Default: a new one. */
  readonly id?: string | undefined;
}

/**
 * A line with the mileage of the vehicle: component 5401, operation 19, reason 99. Source: supplier-api.md §2.3.
 *
 * @param value in kilometres, not below zero: a number, or text such as `48210` or `48210.5`
 * @throws RegInputError with the field `value` or `id`
 */
export function mileageReading(value: number | string, details: ReadingDetails = {}): ComponentInput {
  return reading(componentCodes.mileageReading, value, details);
}

/**
 * A line with the operating hours of the vehicle: component 5449, operation 19, reason 99. Source: supplier-api.md §2.3.
 *
 * @param value in hours, not below zero: a number, or text such as `1250` or `1250.5`
 * @throws RegInputError with the field `value` or `id`
 */
export function hoursReading(value: number | string, details: ReadingDetails = {}): ComponentInput {
  return reading(componentCodes.hoursReading, value, details);
}

function reading(code: string, value: number | string, { id }: ReadingDetails): ComponentInput {
  return {
    id: lineId(id),
    reg: { code },
    operation: { code: readingCodes.operation },
    reason: { code: readingCodes.reason },
    value: decimalText(value, "value", { signed: false }),
  };
}

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
