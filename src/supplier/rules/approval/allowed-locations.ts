import { isObject } from "../../../http/input/check-fields.js";

/**
 * Whether a location is among those of an allowed component. What these look like is not shown: tire positions and
 * lists of position codes are compared; if there is anything else among them, every location passes.
 */
export function isLocationAmong(given: readonly string[], locations: readonly unknown[]): boolean {
  return locations.some((location) => {
    const codes = codesOf(location);
    return (
      codes === undefined ||
      (codes.length === given.length && codes.every((code, index) => code === given[index]))
    );
  });
}

/** The position codes of a location; undefined if it has another form. */
function codesOf(location: unknown): readonly unknown[] | undefined {
  const codes = isObject(location) ? positionOf(location) : Array.isArray(location) ? location : [location];
  return codes.length > 0 && codes.every((code) => typeof code === "string") ? codes : undefined;
}

function positionOf(location: {
  readonly positionCode1?: unknown;
  readonly positionCode2?: unknown;
}): unknown[] {
  const { positionCode1, positionCode2 } = location;
  return positionCode2 === undefined ? [positionCode1] : [positionCode1, positionCode2];
}
