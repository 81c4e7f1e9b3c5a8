import { type RelatedKind, relatedKinds } from "../../generated/lessor/operations.js";
import type { supplierOperations } from "../../generated/supplier/operations.js";
import type { OperationId } from "../messages/router.js";
import { createToken } from "./lessor/oauth.js";
import * as vehicles from "./lessor/vehicles.js";
import type { AnyHandler } from "./state/context.js";
import * as attachments from "./supplier/attachments.js";
import * as invoices from "./supplier/invoices.js";
import * as lines from "./supplier/lines.js";
import * as lookups from "./supplier/lookups.js";
import * as requests from "./supplier/requests.js";
import * as serviceLevels from "./supplier/service-levels.js";

type DamageOperation = Extract<keyof typeof supplierOperations, `damageServiceRequests.${string}`>;
type SharedOperation = DamageOperation extends `damageServiceRequests.${infer Name}` ? Name : never;

/** The handlers of the operations that service requests and damage service requests share. */
const sharedHandlers: Readonly<Record<SharedOperation, AnyHandler>> = {
  list: requests.listRequests,
  create: requests.createRequest,
  get: requests.getRequest,
  overwrite: requests.overwriteRequest,
  patch: requests.patchRequest,
  delete: requests.deleteRequest,
  "components.put": lines.putLine,
  "components.delete": lines.deleteLine,
  "components.cancel": lines.cancelLine,
  "attachments.list": attachments.listAttachments,
  "attachments.upload": attachments.uploadAttachment,
  "attachments.get": attachments.getAttachment,
  "attachments.delete": attachments.deleteAttachment,
  "invoiceTemplates.list": invoices.listInvoiceTemplates,
  "invoices.list": invoices.listInvoices,
  "invoices.create": invoices.createInvoice,
  "invoices.get": invoices.getInvoice,
  "invoices.setStatus": invoices.setInvoiceStatus,
  "invoices.pdf.get": invoices.getInvoicePdf,
  "invoices.pdf.upload": invoices.uploadInvoicePdf,
};

const otherHandlers = {
  "serviceRequests.invoiceTemplate.get": invoices.getInvoiceTemplate,
  "components.list": lookups.listAllComponents("service"),
  "damageComponents.list": lookups.listAllComponents("damage"),
  "contracts.get": lookups.getContract,
  "contracts.components": lookups.listAllowedComponents("service"),
  "contracts.damageComponents": lookups.listAllowedComponents("damage"),
  "lessors.list": lookups.listLessors,
  "lessors.get": lookups.getLessor,
  "lessors.notifications": lookups.listNotifications,
  "lessors.contracts.get": lookups.getContract,
  "lessors.contracts.components": lookups.listAllowedComponents("service"),
  "lessors.contracts.damageComponents": lookups.listAllowedComponents("damage"),
  "objectTypes.list": lookups.listObjectTypes,
  "dealerships.list": lookups.listDealerships,
  "rentalClasses.list": lookups.listRentalClasses,
  "rentalVehicles.get": lookups.getRentalVehicle,
  "tires.get": lookups.getTire,
  "tires.search": lookups.searchTires,
  "tires.makes.list": lookups.listTireMakes,
  "requests.list": requests.listOldRequests,
  "serviceLevels.get": serviceLevels.getServiceLevel,
  "serviceLevels.cluster.get": serviceLevels.getCluster,
  "serviceLevels.default.get": serviceLevels.getDefaultServiceLevel,
  "serviceLevels.default.patch": serviceLevels.patchDefaultServiceLevel,
  "serviceLevels.agreements.list": serviceLevels.listAgreements,
  "serviceLevels.agreements.create": serviceLevels.createAgreement,
  "serviceLevels.agreements.get": serviceLevels.getAgreement,
  "serviceLevels.agreements.patch": serviceLevels.patchAgreement,
  "serviceLevels.agreements.delete": serviceLevels.deleteAgreement,
  "serviceLevels.repairAndMaintenance.components": serviceLevels.listRateComponents,
  "serviceLevels.tires.allowedRates": serviceLevels.listAllowedTireRates,
  "serviceLevels.rentalVehicle.allowedRates": serviceLevels.listAllowedRentalVehicleRates,
  "vehicles.put": vehicles.putVehicle,
  "vehicles.get": vehicles.getVehicle,
  "vehicles.delete": vehicles.deleteVehicle,
} as const satisfies Partial<Record<OperationId, AnyHandler>>;

/** The handler of every operation of both APIs. */
export type Handlers = Readonly<Record<OperationId, AnyHandler>>;

const related = {
  put: vehicles.putRelated,
  get: vehicles.getRelated,
  delete: vehicles.deleteRelated,
} as const;

function relatedDataHandlers(): Readonly<Record<`${RelatedKind}.${keyof typeof related}`, AnyHandler>> {
  const tables = relatedKinds.map((kind) => withPrefix(kind, related, (createHandler) => createHandler(kind)));
  return Object.assign({}, ...tables);
}

function withPrefix<Prefix extends string, Name extends string, Entry>(
  prefix: Prefix,
  table: Readonly<Record<Name, Entry>>,
  createHandler: (entry: Entry) => AnyHandler,
): Record<`${Prefix}.${Name}`, AnyHandler> {
  const entries = Object.entries<Entry>(table).map(([name, entry]) => [`${prefix}.${name}`, createHandler(entry)]);
  // The type of Object.fromEntries loses the names.
  return Object.fromEntries(entries) as Record<`${Prefix}.${Name}`, AnyHandler>;
}

/** The handlers that are the same in every sandbox. */
const commonHandlers: Omit<Handlers, "token.create"> = {
  ...otherHandlers,
  ...withPrefix("serviceRequests", sharedHandlers, (handler) => handler),
  ...withPrefix("damageServiceRequests", sharedHandlers, (handler) => handler),
  ...withPrefix("serviceLevels.default", serviceLevels.clearings, serviceLevels.clearInDefault),
  ...withPrefix("serviceLevels.agreements", serviceLevels.clearings, serviceLevels.clearInAgreement),
  ...withPrefix("vehicles", relatedDataHandlers(), (handler) => handler),
};

/**
 * Creates the table of all handlers.
 *
 * @param tokenLifetime the lifetime of a lessor's token, in milliseconds
 */
export function createHandlers(tokenLifetime: number): Handlers {
  return { ...commonHandlers, "token.create": createToken(tokenLifetime) };
}
