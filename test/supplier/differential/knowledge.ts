import type { Known } from "../../../src/supplier/rules/draft.js";
import { permitted } from "./bench.js";
import type { RequestBody } from "./request-body.js";
import type { Missing } from "./service-only.js";

/** The codes of the sandbox's catalogue that the reference does not show. */
const rentalCodes = ["9001"];
const repeatableCodes = ["2901"];

/** What a caller knows in a case, and what it must leave to the service. */
export interface Knowledge {
  readonly known: Known;
  readonly missing: readonly Missing[];
}

/** All there is to know about this sandbox. */
const everything: Knowledge = {
  known: { rentalCodes, repeatableCodes, warranties: permitted.warranty, leniencies: permitted.leniency },
  missing: [],
};

/**
 * What is known of a request. Without the codes of rental vehicles the dates of an appointment tell (inferred from
 * supplier-api.md §2.2): where they would mislead, the caller must know the codes.
 */
export function knowledgeOf(
  isKnown: boolean,
  { appointment, components }: Pick<RequestBody, "appointment" | "components">,
): Knowledge {
  if (isKnown) return everything;
  const { checkoutDate = "", workshopDate = "" } = appointment ?? {};
  const isInferred = checkoutDate !== "" && workshopDate === "";
  const areRental = (components ?? []).map(({ reg }) => rentalCodes.includes(reg?.code ?? ""));
  const isRental = areRental.includes(true);
  // Dates speak of the whole request, so that they cannot tell lines of both kinds apart.
  const isMixed = isRental && areRental.includes(false);
  return {
    known: isInferred === isRental && !isMixed ? {} : { rentalCodes },
    missing: ["repeatableCodes", "warranties", "leniencies"],
  };
}
