import {
  createSupplierClient,
  type Fetch,
  type LessorClient,
  type SupplierClient,
  tireReplacement,
  tireSwap,
} from "@reg/sdk";
import { createSandbox, type Sandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import { damageLine, invoice, lessorOf, monday, reading, repair } from "../../sandbox/support.js";
import { inventedBodies, inventedPlates } from "./invented-lessor.js";

/** A sandbox with so much data that every readable operation of both APIs has a response with content. */
export interface FilledService {
  readonly sandbox: Sandbox;
  /** A token of the supplier that has the data. */
  readonly token: string;
  readonly ids: KnownIds;
}

/** The ids with which the single reads succeed. */
export interface KnownIds {
  /** A request with many kinds of lines and an attachment. */
  readonly request: string;
  readonly draft: string;
  readonly invoicing: string;
  readonly invoiced: string;
  readonly invoice: number;
  readonly attachment: string;
  readonly damage: string;
  readonly damageInvoicing: string;
  readonly damageInvoice: number;
  readonly damageAttachment: string;
  readonly archived: string;
  readonly agreement: string;
  readonly licensePlate: string;
  readonly lessor: number;
  /** The license plate of a vehicle of the lessor API. */
  readonly fleetPlate: string;
}

/** Calls of clients over a service. */
export interface Clients {
  readonly supplier: SupplierClient;
  readonly lessor: LessorClient;
}

/** Creates clients for a sandbox that never retry, with another fetch. */
export function clientsOver(
  { sandbox, token }: Pick<FilledService, "sandbox" | "token">,
  fetch: Fetch = sandbox.fetch,
): Clients {
  const { baseUrl } = sandbox.supplier;
  return {
    supplier: createSupplierClient({ baseUrl, token, fetch, retry: false, throttle: false, clock: sandbox.clock }),
    lessor: lessorOf(sandbox, { fetch, throttle: false }),
  };
}

/** Creates a sandbox with data for every readable operation. By default its clock is stopped on a Monday. */
export async function openFilledService(options: SandboxOptions = { now: monday }): Promise<FilledService> {
  const sandbox = createSandbox(options);
  const token = await sandbox.supplier.token();
  const clients = clientsOver({ sandbox, token });
  const seeded = await sandbox.seed("every-phase");
  const request = await createTireRequest(clients, sandbox);
  const ids = {
    request,
    draft: seeded.draft,
    invoicing: seeded.invoicing,
    archived: seeded.archived,
    ...(await fillService(clients, { request, invoiced: seeded.invoiced })),
    ...(await fillDamage(clients, seeded)),
    damageInvoicing: await createApprovedDamage(clients, sandbox),
    agreement: await createAgreement(clients),
    licensePlate: "AB-123-C",
    lessor: 1001,
    fleetPlate: await registerFleet(clients),
  };
  return { sandbox, token, ids };
}

/** Creates a request whose lines have subcomponents, locations and tires, and of which the lessor denies a part. */
async function createTireRequest({ supplier }: Clients, sandbox: Sandbox): Promise<string> {
  const licensePlate = "NP-345-R";
  const { components } = await supplier.contracts.components(licensePlate);
  const { vehicle } = await supplier.contracts.get(licensePlate);
  const tire = await supplier.tires.get({ id: 501 });
  const positions = vehicle.tirePositions ?? [];
  const [position = {}] = positions;
  const lines = [
    reading(),
    tireSwap(components, { positions, price: 48 }),
    tireReplacement(components, { position, tire, reason: "10", price: 22.5, tireDetails: { price: 228 } }),
  ];
  const { id } = await supplier.serviceRequests.create(
    repair({
      status: "ApprovalRequested",
      vehicle: { licensePlate, partialVin: "JF654321" },
      components: lines,
    }),
  );
  sandbox.lessor.park(id, "Waits for tires");
  return id;
}

const pdf = () => new Blob(["%PDF-1.7 invoice"], { type: "application/pdf" });
const photo = () => new File(["photo"], "photo-of-damage.jpg", { type: "image/jpeg" });

async function fillService(
  { supplier }: Clients,
  { request, invoiced }: { readonly request: string; readonly invoiced: string },
) {
  const { serviceRequests } = supplier;
  const attachment = await serviceRequests.attachments.upload(request, photo());
  await serviceRequests.attachments.upload(invoiced, photo());
  const invoices = Object.values(await serviceRequests.invoices.list(invoiced)).flat();
  const [{ id: invoiceId }] = invoices as [{ id: number }];
  await serviceRequests.invoices.pdf.upload(invoiced, invoiceId, pdf());
  return { invoiced, invoice: invoiceId, attachment: idOf(attachment) };
}

async function fillDamage({ supplier }: Clients, { damage }: { readonly damage: string }) {
  const { damageServiceRequests } = supplier;
  const attachment = await damageServiceRequests.attachments.upload(damage, photo());
  const created = await damageServiceRequests.invoices.create(damage, invoice({ total: 640 }));
  await damageServiceRequests.invoices.pdf.upload(damage, Number(created.id), pdf());
  return { damage, damageInvoice: Number(created.id), damageAttachment: idOf(attachment) };
}

async function createApprovedDamage({ supplier }: Clients, sandbox: Sandbox): Promise<string> {
  const { appointment } = repair();
  const { id } = await supplier.damageServiceRequests.create({
    status: "ApprovalRequested",
    vehicle: { licensePlate: "VB-101-X", partialVin: "JF222222" },
    ...(appointment && { appointment }),
    components: [damageLine()],
  });
  sandbox.lessor.approve(id);
  return id;
}

/** The id of what was created; it is never missing here. */
const idOf = ({ id }: { readonly id?: string | undefined }) => String(id);

async function createAgreement({ supplier }: Clients): Promise<string> {
  const created = await supplier.serviceLevels.agreements.create({
    lessors: [1001],
    dealerships: ["VW"],
    repairAndMaintenance: { rates: { current: [{ regCode: "1101", price: 119 }] } },
  });
  return idOf(created);
}

/** Registers vehicles of a fleet with all related data. */
async function registerFleet({ lessor }: Clients): Promise<string> {
  for (const [index, plate] of inventedPlates.entries()) {
    const { vehicle, ...related } = inventedBodies(plate, index);
    await lessor.vehicles.put({ licensePlate: plate, ...vehicle });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, related[kind] as never);
  }
  return String(inventedPlates[0]);
}
