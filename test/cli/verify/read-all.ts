import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import { damageLine, invoice } from "../../sandbox/support.js";
import type { Clients, KnownIds } from "./service.js";

/** A call that one run makes, beside the reads that succeed. */
export type Probe = "unknown id" | "archived" | "write";

/** One call of a client. */
export interface PlannedCall {
  readonly operationId: string;
  /** Left out: a read that succeeds. */
  readonly probe?: Probe;
  readonly run: (clients: Clients) => Promise<unknown>;
}

type Run = PlannedCall["run"];

const missingId = "00000000-0000-4000-8000-00000000dead";

/** Plans a call of every readable operation of both APIs, in the order of the OpenAPI documents. */
export function planReads(ids: KnownIds): readonly PlannedCall[] {
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
  return Object.entries(reads).map(([operationId, run]) => ({ operationId, run }));
}

/** Plans reads that the service refuses: of what does not exist, and of an archived request. */
export function planRefusedReads({ archived, licensePlate }: KnownIds): readonly PlannedCall[] {
  const unknown = (operationId: string, run: Run): PlannedCall => ({ operationId, probe: "unknown id", run });
  return [
    unknown("serviceRequests.get", ({ supplier }) => supplier.serviceRequests.get(missingId)),
    unknown("lessors.get", ({ supplier }) => supplier.lessors.get(9999)),
    unknown("tires.get", ({ supplier }) => supplier.tires.get({ id: 9 })),
    unknown("lessors.contracts.get", ({ supplier }) => supplier.lessors.contracts.get(9999, licensePlate)),
    unknown("vehicles.get", ({ lessor }) => lessor.vehicles.get("ZZ-999-Z")),
    unknown("vehicles.mileages.get", ({ lessor }) => lessor.vehicles.mileages.get("ZZ-999-Z")),
    {
      operationId: "serviceRequests.get",
      probe: "archived",
      run: ({ supplier }) => supplier.serviceRequests.get(archived),
    },
  ];
}

const newLine = "00000000-0000-4000-8000-0000000000ff";
const file = () => new Blob(["photo"], { type: "image/jpeg" });

/** Plans the writes with which a run finds out what cannot be read. Each succeeds in the unchanged sandbox. */
export function planWrites(ids: KnownIds): readonly PlannedCall[] {
  const writes: Readonly<Record<string, Run>> = {
    "serviceRequests.create": ({ supplier }) =>
      supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "ZH-606-L" } }),
    "serviceRequests.patch": ({ supplier }) =>
      supplier.serviceRequests.patch(ids.draft, { vehicle: { partialVin: "JF999999" } }),
    "damageServiceRequests.components.put": ({ supplier }) =>
      supplier.damageServiceRequests.components.put(ids.damageDraft, newLine, damageLine({ id: newLine })),
    "serviceRequests.attachments.upload": ({ supplier }) =>
      supplier.serviceRequests.attachments.upload(ids.draft, file()),
    "damageServiceRequests.attachments.upload": ({ supplier }) =>
      supplier.damageServiceRequests.attachments.upload(ids.damageDraft, file()),
    "damageServiceRequests.invoices.create": ({ supplier }) =>
      supplier.damageServiceRequests.invoices.create(ids.damage, invoice({ invoiceNumber: "2026-2", total: -640 })),
    "damageServiceRequests.delete": ({ supplier }) => supplier.damageServiceRequests.delete(ids.damageDraft),
    "vehicles.put": ({ lessor }) => lessor.vehicles.put({ licensePlate: ids.fleetPlate }),
  };
  return Object.entries(writes).map(([operationId, run]) => ({ operationId, probe: "write", run }));
}

/** Makes every call, one after the other, and returns the reason of each that was rejected. */
export async function runCalls(calls: readonly PlannedCall[], clients: Clients) {
  const rejected: { readonly operationId: string; readonly reason: unknown }[] = [];
  for (const { operationId, run } of calls) {
    try {
      await run(clients);
    } catch (reason) {
      rejected.push({ operationId, reason });
    }
  }
  return rejected;
}
