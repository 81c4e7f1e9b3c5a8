import type { Contract } from "../../generated/supplier/models.js";
import type { SandboxVehicle } from "./vehicles.js";

const axles = ["1", "2"];
const sides = ["L", "R"];

/** The contract of a vehicle, as far as it differs from vehicle to vehicle; the rest is the same for all. */
export function contractOf(
  vehicle: Required<Omit<SandboxVehicle, "sublessorCode">>,
  lessorName: string,
): Contract {
  const { licensePlate, make, model, leaseStart } = vehicle;
  return {
    isActive: vehicle.active,
    componentsWithDamageAllowed: vehicle.damageAllowed,
    vehicle: {
      licensePlate,
      vehicleMake: make,
      vehicleModel: model,
      vehicleType: model,
      objectType: { code: "PC", objectTypeCategory: "PassengerCar", description: "Passenger car" },
      fuelTypeCode: { code: "E", description: "Electric" },
      firstRegisteredDate: leaseStart,
      tirePositions: axles.flatMap((positionCode1) =>
        sides.map((positionCode2) => ({ positionCode1, positionCode2 })),
      ),
      mountedTires: [],
      storedTires: [],
    },
    lessor: { number: vehicle.lessorNumber, name: lessorName },
    leaseContract: {
      startDate: leaseStart,
      endDate: `${Number(leaseStart.slice(0, 4)) + 5}-12-31`,
      maximumMileage: 150_000,
      repairAndMaintenance: { inContract: true },
      tires: { inContract: true, allSeasonTiresInContract: "Allowed", hasTireSetForTireSwapInStorage: false },
      rentalVehicle: {
        inContract: true,
        extensionCommentRequired: false,
        rentalClassesInContract: [
          { rentalClass: "C", fuelType: "E", forEstate: false, freeKilometrage: 100 },
        ],
        rentalClassesNotInContract: [],
      },
    },
    supplierContract: {
      repairAndMaintenance: { allowed: true, serviceLevel: { href: "/v2/servicelevel/default" } },
      tires: { tireSwapAllowed: true, tireReplaceAllowed: true, tirePurchaseWithoutMountingAllowed: false },
      rentalVehicle: { allowed: true },
      damage: { allowed: true, firstDebitInvoiceRequiresCreditDiscountInvoice: false },
    },
  };
}
