import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, ComponentInput, Tire } from "../../generated/supplier/models.js";
import { componentCodes } from "../rules/well-known-codes.js";
import { componentOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import { checkCount } from "./decimal-text.js";
import type { LineDetails, SubcomponentDetails } from "./details.js";
import { contentFor, lineWith } from "./line-for.js";
import { tirePart } from "./tire-part.js";

/** A tire that is sold without being mounted, with what its subcomponent (3101) says beside it. */
export interface PurchasedTire extends Omit<SubcomponentDetails, "code" | "part" | "value"> {
  /**
   * The tire: the `specifications` of one of a contract's `vehicle.mountedTires`, what `tires.get` answers, or one of
   * `tires.search`. The form of that list is not shown: find the tire in it as you read it.
   */
  readonly tire: Tire;
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
 * @example
 * const tire = await supplier.tires.get({ id: 503 });
 * tirePurchase(components, { tires: [{ tire, price: 228, quantity: 2 }], reason: "10" });
 *
 * @param allowedComponents the components that the vehicle allows, read just now
 * @throws RegInputError if the vehicle does not allow it, or the component rules out what is given
 */
export function tirePurchase(
  allowedComponents: readonly AllowedComponent[],
  details: TirePurchaseDetails,
): ComponentInput {
  const { tires = [], operation } = details;
  const code = componentCodes.tirePurchaseWithoutMounting;
  const entry = componentOf(allowedComponents, { code, operation });
  if (tires.length === 0) throw new RegInputError("tires", "must name at least one tire");
  const sold = tires.map(({ tire, quantity, operation, ...content }, index) => {
    const at: FieldOf = (name) => `tires[${index}].${name === "code" ? "tire" : name}`;
    checkCount(quantity, at("quantity"), { whole: true });
    const tireEntry = subcomponentOf(entry, { code: componentCodes.tire, operation }, at);
    return contentFor(tireEntry, { ...content, part: tirePart(tire, at("tire")), value: quantity }, at);
  });
  return lineWith(entry, details, sold);
}
