// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import type { JsonSchema, OperationForm } from "../bodies.js";

/** Every schema by its name. */
export const lessorSchemas: Readonly<Record<string, JsonSchema>> = {
  ClientCredentials: {"type":"object","required":["grant_type","client_id","client_secret"],"properties":{"grant_type":{"type":"string","const":"client_credentials"},"client_id":{"type":"string"},"client_secret":{"type":"string","x-reg-sensitive":true}}},
  AccessToken: {"type":"object","required":["access_token","token_type","expires_in"],"properties":{"access_token":{"type":"string","x-reg-sensitive":true},"token_type":{"type":"string"},"expires_in":{"type":"integer"}}},
  TokenProblem: {"type":"object","properties":{"error":{"type":"string"},"error_description":{"type":"string"},"error_uri":{"type":"string"}}},
  VehicleInput: {"type":"object","required":["licensePlate"],"properties":{"licensePlate":{"type":"string"}},"additionalProperties":true},
  Vehicle: {"type":"object","properties":{"licensePlate":{"type":"string"}},"additionalProperties":true},
  ContractTires: {"type":["object","array"],"additionalProperties":true,"items":{}},
  CurrentTire: {"type":["object","array"],"additionalProperties":true,"items":{}},
  LastMaintenance: {"type":["object","array"],"additionalProperties":true,"items":{}},
  Mileages: {"type":["object","array"],"additionalProperties":true,"items":{}},
  Routings: {"type":["object","array"],"additionalProperties":true,"items":{}},
  ExtraTireSet: {"type":["object","array"],"additionalProperties":true,"items":{}},
  PurchasedTires: {"type":["object","array"],"additionalProperties":true,"items":{}},
  LessorProblem: {"type":"object","additionalProperties":true},
};

/** The requests and responses of every operation. */
export const lessorForms: Readonly<Record<string, OperationForm>> = {
  "token.create": {"body":{"application/x-www-form-urlencoded":{"$ref":"#/$defs/ClientCredentials"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/AccessToken"}}},"400":{"content":{"application/json":{"$ref":"#/$defs/TokenProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/TokenProblem"}}}}},
  "vehicles.put": {"body":{"application/json":{"$ref":"#/$defs/VehicleInput"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/Vehicle"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.contractTires.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/ContractTires"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.contractTires.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/ContractTires"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.contractTires.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.currentTire.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/CurrentTire"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.currentTire.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/CurrentTire"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.currentTire.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.lastMaintenance.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/LastMaintenance"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.lastMaintenance.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/LastMaintenance"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.lastMaintenance.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.mileages.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/Mileages"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.mileages.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/Mileages"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.mileages.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.routings.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/Routings"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.routings.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/Routings"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.routings.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.extraTireSet.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/ExtraTireSet"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.extraTireSet.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/ExtraTireSet"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.extraTireSet.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.purchasedTires.get": {"path":{"licensePlate":{"type":"string"}},"responses":{"200":{"content":{"application/json":{"$ref":"#/$defs/PurchasedTires"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}}}},
  "vehicles.purchasedTires.put": {"path":{"licensePlate":{"type":"string"}},"body":{"application/json":{"$ref":"#/$defs/PurchasedTires"}},"responses":{"400":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
  "vehicles.purchasedTires.delete": {"path":{"licensePlate":{"type":"string"}},"responses":{"401":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"404":{"content":{"application/json":{"$ref":"#/$defs/LessorProblem"}}},"2XX":{}}},
};
