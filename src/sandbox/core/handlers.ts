import type { supplierOperations } from "../../generated/supplier/operations.js";
import type { Credentials } from "../lessor/credentials.js";
import { createToken } from "../lessor/token.js";
import * as vehicles from "../lessor/vehicles.js";
import * as invoices from "../supplier/invoices/invoices.js";
import * as templates from "../supplier/invoices/templates.js";
import * as lookups from "../supplier/lookups/lookups.js";
import * as tires from "../supplier/lookups/tires.js";
import * as attachments from "../supplier/requests/attachments.js";
import * as lines from "../supplier/requests/lines.js";
import { patch } from "../supplier/requests/patch.js";
import * as requests from "../supplier/requests/requests.js";
import type { Handler } from "./handler.js";
import type { OperationId } from "./router.js";

type DamageOperation = Extract<keyof typeof supplierOperations, `damageServiceRequests.${string}`>;
type OfBothKinds = DamageOperation extends `damageServiceRequests.${infer Name}` ? Name : never;

/** The operations that service requests and damage service requests share. */
const ofBothKinds: Readonly<Record<OfBothKinds, Handler>> = {
  list: requests.list,
  create: requests.create,
  get: requests.get,
  overwrite: requests.overwrite,
  patch,
  delete: requests.delete,
  "components.put": lines.put,
  "components.delete": lines.delete,
  "components.cancel": lines.cancel,
  "attachments.list": attachments.list,
  "attachments.upload": attachments.upload,
  "attachments.get": attachments.get,
  "attachments.delete": attachments.delete,
  "invoiceTemplates.list": templates.list,
  "invoices.list": invoices.list,
  "invoices.create": invoices.create,
  "invoices.get": invoices.get,
  "invoices.setStatus": invoices.setStatus,
  "invoices.pdf.get": invoices.getPdf,
  "invoices.pdf.upload": invoices.uploadPdf,
};

const supplierHandlers: Partial<Readonly<Record<OperationId, Handler>>> = {
  "serviceRequests.invoiceTemplate.get": templates.getSingle,
  "components.list": lookups.allComponents,
  "damageComponents.list": lookups.allDamageComponents,
  "contracts.get": lookups.contract,
  "contracts.components": lookups.allowedComponents,
  "contracts.damageComponents": lookups.allowedDamageComponents,
  "lessors.list": lookups.lessors,
  "lessors.get": lookups.lessor,
  "lessors.notifications": lookups.lessorNotifications,
  "lessors.contracts.get": lookups.contract,
  "lessors.contracts.components": lookups.allowedComponents,
  "lessors.contracts.damageComponents": lookups.allowedDamageComponents,
  "objectTypes.list": lookups.allObjectTypes,
  "dealerships.list": lookups.allDealerships,
  "rentalClasses.list": lookups.allRentalClasses,
  "rentalVehicles.get": lookups.rentalVehicle,
  "tires.get": tires.get,
  "tires.search": tires.search,
  "tires.makes.list": tires.makes,
};

const vehicleHandlers: Partial<Readonly<Record<OperationId, Handler>>> = {
  "vehicles.put": vehicles.put,
  "vehicles.get": vehicles.get,
  "vehicles.delete": vehicles.delete,
};

const related = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
] as const;

/** The handler of every operation that is simulated. */
export function createHandlers(credentials: Credentials): ReadonlyMap<OperationId, Handler> {
  const twins = Object.entries(ofBothKinds).flatMap(([name, handler]) => [
    [`serviceRequests.${name}`, handler],
    [`damageServiceRequests.${name}`, handler],
  ]);
  const relatedData = related.flatMap((kind) => [
    [`vehicles.${kind}.put`, vehicles.putRelated],
    [`vehicles.${kind}.get`, vehicles.getRelated],
    [`vehicles.${kind}.delete`, vehicles.deleteRelated],
  ]);
  return new Map([
    ...twins,
    ...relatedData,
    ...Object.entries({ ...supplierHandlers, ...vehicleHandlers }),
    ["token.create", createToken(credentials)],
  ] as [OperationId, Handler][]);
}
