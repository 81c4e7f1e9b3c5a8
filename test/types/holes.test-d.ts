import type { LessorClient, Mileages, VehicleInput } from "@reg/sdk";
import { describe, expectTypeOf, test } from "vitest";

// Two of the interfaces that users fill are filled here, for the folder's own compilation only.
declare module "@reg/sdk" {
  interface VehicleFields {
    make: string;
    doors?: number;
  }
  interface RoutingsBody {
    dealer: string;
  }
}

declare const lessor: LessorClient;

describe("an unfilled hole is open", () => {
  test("a body of unknown fields can be an object or an array, and nothing else", () => {
    lessor.vehicles.mileages.put("AB-123-C", { anything: 1 });
    lessor.vehicles.mileages.put("AB-123-C", [{ anything: 1 }]);
    // @ts-expect-error neither object nor array
    lessor.vehicles.mileages.put("AB-123-C", "48210");
    expectTypeOf<Mileages>().toEqualTypeOf<{ [field: string]: unknown } | unknown[]>();
  });

  test("what it holds has to be looked at before it is used", async () => {
    const mileages = await lessor.vehicles.mileages.get("AB-123-C");
    expectTypeOf(mileages).not.toBeAny();
    // @ts-expect-error it may be an array, and its fields are unknown
    mileages["value"].toFixed();
  });
});

describe("a filled hole is checked", () => {
  test("in what is sent", () => {
    lessor.vehicles.put({ licensePlate: "AB-123-C", make: "Volvo", doors: 5 });
    // @ts-expect-error make is missing
    lessor.vehicles.put({ licensePlate: "AB-123-C" });
    // @ts-expect-error maker is not a field
    lessor.vehicles.put({ licensePlate: "AB-123-C", make: "Volvo", maker: "Volvo" });
    // @ts-expect-error the known field stays required
    lessor.vehicles.put({ make: "Volvo" });
    expectTypeOf<VehicleInput["doors"]>().toEqualTypeOf<number | undefined>();
  });

  test("in what comes back, in path-typed calls as well", async () => {
    const { make } = await lessor.vehicles.get("AB-123-C");
    expectTypeOf(make).toEqualTypeOf<string>();
    const { data } = await lessor.GET("/v1/vehicles/{licensePlate}", {
      params: { path: { licensePlate: "AB-123-C" } },
    });
    expectTypeOf(data.make).toEqualTypeOf<string>();
  });

  test("where the whole body was open, it no longer is", () => {
    lessor.vehicles.routings.put("AB-123-C", { dealer: "7" });
    // @ts-expect-error an array is no longer possible
    lessor.vehicles.routings.put("AB-123-C", [{ dealer: "7" }]);
    // @ts-expect-error dealers is not a field
    lessor.vehicles.routings.put("AB-123-C", { dealers: "7" });
  });
});
