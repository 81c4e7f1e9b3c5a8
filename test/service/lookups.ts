import { type Json, json, type Reply, refuse } from "./messages.js";

/*
 * What the service knows of vehicles, lessors, components and tires. The fields are those of supplier-api.md §2; where it
 * shows none, they are made up.
 */

const coded = (code: string, description: string) => ({ code, description });

const operations = {
  read: coded("19", "Read"),
  replace: { ...coded("12", "Replace"), type: coded("1", "New part") },
  swap: coded("14", "Swap"),
  rent: coded("40", "Rent"),
  repair: coded("02", "Repair"),
};

const positions = ["Left", "Right"].map((side) => ({ positionCode1: "Front", positionCode2: side }));

const mandatory = ["RegCode", "Operation", "Reason"];
const costs = { requiredFields: [...mandatory, "Price"], optionalFields: ["Value"] };

const tirePart = {
  partType: "Tire",
  id: 501,
  vacoStatus: "Current",
  seasonIndicator: "Summer",
  category: "Standard",
  makeCode: "CON",
  make: "Conti",
  nominalWidthInMillimeters: 205,
  widthHeightRatio: 55,
  rimDiameterInInches: 16,
  loadIndex: 91,
  speedRating: "V",
  modelTypeProfile: "Eco",
  typeNumber: "T-501",
  noiseOutputLevelInDecibels: 70.5,
  rollingResistanceCode: "B",
  wetGripCode: "A",
  manufacturerSuggestedRetailPrice: 112.5,
  description: "205/55 R16 91V",
  bacCode: "BAC501",
  eanCode: "4019238000501",
};

const tires: readonly Json[] = [
  tirePart,
  {
    ...tirePart,
    id: 502,
    seasonIndicator: "Winter",
    vacoStatus: "Obsolete",
    obsoleteVacoStatusSinceYear: 2024,
    bacCode: "BAC502",
    eanCode: "4019238000502",
  },
];

/** A part as a line contains it. */
const tire: Json = tirePart;

const components: readonly Json[] = [
  {
    description: "Mileage reading",
    regCode: "5401",
    operation: operations.read,
    reasons: [coded("99", "Reading")],
    requiredFields: [...mandatory, "Value"],
    optionalFields: [],
  },
  {
    description: "Brake pads",
    regCode: "2104",
    operation: operations.replace,
    reasons: [coded("31", "Worn")],
    ...costs,
    serviceLevel: { price: 95.5 },
  },
  {
    description: "Rental vehicle",
    regCode: "9101",
    operation: operations.rent,
    reasons: [coded("70", "Vehicle in workshop")],
    ...costs,
  },
  {
    description: "Tire swap",
    regCode: "3199",
    operation: operations.swap,
    reasons: [coded("10", "Season")],
    ...costs,
    locations: positions,
    subcomponents: [
      {
        description: "Swap tire",
        regCode: "3101",
        operation: { ...operations.swap },
        reasons: [coded("38", "Dried out")],
        requiredFields: ["RegCode"],
        optionalFields: ["Location"],
        locations: positions,
      },
    ],
  },
];

const damageComponents: readonly Json[] = [
  {
    description: "Bumper",
    regCode: "8101",
    operation: operations.repair,
    reasons: [coded("60", "Collision")],
    ...costs,
  },
];

const lessors: readonly Json[] = [
  [2001, "Lease Noord", "020"],
  [2002, "Lease Zuid", "043"],
].map(([number, name, prefix]) => ({
  number,
  name,
  active: true,
  address: { street: "Kade", streetNumber: "12", postalCode: "1011 AB", city: "Amsterdam" },
  contact: "Kim",
  phone: { general: `${prefix}-100`, maintenance: `${prefix}-200`, damage: `${prefix}-300`, rental: `${prefix}-400` },
  paymentInformation: { iban: "NL00BANK0123456789", bic: "BANKNL2A", vatNumber: "NL001" },
  subLessors: [],
}));

/** The license plates, and the index of their lessor. The second lessor requires a discount for a damage. */
const plates: Readonly<Record<string, number>> = {
  "GB-001-X": 0,
  "GB-002-X": 0,
  "GB-003-X": 0,
  "GB-004-X": 0,
  "GD-001-X": 1,
  "GD-002-X": 1,
};

/** The lessor of a vehicle; undefined if there is no such vehicle. */
export function lessorOf(licensePlate: string): Json {
  const index = plates[licensePlate];
  return index === undefined ? undefined : lessors[index];
}

/** The first day of the lease contract of every vehicle. */
export const leaseStart = "2024-03-01";

function contractOf(licensePlate: string): Json {
  const lessor = lessorOf(licensePlate) ?? refuse(404, "There is no such vehicle.");
  const serviceLevel = { href: "/v2/servicelevel" };
  const rentalClass = { rentalClass: "B", fuelType: "Petrol", forEstate: false, freeKilometrage: 100 };
  return {
    isActive: true,
    componentsWithDamageAllowed: false,
    vehicle: {
      licensePlate,
      vehicleMake: "Opel",
      vehicleModel: "Astra",
      vehicleType: "1.2",
      objectType: { code: "P", objectTypeCategory: "PassengerCar", description: "Passenger car" },
      fuelTypeCode: coded("B", "Petrol"),
      dealership: { code: "OPEL" },
      firstRegisteredDate: "2024-02-20",
      maintenance: { lastMaintenanceCode: "30" },
      tirePositions: positions,
      mountedTires: positions.map((position) => ({ ...position, specifications: tire, lastMeasuredProfileDepth: 5.5 })),
      storedTires: [],
    },
    lessor: { number: lessor.number, name: lessor.name },
    leaseContract: {
      startDate: leaseStart,
      endDate: "2028-02-29",
      maximumMileage: 120000,
      repairAndMaintenance: { inContract: true, remark: "None" },
      tires: {
        inContract: true,
        allSeasonTiresInContract: "Allowed",
        hasTireSetForTireSwapInStorage: true,
        remarks: "None",
      },
      rentalVehicle: {
        inContract: true,
        rentalClass: "B",
        extensionCommentRequired: false,
        remark: "None",
        rentalClassesInContract: [rentalClass],
        rentalClassesNotInContract: [],
      },
      damage: { remarks: "None" },
    },
    supplierContract: {
      repairAndMaintenance: { allowed: true, serviceLevel },
      tires: {
        tireSwapAllowed: true,
        tireReplaceAllowed: true,
        tirePurchaseWithoutMountingAllowed: true,
        usedTiresAllowed: false,
        allowedCosts: { tireStorageCosts: true, wheelBalance: true },
        serviceLevel,
      },
      rentalVehicle: {
        allowed: true,
        allowedCosts: { deliveryCosts: true, pickupCosts: true, fuelServiceCosts: false },
        serviceLevel,
      },
      damage: { allowed: true, firstDebitInvoiceRequiresCreditDiscountInvoice: lessor.number === 2002 },
    },
  };
}

const rates = [{ regCode: "2104", price: 95.5 }];
const serviceLevel = { repairAndMaintenance: { rates: { current: rates, future: [] } } };

interface Lookup {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Rejects another lessor than that of the vehicle. */
function checkLessor({ params: { licensePlate = "", lessorId } }: Lookup): string {
  if (String(lessorOf(licensePlate)?.number) !== lessorId) refuse(404, "The lessor has no such vehicle.");
  return licensePlate;
}

const allowed = (licensePlate: string, list: readonly Json[]) => {
  contractOf(licensePlate);
  return json({ components: list });
};

/** The lookups of supplier-api.md §4.3 and §4.4 that only read, by operation: method and path, and the response. */
export const lookups: Readonly<Record<string, readonly [route: string, respond: (lookup: Lookup) => Reply]>> = {
  "contracts.get": ["GET /v2/contracts/{licensePlate}", ({ params }) => json(contractOf(params["licensePlate"] ?? ""))],
  "contracts.components": [
    "GET /v2/contracts/{licensePlate}/components",
    ({ params }) => allowed(params["licensePlate"] ?? "", components),
  ],
  "contracts.damageComponents": [
    "GET /v2/contracts/{licensePlate}/damagecomponents",
    ({ params }) => allowed(params["licensePlate"] ?? "", damageComponents),
  ],
  "lessors.contracts.get": [
    "GET /v2/lessors/{lessorId}/contracts/{licensePlate}",
    (lookup) => json(contractOf(checkLessor(lookup))),
  ],
  "lessors.contracts.components": [
    "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/components",
    (lookup) => allowed(checkLessor(lookup), components),
  ],
  "lessors.contracts.damageComponents": [
    "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents",
    (lookup) => allowed(checkLessor(lookup), damageComponents),
  ],
  "rentalVehicles.get": [
    "GET /v2/rentalvehicles/{licensePlate}",
    ({ params }) =>
      lessorOf(params["licensePlate"] ?? "")
        ? json({ rentalClass: "B", isEstate: false })
        : refuse(404, "There is no such vehicle."),
  ],
  "lessors.list": ["GET /v2/lessors", () => json(lessors)],
  "lessors.get": [
    "GET /v2/lessor/{lessorId}",
    ({ params }) =>
      json(
        lessors.find(({ number }) => String(number) === params["lessorId"]) ?? refuse(404, "There is no such lessor."),
      ),
  ],
  "lessors.notifications": [
    "GET /v2/lessors/notifications",
    () => json([{ id: 7, lessorId: 2001, text: "New rates" }]),
  ],
  "components.list": ["GET /v2/components", () => json(components)],
  "damageComponents.list": ["GET /v2/damagecomponents", () => json(damageComponents)],
  "objectTypes.list": ["GET /v2/objecttypes", () => json([{ code: "P", category: "PassengerCar" }])],
  "dealerships.list": ["GET /v2/dealerships", () => json([coded("OPEL", "Opel")])],
  "rentalClasses.list": [
    "GET /v2/rentalclasses",
    () => json([{ code: "B", description: "Small", hasEstateVariant: true }]),
  ],
  "tires.makes.list": ["GET /v2/tires/makes", () => json([coded("CON", "Conti")])],
  "tires.search": [
    "GET /v2/tires",
    ({ query }) => {
      const wanted = (name: string, value: string) =>
        query.getAll(name).length === 0 || query.getAll(name).includes(value);
      return json(
        tires.filter(
          (each) =>
            wanted("seasonIndicator", each.seasonIndicator) &&
            wanted("makeCode", each.makeCode) &&
            wanted("eanCode", each.eanCode),
        ),
      );
    },
  ],
  "tires.get": [
    "GET /v2/tire",
    ({ query }) =>
      json(
        tires.find(({ id, bacCode }) => String(id) === query.get("id") || bacCode === query.get("bacCode")) ??
          refuse(404, "There is no such tire."),
      ),
  ],
  "serviceLevels.get": ["GET /v2/servicelevel", () => json({ default: serviceLevel, agreements: [] })],
  "serviceLevels.default.get": ["GET /v2/servicelevel/default", () => json(serviceLevel)],
  "serviceLevels.cluster.get": ["GET /v2/servicelevel/cluster", () => json({ name: "Cluster North" })],
  "serviceLevels.agreements.list": [
    "GET /v2/servicelevel/agreements",
    () => json([{ id: "a1", lessors: [2001], ...serviceLevel }]),
  ],
  "serviceLevels.agreements.get": [
    "GET /v2/servicelevel/agreements/{id}",
    ({ params }) =>
      params["id"] === "a1"
        ? json({ id: "a1", lessors: [2001], ...serviceLevel })
        : refuse(404, "There is no such agreement."),
  ],
  "serviceLevels.repairAndMaintenance.components": [
    "GET /v2/servicelevel/repairandmaintenance/components",
    () => json(rates),
  ],
  "serviceLevels.tires.allowedRates": ["GET /v2/servicelevel/tires/allowedrates", () => json([])],
  "serviceLevels.rentalVehicle.allowedRates": ["GET /v2/servicelevel/rentalvehicle/allowedrates", () => json([])],
};
