import type { supplierOperations } from "../../generated/supplier/operations.js";
import { type RelatedKind, relatedKinds } from "../lessor/related.js";
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

/** The operations that stand by themselves. */
const others = {
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
  "vehicles.put": vehicles.put,
  "vehicles.get": vehicles.get,
  "vehicles.delete": vehicles.delete,
} as const satisfies Partial<Record<OperationId, AnyHandler>>;

/** The handler of every operation of both APIs. */
export type Handlers = Readonly<Record<OperationId, AnyHandler>>;

/** Puts the handlers together. The lifetime is that of a lessor's token, in milliseconds. */
export function createHandlers(tokenLifetime: number): Handlers {
  return {
    ...others,
    ...named("serviceRequests", ofBothKinds, (handler) => handler),
    ...named("damageServiceRequests", ofBothKinds, (handler) => handler),
    ...named("serviceLevels.default", clearings, clearInDefault),
    ...named("serviceLevels.agreements", clearings, clearInAgreement),
    ...named("vehicles", relatedData(), (handler) => handler),
    "token.create": createToken(tokenLifetime),
  };
}

/** The handlers of every kind of related data of a vehicle. */
function relatedData(): Readonly<Record<`${RelatedKind}.${keyof typeof related}`, AnyHandler>> {
  const tables = relatedKinds.map((kind) => named(kind, related, (handlerOf) => handlerOf(kind)));
  return Object.assign({}, ...tables);
}

const related = {
  put: vehicles.putRelated,
  get: vehicles.getRelated,
  delete: vehicles.deleteRelated,
} as const;

/** The handlers of a table, under names that begin with a group. */
function named<Group extends string, Name extends string, Row>(
  group: Group,
  table: Readonly<Record<Name, Row>>,
  handlerOf: (row: Row) => AnyHandler,
): Record<`${Group}.${Name}`, AnyHandler> {
  const entries = Object.entries<Row>(table).map(([name, row]) => [`${group}.${name}`, handlerOf(row)]);
  // Object.fromEntries forgets the names that it was given.
  return Object.fromEntries(entries) as Record<`${Group}.${Name}`, AnyHandler>;
}
