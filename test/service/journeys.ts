import { randomUUID } from "node:crypto";
import {
  createLessorClient,
  createSupplierClient,
  type Fetch,
  type FollowedEvent,
  findInvoice,
  type LessorClient,
  lineFor,
  RegError,
  type ServiceAdapter,
  type SupplierClient,
} from "@reg/sdk";
import type { ComponentInput } from "@reg/sdk/supplier";
import { expect } from "vitest";
import { SkippingClock } from "../support/clock.js";
import type { Difference } from "./differences.js";
import { createService, lessorAccess, type Service } from "./service.js";

/** Clients over a service. */
export interface Clients {
  readonly supplier: SupplierClient;
  readonly lessor: LessorClient;
  readonly service: Service;
}

/** Further options of both clients. */
export interface ClientOptions {
  readonly adapter?: ServiceAdapter;
}

/** The base address of the service in this process. */
export const baseUrl = "https://service.test";

/** Creates clients whose waits take no time. */
export function createClients(service: Service, options: ClientOptions = {}): Clients {
  const fetch = service.fetch as Fetch;
  const common = { baseUrl, fetch, clock: new SkippingClock(), throttle: false, retry: false, ...options } as const;
  return {
    service,
    supplier: createSupplierClient({ ...common, token: service.token }),
    lessor: createLessorClient({ ...common, ...lessorAccess }),
  };
}

const reading = (): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "5401" },
  operation: { code: "19" },
  reason: { code: "99" },
  value: "48210.5",
});

const brakes = (): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "2104" },
  operation: { code: "12", type: { code: "1" } },
  reason: { code: "31" },
  price: 95.5,
});

/** A tire swap with a part, in a place. */
export const swap = (): ComponentInput => ({
  ...single("3199", "14", "10", 22.5),
  location: ["Front", "Left"],
  subcomponents: [
    {
      id: randomUUID(),
      reg: { code: "3101" },
      operation: { code: "14" },
      part: { partType: "Tire", id: 501, seasonIndicator: "Summer" },
    },
  ],
});

const single = (reg: string, operation: string, reason: string, price: number): ComponentInput => ({
  id: randomUUID(),
  reg: { code: reg },
  operation: { code: operation },
  reason: { code: reason },
  price,
});

const vehicle = (licensePlate: string) => ({ licensePlate, partialVin: "JF123456" });

export const repair = (number = "wo-101a", licensePlate = "GB-001-X") => ({
  vehicle: vehicle(licensePlate),
  appointment: {
    workshopDate: "2026-06-12",
    workOrderNumber: number,
    estimatedDurationInDays: 2,
    contact: { name: "Robin", phone: "030-100" },
  },
  components: [reading(), brakes()],
});

export const rental = (number = "rv-201a", licensePlate = "GB-002-X") => ({
  vehicle: { licensePlate },
  appointment: { checkoutDate: "2026-06-12T10:00:00Z", workOrderNumber: number },
  components: [single("9101", "40", "70", 147.5)],
});

export const damage = (number = "da-301a", licensePlate = "GD-001-X") => ({
  vehicle: vehicle(licensePlate),
  appointment: {
    workshopDate: "2026-06-12",
    workOrderNumber: number,
    estimatedDurationInDays: 3,
    contact: { name: "Robin", phone: "030-100" },
  },
  components: [single("8101", "02", "60", 640)],
});

const vatLines = (total: number) => [{ percentage: 21, amount: total }];
const pdf = () => new Blob(["%PDF-1.7 invoice"], { type: "application/pdf" });
const draft = <Content>(content: Content) => ({ ...content, status: "Draft" as const });

/** Creates a request that the lessor approves. */
async function approved(
  { supplier, service }: Clients,
  group: "serviceRequests" | "damageServiceRequests",
  content: ReturnType<typeof repair> | ReturnType<typeof rental>,
): Promise<string> {
  const { id } = await supplier[group].create({ ...content, status: "ApprovalRequested" });
  service.requests.approve(id);
  return id;
}

/** What programs do with the clients, by name. Each begins with a new service, and rejects unless it works. */
export const journeys: Readonly<Record<string, (clients: Clients) => Promise<void>>> = {
  "repair: create and submit, twice": async ({ supplier, service }) => {
    const first = await supplier.serviceRequests.createAndSubmit(repair());
    const second = await supplier.serviceRequests.createAndSubmit(repair());
    expect([first.created, second.created, second.id, first.status]).toEqual([
      true,
      false,
      first.id,
      "ApprovalRequested",
    ]);
    expect(service.requests.size).toBe(1);
  },
  "repair: draft, change, submit": async ({ supplier }) => {
    const { id } = await supplier.serviceRequests.create(draft({ vehicle: { licensePlate: "GB-001-X" } }));
    await supplier.serviceRequests.patch(id, repair());
    expect((await supplier.serviceRequests.submit(id)).status).toBe("ApprovalRequested");
  },
  "repair: overwrite and delete a draft": async ({ supplier }) => {
    const { id } = await supplier.serviceRequests.create(draft(repair()));
    const { appointment } = await supplier.serviceRequests.overwrite(id, draft(repair("wo-102a")));
    expect(appointment?.workOrderNumber).toBe("wo-102a");
    await supplier.serviceRequests.delete(id);
    await expect(supplier.serviceRequests.get(id)).rejects.toMatchObject({ kind: "not-found" });
  },
  "repair: put, delete and cancel lines": async ({ supplier, service }) => {
    const { serviceRequests } = supplier;
    const { id } = await serviceRequests.create(draft(repair()));
    const line = brakes();
    await serviceRequests.components.put(id, line.id, line);
    expect(await serviceRequests.cancelOrDelete(id, line.id)).toBe("deleted");
    const { components } = await serviceRequests.submit(id);
    service.requests.deny(id);
    expect(await serviceRequests.cancelOrDelete(id, components[1]?.id ?? "")).toBe("cancelled");
  },
  "repair: resubmit": async ({ supplier, service }) => {
    const { id } = await supplier.serviceRequests.createAndSubmit(repair());
    service.requests.deny(id);
    expect((await supplier.serviceRequests.resubmit(id)).status).toBe("ApprovalRequested");
    service.requests.deny(id);
    const { components } = await supplier.serviceRequests.resubmit(id, { cancelDenied: true });
    expect(components.map(({ status }) => status.code)).toEqual(["ApprovalRequested", "Cancelled"]);
  },
  "repair: debit with a PDF, twice": async (clients) => {
    const id = await approved(clients, "serviceRequests", repair());
    const { serviceRequests } = clients.supplier;
    const first = await serviceRequests.invoice(id, { number: "inv-1a", vatLines, pdf: pdf() });
    const second = await serviceRequests.invoice(id, { number: "inv-1a", vatLines });
    expect([first.created, second.created, second.invoiceId]).toEqual([true, false, first.invoiceId]);
    const file = await serviceRequests.invoices.pdf.get(id, first.invoiceId);
    expect(await file.blob.text()).toBe("%PDF-1.7 invoice");
  },
  "repair: credit in the archive, twice": async (clients) => {
    const id = await approved(clients, "serviceRequests", repair());
    const { serviceRequests } = clients.supplier;
    await serviceRequests.invoice(id, { number: "inv-1a", vatLines });
    clients.service.requests.archive(id);
    const credit = { number: "inv-2a", vatLines, total: -95.5 };
    const first = await serviceRequests.invoice(id, credit);
    const second = await serviceRequests.invoice(id, credit);
    expect([first.created, second.created]).toEqual([true, false]);
    expect((await findInvoice(serviceRequests, id, "inv-2a"))?.total).toBe(-95.5);
  },
  "repair: mark as not invoiced": async (clients) => {
    const id = await approved(clients, "serviceRequests", repair());
    await clients.supplier.serviceRequests.markNotInvoiced(id, { reason: "Warranty" });
    const { invoicing } = await clients.supplier.serviceRequests.get(id);
    expect(invoicing.status).toBe("WillNotBeInvoicedForWarrantyOrLeniencyReasons");
  },
  "rental: create and submit": async ({ supplier }) => {
    const { components } = await supplier.contracts.components("GB-002-X");
    const allowed = components.find(({ description }) => description === "Rental vehicle");
    const line = lineFor(allowed ?? {}, { reason: "70", price: 147.5 });
    const { status } = await supplier.serviceRequests.createAndSubmit({ ...rental(), components: [line] });
    expect(status).toBe("ApprovalRequested");
  },
  "rental: invoice": async (clients) => {
    const id = await approved(clients, "serviceRequests", rental());
    const { created } = await clients.supplier.serviceRequests.invoice(id, { number: "inv-3a", vatLines });
    expect(created).toBe(true);
  },
  "damage: create and submit, twice": async ({ supplier, service }) => {
    const first = await supplier.damageServiceRequests.createAndSubmit(damage());
    const second = await supplier.damageServiceRequests.createAndSubmit(damage());
    expect([first.created, second.created, first.status]).toEqual([true, false, "ApprovalRequested"]);
    expect(service.requests.size).toBe(1);
  },
  "damage: draft, submit, resubmit": async ({ supplier, service }) => {
    const { id } = await supplier.damageServiceRequests.create(draft(damage()));
    await supplier.damageServiceRequests.submit(id);
    service.requests.deny(id);
    const { status } = await supplier.damageServiceRequests.resubmit(id);
    expect(status).toBe("ApprovalRequested");
  },
  "damage: discount and debit": async (clients) => {
    const id = await approved(clients, "damageServiceRequests", damage());
    const { damageServiceRequests } = clients.supplier;
    const discount = await damageServiceRequests.invoice(id, {
      number: "dis-1a",
      vatLines,
      total: -40,
      discount: true,
    });
    const debit = await damageServiceRequests.invoice(id, { number: "inv-4a", vatLines, discountFirst: true });
    expect([discount.created, debit.created, debit.discountInvoiceDue]).toEqual([true, true, false]);
  },
  attachments: async ({ supplier }) => {
    const { id } = await supplier.serviceRequests.create(draft(repair()));
    const { attachments } = supplier.serviceRequests;
    const uploaded = await attachments.upload(id, new File(["photo"], "photo.jpg", { type: "image/jpeg" }));
    const attachmentId = uploaded.id ?? "";
    const file = await attachments.get(id, attachmentId);
    expect([await file.blob.text(), file.type]).toEqual(["photo", "image/jpeg"]);
    expect(JSON.stringify(await attachments.list(id))).toContain("photo.jpg");
    await attachments.delete(id, attachmentId);
    await expect(attachments.get(id, attachmentId)).rejects.toMatchObject({ kind: "not-found" });
  },
  follow: async ({ supplier, service }) => {
    const { id } = await supplier.serviceRequests.create({ ...repair(), status: "ApprovalRequested" });
    const seen: unknown[] = [];
    const steps = {
      submitted: () => service.requests.approve(id),
      approved: () => service.requests.archive(id),
      archived: () => void supplier.close(),
    };
    const handle = ({ type, request }: FollowedEvent) => {
      seen.push([type, request.id, request.status]);
      steps[type as keyof typeof steps]();
    };
    await supplier.follow({
      state: new Map(),
      existing: true,
      on: { submitted: handle, approved: handle, archived: handle },
      onError: (error) => Promise.reject(error),
      // Over a service that differs, an event may never come.
      signal: AbortSignal.timeout(10_000),
    }).ended;
    expect(seen).toEqual([
      ["submitted", id, "ApprovalRequested"],
      ["approved", id, "Approved"],
      ["archived", id, "Approved"],
    ]);
  },
  "archived request": async (clients) => {
    const id = await approved(clients, "serviceRequests", repair());
    clients.service.requests.archive(id);
    await expect(clients.supplier.serviceRequests.get(id)).rejects.toMatchObject({ kind: "archived" });
  },
  contracts: async ({ supplier }) => {
    const { lessor, leaseContract, isActive } = await supplier.contracts.get("GB-001-X");
    expect([isActive, leaseContract.startDate]).toEqual([true, "2024-03-01"]);
    expect((await supplier.lessors.contracts.get(lessor.number, "GB-001-X")).lessor.number).toBe(2001);
    const { components } = await supplier.lessors.contracts.components(2001, "GB-001-X");
    expect(components.map(({ regCode, serviceLevel }) => [regCode, serviceLevel?.price])).toContainEqual([
      "2104",
      95.5,
    ]);
    expect((await supplier.lessors.contracts.damageComponents(2001, "GB-001-X")).components).toHaveLength(1);
  },
  lessors: async ({ supplier }) => {
    expect(await supplier.lessors.list()).toHaveLength(2);
    const { number, active, phone, paymentInformation } = await supplier.lessors.get(2002);
    expect([number, active, phone.damage, paymentInformation.bic]).toEqual([2002, true, "043-300", "BANKNL2A"]);
    expect(await supplier.lessors.notifications({ lessorId: 2001 })).toHaveLength(1);
  },
  "tires and other lookups": async ({ supplier }) => {
    const [found] = (await supplier.tires.search({ seasonIndicator: ["Winter"] })) as unknown as [{ id: number }];
    expect(await supplier.tires.get({ id: found.id })).toMatchObject({ id: 502, seasonIndicator: "Winter" });
    const { tires, components, objectTypes, dealerships, rentalClasses, serviceLevels } = supplier;
    for (const { list } of [tires.makes, components, objectTypes, dealerships, rentalClasses])
      expect(await list()).not.toHaveLength(0);
    await supplier.rentalVehicles.get("GB-001-X");
    await serviceLevels.get();
    await serviceLevels.agreements.get("a1");
  },
  "a rejected request": async ({ supplier }) => {
    const early = { ...repair(), appointment: { workshopDate: "2023-01-01" } };
    const error = await supplier.serviceRequests.create(draft(early)).catch((error: unknown) => error);
    expect(RegError.is(error, "REG-SVC000190") && error).toMatchObject({ status: 400, traceId: "4bf92f35" });
    await expect(supplier.serviceRequests.get(randomUUID())).rejects.toMatchObject({
      kind: "not-found",
      traceId: "4bf92f35",
    });
  },
  "vehicles of a lessor": async ({ lessor }) => {
    await lessor.vehicles.put({ licensePlate: "LS-001-X", color: "Red" });
    await lessor.vehicles.mileages.put("LS-001-X", { readings: [{ date: "2026-06-01", value: 48210 }] });
    await lessor.vehicles.extraTireSet.put("LS-001-X", { purchased: true });
    expect(await lessor.vehicles.get("LS-001-X")).toEqual({ licensePlate: "LS-001-X", color: "Red" });
    expect(await lessor.vehicles.mileages.get("LS-001-X")).toEqual({
      readings: [{ date: "2026-06-01", value: 48210 }],
    });
    expect(await lessor.vehicles.extraTireSet.get("LS-001-X")).toEqual({ purchased: true });
    await lessor.vehicles.extraTireSet.delete("LS-001-X");
    await lessor.vehicles.delete("LS-001-X");
    await expect(lessor.vehicles.get("LS-001-X")).rejects.toMatchObject({ kind: "not-found" });
  },
  "fleet sync": async ({ lessor }) => {
    const state = new Map<string, string>();
    const fleet = ["LS-001-X", "LS-002-X"].map((licensePlate) => ({
      licensePlate,
      vehicle: { color: "Red" },
      mileages: { readings: [{ value: 48210 }] },
    }));
    const first = await lessor.sync(fleet, { state });
    const second = await lessor.sync(fleet, { state, verify: true });
    expect([first.failures, second.failures]).toEqual([[], []]);
    expect([first.counts.sent, second.counts.sent]).toEqual([4, 0]);
  },
};

/** Runs all journeys over services with these differences. Returns those that fail, and the differences that showed. */
export async function runJourneys(active: readonly Difference[], options: ClientOptions = {}) {
  const failing: string[] = [];
  const shown = new Set<string>();
  for (const [name, run] of Object.entries(journeys)) {
    const service = createService(active);
    await run(createClients(service, options)).catch((error) => failing.push(`${name}: ${error.message}`));
    for (const id of service.shown) shown.add(id);
  }
  return { failing, shown };
}
