/** Makes each kind of call on a connection that was kept and ends before the response. */
import { createSupplierClient } from "@reg/sdk";

const content = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };
const file = new TextEncoder().encode("%PDF");

/**
 * @param settings the address of a service that ends each connection, but responds to the list of lessors
 * @returns how each call failed, by its name
 */
export async function run({ baseUrl }) {
  const { lessors, serviceRequests } = createSupplierClient({ baseUrl, token: "token", retry: false });
  const { attachments, components, invoices } = serviceRequests;
  const fetchOfUser = (url, init) => fetch(url, init);
  const own = createSupplierClient({ baseUrl, token: "token", retry: false, fetch: fetchOfUser });
  const calls = {
    "POST request": () => serviceRequests.create(content),
    "PATCH request": () => serviceRequests.patch("R-1", content),
    "DELETE request": () => serviceRequests.delete("R-1"),
    "PUT line": () => components.put("R-1", "L-1", { partType: "Mileage" }),
    "DELETE line": () => components.cancel("R-1", "L-1"),
    "PUT bytes": () => attachments.upload("R-1", file),
    "PUT Blob": () => attachments.upload("R-2", new Blob([file])),
    "PUT stream": () => attachments.upload("R-3", new Blob([file]).stream()),
    "PUT form": () => attachments.upload("R-4", file, { uploadEncoding: "multipart" }),
    "PUT invoice PDF": () => invoices.pdf.upload("R-1", 7, file),
    "POST, own fetch": () => own.damageServiceRequests.create(content),
    "PUT, own fetch": () => own.serviceRequests.attachments.upload("R-5", file),
    "GET request": () => serviceRequests.get("R-1"),
  };
  const outcomes = {};
  for (const [callName, call] of Object.entries(calls)) {
    await lessors.list();
    outcomes[callName] = await call().then(
      () => "succeeded",
      ({ name, outcome }) => [name, outcome].filter(Boolean).join(" "),
    );
  }
  return outcomes;
}
