import { describe, expect, it } from "vitest";
import type { ComponentInput, ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { vehicles } from "../../../src/sandbox/data/vehicles.js";
import { lineFor } from "../../../src/supplier/lines/line.js";
import { hoursReading, mileageReading, rentalVehicle } from "../../../src/supplier/lines/readings.js";
import { tirePurchase, tireReplacement, tireSwap } from "../../../src/supplier/lines/tires.js";
import { open, rental, repair } from "../../sandbox/support.js";
import { freezeDeep, lookUp } from "./support.js";

type Setup = Awaited<ReturnType<typeof open>>;
type Lookup = Awaited<ReturnType<typeof lookUp>>;

/** The builders of lines, each with the code that the vehicle must allow. */
const builders: Readonly<Record<string, { code: string; build(found: Lookup): ComponentInput }>> = {
  mileage: { code: "5401", build: () => mileageReading(48210) },
  hours: { code: "5449", build: () => hoursReading("1250.5") },
  swap: {
    code: "3199",
    build: ({ components, positions }) => tireSwap(components, { positions, price: 48 }),
  },
  replacement: {
    code: "3198",
    build: ({ components, positions: [position = {}], tire }) =>
      tireReplacement(components, { position, tire, reason: "38", price: 22.5, tireDetails: { price: 228 } }),
  },
  purchase: {
    code: "3196",
    build: ({ components, tire }) =>
      tirePurchase(components, {
        tires: [
          { tire, price: 228, quantity: 2 },
          { tire, price: 199 },
        ],
        reason: "10",
      }),
  },
  rental: {
    code: "9001",
    build: ({ components }) =>
      rentalVehicle(
        components.find(({ regCode }) => regCode === "9001"),
        { price: 147.5, days: 3 },
      ),
  },
};

/** Creates a request and has it approved. */
async function approve(
  { sandbox, supplier }: Pick<Setup, "sandbox" | "supplier">,
  content: ServiceRequestCreate,
) {
  const { id } = await supplier.serviceRequests.create({ ...content, status: "Draft" });
  await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  return supplier.serviceRequests.get(id);
}

const isReading = ({ reg }: ComponentInput) => reg?.code === "5401" || reg?.code === "5449";

function createRequestWith(licensePlate: string, line: ComponentInput): ServiceRequestCreate {
  const vehicle = { licensePlate, partialVin: "JF123456" };
  if (line.reg?.code === "9001") return rental({ vehicle, components: [line] });
  if (!isReading(line)) return repair({ vehicle, components: [hoursReading(1250), line] });
  return repair({ vehicle, components: [line] });
}

describe("the sandbox approves the lines of all builders that the vehicle allows", () => {
  const usable = vehicles.filter(({ lessorNumber, active }) => lessorNumber !== 1003 && active !== false);
  const all = ["mileage", "hours", "swap", "replacement", "rental"];
  const allowedOn: Readonly<Record<string, readonly string[]>> = {
    "AB-123-C": all,
    "DE-456-F": all,
    "KL-012-M": all,
    "NP-345-R": all,
    "VB-101-X": [...all, "purchase"],
    "BT-202-Z": all,
    "MF-303-D": all,
    "TR-404-H": ["hours", "swap", "replacement"],
    "XG-505-K": ["mileage", "hours", "rental"],
    "ZH-606-L": ["mileage", "hours", "swap", "rental"],
    "JK-707-N": ["mileage", "hours", "swap", "replacement"],
  };

  it.each(usable)("$licensePlate", async ({ licensePlate }) => {
    const { supplier } = await open();
    const found = freezeDeep(await lookUp(supplier, licensePlate));
    const possible = Object.entries(builders).filter(([, { code }]) =>
      found.components.some(({ regCode }) => regCode === code),
    );
    expect(new Set(possible.map(([name]) => name))).toEqual(new Set(allowedOn[licensePlate]));
    const other =
      found.components.find(({ regCode }) => regCode === "2901") ??
      found.components.find(({ regCode }) => regCode === "3197");
    for (const [, { build }] of possible) {
      const line = build(found);
      const request = createRequestWith(licensePlate, line);
      // A request needs work besides a reading.
      const others = isReading(line) ? [lineFor(other, { reason: other?.reasons?.[0]?.code, price: 5 })] : [];
      const components = [...(request.components ?? []), ...others];
      const stored = await approve(await open(), { ...request, components });
      expect(stored.status).toBe("Approved");
      expect(stored.components?.find(({ id }) => id === line.id)).toMatchObject(line);
    }
  });
});

describe("the sandbox approves tire lines on a vehicle whose lessor allows all of them", () => {
  const contract = {
    leaseContract: { tires: { hasTireSetForTireSwapInStorage: true } },
    supplierContract: { tires: { tirePurchaseWithoutMountingAllowed: true } },
  };

  it("with disposed tires, their fee and other costs, in one request", async () => {
    const setup = await open({ vehicles: [{ licensePlate: "X-1", contract }] });
    const { components, positions, tire } = await lookUp(setup.supplier, "X-1");
    const [first = {}, second = {}] = positions;
    const disposed = { reason: "38", value: 2 };
    const lines = [
      mileageReading(48210),
      tireSwap(components, {
        positions,
        disposed: [
          { ...disposed, code: "3152" },
          { ...disposed, code: "3153" },
        ],
        disposalFee: 3.5,
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
    const vehicle = { licensePlate: "X-1", partialVin: "JF123456" };
    const {
      status,
      components: stored,
      invoicing,
    } = await approve(setup, repair({ vehicle, components: lines }));
    expect(status).toBe("Approved");
    expect(stored).toMatchObject(lines);
    // The swap has the price of the service level.
    expect(lines[1]?.price).toBe(48);
    const swap = 48 + 3.5 + 12;
    const replacements = 2 * (20 + 228 + 3.5);
    const purchase = 228 + 9;
    expect(invoicing?.totalAmountApproved).toBe(swap + replacements + purchase);
  });

  it("once the lessor allows a purchase", async () => {
    const { sandbox, supplier } = await open();
    const before = await lookUp(supplier, "AB-123-C");
    expect(() => builders["purchase"]?.build(before)).toThrow("the vehicle does not allow it");
    sandbox.lessor.changeContract("AB-123-C", {
      supplierContract: { tires: { tirePurchaseWithoutMountingAllowed: true } },
    });
    expect(builders["purchase"]?.build(await lookUp(supplier, "AB-123-C")).reg?.code).toBe("3196");
  });
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
