import type { RequestKind } from "../../../base/kinds.js";
import { isSameOperation } from "../../../domain/rules/approval-lines.js";
import type { DraftLine, Placed } from "../../../domain/rules/draft.js";
import type { RegProblemEntry } from "../../../errors/problem.js";
import type { AllowedComponent, Contract, SupplierContract, TirePosition } from "../../../generated/supplier/models.js";
import type {
  CatalogueComponent,
  CatalogueSubcomponent,
  Condition,
  Permission,
  Places,
} from "../../data/component-model.js";
import { components, damageComponents } from "../../data/components.js";
import { allTirePositions } from "../../data/vehicles.js";
import { sandboxEntry } from "../../messages/problem.js";

/** Returns the components of a kind of request for any vehicle. */
export function catalogueOf(kind: RequestKind): readonly CatalogueComponent[] {
  return kind === "damage" ? damageComponents : components;
}

/** Returns those components that a vehicle with this contract allows, each with the subcomponents that it allows. */
export function allowedComponents(catalogue: readonly CatalogueComponent[], contract: Contract): CatalogueComponent[] {
  const isAllowed = ({ when = {} }: Pick<CatalogueComponent, "when">) =>
    meetsSupplierContract(when, contract) && meetsVehicle(when, contract);
  return catalogue
    .filter(isAllowed)
    .map(({ subcomponents, ...component }) =>
      subcomponents === undefined ? component : { ...component, subcomponents: subcomponents.filter(isAllowed) },
    );
}

interface VehicleView {
  readonly contract: Contract;
  /** Left out: no price is shown. */
  readonly priceOf?: (component: CatalogueSubcomponent | CatalogueComponent) => number | undefined;
}

/**
 * Shows a component as the lookups do. That subcomponents have the same fields as components is inferred
 * (supplier-api.md §2.6).
 */
export function showComponent(
  component: CatalogueComponent | CatalogueSubcomponent,
  view?: VehicleView,
): AllowedComponent {
  const { regCode, description, operation, reasons, requiredFields, optionalFields } = component;
  const locations = locationsOf(component, view?.contract);
  const price = view?.priceOf?.(component);
  const subcomponents = "subcomponents" in component ? component.subcomponents : undefined;
  return {
    regCode,
    ...(description !== undefined && { description }),
    ...(operation !== undefined && { operation }),
    ...(reasons !== undefined && { reasons }),
    requiredFields,
    optionalFields,
    ...(locations !== undefined && { locations }),
    ...(price !== undefined && { serviceLevel: { price } }),
    ...(subcomponents !== undefined && {
      subcomponents: subcomponents.map((each) => showComponent(each, view)),
    }),
  };
}

/**
 * Returns the locations that a component can have; undefined if it can have none. That they look like the contract's
 * tire positions is assumed.
 *
 * @param contract left out: the locations on any vehicle
 */
function locationsOf({ places }: { readonly places?: Places }, contract?: Contract): TirePosition[] | undefined {
  if (places === undefined) return undefined;
  if (places === "sides") return [{ positionCode1: "L" }, { positionCode1: "R" }];
  const positions = contract === undefined ? allTirePositions : (contract.vehicle.tirePositions ?? []);
  return places === "tires" ? [...positions] : axlesOf(positions);
}

function axlesOf(positions: readonly TirePosition[]): TirePosition[] {
  const axles = new Set(positions.map(({ positionCode1 = "" }) => positionCode1));
  return [...axles].map((positionCode1) => ({ positionCode1 }));
}

function meetsSupplierContract(
  { permission, tireCost, rentalCost }: Condition,
  { supplierContract }: Contract,
): boolean {
  const { tires, rentalVehicle } = supplierContract;
  return [
    permission === undefined || permissions[permission](supplierContract),
    tireCost === undefined || tires?.allowedCosts?.[tireCost],
    rentalCost === undefined || rentalVehicle?.allowedCosts?.[rentalCost],
  ].every((isMet) => isMet === true);
}

/** Each kind of work, with the contract's field that allows it. Work is not allowed if the field is missing. */
const permissions: Readonly<Record<Permission, (allowed: SupplierContract) => boolean | undefined>> = {
  repairAndMaintenance: ({ repairAndMaintenance }) => repairAndMaintenance?.allowed,
  // The contract has no field for tire operations: it is assumed that any other tire work includes them.
  tires: ({ tires }) =>
    tires?.tireSwapAllowed || tires?.tireReplaceAllowed || tires?.tirePurchaseWithoutMountingAllowed,
  tireSwap: ({ tires }) => tires?.tireSwapAllowed,
  tireReplace: ({ tires }) => tires?.tireReplaceAllowed,
  tirePurchaseWithoutMounting: ({ tires }) => tires?.tirePurchaseWithoutMountingAllowed,
  rentalVehicle: ({ rentalVehicle }) => rentalVehicle?.allowed,
  damage: ({ damage }) => damage?.allowed,
};

function meetsVehicle(
  { categories, makes, withDamage, storedTires, rimFrom }: Condition,
  { vehicle, leaseContract, componentsWithDamageAllowed }: Contract,
): boolean {
  const category = vehicle.objectType?.objectTypeCategory;
  const rims = (vehicle.mountedTires ?? []).map(({ specifications }) => specifications?.rimDiameterInInches ?? 0);
  return [
    categories?.some((each) => each === category),
    makes?.some((each) => each === vehicle.vehicleMake),
    withDamage && componentsWithDamageAllowed,
    storedTires && leaseContract.tires?.hasTireSetForTireSwapInStorage === true,
    rimFrom === undefined ? undefined : rims.some((rim) => rim >= rimFrom),
  ].every((isMet) => isMet !== false);
}

/** Finds the component of a line by code and operation, and that of a reading by its code alone. */
function subcomponentsOf(
  { content: { reg, operation } }: Placed<DraftLine>,
  allowed: readonly CatalogueComponent[],
): readonly CatalogueSubcomponent[] {
  const component = allowed.find(
    (each) => each.regCode === reg?.code && (each.role === "reading" || isSameOperation(operation, each.operation)),
  );
  return component?.subcomponents ?? [];
}

/** Lists subcomponents that are there twice but may not repeat, and subcomponents that exclude each other. */
export function combinationViolations(
  line: Placed<DraftLine>,
  allowed: readonly CatalogueComponent[],
): RegProblemEntry[] {
  const possible = subcomponentsOf(line, allowed);
  const codes = codesOf(line);
  return codes.flatMap((code, index) => {
    const subcomponent = possible.find(({ regCode }) => regCode === code);
    if (subcomponent === undefined) return [];
    const previous = codes.slice(0, index);
    const field = `${line.prefix}subcomponents[${index}]`;
    const { regCode, notWith = [], repeats = false } = subcomponent;
    const isRepeated = !repeats && previous.includes(regCode);
    const excluded = notWith.find((each) => previous.includes(each));
    return [
      ...(isRepeated ? [sandboxEntry("DUPLICATE", "The line holds this subcomponent already.", field)] : []),
      ...(excluded === undefined
        ? []
        : [sandboxEntry("COMBINATION", `${regCode} cannot be together with ${excluded}.`, field)]),
    ];
  });
}

/** Lists the subcomponents that a line lacks: required ones, and ones that another of its subcomponents needs. */
export function missingSubcomponents(
  line: Placed<DraftLine>,
  allowed: readonly CatalogueComponent[],
): RegProblemEntry[] {
  const codes = codesOf(line);
  const field = `${line.prefix}subcomponents`;
  return subcomponentsOf(line, allowed).flatMap(({ regCode, description, required = false, onlyWith = [] }) => {
    const isPresent = codes.includes(regCode);
    const lacksOther = isPresent && onlyWith.length > 0 && !onlyWith.some((code) => codes.includes(code));
    return [
      ...(required && !isPresent
        ? [sandboxEntry("REQUIRED", `Approval needs the subcomponent ${regCode} (${description}).`, field)]
        : []),
      ...(lacksOther
        ? [sandboxEntry("COMBINATION", `${regCode} needs ${onlyWith.join(" or ")} beside it.`, field)]
        : []),
    ];
  });
}

function codesOf({ content: { subcomponents = [] } }: Placed<DraftLine>): (string | undefined)[] {
  return subcomponents.map(({ reg }) => reg?.code);
}
