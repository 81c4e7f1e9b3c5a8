// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import { tableOf } from "../table.js";

/** Every operation that a client offers. */
export const lessorOperations = /* @__PURE__ */ tableOf({
  "vehicles.put": {"method":"PUT","path":"/v1/vehicles","input":"json","output":"none","effects":"idempotent"},
  "vehicles.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}","input":"none","output":"json","effects":"read"},
  "vehicles.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}","input":"none","output":"none","effects":"idempotent"},
  "vehicles.contractTires.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/contracttires","input":"none","output":"json","effects":"read"},
  "vehicles.contractTires.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/contracttires","input":"json","output":"none","effects":"idempotent"},
  "vehicles.contractTires.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/contracttires","input":"none","output":"none","effects":"idempotent"},
  "vehicles.currentTire.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/currenttire","input":"none","output":"json","effects":"read"},
  "vehicles.currentTire.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/currenttire","input":"json","output":"none","effects":"idempotent"},
  "vehicles.currentTire.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/currenttire","input":"none","output":"none","effects":"idempotent"},
  "vehicles.lastMaintenance.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/lastmaintenance","input":"none","output":"json","effects":"read"},
  "vehicles.lastMaintenance.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/lastmaintenance","input":"json","output":"none","effects":"idempotent"},
  "vehicles.lastMaintenance.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/lastmaintenance","input":"none","output":"none","effects":"idempotent"},
  "vehicles.mileages.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/mileages","input":"none","output":"json","effects":"read"},
  "vehicles.mileages.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/mileages","input":"json","output":"none","effects":"idempotent"},
  "vehicles.mileages.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/mileages","input":"none","output":"none","effects":"idempotent"},
  "vehicles.routings.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/routings","input":"none","output":"json","effects":"read"},
  "vehicles.routings.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/routings","input":"json","output":"none","effects":"idempotent"},
  "vehicles.routings.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/routings","input":"none","output":"none","effects":"idempotent"},
  "vehicles.extraTireSet.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/extratireset","input":"none","output":"json","effects":"read"},
  "vehicles.extraTireSet.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/extratireset","input":"json","output":"none","effects":"idempotent"},
  "vehicles.extraTireSet.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/extratireset","input":"none","output":"none","effects":"idempotent"},
  "vehicles.purchasedTires.get": {"method":"GET","path":"/v1/vehicles/{licensePlate}/purchasedtires","input":"none","output":"json","effects":"read"},
  "vehicles.purchasedTires.put": {"method":"PUT","path":"/v1/vehicles/{licensePlate}/purchasedtires","input":"json","output":"none","effects":"idempotent"},
  "vehicles.purchasedTires.delete": {"method":"DELETE","path":"/v1/vehicles/{licensePlate}/purchasedtires","input":"none","output":"none","effects":"idempotent"},
});

/** The operations that need no token. */
export const lessorTokenOperations = /* @__PURE__ */ tableOf({
  "token.create": {"method":"POST","path":"/token","input":"form","output":"json","effects":"read"},
});
