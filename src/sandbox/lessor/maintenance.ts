import { RegInputError } from "../../errors/client-errors.js";
import type { State } from "../state/state.js";
import { registeredVehicle } from "./registered.js";
import { type RelatedKind, relatedKinds } from "./related.js";

/**
 * Has the service itself change related data of a vehicle, which it does with some (lessor-api.md §1). Which kinds
 * it maintains is not shown: here it can be any.
 *
 * @throws RegInputError for a vehicle that is not registered, a kind that is none, and a value that is no related data
 */
export function maintain(
  state: State,
  clientId: string,
  licensePlate: string,
  kind: RelatedKind,
  value: unknown,
): void {
  if (!relatedKinds.includes(kind))
    throw new RegInputError("kind", `is not a kind of related data: use ${relatedKinds.join(", ")}`);
  const vehicle = registeredVehicle(state, clientId, licensePlate);
  if (vehicle === undefined)
    throw new RegInputError("licensePlate", "is not that of a vehicle which the client has registered");
  vehicle.related.set(kind, plainCopy(value));
}

/** A copy, as the value would be after it went through JSON. */
function plainCopy(value: unknown): object {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    if (typeof copy === "object" && copy !== null) return copy;
  } catch {
    // It has no form in JSON: the answer is the same.
  }
  throw new RegInputError("value", "must be an object or an array that JSON can hold");
}
