import type { RegProblemEntry } from "../../../errors/problem.js";
import type { Exchange } from "../../core/handler.js";
import { sandboxEntry } from "../../core/problem.js";
import { type Agreement, type Categories, categoryNames, type Parties, partNames } from "./model.js";
import { dateOf, ownServiceLevels } from "./store.js";

/** Future values are valid from a later date (supplier-api.md §1). */
export function futureViolations(exchange: Exchange, changes: Categories): RegProblemEntry[] {
  const today = dateOf(exchange);
  return categoryNames.flatMap((category) =>
    partNames.flatMap((part) => {
      const validFrom = changes[category]?.[part]?.future?.validFrom;
      if (validFrom === undefined || validFrom > today) return [];
      const field = `${category}.${part}.future.validFrom`;
      return [sandboxEntry("FUTURE", `${field} must be later than today, ${today}.`, field)];
    }),
  );
}

/** Lessors exist, and no other agreement of the supplier has the same set of lessors and dealerships. */
export function partyViolations(exchange: Exchange, agreement: Agreement): RegProblemEntry[] {
  const unknown = agreement.lessors
    .filter((number) => !exchange.state.world.lessors.has(number))
    .map((number) => sandboxEntry("LESSOR", `There is no lessor ${number}.`, "lessors"));
  const set = setOf(agreement);
  const taken = ownServiceLevels(exchange).agreements.some(
    (other) => other.id !== agreement.id && setOf(other) === set,
  );
  if (!taken) return unknown;
  const sentence = "Another agreement has the same set of lessors and dealerships.";
  return [...unknown, sandboxEntry("DUPLICATE", sentence, "lessors")];
}

/** The same text for the same set, in whatever order it is written. */
function setOf({ lessors, dealerships }: Parties): string {
  return JSON.stringify([[...lessors].sort(), [...dealerships].sort()]);
}
