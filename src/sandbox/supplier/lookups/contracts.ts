import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import type { WorldVehicle } from "../../state/world.js";
import { findVehicle } from "../requests/access.js";

/** The contract of a vehicle. */
export const getContract: Handler = (exchange) => ok(vehicleOf(exchange).contract);

/**
 * The vehicle that the path names. Without a lessor in the path only active objects are found; with one, only its
 * own, active or not (supplier-api.md §4.3).
 */
export function vehicleOf(exchange: Exchange): WorldVehicle {
  const { lessorId, licensePlate = "" } = exchange.params;
  const vehicle = findVehicle(exchange, licensePlate);
  const visible =
    lessorId === undefined ? vehicle.contract.isActive : String(vehicle.contract.lessor.number) === lessorId;
  if (!visible) throw new Refusal(404, "There is no such vehicle.");
  return vehicle;
}
