import { expect, test, vi } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json, networkFailure } from "../../support/fetch.js";

vi.mock("../../../src/http/failures/failures.js", () => {
  throw new Error("gone");
});

const options = { retry: false, token: "token-of-the-client" } as const;

test("where the file that knows failures cannot be loaded, a broken connection leaves all in doubt and shows nothing of its cause", async () => {
  const supplier = supplierOver(fakeFetch(networkFailure("ECONNREFUSED", "connect")), options);
  const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
  const error = await failure(supplier.serviceRequests.create(draft), "connection");
  expect(error.message).toContain("why cannot be told, because a file of this package could not be loaded");
  expect(error).toMatchObject({ sent: true, transient: false, outcome: "unknown", code: undefined });
  expect(error.cause).toBeUndefined();
});

test("and an error status is told without what the service said of it", async () => {
  const reply = json(
    { detail: "No, token-of-the-client." },
    { status: 429, headers: { "retry-after": "7" } },
  );
  const error = await failure(supplierOver(fakeFetch(reply), options).lessors.list(), "rate-limit");
  expect(error.message).toBe("lessors.list: the service answered 429");
  expect(error).toMatchObject({ status: 429, errors: [], detail: undefined, retryAfterMs: 7000 });
});
