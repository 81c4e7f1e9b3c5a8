import type { LessorClient, SupplierClient } from "@reg/sdk";
import type { Sandbox } from "@reg/sdk/sandbox";
import { expect } from "vitest";
import { relatedKinds } from "../../src/generated/lessor/operations.js";
import { operations } from "../../src/sandbox/messages/router.js";
import { untyped } from "../support/untyped.js";
import { damageLine, invoice, reading, repair, work } from "./support.js";

/** A sandbox without data, and clients that are connected to it. */
interface ConnectedSandbox {
  readonly sandbox: Sandbox;
  readonly supplier: SupplierClient;
  readonly lessor: LessorClient;
}

/** Calls every operation of both APIs, each successfully, and checks that the sandbox has received them all. */
export async function callEveryOperation(connected: ConnectedSandbox): Promise<void> {
  const { sandbox, supplier, lessor } = connected;
  await callRequests(connected, "serviceRequests");
  await callRequests(connected, "damageServiceRequests");
  await callLookups(supplier);
  await callServiceLevels(supplier);
  await callVehicles(lessor);
  const { journal } = sandbox;
  expect(journal.entries.filter(({ status }) => typeof status !== "number" || status >= 300)).toEqual([]);
  expect(Object.keys(journal.calls())).toEqual(operations.map(({ id }) => id));
}

/** Takes a request of a kind from the draft to the archive. */
async function callRequests(
  { sandbox, supplier }: ConnectedSandbox,
  kind: "serviceRequests" | "damageServiceRequests",
): Promise<void> {
  const requests = supplier[kind];
  const { attachments, components, invoices, invoiceTemplates } = requests;
  const isDamage = kind === "damageServiceRequests";
  const createLine = () => (isDamage ? damageLine() : work());
  const line = createLine();
  const content = repair({ components: isDamage ? [line] : [reading(), line] });

  const { id: draft } = await requests.create(content);
  await requests.delete(draft);
  const { id } = await requests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
  expect(await requests.overwrite(id, content)).toMatchObject({ id, status: "Draft" });
  expect((await requests.patch(id, { vehicle: { partialVin: "JF000001" } })).vehicle.partialVin).toBe("JF000001");
  await components.delete(id, line.id);
  await components.put(id, line.id, line);

  const photo = new File(["a photo"], "bumper.jpg", { type: "image/jpeg" });
  for (const uploadEncoding of ["binary", "multipart"] as const) {
    const { id: file = "" } = await attachments.upload(id, photo, { uploadEncoding });
    expect(await attachments.list(id)).toMatchObject({ attachments: [{ id: file }] });
    expect(await (await attachments.get(id, file)).blob.text()).toBe("a photo");
    await attachments.delete(id, file);
  }

  await requests.patch(id, { status: "ApprovalRequested" });
  sandbox.lessor.deny(id);
  expect((await components.cancel(id, line.id)).component.status.code).toBe("Cancelled");
  const { id: otherId, ...other } = createLine();
  await components.put(id, otherId, other);
  await requests.patch(id, { status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  expect(await requests.get(id)).toMatchObject({ id, status: "Approved" });
  expect((await requests.list()).serviceRequests).toMatchObject([{ id, status: "Approved" }]);
  if (!isDamage) {
    expect(await supplier.requests.list()).toMatchObject({ requests: [{ id, status: "Approved" }] });
    expect(await supplier.serviceRequests.invoiceTemplate.get(id)).toMatchObject({ amount: 129.5 });
  }

  expect(await invoiceTemplates.list(id)).toMatchObject({ debit: { amount: 129.5 } });
  const { id: invoiceId } = await invoices.create(id, invoice());
  expect(await invoices.list(id)).toMatchObject({ invoices: [{ id: invoiceId }] });
  expect(await invoices.get(id, invoiceId)).toMatchObject({ id: invoiceId, total: 129.5 });
  await invoices.pdf.upload(id, invoiceId, new File(["%PDF"], "one.pdf", { type: "application/pdf" }));
  expect(await (await invoices.pdf.get(id, invoiceId)).blob.text()).toBe("%PDF");

  const vehicle = { licensePlate: "KL-012-M", partialVin: "JF123456" };
  const { id: free } = await requests.create({ ...content, vehicle, status: "ApprovalRequested" });
  sandbox.lessor.approve(free);
  await invoices.setStatus(free, { reason: "elsewhere" });
}

async function callLookups(supplier: SupplierClient): Promise<void> {
  const { contracts, lessors, tires } = supplier;
  await supplier.components.list();
  await supplier.damageComponents.list();
  expect(await contracts.get("AB-123-C")).toMatchObject({ isActive: true });
  await contracts.components("AB-123-C");
  await contracts.damageComponents("AB-123-C");
  expect(await lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
  expect(await lessors.get(1002)).toMatchObject({ name: "Polder Mobiliteit" });
  await lessors.notifications({ showInactiveNotifications: true, lessorId: 1001 });
  expect(await lessors.contracts.get(1001, "ST-678-V")).toMatchObject({ isActive: false });
  await lessors.contracts.components(1001, "ST-678-V");
  await lessors.contracts.damageComponents(1001, "ST-678-V");
  await supplier.objectTypes.list();
  await supplier.dealerships.list();
  await supplier.rentalClasses.list();
  expect(await supplier.rentalVehicles.get("AB-123-C")).toMatchObject({ rentalClass: "C" });
  expect(await tires.get({ id: 501 })).toMatchObject({ bacCode: "BAC501" });
  await tires.search({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] });
  await tires.makes.list();
}

/** Fills the service levels, and clears each value of the default and of an agreement. */
async function callServiceLevels({ serviceLevels }: SupplierClient): Promise<void> {
  const { default: byDefault, agreements } = serviceLevels;
  const rates = { current: [{ regCode: "1101", price: 100 }] };
  expect(await byDefault.patch(untyped({ repairAndMaintenance: { rates } }))).toMatchObject({
    repairAndMaintenance: { rates },
  });
  await byDefault.get();
  const { id = "" } = await agreements.create(untyped({ lessors: [1001], dealerships: ["VW"] }));
  expect(await agreements.get(id)).toMatchObject({ id, lessors: [1001] });
  expect(await agreements.patch(id, untyped({ lessors: [1002] }))).toMatchObject({ id, lessors: [1002] });
  expect(await agreements.list()).toMatchObject({ agreements: [{ id }] });
  expect(await serviceLevels.get()).toMatchObject({ agreements: [{ id }] });
  await serviceLevels.cluster.get();
  await serviceLevels.repairAndMaintenance.components();
  await serviceLevels.tires.allowedRates();
  await serviceLevels.rentalVehicle.allowedRates();
  await byDefault.repairAndMaintenance.clearFutureRates();
  await byDefault.repairAndMaintenance.clear();
  await byDefault.tires.clearFutureRates();
  await byDefault.tires.clearFuturePreferredMakes();
  await byDefault.tires.clearFutureDiscounts();
  await byDefault.tires.clear();
  await byDefault.rentalVehicle.clearFutureRates();
  await byDefault.rentalVehicle.clear();
  await agreements.repairAndMaintenance.clearFutureRates(id);
  await agreements.repairAndMaintenance.clear(id);
  await agreements.tires.clearFutureRates(id);
  await agreements.tires.clearFuturePreferredMakes(id);
  await agreements.tires.clearFutureDiscounts(id);
  await agreements.tires.clear(id);
  await agreements.rentalVehicle.clearFutureRates(id);
  await agreements.rentalVehicle.clear(id);
  await agreements.delete(id);
}

async function callVehicles({ vehicles }: LessorClient): Promise<void> {
  // A path must be encoded and decoded exactly once.
  const licensePlate = "É-9?87 Y";
  await vehicles.put({ licensePlate, color: "grün" });
  expect(await vehicles.get(licensePlate)).toEqual({ licensePlate, color: "grün" });
  for (const kind of relatedKinds) {
    await vehicles[kind].put(licensePlate, [{ value: "2 €" }]);
    expect(await vehicles[kind].get(licensePlate)).toEqual([{ value: "2 €" }]);
    await vehicles[kind].delete(licensePlate);
  }
  await vehicles.delete(licensePlate);
}
