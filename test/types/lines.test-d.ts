import {
  type AllowedComponent,
  type ComponentInput,
  componentCodes,
  hoursReading,
  lineFor,
  mileageReading,
  rentalVehicle,
  type ServiceRequestCreate,
  type SupplierClient,
  type Tire,
  type TirePartInput,
  tirePurchase,
  tireReplacement,
  tireSwap,
} from "@reg/sdk";
import { expectTypeOf, test } from "vitest";

// Compiled and never run. Each @ts-expect-error fails the compilation if the line below it is no error.

declare const supplier: SupplierClient;
declare const allowed: AllowedComponent[];
declare const tire: Tire;

test("builders give lines that a request takes", () => {
  expectTypeOf(mileageReading(1)).toEqualTypeOf<ComponentInput>();
  expectTypeOf(hoursReading("1")).toEqualTypeOf<ComponentInput>();
  expectTypeOf(lineFor(allowed[0])).toEqualTypeOf<ComponentInput>();
  const components: ServiceRequestCreate["components"] = [tireSwap(allowed, { positions: [["1", "L"]] })];
  expectTypeOf(components).not.toBeAny();
});

test("what the lookups give goes in as it is", async () => {
  const { components } = await supplier.contracts.components("AB-123-C");
  const { vehicle } = await supplier.contracts.get("AB-123-C");
  tireSwap(components, {
    positions: vehicle.tirePositions ?? [],
    disposed: [{ reason: "38" }],
    disposalFee: true,
  });
  rentalVehicle(
    components.find(({ regCode }) => regCode === "1"),
    { days: 3 },
  );
  lineFor(
    components.find(({ regCode }) => regCode === componentCodes.tireOperations),
    { price: undefined },
  );
  tirePurchase(components, { tires: [{ tire: await supplier.tires.get({ id: 1 }), quantity: 2 }] });
  for (const { specifications, ...position } of vehicle.mountedTires ?? []) {
    if (specifications !== undefined) tireReplacement(components, { position, tire: specifications });
  }
});

test("mistakes do not compile", () => {
  // @ts-expect-error no value
  mileageReading();
  // @ts-expect-error the list, not the answer that holds it
  tireSwap({ components: allowed }, { positions: [] });
  // @ts-expect-error no positions
  tireSwap(allowed, {});
  // @ts-expect-error no tire
  tireReplacement(allowed, { position: ["1", "L"] });
  // @ts-expect-error the position goes under its own name
  tireReplacement(allowed, { position: ["1", "L"], location: ["1", "L"], tire });
  // @ts-expect-error another kind of part
  lineFor(allowed[0], { part: { partType: "Base" } });
  // @ts-expect-error a misspelt field
  lineFor(allowed[0], { locaton: ["1"] });
  // @ts-expect-error the value of a rental is its days
  rentalVehicle(allowed[0], { value: 3 });
  // @ts-expect-error a subcomponent without a code
  lineFor(allowed[0], { subcomponents: [{ price: 1 }] });
});

test("a tire of the search is a part but for its kind", () => {
  expectTypeOf<keyof Tire>().toEqualTypeOf<keyof TirePartInput>();
});
