import { isObject } from "../http/input/check-fields.js";

/**
 * The position codes of a place on the vehicle: a list of codes, a single code, or a position as the contract shows it
 * (supplier-api.md §2.3, §2.5). Undefined for any other form: that of the `locations` of a component is not shown.
 */
export function positionCodes(place: unknown): string[] | undefined {
  const codes: readonly unknown[] = Array.isArray(place) ? place : isObject(place) ? codesIn(place) : [place];
  return codes.length > 0 && codes.every((code) => typeof code === "string") ? [...codes] : undefined;
}

function codesIn(position: {
  readonly positionCode1?: unknown;
  readonly positionCode2?: unknown;
}): unknown[] {
  return [position.positionCode1, position.positionCode2].filter(
    (code) => code !== undefined && code !== null,
  );
}
