/** A repair from the draft to the invoice, and what can go wrong on the way. */
import { createLessorClient, createSupplierClient, lineFor, mileageReading } from "@reg/sdk";

const licensePlate = "NP-345-R";
const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Amsterdam" });
const draftOf = (workOrderNumber) => ({
  status: "Draft",
  vehicle: { licensePlate, partialVin: "JF123456" },
  appointment: {
    workOrderNumber,
    workshopDate: today,
    estimatedDurationInDays: 1,
    contact: { name: "Robin de Vries" },
  },
});
const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251);
const isWhole = async (blob) => {
  const received = new Uint8Array(await blob.arrayBuffer());
  return received.length === bytes.length && received.every((byte, index) => byte === bytes[index]);
};
const nameOf = (promise) =>
  promise.then(
    () => "succeeded",
    ({ name, outcome }) => [name, outcome].filter(Boolean).join(" "),
  );

/**
 * Makes each step in its order.
 *
 * @param settings the options of a client for each API
 * @returns what became of each step, as text
 */
export async function run({ supplier: supplierOptions, lessor: lessorOptions }) {
  const supplier = createSupplierClient(supplierOptions);
  const lessor = createLessorClient(lessorOptions);
  const { serviceRequests } = supplier;
  const { attachments, invoices } = serviceRequests;
  let id = "";
  const uploaded = [];
  const steps = {
    async create() {
      const { components: allowed } = await supplier.contracts.components(licensePlate);
      const components = [mileageReading(48210), lineFor(allowed, "1101", { operation: "01", price: 129.5 })];
      const created = await serviceRequests.create({ ...draftOf("WO-1"), components });
      id = created.id;
      return "created";
    },
    async upload() {
      const blob = new Blob([bytes], { type: "application/pdf" });
      const files = [bytes, blob, blob.stream(), new File([bytes], "work.pdf", { type: "application/pdf" })];
      for (const file of files) uploaded.push((await attachments.upload(id, file)).id);
      return "stored";
    },
    async "one stream for two uploads"() {
      async function* read() {
        yield bytes;
      }
      const file = read();
      const upload = () => attachments.upload(id, file, { fileName: "twice.pdf" });
      return (await Promise.allSettled([upload(), upload()])).map(({ status }) => status).join(", ");
    },
    async download() {
      for (const attachmentId of uploaded) {
        const { blob } = await attachments.get(id, attachmentId);
        if (!(await isWhole(blob))) return `${blob.size} other bytes`;
      }
      return "the same bytes";
    },
    async submit() {
      await serviceRequests.submit(id);
      const { status } = await serviceRequests.get(id);
      return status;
    },
    async invoice() {
      const { invoiceId, created } = await serviceRequests.invoice(id, {
        number: "2026-1",
        vatLines: (total) => [{ percentage: 0, base: total, amount: 0 }],
        pdf: new Blob([bytes], { type: "application/pdf" }),
      });
      const { blob } = await invoices.pdf.get(id, invoiceId);
      return created && (await isWhole(blob)) ? "created, with its PDF" : `created: ${created}`;
    },
    "round of follow": async () => {
      const account = supplier.withOptions({ deadline: 20_000 });
      const round = { state: new Map(), existing: true, on: { invoiced: () => {} } };
      const first = await account.followOnce(round);
      const second = await account.followOnce(round);
      return [first, second].map(({ events }) => `[${events.map(({ type }) => type)}]`).join(" ");
    },
    "token refresh": async () => {
      await lessor.vehicles.put({ licensePlate });
      return nameOf(lessor.vehicles.put({ licensePlate }));
    },
    "throttle wait": async () => {
      const slow = createSupplierClient({ ...supplierOptions, throttle: { limit: 1, window: 200 } });
      await Promise.all([slow.objectTypes.list(), slow.objectTypes.list()]);
      return `${slow.throttleStatistics().queued} waited`;
    },
    async abort() {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      return nameOf(serviceRequests.create(draftOf("WO-abort"), { signal: controller.signal }));
    },
    "cut before the service acts": () => nameOf(serviceRequests.create(draftOf("WO-before"))),
    "cut after the service acted": () => nameOf(serviceRequests.create(draftOf("WO-after"))),
  };
  const outcomes = {};
  for (const [name, step] of Object.entries(steps)) {
    outcomes[name] = await step().catch((error) => `failed: ${error.stack ?? error}`);
  }
  await Promise.all([supplier.close(), lessor.close()]);
  return outcomes;
}
