import { RegInputError } from "../../errors/client-errors.js";
import type { AllowedComponent, SubcomponentInput } from "../../generated/supplier/models.js";
import { componentCodes, driedOutReason } from "../rules/well-known-codes.js";
import { codesOf, type FieldOf, subcomponentOf } from "./allowed-entry.js";
import type { ComponentDetails } from "./details.js";
import { contentFor } from "./line-for.js";

/** A tire that is disposed of in a tire swap or a tire replacement. */
export interface DisposedTire extends ComponentDetails {
  /**
   * The code of the subcomponent. The reference does not show it. Default: that of the only subcomponent which can have
   * the reason 38, dried out (`driedOutReason`).
   */
  readonly code?: string | undefined;
}

/** What a tire swap and a tire replacement say of the tires that are disposed of. */
export interface TireDisposal {
  /** The tires that are disposed of. Default none. */
  readonly disposed?: readonly DisposedTire[] | undefined;
  /** The fee for it (3156) in euros; `true` for the price of the service level. Default: no fee. */
  readonly disposalFee?: number | true | undefined;
}

/**
 * The subcomponents about the tires that are disposed of.
 *
 * @throws RegInputError if the component does not have them
 */
export function disposalSubcomponents(
  entry: AllowedComponent,
  { disposed = [], disposalFee: fee }: TireDisposal,
): SubcomponentInput[] {
  const tires = disposed.map((each, index) => {
    const at: FieldOf = (name) => `disposed[${index}].${name}`;
    const { code = disposalCode(entry, at("code")) } = each;
    return contentFor(subcomponentOf(entry, { code }, at), each, at);
  });
  if (fee === undefined) return tires;
  const field = () => "disposalFee";
  const allowed = subcomponentOf(entry, { code: componentCodes.tireDisposalFee }, field);
  return [...tires, contentFor(allowed, { price: fee === true ? undefined : fee }, field)];
}

function disposalCode({ regCode, subcomponents = [] }: AllowedComponent, field: string): string {
  const found = subcomponents.filter(({ reasons = [] }) =>
    reasons.some(({ code }) => code === driedOutReason),
  );
  const [first, ...others] = found;
  if (first?.regCode !== undefined && others.length === 0) return first.regCode;
  const choice = codesOf(found.length > 0 ? found : subcomponents);
  throw new RegInputError(field, `must name a subcomponent of ${regCode}, one of ${choice}`);
}
