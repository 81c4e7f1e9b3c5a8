import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import type { Clients, KnownIds } from "./service.js";

type Run = (clients: Clients) => Promise<unknown>;

/** Plans a call of every readable operation of both APIs, in the order of the OpenAPI documents. */
export function planReads(ids: KnownIds): readonly Run[] {
  const { licensePlate, lessor: number, fleetPlate } = ids;
  const reads: Readonly<Record<string, Run>> = {
    "serviceRequests.list": ({ supplier }) => supplier.serviceRequests.list(),
    "serviceRequests.get": ({ supplier }) => supplier.serviceRequests.get(ids.request),
    "serviceRequests.attachments.list": ({ supplier }) => supplier.serviceRequests.attachments.list(ids.request),
    "serviceRequests.attachments.get": ({ supplier }) =>
      supplier.serviceRequests.attachments.get(ids.request, ids.attachment),
    "serviceRequests.invoiceTemplates.list": ({ supplier }) =>
      supplier.serviceRequests.invoiceTemplates.list(ids.invoicing),
    "serviceRequests.invoiceTemplate.get": ({ supplier }) =>
      supplier.serviceRequests.invoiceTemplate.get(ids.invoicing),
    "serviceRequests.invoices.list": ({ supplier }) => supplier.serviceRequests.invoices.list(ids.invoiced),
    "serviceRequests.invoices.get": ({ supplier }) => supplier.serviceRequests.invoices.get(ids.invoiced, ids.invoice),
    "serviceRequests.invoices.pdf.get": ({ supplier }) =>
      supplier.serviceRequests.invoices.pdf.get(ids.invoiced, ids.invoice),
    "damageServiceRequests.list": ({ supplier }) => supplier.damageServiceRequests.list(),
    "damageServiceRequests.get": ({ supplier }) => supplier.damageServiceRequests.get(ids.damage),
    "damageServiceRequests.attachments.list": ({ supplier }) =>
      supplier.damageServiceRequests.attachments.list(ids.damage),
    "damageServiceRequests.attachments.get": ({ supplier }) =>
      supplier.damageServiceRequests.attachments.get(ids.damage, ids.damageAttachment),
    "damageServiceRequests.invoiceTemplates.list": ({ supplier }) =>
      supplier.damageServiceRequests.invoiceTemplates.list(ids.damageInvoicing),
    "damageServiceRequests.invoices.list": ({ supplier }) => supplier.damageServiceRequests.invoices.list(ids.damage),
    "damageServiceRequests.invoices.get": ({ supplier }) =>
      supplier.damageServiceRequests.invoices.get(ids.damage, ids.damageInvoice),
    "damageServiceRequests.invoices.pdf.get": ({ supplier }) =>
      supplier.damageServiceRequests.invoices.pdf.get(ids.damage, ids.damageInvoice),
    "requests.list": ({ supplier }) => supplier.requests.list(),
    "components.list": ({ supplier }) => supplier.components.list(),
    "damageComponents.list": ({ supplier }) => supplier.damageComponents.list(),
    "contracts.get": ({ supplier }) => supplier.contracts.get(licensePlate),
    "contracts.components": ({ supplier }) => supplier.contracts.components(licensePlate),
    "contracts.damageComponents": ({ supplier }) => supplier.contracts.damageComponents(licensePlate),
    "lessors.list": ({ supplier }) => supplier.lessors.list(),
    "lessors.get": ({ supplier }) => supplier.lessors.get(number),
    "lessors.notifications": ({ supplier }) => supplier.lessors.notifications(),
    "lessors.contracts.get": ({ supplier }) => supplier.lessors.contracts.get(number, licensePlate),
    "lessors.contracts.components": ({ supplier }) => supplier.lessors.contracts.components(number, licensePlate),
    "lessors.contracts.damageComponents": ({ supplier }) =>
      supplier.lessors.contracts.damageComponents(number, licensePlate),
    "objectTypes.list": ({ supplier }) => supplier.objectTypes.list(),
    "dealerships.list": ({ supplier }) => supplier.dealerships.list(),
    "rentalClasses.list": ({ supplier }) => supplier.rentalClasses.list(),
    "rentalVehicles.get": ({ supplier }) => supplier.rentalVehicles.get(licensePlate),
    "tires.get": ({ supplier }) => supplier.tires.get({ id: 501 }),
    "tires.search": ({ supplier }) => supplier.tires.search({ seasonIndicator: ["Winter"] }),
    "tires.makes.list": ({ supplier }) => supplier.tires.makes.list(),
    "serviceLevels.get": ({ supplier }) => supplier.serviceLevels.get(),
    "serviceLevels.cluster.get": ({ supplier }) => supplier.serviceLevels.cluster.get(),
    "serviceLevels.default.get": ({ supplier }) => supplier.serviceLevels.default.get(),
    "serviceLevels.agreements.list": ({ supplier }) => supplier.serviceLevels.agreements.list(),
    "serviceLevels.agreements.get": ({ supplier }) => supplier.serviceLevels.agreements.get(ids.agreement),
    "serviceLevels.repairAndMaintenance.components": ({ supplier }) =>
      supplier.serviceLevels.repairAndMaintenance.components(),
    "serviceLevels.tires.allowedRates": ({ supplier }) => supplier.serviceLevels.tires.allowedRates(),
    "serviceLevels.rentalVehicle.allowedRates": ({ supplier }) => supplier.serviceLevels.rentalVehicle.allowedRates(),
    "vehicles.get": ({ lessor }) => lessor.vehicles.get(fleetPlate),
    ...Object.fromEntries(
      relatedKinds.map((kind): [string, Run] => [
        `vehicles.${kind}.get`,
        ({ lessor }) => lessor.vehicles[kind].get(fleetPlate),
      ]),
    ),
  };
  return Object.values(reads);
}
