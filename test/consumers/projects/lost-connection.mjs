/**
 * Makes each kind of call on a connection that was kept and ends before the response, at the service of the first
 * argument.
 */
import { createSupplierClient } from "@reg/sdk";

const [baseUrl] = process.argv.slice(2);
const { lessors, serviceRequests } = createSupplierClient({ baseUrl, token: "token", retry: false });
const { attachments, components, invoices } = serviceRequests;
const content = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };
const file = new TextEncoder().encode("%PDF");

const calls = [
  () => serviceRequests.create(content),
  () => serviceRequests.patch("R-1", content),
  () => serviceRequests.delete("R-1"),
  () => components.put("R-1", "L-1", { partType: "Mileage" }),
  () => components.cancel("R-1", "L-1"),
  () => attachments.upload("R-1", file),
  () => attachments.upload("R-2", new Blob([file])),
  () => attachments.upload("R-3", new Blob([file]).stream()),
  () => attachments.upload("R-4", file, { uploadEncoding: "multipart" }),
  () => invoices.pdf.upload("R-1", 7, file),
  () => serviceRequests.get("R-1"),
];
for (const call of calls) {
  await lessors.list();
  const outcome = await call().then(
    () => "succeeded",
    (error) => `${error.name} ${error.outcome}`,
  );
  if (outcome === "succeeded") throw new Error(`${call} succeeded, although each connection was lost`);
}
