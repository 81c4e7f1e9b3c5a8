import type { RegProblemEntry } from "../../../errors/problem.js";
import type { Exchange } from "../../core/handler.js";
import { regEntry, sandboxEntry } from "../../core/problem.js";
import type { StoredRequest } from "../../state/state.js";
import { lessorOf } from "../../state/world.js";
import { vehicleOfRequest } from "./access.js";

/**
 * What stands against another vehicle for a request. The reference does not speak of it: it is taken to be like a new
 * request for that vehicle, and no longer possible across lessors once a lessor has seen the request and given it
 * its number.
 */
export function vehicleChangeViolations(
  exchange: Exchange,
  before: StoredRequest,
  after: StoredRequest,
): RegProblemEntry[] {
  if (before.licensePlate === after.licensePlate) return [];
  const { world } = exchange.state;
  const [old, next] = [before, after].map(({ licensePlate }) =>
    lessorOf(world, vehicleOfRequest(exchange, licensePlate)),
  );
  if (before.lessorsNumber !== undefined && old?.number !== next?.number) {
    const sentence = "The vehicle is another lessor's than the one who has the request.";
    return [sandboxEntry("LESSOR-CHANGE", sentence, "vehicle.licensePlate")];
  }
  return next?.active === true ? [] : [regEntry("REG-SVC000187", "vehicle.licensePlate")];
}
