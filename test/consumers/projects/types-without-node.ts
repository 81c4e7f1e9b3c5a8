/** Compiled only, with the DOM's types and without Node's. */
import { createLessorClient, createSupplierClient, RegError } from "@reg/sdk";
import { createLogger } from "@reg/sdk/logger";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";

const supplier = createSupplierClient({
  baseUrl: "https://api.reg.invalid",
  token: "opaque",
  on: createLogger(),
});
const lessor = createLessorClient({
  baseUrl: "https://api.reg.invalid",
  clientId: "id",
  clientSecret: "secret",
});

export const sandbox: Sandbox = createSandbox();

// Their declarations name the interfaces of the groups, which must therefore be exported.
export const { serviceRequests, damageServiceRequests, contracts, serviceLevels } = supplier;
export const { vehicles } = lessor;
export const { invoices } = serviceRequests;

export async function upload(file: File): Promise<string | undefined> {
  try {
    await supplier.serviceRequests.attachments.upload("r-1", file);
    const { blob } = await supplier.serviceRequests.attachments.get("r-1", "a-1");
    await lessor.vehicles.put({ licensePlate: "AB-123-C", anything: blob.size });
    return undefined;
  } catch (error) {
    return RegError.is(error, "api") ? error.traceId : undefined;
  }
}
