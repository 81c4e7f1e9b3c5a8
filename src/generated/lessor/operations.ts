// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import { tableOf } from "../../document/operation.js";

/** Every operation that a client offers. */
export const lessorOperations = /* @__PURE__ */ tableOf({
  "vehicles.put": {"method":"PUT","path":"/v1/vehicles"},
  "vehicles.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}","content":{}},
  "vehicles.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}"},
  "vehicles.contractTires.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/contracttires"},
  "vehicles.contractTires.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/contracttires"},
  "vehicles.contractTires.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/contracttires"},
  "vehicles.currentTire.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/currenttire"},
  "vehicles.currentTire.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/currenttire"},
  "vehicles.currentTire.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/currenttire"},
  "vehicles.lastMaintenance.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/lastmaintenance"},
  "vehicles.lastMaintenance.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/lastmaintenance"},
  "vehicles.lastMaintenance.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/lastmaintenance"},
  "vehicles.mileages.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/mileages"},
  "vehicles.mileages.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/mileages"},
  "vehicles.mileages.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/mileages"},
  "vehicles.routings.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/routings"},
  "vehicles.routings.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/routings"},
  "vehicles.routings.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/routings"},
  "vehicles.extraTireSet.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/extratireset"},
  "vehicles.extraTireSet.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/extratireset"},
  "vehicles.extraTireSet.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/extratireset"},
  "vehicles.purchasedTires.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/purchasedtires"},
  "vehicles.purchasedTires.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/purchasedtires"},
  "vehicles.purchasedTires.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/purchasedtires"},
});

/** The operations that need no token. */
export const lessorTokenOperations = /* @__PURE__ */ tableOf({
  "token.create": {"method":"POST","path":"/token","input":"form","output":"json","effects":"read","content":{}},
});

/** The kinds of related data of a vehicle, by their names on the client. */
export const relatedKinds = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
] as const;

/** A kind of related data of a vehicle. */
export type RelatedKind = (typeof relatedKinds)[number];
