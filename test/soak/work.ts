import { randomUUID } from "node:crypto";
import type { LessorClient, SupplierClient, Upload } from "@reg/sdk";
import type { Caller } from "./caller.js";

/** Makes bodies unique, so that the journal can distinguish a duplicate create from a new one. */
let serial = 0;
const unique = (what: string): string => {
  serial += 1;
  return `${what}-${serial}`;
};

const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(new Date());

const bumper = {
  reg: { code: "7101", description: "Bumper front" },
  operation: { code: "02", description: "Repair" },
};

/** Runs one random job of a workshop for the caller's vehicle. A failed call ends the job. */
export async function workAsSupplier(supplier: SupplierClient, caller: Caller): Promise<void> {
  const work = caller.random.pick(lookUp, lookUp, draft, draft, damage, damage, damage, damage);
  await work(supplier, caller);
}

/** Reads data that rarely changes. */
async function lookUp(supplier: SupplierClient, caller: Caller): Promise<void> {
  await caller.call("contracts.get", (options) => supplier.contracts.get(caller.licensePlate, {}, options));
  await caller.call("lessors.list", (options) => supplier.lessors.list(options));
  await caller.call("objectTypes.list", (options) => supplier.objectTypes.list(options));
  await caller.call("damageServiceRequests.list", (options) =>
    supplier.damageServiceRequests.list({ licensePlate: caller.licensePlate }, options),
  );
  await caller.call("GET /v2/lessors", (options) => supplier.GET("/v2/lessors", options));
}

/** Creates and deletes a draft, or removes earlier drafts, because a vehicle can have only one open request. */
async function draft(supplier: SupplierClient, caller: Caller): Promise<void> {
  const { serviceRequests } = supplier;
  const created = await caller.call("serviceRequests.create", (options) =>
    serviceRequests.create(
      {
        status: "Draft",
        vehicle: { licensePlate: caller.licensePlate },
        appointment: { workOrderNumber: unique("WO") },
      },
      options,
    ),
  );
  if (created === undefined) return clearUp(supplier, caller);
  const { id } = created;
  await caller.call("serviceRequests.patch", (options) =>
    serviceRequests.patch(id, { appointment: { workOrderNumber: unique("WO"), workshopDate: today() } }, options),
  );
  await caller.call("serviceRequests.components.put", (options) =>
    serviceRequests.components.put(
      id,
      randomUUID(),
      {
        reg: { code: "5401", description: "Mileage" },
        operation: { code: "19", description: "Read" },
        reason: { code: "99", description: "Reading" },
        value: "48210",
      },
      options,
    ),
  );
  await caller.call("serviceRequests.get", (options) => serviceRequests.get(id, options));
  await caller.call("serviceRequests.delete", (options) => serviceRequests.delete(id, options));
}

/** Removes the drafts of the vehicle, including those whose creation had an unknown outcome. */
async function clearUp({ serviceRequests }: SupplierClient, caller: Caller): Promise<void> {
  const { licensePlate } = caller;
  const open = await caller.call("serviceRequests.list", (options) => serviceRequests.list({ licensePlate }, options));
  for (const { id } of open?.serviceRequests ?? []) {
    await caller.call("serviceRequests.delete", (options) => serviceRequests.delete(id, options));
  }
}

/** Creates a damage request with photos; every second one is invoiced. */
async function damage(supplier: SupplierClient, caller: Caller): Promise<void> {
  const { damageServiceRequests } = supplier;
  const created = await caller.call("damageServiceRequests.create", (options) =>
    damageServiceRequests.create(
      {
        status: "Draft",
        vehicle: { licensePlate: caller.licensePlate },
        appointment: { workOrderNumber: unique("WO"), workshopDate: today() },
      },
      options,
    ),
  );
  if (created === undefined) return;
  const { id } = created;
  const line = randomUUID();
  await caller.call("damageServiceRequests.components.put", (options) =>
    damageServiceRequests.components.put(
      id,
      line,
      { ...bumper, reason: { code: "60", description: "Collision" }, price: 380 },
      options,
    ),
  );
  await photos(supplier, caller, id);
  if (caller.random.chance(0.5)) return invoice(supplier, caller, id);
  await caller.call("damageServiceRequests.components.delete", (options) =>
    damageServiceRequests.components.delete(id, line, options),
  );
  await caller.call("damageServiceRequests.delete", (options) => damageServiceRequests.delete(id, options));
}

/** Uploads a Blob, bytes or a stream, and downloads a Blob or a stream; some streams are not read to the end. */
async function photos({ damageServiceRequests }: SupplierClient, caller: Caller, id: string): Promise<void> {
  const { attachments } = damageServiceRequests;
  const { random } = caller;
  const content = Buffer.alloc(random.between(100, 50_000), unique("photo "));
  const file = random.pick<() => Upload>(
    () => new Blob([content], { type: "image/jpeg" }),
    () => content,
    () => new Blob([content]).stream(),
  );
  const uploadEncoding = random.pick("binary", "multipart");
  const fileName = "bumper.jpg";
  const stored = await caller.call("damageServiceRequests.attachments.upload", (options) =>
    attachments.upload(id, file(), { ...options, fileName, uploadEncoding }),
  );
  await caller.call("damageServiceRequests.attachments.list", (options) => attachments.list(id, options));
  const attachmentId = stored?.id;
  if (attachmentId === undefined) return;
  await caller.call("damageServiceRequests.attachments.get", (options) => attachments.get(id, attachmentId, options));
  await caller.call("damageServiceRequests.attachments.get (stream)", async (options) => {
    const { stream } = await attachments.get(id, attachmentId, { ...options, as: "stream" });
    if (random.chance(0.3)) return stream.cancel();
    for await (const chunk of stream) if (random.chance(0.05) && chunk.length > 0) break;
  });
  await caller.call("damageServiceRequests.attachments.delete", (options) =>
    attachments.delete(id, attachmentId, options),
  );
}

/** Submits the request, which is approved immediately, and creates the invoice with its PDF. */
async function invoice({ damageServiceRequests }: SupplierClient, caller: Caller, id: string): Promise<void> {
  const { invoices, invoiceTemplates } = damageServiceRequests;
  await caller.call("damageServiceRequests.patch", (options) =>
    damageServiceRequests.patch(id, { status: "ApprovalRequested" }, options),
  );
  await caller.call("damageServiceRequests.get", (options) => damageServiceRequests.get(id, options));
  const templates = await caller.call("damageServiceRequests.invoiceTemplates.list", (options) =>
    invoiceTemplates.list(id, options),
  );
  const { identitySender, identityReceiver } = templates?.debit ?? {};
  if (identitySender === undefined || identityReceiver === undefined) return;
  const created = await caller.call("damageServiceRequests.invoices.create", (options) =>
    invoices.create(
      id,
      {
        identitySender,
        identityReceiver,
        invoiceNumber: unique("2026"),
        invoiceDate: today(),
        vatLines: [{ percentage: 21, amount: 380 }],
        total: 380,
      },
      options,
    ),
  );
  if (created === undefined) return;
  await caller.call("damageServiceRequests.invoices.pdf.upload", (options) =>
    invoices.pdf.upload(id, created.id, Buffer.from(unique("%PDF-1.7")), options),
  );
  await caller.call("damageServiceRequests.invoices.pdf.get", (options) => invoices.pdf.get(id, created.id, options));
}

/** Registers, updates and removes a vehicle of a fleet. */
export async function workAsLessor({ vehicles }: LessorClient, caller: Caller): Promise<void> {
  const { licensePlate } = caller;
  await caller.call("vehicles.put", (options) => vehicles.put({ licensePlate }, options));
  await caller.call("vehicles.mileages.put", (options) =>
    vehicles.mileages.put(licensePlate, [{ date: "2026-06-15", value: 48_210 }], options),
  );
  await caller.call("vehicles.get", (options) => vehicles.get(licensePlate, options));
  await caller.call("vehicles.mileages.get", (options) => vehicles.mileages.get(licensePlate, options));
  if (caller.random.chance(0.5))
    await caller.call("vehicles.delete", (options) => vehicles.delete(licensePlate, options));
}
