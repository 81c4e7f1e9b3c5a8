/** Calls over the undici transport, and prints the error if the transport cannot be created. */
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { undiciFetch } from "@reg/sdk/undici";

const sandbox = createSandbox();
const server = await sandbox.listen();
try {
  const fetch = undiciFetch();
  const token = await sandbox.supplier.token();
  await createSupplierClient({ baseUrl: server.supplier.baseUrl, token, fetch }).lessors.list();
  await fetch.close();
  console.log("received a response");
} catch (error) {
  console.log(error.message);
}
await server.close();
