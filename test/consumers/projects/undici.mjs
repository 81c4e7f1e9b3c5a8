/** Calls over the undici transport, and prints the error if the transport cannot be created. */
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { createUndiciTransport } from "@reg/sdk/undici";

const sandbox = createSandbox();
const server = await sandbox.listen();
try {
  const transport = createUndiciTransport();
  const token = await sandbox.supplier.token();
  await createSupplierClient({ baseUrl: server.supplier.baseUrl, token, transport }).lessors.list();
  await transport.close();
  console.log("received a response");
} catch (error) {
  console.log(error.message);
}
await server.close();
