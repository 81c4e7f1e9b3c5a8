// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

/** Every operation that a client offers. */
export const lessorOperations = {
  "vehicles.put": {"id":"vehicles.put","method":"PUT","path":"/v1/vehicles","pathParams":[],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.get": {"id":"vehicles.get","method":"GET","path":"/v1/vehicles/{licensePlate}","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"documented"},
  "vehicles.delete": {"id":"vehicles.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.contractTires.get": {"id":"vehicles.contractTires.get","method":"GET","path":"/v1/vehicles/{licensePlate}/contracttires","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.contractTires.put": {"id":"vehicles.contractTires.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/contracttires","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.contractTires.delete": {"id":"vehicles.contractTires.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/contracttires","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.currentTire.get": {"id":"vehicles.currentTire.get","method":"GET","path":"/v1/vehicles/{licensePlate}/currenttire","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"documented"},
  "vehicles.currentTire.put": {"id":"vehicles.currentTire.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/currenttire","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.currentTire.delete": {"id":"vehicles.currentTire.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/currenttire","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.lastMaintenance.get": {"id":"vehicles.lastMaintenance.get","method":"GET","path":"/v1/vehicles/{licensePlate}/lastmaintenance","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.lastMaintenance.put": {"id":"vehicles.lastMaintenance.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/lastmaintenance","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.lastMaintenance.delete": {"id":"vehicles.lastMaintenance.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/lastmaintenance","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.mileages.get": {"id":"vehicles.mileages.get","method":"GET","path":"/v1/vehicles/{licensePlate}/mileages","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.mileages.put": {"id":"vehicles.mileages.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/mileages","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.mileages.delete": {"id":"vehicles.mileages.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/mileages","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.routings.get": {"id":"vehicles.routings.get","method":"GET","path":"/v1/vehicles/{licensePlate}/routings","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.routings.put": {"id":"vehicles.routings.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/routings","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.routings.delete": {"id":"vehicles.routings.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/routings","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.extraTireSet.get": {"id":"vehicles.extraTireSet.get","method":"GET","path":"/v1/vehicles/{licensePlate}/extratireset","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.extraTireSet.put": {"id":"vehicles.extraTireSet.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/extratireset","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.extraTireSet.delete": {"id":"vehicles.extraTireSet.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/extratireset","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
  "vehicles.purchasedTires.get": {"id":"vehicles.purchasedTires.get","method":"GET","path":"/v1/vehicles/{licensePlate}/purchasedtires","pathParams":["licensePlate"],"input":"none","output":"json","effects":"read","confidence":"assumed"},
  "vehicles.purchasedTires.put": {"id":"vehicles.purchasedTires.put","method":"PUT","path":"/v1/vehicles/{licensePlate}/purchasedtires","pathParams":["licensePlate"],"input":"json","output":"none","effects":"idempotent","confidence":"documented"},
  "vehicles.purchasedTires.delete": {"id":"vehicles.purchasedTires.delete","method":"DELETE","path":"/v1/vehicles/{licensePlate}/purchasedtires","pathParams":["licensePlate"],"input":"none","output":"none","effects":"idempotent","confidence":"assumed"},
} as const;

/** The operations that need no token. */
export const lessorTokenOperations = {
  "token.create": {"id":"token.create","method":"POST","path":"/token","pathParams":[],"input":"form","output":"json","effects":"read","confidence":"documented"},
} as const;
