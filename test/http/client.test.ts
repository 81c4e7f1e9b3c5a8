import { describe, expect, test } from "vitest";
import { supplierOver } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply } from "../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const at = (location: string) => empty(201, { location });
const createRequest = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests.create(draft);
const createInvoice = (reply: Reply) =>
  supplierOver(fakeFetch(reply)).serviceRequests.invoices.create(
    "R-1",
    {} as Parameters<ReturnType<typeof supplierOver>["serviceRequests"]["invoices"]["create"]>[1],
  );

describe("the id of what was created", () => {
  test.each([
    ["https://reg.example/v2/servicerequests/R-9", "R-9"],
    ["https://other.example:8443/gateway/v2/servicerequests/R-9", "R-9"],
    ["/v2/servicerequests/R-9", "R-9"],
    ["/v2/servicerequests/R-9/", "R-9"],
    ["/v2/servicerequests/R-9?embed=all#top", "R-9"],
    ["/v2/servicerequests/R-9/?of=/a/b#/c", "R-9"],
    ["/v2/servicerequests/a%20b%2Fc", "a b/c"],
  ])("is read from Location: %s", async (location, id) => {
    expect(await createRequest(at(location))).toEqual({ id, location });
  });

  test("is a number where the document says so", async () => {
    expect(await createInvoice(at("/v2/servicerequests/R-1/invoices/4711"))).toEqual({
      id: 4711,
      location: "/v2/servicerequests/R-1/invoices/4711",
    });
  });

  test.each([
    [
      "in the body",
      json({ id: "R-9", status: "Draft" }, { status: 201 }),
      { id: "R-9", status: "Draft", location: undefined },
    ],
    ["in the envelope", json({ data: { id: "R-9" } }, { status: 201 }), { id: "R-9", location: undefined }],
    [
      "in both: Location counts",
      json({ id: "R-8" }, { status: 201, headers: { location: "/v2/servicerequests/R-9" } }),
      { id: "R-9", location: "/v2/servicerequests/R-9" },
    ],
    [
      "in the body, beside another kind of Location",
      json({ id: "R-9" }, { headers: { location: "/elsewhere" } }),
      { id: "R-9", location: "/elsewhere" },
    ],
    [
      "in the body, beside a Location that cannot be decoded",
      json({ id: "R-9" }, { headers: { location: "/v2/servicerequests/%ff" } }),
      { id: "R-9", location: "/v2/servicerequests/%ff" },
    ],
  ])("may stand %s", async (_, reply, created) => {
    expect(await createRequest(reply)).toEqual(created);
  });

  test("is known beforehand where the caller chooses it", async () => {
    const line = {} as Parameters<ReturnType<typeof supplierOver>["serviceRequests"]["components"]["put"]>[2];
    const supplier = supplierOver(fakeFetch(empty()));
    expect(await supplier.serviceRequests.components.put("R-1", "L-1", line)).toEqual({
      id: "L-1",
      location: undefined,
    });
    expect(await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, new Blob(["%PDF"]))).toEqual({
      id: 7,
      location: undefined,
    });
  });

  test.each([
    ["no Location and no body", empty(201)],
    ["an empty object", json({}, { status: 201 })],
    ["an array", json([{ id: "R-9" }], { status: 201 })],
    ["a Location without an id", at("/v2/servicerequests/")],
    ["the Location of another thing", at("/v2/vehicles/R-9")],
    ["a Location that only ends like one", at("/v2/other-servicerequests/R-9")],
  ])("cannot be had from %s: the thing exists, so the error says to look for it", async (_, reply) => {
    const error = await failure(createRequest(reply), "response");
    expect(error).toMatchObject({ operationId: "serviceRequests.create", outcome: "unknown" });
    expect(error.message).toBe(
      "serviceRequests.create: the response with status 201 contains no id. " +
        "The service may have processed it: check (reconcile does) before you send it again",
    );
  });

  test("cannot be had from a Location whose number is none", async () => {
    await failure(createInvoice(at("/v2/servicerequests/R-1/invoices/new")), "response");
  });

  test("is not insisted on where the reference does not promise it", async () => {
    const supplier = supplierOver(fakeFetch(empty()));
    expect(await supplier.serviceLevels.agreements.create({})).toEqual({
      id: undefined,
      location: undefined,
    });
  });
});
