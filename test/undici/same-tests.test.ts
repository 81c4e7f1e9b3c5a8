import { afterAll, expect } from "vitest";
import { replaceGlobalFetch } from "./support/as-global.js";

// Runs tests that were written for the global fetch and real sockets with the undici transport: importing a test file
// adds its tests to this one. The contract of the sandbox has its own adapter for this transport.
import "../faults/retry.test.js";
import "../faults/retry.slow.test.js";
import "../faults/secrets.test.js";
import "../faults/transport.test.js";
import "../faults/transport.slow.test.js";
import "../http/abort-controllers.test.js";
import "../http/in-flight.test.js";
import "../http/transport.test.js";
import "../lessor/oauth-servers.test.js";
import "../sandbox/server/request-body.test.js";
import "../supplier/workflows/loopback.slow.test.js";

let used = 0;
const restore = replaceGlobalFetch(() => {
  used += 1;
});
const { NODE_OPTIONS } = process.env;
const preload = new URL("./support/preload.ts", import.meta.url);
process.env["NODE_OPTIONS"] = `--import tsx --import ${preload}`;

afterAll(async () => {
  process.env["NODE_OPTIONS"] = NODE_OPTIONS ?? "";
  await restore();
  // A test that saved the global fetch when its file was imported would not use the transport.
  expect(used).toBeGreaterThan(200);
});
