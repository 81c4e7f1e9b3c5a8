import { type RelatedKind, relatedKinds } from "../../generated/lessor/operations.js";
import type { supplierOperations } from "../../generated/supplier/operations.js";
import { createToken } from "../lessor/oauth.js";
import {
  deleteRelated,
  deleteVehicle,
  getRelated,
  getVehicle,
  putRelated,
  putVehicle,
} from "../lessor/vehicles.js";
import {
  deleteAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from "../supplier/attachments.js";
import {
  createInvoice,
  getInvoice,
  getInvoicePdf,
  getInvoiceTemplate,
  listInvoices,
  listInvoiceTemplates,
  setInvoiceStatus,
  uploadInvoicePdf,
} from "../supplier/invoices.js";
import { cancelLine, deleteLine, putLine } from "../supplier/lines.js";
import {
  getContract,
  getLessor,
  getRentalVehicle,
  getTire,
  listAllComponents,
  listAllowedComponents,
  listDealerships,
  listLessors,
  listNotifications,
  listObjectTypes,
  listRentalClasses,
  listTireMakes,
  searchTires,
} from "../supplier/lookups.js";
import {
  createRequest,
  deleteRequest,
  getRequest,
  listOldRequests,
  listRequests,
  overwriteRequest,
  patchRequest,
} from "../supplier/requests.js";
import {
  clearInAgreement,
  clearInDefault,
  clearings,
  createAgreement,
  deleteAgreement,
  getAgreement,
  getCluster,
  getDefaultServiceLevel,
  getServiceLevel,
  listAgreements,
  listAllowedRentalVehicleRates,
  listAllowedTireRates,
  listRateComponents,
  patchAgreement,
  patchDefaultServiceLevel,
} from "../supplier/service-levels.js";
import type { AnyHandler } from "./context.js";
import type { OperationId } from "./router.js";

type DamageOperation = Extract<keyof typeof supplierOperations, `damageServiceRequests.${string}`>;
type SharedOperation = DamageOperation extends `damageServiceRequests.${infer Name}` ? Name : never;

/** The handlers of the operations that service requests and damage service requests share. */
const sharedHandlers: Readonly<Record<SharedOperation, AnyHandler>> = {
  list: listRequests,
  create: createRequest,
  get: getRequest,
  overwrite: overwriteRequest,
  patch: patchRequest,
  delete: deleteRequest,
  "components.put": putLine,
  "components.delete": deleteLine,
  "components.cancel": cancelLine,
  "attachments.list": listAttachments,
  "attachments.upload": uploadAttachment,
  "attachments.get": getAttachment,
  "attachments.delete": deleteAttachment,
  "invoiceTemplates.list": listInvoiceTemplates,
  "invoices.list": listInvoices,
  "invoices.create": createInvoice,
  "invoices.get": getInvoice,
  "invoices.setStatus": setInvoiceStatus,
  "invoices.pdf.get": getInvoicePdf,
  "invoices.pdf.upload": uploadInvoicePdf,
};

/** The handlers of the operations that are in no other table. */
const otherHandlers = {
  "serviceRequests.invoiceTemplate.get": getInvoiceTemplate,
  "components.list": listAllComponents("service"),
  "damageComponents.list": listAllComponents("damage"),
  "contracts.get": getContract,
  "contracts.components": listAllowedComponents("service"),
  "contracts.damageComponents": listAllowedComponents("damage"),
  "lessors.list": listLessors,
  "lessors.get": getLessor,
  "lessors.notifications": listNotifications,
  "lessors.contracts.get": getContract,
  "lessors.contracts.components": listAllowedComponents("service"),
  "lessors.contracts.damageComponents": listAllowedComponents("damage"),
  "objectTypes.list": listObjectTypes,
  "dealerships.list": listDealerships,
  "rentalClasses.list": listRentalClasses,
  "rentalVehicles.get": getRentalVehicle,
  "tires.get": getTire,
  "tires.search": searchTires,
  "tires.makes.list": listTireMakes,
  "requests.list": listOldRequests,
  "serviceLevels.get": getServiceLevel,
  "serviceLevels.cluster.get": getCluster,
  "serviceLevels.default.get": getDefaultServiceLevel,
  "serviceLevels.default.patch": patchDefaultServiceLevel,
  "serviceLevels.agreements.list": listAgreements,
  "serviceLevels.agreements.create": createAgreement,
  "serviceLevels.agreements.get": getAgreement,
  "serviceLevels.agreements.patch": patchAgreement,
  "serviceLevels.agreements.delete": deleteAgreement,
  "serviceLevels.repairAndMaintenance.components": listRateComponents,
  "serviceLevels.tires.allowedRates": listAllowedTireRates,
  "serviceLevels.rentalVehicle.allowedRates": listAllowedRentalVehicleRates,
  "vehicles.put": putVehicle,
  "vehicles.get": getVehicle,
  "vehicles.delete": deleteVehicle,
} as const satisfies Partial<Record<OperationId, AnyHandler>>;

/** The handler of every operation of both APIs. */
export type Handlers = Readonly<Record<OperationId, AnyHandler>>;

/**
 * Creates the table of all handlers.
 *
 * @param tokenLifetime the lifetime of a lessor's token, in milliseconds
 */
export function createHandlers(tokenLifetime: number): Handlers {
  return {
    ...otherHandlers,
    ...withPrefix("serviceRequests", sharedHandlers, (handler) => handler),
    ...withPrefix("damageServiceRequests", sharedHandlers, (handler) => handler),
    ...withPrefix("serviceLevels.default", clearings, clearInDefault),
    ...withPrefix("serviceLevels.agreements", clearings, clearInAgreement),
    ...withPrefix("vehicles", relatedDataHandlers(), (handler) => handler),
    "token.create": createToken(tokenLifetime),
  };
}

/** The handlers of every kind of related data of a vehicle. */
function relatedDataHandlers(): Readonly<Record<`${RelatedKind}.${keyof typeof related}`, AnyHandler>> {
  const tables = relatedKinds.map((kind) =>
    withPrefix(kind, related, (createHandler) => createHandler(kind)),
  );
  return Object.assign({}, ...tables);
}

const related = {
  put: putRelated,
  get: getRelated,
  delete: deleteRelated,
} as const;

/** Creates the handlers of a table, with a prefix before their names. */
function withPrefix<Prefix extends string, Name extends string, Entry>(
  prefix: Prefix,
  table: Readonly<Record<Name, Entry>>,
  createHandler: (entry: Entry) => AnyHandler,
): Record<`${Prefix}.${Name}`, AnyHandler> {
  const entries = Object.entries<Entry>(table).map(([name, entry]) => [
    `${prefix}.${name}`,
    createHandler(entry),
  ]);
  // The type of Object.fromEntries loses the names.
  return Object.fromEntries(entries) as Record<`${Prefix}.${Name}`, AnyHandler>;
}
