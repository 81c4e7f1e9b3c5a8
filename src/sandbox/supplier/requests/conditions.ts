import type { Contract, SupplierContract } from "../../../generated/supplier/models.js";
import type { Condition, Permission } from "../../data/allowed-component.js";

/** Where the contract says whether a kind of work is allowed. What it does not say is not allowed. */
const permissions: Readonly<Record<Permission, (allowed: SupplierContract) => boolean | undefined>> = {
  repairAndMaintenance: ({ repairAndMaintenance }) => repairAndMaintenance?.allowed,
  // Nothing in the contract speaks of tire operations: that any other tire work brings them along is assumed.
  tires: ({ tires }) =>
    tires?.tireSwapAllowed || tires?.tireReplaceAllowed || tires?.tirePurchaseWithoutMountingAllowed,
  tireSwap: ({ tires }) => tires?.tireSwapAllowed,
  tireReplace: ({ tires }) => tires?.tireReplaceAllowed,
  tirePurchaseWithoutMounting: ({ tires }) => tires?.tirePurchaseWithoutMountingAllowed,
  rentalVehicle: ({ rentalVehicle }) => rentalVehicle?.allowed,
  damage: ({ damage }) => damage?.allowed,
};

/** Whether a vehicle with this contract meets a condition of the catalogue. */
export function isMet(condition: Condition, contract: Contract): boolean {
  return meetsSupplierContract(condition, contract) && meetsVehicle(condition, contract);
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
  ].every((met) => met === true);
}

function meetsVehicle(
  { categories, makes, withDamage, storedTires, rimFrom }: Condition,
  { vehicle, leaseContract, componentsWithDamageAllowed }: Contract,
): boolean {
  const category = vehicle.objectType?.objectTypeCategory;
  const rims = (vehicle.mountedTires ?? []).map(
    ({ specifications }) => specifications?.rimDiameterInInches ?? 0,
  );
  return [
    categories?.some((each) => each === category),
    makes?.some((each) => each === vehicle.vehicleMake),
    withDamage && componentsWithDamageAllowed,
    storedTires && leaseContract.tires?.hasTireSetForTireSwapInStorage === true,
    rimFrom === undefined ? undefined : rims.some((rim) => rim >= rimFrom),
  ].every((met) => met !== false);
}
