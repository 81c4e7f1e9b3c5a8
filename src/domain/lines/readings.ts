import type { AllowedComponent, ComponentInput } from "../../generated/supplier/models.js";
import { componentCodes, readingCodes } from "../vocabulary.js";
import { aboutLine, chosenFrom } from "./allowed-component.js";
import {
  aboveZero,
  checkField,
  checkFields,
  commonFields,
  decimalText,
  type FieldsOf,
  lineFields,
  location,
  valueCheckOf,
} from "./fields.js";
import { type LineDetails, lineFor, lineOf, newId } from "./line.js";

/** The details of a reading, besides its value. */
export interface ReadingDetails extends Pick<LineDetails, "id"> {}

/**
 * Makes a line with the mileage of the vehicle: component 5401, operation 19, reason 99.
 *
 * @param value in whole kilometres (assumed), not below zero: a number, or text such as `48210`
 * @throws RegInputError with the field `value` or `id`
 *
 * @example
 * const components = [mileageReading(48210), lineFor(allowed, "1101")];
 *
 * @see supplier-api.md §2.3
 */
export function mileageReading(value: number | string, details: ReadingDetails = {}): ComponentInput {
  return reading(componentCodes.mileageReading, value, details);
}

/**
 * Makes a line with the operating hours of the vehicle: component 5449, operation 19, reason 99.
 *
 * @param value in hours, not below zero: a number, or text such as `1250` or `1250.5`
 * @throws RegInputError with the field `value` or `id`
 *
 * @example
 * const components = [hoursReading(1250), lineFor(allowed, "1101")];
 *
 * @see supplier-api.md §2.3
 */
export function hoursReading(value: number | string, details: ReadingDetails = {}): ComponentInput {
  return reading(componentCodes.hoursReading, value, details);
}

const readingFields: FieldsOf<ReadingDetails> = { id: lineFields.id };

function reading(code: string, value: number | string, details: ReadingDetails): ComponentInput {
  return aboutLine({ component: code, id: Object(details).id }, () => {
    checkFields(details, readingFields);
    checkField(value, "value", valueCheckOf(code));
    return {
      id: details.id ?? newId(),
      reg: { code },
      operation: { code: readingCodes.operation },
      reason: { code: readingCodes.reason },
      value: decimalText(value),
    };
  });
}

/** The details of a rental vehicle. */
export interface RentalVehicleDetails extends Omit<LineDetails, "part" | "value"> {
  /**
   * The number of days, above zero. It becomes the line's `value`: that the quantity of a rental is its days is
   * assumed. Default: none.
   */
  readonly days?: number | string | undefined;
}

const rentalFields: FieldsOf<RentalVehicleDetails> = { ...commonFields, ...lineFields, location, days: aboveZero };

/**
 * Makes the line of a rental vehicle; a rental request has exactly one.
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @param code the code of the component for the rental vehicle, which the reference does not show
 * @throws RegInputError if the vehicle does not allow it, or the component does not allow the details
 *
 * @example
 * const components = [rentalVehicle(allowed, code, { days: 3 })];
 */
export function rentalVehicle(
  allowedComponents: readonly AllowedComponent[],
  code: string,
  details?: RentalVehicleDetails,
): ComponentInput;
/**
 * Makes the line for an entry of the allowed components, such as one that a person has chosen.
 *
 * @example
 * const components = [rentalVehicle(chosen, { days: 3 })];
 */
export function rentalVehicle(
  component: AllowedComponent,
  details?: Omit<RentalVehicleDetails, "operation">,
): ComponentInput;
export function rentalVehicle(
  from: readonly AllowedComponent[] | AllowedComponent,
  code?: string | RentalVehicleDetails,
  details?: RentalVehicleDetails,
): ComponentInput {
  const [entry, given = {}] = chosenFrom(from, code, details);
  return aboutLine(lineOf(entry, given), () => {
    checkFields(given, rentalFields);
    const { days, ...others } = given;
    return lineFor(entry, { ...others, value: days });
  });
}
