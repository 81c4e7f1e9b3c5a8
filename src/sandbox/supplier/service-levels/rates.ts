import type { Handler } from "../../core/handler.js";
import { ok } from "../../core/reply.js";
import {
  allowedRentalVehicleRates,
  allowedTireRates,
  repairAndMaintenanceComponents,
} from "../../data/service-levels.js";

/** The components for which there can be repair and maintenance rates. */
export const listRateComponents: Handler = () => ok({ components: repairAndMaintenanceComponents });

/** The rates that there can be for tires. */
export const listAllowedTireRates: Handler = () => ok({ allowedRates: allowedTireRates });

/** The rates that there can be for rental vehicles. */
export const listAllowedRentalVehicleRates: Handler = () => ok({ allowedRates: allowedRentalVehicleRates });
