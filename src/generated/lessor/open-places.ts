// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { ApiOpenPlaces } from "../../document/open-places.js";

/** Where the bodies are open. */
export const lessorOpenPlaces: ApiOpenPlaces = {
  knownFields: {
    VehicleInputFields: ["licensePlate"],
    VehicleFields: ["licensePlate"],
  },
  returnedAs: {
    VehicleInputFields: "VehicleFields",
    ContractTiresInputBody: "ContractTiresBody",
    CurrentTireInputBody: "CurrentTireBody",
    LastMaintenanceInputBody: "LastMaintenanceBody",
    MileagesInputBody: "MileagesBody",
    RoutingsInputBody: "RoutingsBody",
    ExtraTireSetInputBody: "ExtraTireSetBody",
    PurchasedTiresInputBody: "PurchasedTiresBody",
  },
  closed: [],
  operations: {
    "vehicles.put": {"request":{"":"VehicleInputFields"}},
    "vehicles.get": {"response":{"":"VehicleFields"}},
    "vehicles.contractTires.get": {"response":{"":"ContractTiresBody"}},
    "vehicles.contractTires.put": {"request":{"":"ContractTiresInputBody"}},
    "vehicles.currentTire.get": {"response":{"":"CurrentTireBody"}},
    "vehicles.currentTire.put": {"request":{"":"CurrentTireInputBody"}},
    "vehicles.lastMaintenance.get": {"response":{"":"LastMaintenanceBody"}},
    "vehicles.lastMaintenance.put": {"request":{"":"LastMaintenanceInputBody"}},
    "vehicles.mileages.get": {"response":{"":"MileagesBody"}},
    "vehicles.mileages.put": {"request":{"":"MileagesInputBody"}},
    "vehicles.routings.get": {"response":{"":"RoutingsBody"}},
    "vehicles.routings.put": {"request":{"":"RoutingsInputBody"}},
    "vehicles.extraTireSet.get": {"response":{"":"ExtraTireSetBody"}},
    "vehicles.extraTireSet.put": {"request":{"":"ExtraTireSetInputBody"}},
    "vehicles.purchasedTires.get": {"response":{"":"PurchasedTiresBody"}},
    "vehicles.purchasedTires.put": {"request":{"":"PurchasedTiresInputBody"}},
  },
};
