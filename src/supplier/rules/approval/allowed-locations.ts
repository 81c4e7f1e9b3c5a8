import type { AllowedComponent } from "../../../generated/supplier/models.js";
import { positionCodes } from "../../positions.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { DraftPart } from "./context.js";
import type { Placed } from "./lines.js";

/** An empty list is no location on a line. On a subcomponent anything but null is one (supplier-api.md §2.3). */
export function locationViolations(
  { content: { location }, prefix }: Placed<DraftPart>,
  { regCode, locations = [] }: AllowedComponent,
  isPart = false,
): Violation[] {
  if (location === undefined || location === null || (location.length === 0 && !isPart)) return [];
  if (isLocationAmong(location, locations)) return [];
  const sentence =
    locations.length === 0
      ? `The component ${regCode} has no location: leave it out.`
      : `The component ${regCode} cannot be at this location: choose one of its locations.`;
  return [ruleViolation("RULE-LOCATION", `${prefix}location`, sentence)];
}

/**
 * Whether a location is among those of an allowed component. What these look like is not shown: tire positions and
 * lists of position codes are compared; if there is anything else among them, every location passes.
 */
function isLocationAmong(given: readonly string[], locations: readonly unknown[]): boolean {
  return locations.some((location) => {
    const codes = positionCodes(location);
    return (
      codes === undefined ||
      (codes.length === given.length && codes.every((code, index) => code === given[index]))
    );
  });
}
