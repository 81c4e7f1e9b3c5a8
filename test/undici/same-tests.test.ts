import { afterAll, expect } from "vitest";
import { replaceGlobalFetch } from "./support/as-global.js";

// The tests that were written for the global fetch and real sockets, once more: a file that is imported here adds its
// tests to this one. The sandbox's contract has an adapter of its own for this transport.
import "../faults/retry.test.js";
import "../faults/secrets.test.js";
import "../faults/transport.test.js";
import "../http/lifecycle.test.js";
import "../http/time/cancellation.test.js";
import "../http/wire/transport.test.js";
import "../lessor/oauth-servers.test.js";
import "../sandbox/server/request-body.test.js";
import "../supplier/journeys/loopback.test.js";

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
  // A test that keeps the fetch that it finds at its start would run over the one that was there before.
  expect(used).toBeGreaterThan(200);
});
