import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Holes } from "../../src/generated/holes.js";
import { lessorHoles } from "../../src/generated/lessor/holes.js";
import { supplierHoles } from "../../src/generated/supplier/holes.js";

const keysOf = ({ operations }: Holes) =>
  new Set(
    Object.values(operations).flatMap(({ request = {}, response = {} }) =>
      [request, response].flatMap((places) => Object.values(places)),
    ),
  );

describe("the table of open places", () => {
  it.each([
    ["supplier", supplierHoles],
    ["lessor", lessorHoles],
  ])("contains every x-reg-hole of the %s document", (api, holes) => {
    const text = readFileSync(new URL(`../../openapi/${api}.yaml`, import.meta.url), "utf8");
    const named = [...text.matchAll(/^ +x-reg-hole: (\w+)$/gm)].map(([, name]) => name);
    expect(keysOf(holes)).toEqual(new Set(named));
  });

  it("has the pointer of a body, of a part of it and of the entries of a list, with the envelope", () => {
    const responseOf = (id: string) => supplierHoles.operations[id]?.response;
    expect(lessorHoles.operations["vehicles.mileages.put"]).toEqual({ request: { "": "MileagesBody" } });
    expect(responseOf("serviceRequests.get")).toEqual({ "/data": "ServiceRequestExtraFields" });
    expect(responseOf("contracts.get")).toMatchObject({ "/vehicle/storedTires": "StoredTires" });
    expect(responseOf("serviceRequests.invoices.list")).toEqual({
      "": "InvoiceListBody",
      "/*": "InvoiceFields",
      "/*/vatLines/*": "VatLineFields",
    });
  });

  it("lists the known fields of an object whose other fields are open, and none for a whole body", () => {
    expect(lessorHoles.knownFields).toEqual({ VehicleFields: ["licensePlate"] });
    expect(supplierHoles.knownFields).toMatchObject({
      ServiceRequestExtraFields: expect.arrayContaining(["id", "sublessorCode", "components"]),
      VatLineFields: [],
    });
    expect(supplierHoles.knownFields).not.toHaveProperty("StoredTires");
  });
});
