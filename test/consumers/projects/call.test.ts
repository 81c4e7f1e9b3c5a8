/** Runs in Jest, as CommonJS, and in Vitest; one of the calls waits for the throttle. */
import { createSupplierClient, RegError } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";

async function connect() {
  const sandbox = createSandbox();
  const { baseUrl, token } = sandbox.supplier;
  const throttle = { limit: 1, window: 50 };
  return createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch, throttle });
}

test("a call waits for the throttle", async () => {
  const supplier = await connect();
  await Promise.all([supplier.lessors.list(), supplier.lessors.list()]);
  expect(supplier.throttleStatistics()?.queued).toBe(1);
});

test("an error is recognized", async () => {
  const supplier = await connect();
  const error: unknown = await supplier.serviceRequests
    .get("0b9f1c1e-8d0a-4a57-9d5c-111111111111")
    .catch((reason: unknown) => reason);
  expect(RegError.is(error, "not-found")).toBe(true);
});
