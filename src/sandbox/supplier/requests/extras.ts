import { refuseIfAny, sandboxEntry } from "../../core/problem.js";

const known = ["status", "vehicle", "appointment", "components"];
const fixed = [
  "id",
  "creationTimeStamp",
  "readOnly",
  "supplierId",
  "lessorId",
  "sublessorCode",
  "serviceRequestNumber",
  "licensePlate",
  "invoicing",
  "parking",
];

/**
 * The fields of a request that the reference mentions without naming them (the supplier's remarks): any name is
 * taken for one, but for those of fields that only the service sets.
 */
export function extrasIn(body: object): Record<string, unknown> {
  const others = Object.entries(body).filter(([name]) => !known.includes(name));
  refuseIfAny(
    others
      .filter(([name]) => fixed.includes(name))
      .map(([name]) => sandboxEntry("FIXED", `${name} cannot be set.`, name)),
  );
  return Object.fromEntries(others);
}
