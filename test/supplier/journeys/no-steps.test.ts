import { expect, test, vi } from "vitest";
import { findInvoice, findServiceRequest, findServiceRequests } from "../../../src/supplier/index.js";
import { supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch } from "../../support/fetch.js";

vi.mock("../../../src/supplier/steps.js", () => {
  throw new Error("gone");
});

test("where the steps of the journeys cannot be loaded, each ends with that, sends nothing, and lets go of its file", async () => {
  const service = fakeFetch(empty(204));
  const { serviceRequests } = supplierOver(service);
  // The client has asked for them as well.
  await vi.dynamicImportSettled();
  const released = vi.fn();
  const pdf = new ReadableStream<Uint8Array>({ cancel: released });
  const journeys = [
    () => serviceRequests.submit("R-1"),
    () => serviceRequests.resubmit("R-1"),
    () => serviceRequests.cancelOrDelete("R-1", "L-1"),
    () => serviceRequests.invoice("R-1", { number: "2026-1", pdf }),
    () => serviceRequests.markNotInvoiced("R-1", { reason: "Other" } as never),
    () => serviceRequests.watch().next(),
  ];
  // One after the other: a mock that fails does so for the first of several imports at the same time only.
  for (const journey of journeys)
    expect(String(await rejection(journey()))).toMatch(
      /serviceRequests\.\w+: nothing was sent, because a file of this package cannot/,
    );
  expect(service.requests).toEqual([]);
  expect(released).toHaveBeenCalledOnce();
});

test("and so do the lookups", async () => {
  const service = fakeFetch(empty(204));
  const { serviceRequests } = supplierOver(service);
  await vi.dynamicImportSettled();
  const key = { licensePlate: "AB-123-C", workOrderNumber: "W-1" };
  const lookups = [
    () => findInvoice(serviceRequests, "R-1", "2026-1"),
    () => findServiceRequest(serviceRequests, key),
    () => findServiceRequests(serviceRequests, key),
  ];
  for (const look of lookups)
    expect(String(await rejection(look()))).toMatch(
      /find\w+: nothing was sent, because a file of this package/,
    );
  expect(service.requests).toEqual([]);
});
