/** Calls a sandbox through msw, as CommonJS; the client has no option for it. */
const { createSupplierClient } = require("@reg/sdk");
const { createMswHandlers } = require("@reg/sdk/msw");
const { createSandbox } = require("@reg/sdk/sandbox");
const { setupServer } = require("msw/node");

async function main() {
  const sandbox = createSandbox();
  const server = setupServer(...createMswHandlers(sandbox));
  server.listen({ onUnhandledRequest: "error" });
  const { baseUrl, token } = sandbox.supplier;
  await createSupplierClient({ baseUrl, token: await token() }).lessors.list();
  server.close();
  sandbox.journal.assertCalls({ "lessors.list": 1 });
}

main();
