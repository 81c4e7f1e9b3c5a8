import { expect, test, vi } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch } from "../../support/fetch.js";

vi.mock("../../../src/http/retry/retry-loop.js", () => {
  throw new Error("gone");
});

test("where the loop cannot be loaded, a call ends with the failure that was to be repeated, and tells why it was not", async () => {
  const service = fakeFetch(empty(503));
  const supplier = supplierOver(service, { retry: { retries: 3, minTimeout: 0 } });
  const error = await failure(supplier.lessors.list(), "server");
  expect(error.message).toContain("It was not repeated, because a file of this package could not be loaded");
  expect(error.attempts).toHaveLength(1);
  expect(service.requests).toHaveLength(1);
});
