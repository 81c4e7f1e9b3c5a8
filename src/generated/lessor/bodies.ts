// Written by openapi/generate.ts from openapi/lessor.yaml: change that, then run `npm run generate`.

import * as z from "zod/mini";
import { about, type OperationSchemas, type ResponseSchemas } from "../../document/bodies.js";

const ClientCredentials: z.ZodMiniType = z.lazy(() => z.object({
  grant_type: z.literal("client_credentials"),
  client_id: z.string(),
  client_secret: about(z.string(), { sensitive: true }),
}));
const AccessToken: z.ZodMiniType = z.lazy(() => z.object({
  access_token: about(z.string(), { sensitive: true }),
  token_type: z.string(),
  expires_in: z.int(),
}));
const TokenProblem: z.ZodMiniType = z.lazy(() => about(z.object({
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  error_uri: z.optional(z.string()),
}), { confidence: "inferred" }));
const VehicleInput: z.ZodMiniType = z.lazy(() => z.looseObject({
  licensePlate: about(z.string(), { confidence: "inferred" }),
}));
const Vehicle: z.ZodMiniType = z.lazy(() => z.looseObject({
  licensePlate: z.optional(about(z.string(), { confidence: "inferred" })),
}));
const ContractTiresInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ContractTires: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const CurrentTireInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const CurrentTire: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const LastMaintenanceInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const LastMaintenance: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const MileagesInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const Mileages: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const RoutingsInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const Routings: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ExtraTireSetInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const ExtraTireSet: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const PurchasedTiresInput: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const PurchasedTires: z.ZodMiniType = z.lazy(() => z.union([z.looseObject({}), z.array(z.unknown())]));
const LessorProblem: z.ZodMiniType = z.lazy(() => about(z.looseObject({}), { confidence: "assumed" }));

const parameter1: z.ZodMiniType = z.lazy(() => z.string());

const DoneResponse: ResponseSchemas = { confidence: "inferred" };
const ContractTiresResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ContractTires } };
const CurrentTireResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": CurrentTire } };
const LastMaintenanceResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": LastMaintenance } };
const MileagesResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": Mileages } };
const RoutingsResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": Routings } };
const ExtraTireSetResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": ExtraTireSet } };
const PurchasedTiresResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": PurchasedTires } };
const UnauthorizedResponse: ResponseSchemas = { content: { "application/json": LessorProblem } };
const BodyRejectedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": LessorProblem } };
const VehicleNotFoundResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": LessorProblem } };
const TokenRejectedResponse: ResponseSchemas = { confidence: "inferred", content: { "application/json": TokenProblem } };

/** The requests and responses of every operation. */
export const lessorSchemas: Readonly<Record<string, OperationSchemas>> = {
  "token.create": { body: { "application/x-www-form-urlencoded": ClientCredentials }, responses: { "200": { confidence: "inferred", content: { "application/json": AccessToken } }, "400": TokenRejectedResponse, "401": TokenRejectedResponse } },
  "vehicles.put": { body: { "application/json": VehicleInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "2XX": DoneResponse } },
  "vehicles.get": { path: { licensePlate: parameter1 }, responses: { "200": { confidence: "inferred", content: { "application/json": about(z.lazy(() => Vehicle), { confidence: "inferred" }) } }, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.delete": { path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.contractTires.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": ContractTiresResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.contractTires.put": { path: { licensePlate: parameter1 }, body: { "application/json": ContractTiresInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.contractTires.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.currentTire.get": { path: { licensePlate: parameter1 }, responses: { "200": CurrentTireResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.currentTire.put": { path: { licensePlate: parameter1 }, body: { "application/json": CurrentTireInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.currentTire.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.lastMaintenance.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": LastMaintenanceResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.lastMaintenance.put": { path: { licensePlate: parameter1 }, body: { "application/json": LastMaintenanceInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.lastMaintenance.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.mileages.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": MileagesResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.mileages.put": { path: { licensePlate: parameter1 }, body: { "application/json": MileagesInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.mileages.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.routings.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": RoutingsResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.routings.put": { path: { licensePlate: parameter1 }, body: { "application/json": RoutingsInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.routings.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.extraTireSet.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": ExtraTireSetResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.extraTireSet.put": { path: { licensePlate: parameter1 }, body: { "application/json": ExtraTireSetInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.extraTireSet.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.purchasedTires.get": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "200": PurchasedTiresResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse } },
  "vehicles.purchasedTires.put": { path: { licensePlate: parameter1 }, body: { "application/json": PurchasedTiresInput }, responses: { "400": BodyRejectedResponse, "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
  "vehicles.purchasedTires.delete": { confidence: "assumed", path: { licensePlate: parameter1 }, responses: { "401": UnauthorizedResponse, "404": VehicleNotFoundResponse, "2XX": DoneResponse } },
};
