import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ApiOpenPlaces } from "../../src/document/open-places.js";
import { lessorOpenPlaces } from "../../src/generated/lessor/open-places.js";
import { supplierOpenPlaces } from "../../src/generated/supplier/open-places.js";

const keysOf = ({ operations }: ApiOpenPlaces) =>
  new Set(
    Object.values(operations).flatMap(({ request = {}, response = {} }) =>
      [request, response].flatMap((places) => Object.values(places)),
    ),
  );

describe("the table of open places", () => {
  it.each([
    ["supplier", supplierOpenPlaces],
    ["lessor", lessorOpenPlaces],
  ])("contains every x-reg-open of the %s document", (api, apiPlaces) => {
    const text = readFileSync(new URL(`../../openapi/${api}.yaml`, import.meta.url), "utf8");
    const named = [...text.matchAll(/^ +x-reg-open: (\w+)$/gm)].map(([, name]) => name);
    expect(keysOf(apiPlaces)).toEqual(new Set(named));
  });

  it("has the pointer of a body, of a part of it and of the entries of a list, with the envelope", () => {
    const responseOf = (id: string) => supplierOpenPlaces.operations[id]?.response;
    expect(lessorOpenPlaces.operations["vehicles.mileages.put"]).toEqual({ request: { "": "MileagesInputBody" } });
    expect(responseOf("serviceRequests.get")).toEqual({ "/data": "ServiceRequestExtraFields" });
    expect(responseOf("contracts.get")).toMatchObject({ "/vehicle/storedTires": "StoredTires" });
    expect(responseOf("serviceRequests.invoices.list")).toEqual({
      "": "InvoiceListBody",
      "/*": "InvoiceFields",
      "/*/vatLines/*": "VatLineFields",
    });
  });

  it("lists the known fields of an object whose other fields are open, and none for a whole body", () => {
    const licensePlate = ["licensePlate"];
    expect(lessorOpenPlaces.knownFields).toEqual({ VehicleFields: licensePlate, VehicleInputFields: licensePlate });
    expect(supplierOpenPlaces.knownFields).toMatchObject({
      ServiceRequestExtraFields: expect.arrayContaining(["id", "sublessorCode", "components"]),
      VatLineFields: [],
    });
    expect(supplierOpenPlaces.knownFields).not.toHaveProperty("StoredTires");
  });

  it("has no key for both requests and responses, and names what responses show of a part of a request", () => {
    for (const { operations, returnedAs } of [supplierOpenPlaces, lessorOpenPlaces]) {
      const keysIn = (bodies: "request" | "response") =>
        new Set(Object.values(operations).flatMap((each) => Object.values(each[bodies] ?? {})));
      const [sent, received] = [keysIn("request"), keysIn("response")];
      expect([...sent].filter((key) => received.has(key))).toEqual([]);
      for (const [key, other] of Object.entries(returnedAs))
        expect([sent.has(key), received.has(other)]).toEqual([true, true]);
    }
    expect(supplierOpenPlaces.returnedAs["ServiceRequestPatchFields"]).toBe("ServiceRequestExtraFields");
  });

  it("names the objects that accept no other fields until they are declared", () => {
    expect(supplierOpenPlaces.closed).toContain("ServiceRequestPatchFields");
    expect(supplierOpenPlaces.closed).not.toContain("VatLineInputFields");
    expect(lessorOpenPlaces.closed).toEqual([]);
  });
});
