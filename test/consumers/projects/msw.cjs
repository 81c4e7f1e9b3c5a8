/** Calls a sandbox through msw, as CommonJS, and prints the error if this is not supported. */
const { createSupplierClient } = require("@reg/sdk");
const { createMswHandlers } = require("@reg/sdk/msw");
const { createSandbox } = require("@reg/sdk/sandbox");
const { setupServer } = require("msw/node");

async function main() {
  const sandbox = createSandbox();
  const server = setupServer(...createMswHandlers(sandbox));
  await server.listen({ onUnhandledRequest: "error" });
  const { baseUrl, token } = sandbox.supplier;
  // The client has no option for it.
  await createSupplierClient({ baseUrl, token: await token() }).lessors.list();
  await server.close();
  sandbox.journal.assertCalls({ "lessors.list": 1 });
  console.log("received a response");
}

main().catch((error) => console.log(`${error.name}: ${error.message}`));
