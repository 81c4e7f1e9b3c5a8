/**
 * A small program in TypeScript with the entry points that need no other package; one of its calls waits for the
 * throttle.
 */
import { createSupplierClient, type SupplierClient } from "@reg/sdk";
import { createLessorClient } from "@reg/sdk/lessor";
import { createLogger } from "@reg/sdk/logger";
import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";

export async function call(): Promise<number> {
  const sandbox: Sandbox = createSandbox();
  const { fetch } = sandbox;
  const { baseUrl, token } = sandbox.supplier;
  const throttle = { limit: 1, window: 50 };
  const on = createLogger({ write: () => {} });
  const supplier: SupplierClient = createSupplierClient({
    baseUrl,
    token: await token(),
    fetch,
    throttle,
    on,
  });
  await Promise.all([supplier.lessors.list(), supplier.lessors.list()]);
  const { clientId, clientSecret, baseUrl: lessorUrl } = sandbox.lessor;
  const lessor = createLessorClient({ baseUrl: lessorUrl, clientId, clientSecret, fetch });
  await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
  return supplier.throttleStatistics()?.queued ?? 0;
}

call().then((queued) => {
  if (queued !== 1) throw new Error(`${queued} calls waited for the throttle instead of 1`);
});
