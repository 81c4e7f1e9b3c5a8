import {
  hoursReading,
  lineFor,
  mileageReading,
  rentalVehicle,
  tirePurchase,
  tireReplacement,
  tireSwap,
} from "@reg/sdk";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { expect, it } from "vitest";
import { open, rental, repair } from "../../sandbox/support.js";

type Setup = Awaited<ReturnType<typeof open>>;

/** Creates a request and has it approved. */
async function approve({ sandbox, supplier }: Pick<Setup, "sandbox" | "supplier">, content: ServiceRequestCreate) {
  const { id } = await supplier.serviceRequests.create({ ...content, status: "Draft" });
  await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  return supplier.serviceRequests.get(id);
}

it("the sandbox approves a rental vehicle", async () => {
  const setup = await open();
  const { components } = await setup.supplier.contracts.components("AB-123-C");
  const line = rentalVehicle(components, "9001", { price: 147.5, days: 3 });
  const stored = await approve(setup, rental({ components: [line] }));
  expect(stored).toMatchObject({ status: "Approved", components: [line] });
});

it("the sandbox approves readings, and tire lines with disposed tires, their fee and other costs", async () => {
  const contract = {
    leaseContract: { tires: { hasTireSetForTireSwapInStorage: true } },
    supplierContract: { tires: { tirePurchaseWithoutMountingAllowed: true } },
  };
  const setup = await open({ vehicles: [{ licensePlate: "X-1", contract }] });
  const { contracts, tires } = setup.supplier;
  const { components } = await contracts.components("X-1");
  const { vehicle } = await contracts.get("X-1");
  const { tirePositions: positions = [] } = vehicle;
  const [first = {}, second = {}] = positions;
  const tire = await tires.get({ id: 503 });
  const disposed = { reason: "38", value: 2 };
  const lines = [
    mileageReading(48210),
    hoursReading("1250.5"),
    tireSwap(components, {
      positions,
      disposed: [
        { ...disposed, code: "3152" },
        { ...disposed, code: "3153" },
      ],
      disposalFee: true,
      subcomponents: [{ code: "3160", price: 12 }],
    }),
    ...[first, second].map((position) =>
      tireReplacement(components, {
        position,
        tire,
        reason: "10",
        price: 20,
        tireDetails: { price: 228 },
        disposed: [disposed],
        disposalFee: 3.5,
      }),
    ),
    tirePurchase(components, {
      tires: [{ tire, price: 228 }],
      reason: "10",
      subcomponents: [{ code: "3169", price: 9 }],
    }),
  ];
  const content = repair({
    vehicle: { licensePlate: "X-1", partialVin: "JF123456" },
    components: lines,
  });
  const stored = await approve(setup, content);
  expect(stored).toMatchObject({ status: "Approved", components: lines });
  // The swap and its disposal fee have the prices of the service level.
  expect(lines[2]?.price).toBe(48);
  const swap = 48 + 3.5 + 12;
  const replacements = 2 * (20 + 228 + 3.5);
  const purchase = 228 + 9;
  expect(stored.invoicing?.totalAmountApproved).toBe(swap + replacements + purchase);
});

it("the sandbox approves a line for each repair and damage component of a vehicle", async () => {
  const setup = await open();
  const { components } = await setup.supplier.contracts.components("AB-123-C");
  const works = components.filter(({ regCode = "" }) => /^[12]/.test(regCode));
  const linesFor = (entries: typeof components) =>
    entries.map((entry) => {
      const [location] = entry.locations ?? [];
      return lineFor(entry, {
        reason: entry.reasons?.[0]?.code,
        price: 10,
        value: 1,
        location: location === undefined ? undefined : (location as { positionCode1: string }),
        subcomponents: entry.subcomponents?.map(({ regCode = "" }) => ({ code: regCode, price: 1 })),
      });
    });
  expect(works.length).toBeGreaterThan(6);
  const { status } = await approve(setup, repair({ components: [mileageReading(1), ...linesFor(works)] }));
  expect(status).toBe("Approved");

  const { components: damaged } = await setup.supplier.contracts.damageComponents("AB-123-C");
  const { id } = await setup.supplier.damageServiceRequests.create({
    status: "ApprovalRequested",
    vehicle: { licensePlate: "AB-123-C" },
    components: linesFor(damaged),
  });
  setup.sandbox.lessor.approve(id);
  expect((await setup.supplier.damageServiceRequests.get(id)).status).toBe("Approved");
});
