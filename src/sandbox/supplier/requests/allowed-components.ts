import type { Contract, TirePosition } from "../../../generated/supplier/models.js";
import type { CatalogueComponent, Places } from "../../data/allowed-component.js";
import { components, damageComponents } from "../../data/components.js";
import { allTirePositions } from "../../data/object-types.js";
import type { RequestKind } from "../../state/state.js";
import { isMet } from "./conditions.js";

/** All components of a kind of request, whatever vehicle they are for. */
export function catalogueOf(kind: RequestKind): readonly CatalogueComponent[] {
  return kind === "damage" ? damageComponents : components;
}

/** The components that a vehicle with this contract allows, each with the subcomponents that it allows. */
export function allowedComponents(kind: RequestKind, contract: Contract): CatalogueComponent[] {
  const isAllowed = ({ when = {} }: Pick<CatalogueComponent, "when">) => isMet(when, contract);
  return catalogueOf(kind)
    .filter(isAllowed)
    .map(({ subcomponents, ...component }) =>
      subcomponents === undefined
        ? component
        : { ...component, subcomponents: subcomponents.filter(isAllowed) },
    );
}

/**
 * The locations that a component can have; undefined where none is permitted. That they look like the contract's
 * tire positions is assumed.
 *
 * @param contract left out: those on any vehicle
 */
export function locationsOf(
  { places }: { readonly places?: Places },
  contract?: Contract,
): TirePosition[] | undefined {
  if (places === undefined) return undefined;
  if (places === "sides") return [{ positionCode1: "L" }, { positionCode1: "R" }];
  const positions = contract === undefined ? allTirePositions : (contract.vehicle.tirePositions ?? []);
  return places === "tires" ? [...positions] : axlesOf(positions);
}

function axlesOf(positions: readonly TirePosition[]): TirePosition[] {
  const axles = new Set(positions.map(({ positionCode1 = "" }) => positionCode1));
  return [...axles].map((positionCode1) => ({ positionCode1 }));
}
