/** A small program in JavaScript; one of its calls waits for the throttle. */
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";

const sandbox = createSandbox();
const { baseUrl, token } = sandbox.supplier;
const throttle = { limit: 1, window: 50 };
const supplier = createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch, throttle });
await Promise.all([supplier.lessors.list(), supplier.lessors.list()]);
const { queued } = supplier.throttleStatistics();
if (queued !== 1) throw new Error(`${queued} calls waited for the throttle instead of 1`);

const server = await sandbox.listen();
const overHttp = createSupplierClient({ baseUrl: server.supplier.baseUrl, token: await token() });
const lessors = await overHttp.lessors.list();
await server.close();
console.log(`received ${JSON.stringify(lessors).length} characters`);
