import { expect, test, vi } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch } from "../../support/fetch.js";

const reason = new Error("stop");
const controller = new AbortController();

vi.mock("../../../src/http/retry/retry-loop.js", async (load) => {
  controller.abort(reason);
  return await load();
});

test("a call that is aborted while the loop is being loaded sends nothing more", async () => {
  const service = fakeFetch(empty(503));
  const supplier = supplierOver(service, { retry: { retries: 3, minTimeout: 0 } });
  const error = await rejection(supplier.lessors.list({ signal: controller.signal }));
  expect(error).toBe(reason);
  expect(service.requests).toHaveLength(1);
});
