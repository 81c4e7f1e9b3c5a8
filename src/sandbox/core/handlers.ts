import type { supplierOperations } from "../../generated/supplier/operations.js";
import { relatedKinds } from "../lessor/related.js";
import { createToken } from "../lessor/token.js";
import * as vehicles from "../lessor/vehicles.js";
import * as invoices from "../supplier/invoices/invoices.js";
import * as templates from "../supplier/invoices/templates.js";
import * as allowed from "../supplier/lookups/allowed.js";
import * as contracts from "../supplier/lookups/contracts.js";
import * as lookups from "../supplier/lookups/lookups.js";
import * as tires from "../supplier/lookups/tires.js";
import * as attachments from "../supplier/requests/attachments.js";
import * as lines from "../supplier/requests/lines.js";
import * as oldRequests from "../supplier/requests/old-requests.js";
import { patch } from "../supplier/requests/patch.js";
import * as requests from "../supplier/requests/requests.js";
import * as agreements from "../supplier/service-levels/agreements.js";
import { clearInAgreement, clearInDefault, clearings } from "../supplier/service-levels/clearing.js";
import * as rates from "../supplier/service-levels/rates.js";
import * as serviceLevels from "../supplier/service-levels/service-levels.js";
import type { AnyHandler } from "./handler.js";
import type { OperationId } from "./router.js";

type DamageOperation = Extract<keyof typeof supplierOperations, `damageServiceRequests.${string}`>;
type OfBothKinds = DamageOperation extends `damageServiceRequests.${infer Name}` ? Name : never;

/** The operations that service requests and damage service requests share. */
const ofBothKinds: Readonly<Record<OfBothKinds, AnyHandler>> = {
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

const supplierHandlers: Partial<Readonly<Record<OperationId, AnyHandler>>> = {
  "serviceRequests.invoiceTemplate.get": templates.getSingle,
  "components.list": allowed.listAll("service"),
  "damageComponents.list": allowed.listAll("damage"),
  "contracts.get": contracts.contract,
  "contracts.components": allowed.listAllowed("service"),
  "contracts.damageComponents": allowed.listAllowed("damage"),
  "lessors.list": lookups.lessors,
  "lessors.get": lookups.lessor,
  "lessors.notifications": lookups.lessorNotifications,
  "lessors.contracts.get": contracts.contract,
  "lessors.contracts.components": allowed.listAllowed("service"),
  "lessors.contracts.damageComponents": allowed.listAllowed("damage"),
  "objectTypes.list": lookups.allObjectTypes,
  "dealerships.list": lookups.allDealerships,
  "rentalClasses.list": lookups.allRentalClasses,
  "rentalVehicles.get": lookups.rentalVehicle,
  "tires.get": tires.get,
  "tires.search": tires.search,
  "tires.makes.list": tires.makes,
  "requests.list": oldRequests.list,
  "serviceLevels.get": serviceLevels.get,
  "serviceLevels.cluster.get": serviceLevels.getCluster,
  "serviceLevels.default.get": serviceLevels.getDefault,
  "serviceLevels.default.patch": serviceLevels.patchDefault,
  "serviceLevels.agreements.list": agreements.list,
  "serviceLevels.agreements.create": agreements.create,
  "serviceLevels.agreements.get": agreements.get,
  "serviceLevels.agreements.patch": agreements.patch,
  "serviceLevels.agreements.delete": agreements.delete,
  "serviceLevels.repairAndMaintenance.components": rates.components,
  "serviceLevels.tires.allowedRates": rates.tires,
  "serviceLevels.rentalVehicle.allowedRates": rates.rentalVehicle,
};

const vehicleHandlers: Partial<Readonly<Record<OperationId, AnyHandler>>> = {
  "vehicles.put": vehicles.put,
  "vehicles.get": vehicles.get,
  "vehicles.delete": vehicles.delete,
};

/** The handler of every operation that is simulated. The lifetime is that of a lessor's token, in milliseconds. */
export function createHandlers(tokenLifetime: number): ReadonlyMap<OperationId, AnyHandler> {
  const twins = Object.entries(ofBothKinds).flatMap(([name, handler]) => [
    [`serviceRequests.${name}`, handler],
    [`damageServiceRequests.${name}`, handler],
  ]);
  const relatedData = relatedKinds.flatMap((kind) => [
    [`vehicles.${kind}.put`, vehicles.putRelated(kind)],
    [`vehicles.${kind}.get`, vehicles.getRelated(kind)],
    [`vehicles.${kind}.delete`, vehicles.deleteRelated(kind)],
  ]);
  const clearing = Object.entries(clearings).flatMap(([name, cleared]) => [
    [`serviceLevels.default.${name}`, clearInDefault(cleared)],
    [`serviceLevels.agreements.${name}`, clearInAgreement(cleared)],
  ]);
  return new Map([
    ...twins,
    ...relatedData,
    ...clearing,
    ...Object.entries({ ...supplierHandlers, ...vehicleHandlers }),
    ["token.create", createToken(tokenLifetime)],
  ] as [OperationId, AnyHandler][]);
}
