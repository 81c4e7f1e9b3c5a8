import { createShapeRecorder } from "../../src/shapes/recorder.js";
import type { BodyShapes } from "../../src/shapes/types.js";

/** The beginning of every text that an invented lessor returns, but for those with a form. */
const canary = "canary";

/**
 * The vehicles of a lessor whose bodies have 40 fields in 8 resources: the responses to the GET of each, by operation.
 */
const vehicles: readonly Readonly<Record<string, unknown>>[] = [1, 2, 3, 4, 5, 6].map((at) => ({
  "vehicles.get": {
    licensePlate: `AB-${at}23-C`,
    make: `${canary}-make-${at % 2}`,
    model: `${canary}-model-${at}`,
    fuel: `${canary}-fuel-${at % 3}`,
    doors: 5,
    weight: 1250.5,
    isElectric: at % 2 === 0,
    firstRegistered: `2024-0${at}-15`,
    updatedAt: `2026-06-15T09:0${at}:00Z`,
    externalId: `9f0a6c1e-6a52-4c4e-8f3e-1d2b3c4d5e${at}f`,
    catalogValue: `${at}4990.50`,
    remark: at === 1 ? null : `${canary}-remark-${at}`,
    ...(at > 2 && { leaseEnd: `2029-0${at}-01` }),
    lessee: {
      name: `${canary}-lessee-${at}`,
      "cost-center": `${canary}-cost-center`,
      address: { city: `${canary}-city-${at}`, postalCode: `${canary}-postal-code` },
    },
  },
  "vehicles.contractTires.get": {
    size: `${canary}-size`,
    brands: [`${canary}-brand-a`, `${canary}-brand-b`],
    allSeason: true,
  },
  "vehicles.currentTire.get": {
    measuredOn: `2026-0${at}-01`,
    tires: [
      { position: `${canary}-front`, depth: 7.5 },
      { position: `${canary}-rear`, depth: 6, isWorn: false },
    ],
  },
  "vehicles.lastMaintenance.get": {
    performedOn: `2026-0${at}-02`,
    mileage: 40_000 + at,
    garage: { code: `${canary}-garage`, dealer: at % 2 === 0 ? `${canary}-dealer` : at },
    works: at === 1 ? [] : [`${canary}-work`],
  },
  "vehicles.mileages.get": [
    { readOn: `2026-0${at}-03`, value: 48_210 + at, source: `${canary}-source` },
    { readOn: `2026-0${at}-04`, value: 48_300.5, source: `${canary}-source`, isCorrected: true },
  ],
  "vehicles.routings.get": {
    rules: [{ kind: `${canary}-kind-${at % 2}`, clusters: { [`CD-${at}56-E`]: { priority: at } } }],
  },
  "vehicles.extraTireSet.get": { purchased: at > 3, purchasedAt: null },
  "vehicles.purchasedTires.get": { summer: { allowed: 8, bought: at }, winter: { allowed: 4 } },
}));

/** The values that must not be in any output: all texts, the numbers that are no counts, and the license plates. */
export const canaries: readonly (string | RegExp)[] = [
  canary,
  /\d{4}-\d\d-\d\d/,
  /\b(1250|14990|40000|4000[1-6]|4821[1-6]|48300)\b/,
  /\b(AB|CD)-/,
  /1d2b3c4d5e/,
];

/** What a recorder has seen of the vehicles: each resource is sent as it is returned. */
export function recordVehicles(first = 0, end = vehicles.length): BodyShapes {
  const recorder = createShapeRecorder();
  for (const vehicle of vehicles.slice(first, end))
    for (const [operationId, body] of Object.entries(vehicle)) {
      const response = { status: 200, headers: new Headers() };
      recorder.inspect({ ...response, operationId, body });
      recorder.inspect({ ...response, operationId: operationId.replace(/get$/, "put"), body: undefined, sent: body });
    }
  return recorder.shapes();
}
