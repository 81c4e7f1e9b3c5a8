import type { Handler } from "../../core/handler.js";
import { noContent } from "../../core/reply.js";
import { dateOf, findAgreement, keepAgreement, keepDefault, ownServiceLevels } from "./store.js";
import { type Clearing, withoutCleared } from "./values.js";

/** What each clearing method clears, in the default as in an agreement (supplier-api.md §4.4). */
export const clearings = {
  "repairAndMaintenance.clear": { category: "repairAndMaintenance" },
  "repairAndMaintenance.clearFutureRates": { category: "repairAndMaintenance", part: "rates" },
  "tires.clear": { category: "tires" },
  "tires.clearFutureRates": { category: "tires", part: "rates" },
  "tires.clearFuturePreferredMakes": { category: "tires", part: "preferredMakes" },
  "tires.clearFutureDiscounts": { category: "tires", part: "discounts" },
  "rentalVehicle.clear": { category: "rentalVehicle" },
  "rentalVehicle.clearFutureRates": { category: "rentalVehicle", part: "rates" },
} as const satisfies Readonly<Record<string, Clearing>>;

/** Clears something of the caller's default. */
export const clearInDefault =
  (cleared: Clearing): Handler =>
  (exchange) => {
    keepDefault(exchange, withoutCleared(ownServiceLevels(exchange).default, cleared, dateOf(exchange)));
    return noContent;
  };

/** Clears something of the agreement that the path names. */
export const clearInAgreement =
  (cleared: Clearing): Handler =>
  (exchange) => {
    const agreement = findAgreement(exchange);
    const categories = withoutCleared(agreement.categories, cleared, dateOf(exchange));
    keepAgreement(exchange, { ...agreement, categories });
    return noContent;
  };
