import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, TirePosition } from "../../generated/supplier/models.js";
import { positionCodes } from "../positions.js";

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
