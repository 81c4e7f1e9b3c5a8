import fc from "fast-check";
import { type SandboxVehicle, vehicles as seeded } from "../../../src/sandbox/data/vehicles.js";
import { choose, maybe, weighted } from "./choose.js";

const mostly = weighted([4, true], [1, false]);
const switches = <Name extends string>(...names: Name[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, mostly])) as Record<Name, typeof mostly>);

/** A vehicle whose contract differs from the usual one in whatever the rules look at. */
const vehicle = fc.record(
  {
    lessorNumber: weighted([10, 1001], [8, 1002], [1, 1003]),
    active: weighted([6, true], [1, false]),
    make: choose("Volkswagen", "Skoda", "Opel"),
    leaseStart: choose("2000-01-01", "2024-01-01", "2024-02-29", "2026-06-01", "2026-06-15"),
    damageAllowed: weighted([3, true], [2, false]),
    objectType: choose("PC", "LC", "TR", "MC", "WM"),
    contract: fc.record({
      leaseContract: fc.record({ tires: fc.record({ hasTireSetForTireSwapInStorage: fc.boolean() }) }),
      supplierContract: fc.record({
        repairAndMaintenance: switches("allowed"),
        tires: switches("tireSwapAllowed", "tireReplaceAllowed", "tirePurchaseWithoutMountingAllowed"),
        rentalVehicle: fc.record({
          allowed: mostly,
          allowedCosts: switches("deliveryCosts", "pickupCosts", "fuelServiceCosts"),
        }),
        damage: switches("allowed", "firstDebitInvoiceRequiresCreditDiscountInvoice"),
      }),
    }),
  },
  { noNullPrototype: true },
);

/** How many vehicles there are beside those of the seeded world. */
const others = 24;

/** Vehicles beside those of the seeded world; the same seed gives the same ones. */
export function moreVehicles(seed: number): SandboxVehicle[] {
  return fc
    .sample(vehicle, { seed, numRuns: others })
    .map((each, index) => ({ licensePlate: `DT-${index + 1}`, ...each }));
}

/** A license plate, rarely one that there is not. */
export const licensePlate: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...seeded.map((each) => each.licensePlate)) },
  { weight: 16, arbitrary: fc.integer({ min: 1, max: others }).map((index) => `DT-${index}`) },
  { weight: 1, arbitrary: fc.constant("XX-000-X") },
);

/** What a lessor changes about a contract while a request is on its way. */
export const contractChange = fc.record(
  {
    componentsWithDamageAllowed: maybe(fc.boolean(), 3),
    supplierContract: maybe(
      fc.record({
        repairAndMaintenance: switches("allowed"),
        tires: switches("tireSwapAllowed", "tireReplaceAllowed"),
        damage: switches("allowed"),
      }),
    ),
    leaseContract: maybe(fc.record({ startDate: choose("2024-01-01", "2026-06-16", "2027-01-01") }), 6),
  },
  { noNullPrototype: true },
);
