import type { Contract, ContractVehicle, MountedTire } from "../../generated/supplier/models.js";
import { leaseContract, supplierContract } from "./agreed.js";
import { dealerships } from "./catalogues.js";
import { merged } from "./merge.js";
import { type ObjectProfile, objectProfiles, objectTypes } from "./object-types.js";
import { tireById } from "./tires.js";
import type { SandboxVehicle } from "./vehicles.js";

/** A vehicle for which all but its sublessor, its kind and the overrides of its contract is settled. */
export type SettledVehicle = Required<Omit<SandboxVehicle, "sublessorCode" | "objectType" | "contract">> &
  Pick<SandboxVehicle, "objectType" | "contract">;

/** The contract of a vehicle: the usual one, with what the vehicle has of its own laid over it. */
export function contractOf(vehicle: SettledVehicle, lessorName: string): Contract {
  const { objectType = "PC", leaseStart, contract: own } = vehicle;
  const profile = objectProfiles[objectType];
  const lease = merged(leaseContract(leaseStart, profile), own?.leaseContract);
  return {
    isActive: vehicle.active,
    componentsWithDamageAllowed: vehicle.damageAllowed,
    vehicle: merged<ContractVehicle>(
      {
        ...contractVehicle(vehicle, profile),
        storedTires: lease.tires?.hasTireSetForTireSwapInStorage
          ? tiresOn(profile.tirePositions, profile.tires.winter)
          : [],
      },
      own?.vehicle,
    ),
    lessor: { number: vehicle.lessorNumber, name: lessorName },
    leaseContract: lease,
    supplierContract: merged(supplierContract, own?.supplierContract),
  };
}

function contractVehicle(vehicle: SettledVehicle, profile: ObjectProfile): ContractVehicle {
  const { licensePlate, make, model, leaseStart, objectType = "PC" } = vehicle;
  const dealership = dealerships.find(({ name }) => name === make);
  const kind = objectTypes.find(({ code }) => code === objectType) ?? objectTypes[0];
  return {
    licensePlate,
    vehicleMake: make,
    vehicleModel: model,
    vehicleType: model,
    objectType: { ...kind },
    fuelTypeCode: { code: "E", description: "Electric" },
    // A dealership is optional: makes that the list does not have are without one. Its fields are made up.
    ...(dealership === undefined ? {} : { dealership: { ...dealership } }),
    firstRegisteredDate: leaseStart,
    maintenance: { lastMaintenanceCode: "20" },
    tirePositions: [...profile.tirePositions],
    mountedTires: tiresOn(profile.tirePositions, profile.tires.summer),
  };
}

/** The same tire at every position. The reference does not show stored tires: they are taken to look like mounted ones. */
function tiresOn(positions: ObjectProfile["tirePositions"], id: number): MountedTire[] {
  const specifications = tireById(id);
  return positions.map((position) => ({
    ...position,
    ...(specifications === undefined ? {} : { specifications }),
    lastMeasuredProfileDepth: 6.5,
  }));
}
