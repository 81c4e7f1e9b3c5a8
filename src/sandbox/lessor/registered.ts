import type { State } from "../state/state.js";
import type { RelatedKind } from "./related.js";

/** A vehicle as a lessor's client registered it, with its related data by kind. */
export interface RegisteredVehicle {
  body: unknown;
  readonly related: Map<RelatedKind, unknown>;
}

/** Vehicles by client id and license plate: no client sees those of another (assumed). */
export type RegisteredVehicles = Map<string, Map<string, RegisteredVehicle>>;

type Registry = Pick<State, "registered">;

/** The vehicle that a client registered under a license plate. */
export function registeredVehicle(
  { registered }: Registry,
  clientId: string,
  licensePlate: string,
): RegisteredVehicle | undefined {
  return registered.get(clientId)?.get(licensePlate);
}

/** Registers a vehicle, or replaces what is known of one; its related data stays. */
export function register(
  { registered }: Registry,
  clientId: string,
  licensePlate: string,
  body: unknown,
): void {
  const fleet = registered.get(clientId) ?? new Map<string, RegisteredVehicle>();
  registered.set(clientId, fleet);
  const vehicle = fleet.get(licensePlate);
  if (vehicle === undefined) fleet.set(licensePlate, { body, related: new Map() });
  else vehicle.body = body;
}

/** Removes a vehicle with its related data. */
export function unregister({ registered }: Registry, clientId: string, licensePlate: string): void {
  registered.get(clientId)?.delete(licensePlate);
}
