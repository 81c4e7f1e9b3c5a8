import { describe, test } from "vitest";
import { expectFleet, expectInvoice, serveBehind, transports } from "./behind.js";

// One case for each gateway and transport; the tests of Squid are in its own file, because a client has to name it.
describe.each(["nginx", "haproxy", "caddy", "varnish"] as const)("behind %s", (name) => {
  test.each(["fetch", "undici"] as const)("a repair is invoiced and a fleet is kept current, with %s", async (by) => {
    const { sandbox, supplier, lessor } = await serveBehind(name);
    const connection = transports[by]();
    await expectInvoice(sandbox, await supplier(connection));
    await expectFleet(sandbox, lessor(connection));
  });
});
