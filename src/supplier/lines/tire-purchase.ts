import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, ComponentInput, Tire } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { componentOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import { checkCount } from "./decimal-text.js";
import type { LineDetails } from "./details.js";
import { lineWith, partFor } from "./line-for.js";
import { tirePart } from "./tire-part.js";

/** A tire that is sold without being mounted. */
export interface PurchasedTire {
  /** A tire of the search, or of a contract. */
  readonly tire: Tire;
  /** The price in euros. Default: the price of the service level, where one applies. */
  readonly price?: number | undefined;
  /** How many, a whole number above zero: the `value` of the subcomponent. Default: not said. */
  readonly quantity?: number | undefined;
}

/** What is said of a tire purchase without mounting. */
export interface TirePurchaseDetails extends Omit<LineDetails, "part"> {
  /** The tires, at least one. */
  readonly tires: readonly PurchasedTire[];
  /** The code of the operation. Only needed where the vehicle allows the component with several. */
  readonly operation?: string | undefined;
}

/**
 * A line that sells tires without mounting them (3196), with a subcomponent (3101) for each. Source: supplier-api.md
 * §2.3, §2.4.
 *
 * @param allowed the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tirePurchase(
  allowed: readonly AllowedComponent[],
  details: TirePurchaseDetails,
): ComponentInput {
  const { tires = [], operation } = details;
  const entry = componentOf(allowed, { code: componentCodes.tirePurchaseWithoutMounting, operation });
  if (tires.length === 0) throw new RegInputError("tires", "must name at least one tire");
  const parts = tires.map(({ tire, price, quantity }, index) => {
    const at: FieldOf = (name) => `tires[${index}].${name === "price" ? name : "tire"}`;
    checkCount(quantity, `tires[${index}].quantity`, true);
    const tireEntry = subcomponentOf(entry, { code: componentCodes.tire }, at);
    return partFor(tireEntry, { part: tirePart(tire, at("tire")), price, value: quantity }, at);
  });
  return lineWith(entry, details, parts);
}
