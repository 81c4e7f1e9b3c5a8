// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { ApiOpenPlaces } from "../open-places.js";

/** Where the bodies are open. */
export const lessorOpenPlaces: ApiOpenPlaces = {
  knownFields: {
    VehicleFields: ["licensePlate"],
  },
  operations: {
    "vehicles.put": {"request":{"":"VehicleFields"}},
    "vehicles.get": {"response":{"":"VehicleFields"}},
    "vehicles.contractTires.get": {"response":{"":"ContractTiresBody"}},
    "vehicles.contractTires.put": {"request":{"":"ContractTiresBody"}},
    "vehicles.currentTire.get": {"response":{"":"CurrentTireBody"}},
    "vehicles.currentTire.put": {"request":{"":"CurrentTireBody"}},
    "vehicles.lastMaintenance.get": {"response":{"":"LastMaintenanceBody"}},
    "vehicles.lastMaintenance.put": {"request":{"":"LastMaintenanceBody"}},
    "vehicles.mileages.get": {"response":{"":"MileagesBody"}},
    "vehicles.mileages.put": {"request":{"":"MileagesBody"}},
    "vehicles.routings.get": {"response":{"":"RoutingsBody"}},
    "vehicles.routings.put": {"request":{"":"RoutingsBody"}},
    "vehicles.extraTireSet.get": {"response":{"":"ExtraTireSetBody"}},
    "vehicles.extraTireSet.put": {"request":{"":"ExtraTireSetBody"}},
    "vehicles.purchasedTires.get": {"response":{"":"PurchasedTiresBody"}},
    "vehicles.purchasedTires.put": {"request":{"":"PurchasedTiresBody"}},
  },
};
