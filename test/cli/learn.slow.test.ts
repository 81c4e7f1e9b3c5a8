import { join } from "node:path";
import type { BodyShapes } from "@reg/sdk/validation";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeDeclarations } from "../../src/document/shapes/declarations.js";
import { lessorOpenPlaces } from "../../src/generated/lessor/open-places.js";
import { supplierOpenPlaces } from "../../src/generated/supplier/open-places.js";
import { inferShape } from "../document/shapes/support.js";
import { compileProject, examples } from "../support/compile.js";
import { root } from "../support/language-service.js";
import { recordVehicles } from "./verify/invented-lessor.js";

// TypeScript's language service compiles learned types in a project of a user with strict settings.

const declarations = join(root, "test/cli/reg-fields.d.ts");
const program = join(root, "test/cli/program.ts");

/** The files of the package whose types extend or contain the learned ones. */
const extendedFiles = [
  "src/generated/lessor/models.ts",
  "src/generated/supplier/models.ts",
  "src/lessor/sync/types.ts",
].map((file) => join(root, file));

/** Compiles what is learned from shapes together with a program. */
function createProject(shapes: BodyShapes, code = "export {};", options: Parameters<typeof compileProject>[1] = {}) {
  const { text } = writeDeclarations(shapes, ["Learned."]);
  const files = { [declarations]: text, [program]: code };
  const { service, problemsOf } = compileProject(files, options);
  const complete = (after: string) =>
    service.getCompletionsAtPosition(program, code.indexOf(after) + after.length, {})?.entries.map(({ name }) => name);
  return { text, problemsOf, complete };
}

describe("the types that are learned from an invented lessor", { timeout: 60_000 }, () => {
  // On one line, because @ts-expect-error refers to the next one.
  const vehicle = [
    'licensePlate: "AB-123-C", vin: "a", make: "b", model: "c", fuelType: "d", catalogPrice: 41250.5, isActive: true',
    'firstRegistrationDate: "2024-03-01", lastChangedUtc: "2026-05-01T06:30:00Z"',
  ].join(", ");
  const project = createProject(
    recordVehicles(),
    `import type { LessorClient } from "@reg/sdk";
declare const lessor: LessorClient;
await lessor.vehicles.put({ ${vehicle}, seats: 5, driver: { name: "e" } });
await lessor.vehicles.put({ ${vehicle}, seats: 5, driver: { name: "e", phone: "f" } });
// @ts-expect-error a field that the lessor does not have
await lessor.vehicles.put({ ${vehicle}, seats: 5, colour: "red" });
// @ts-expect-error another type
await lessor.vehicles.put({ ${vehicle}, seats: "5" });
await lessor.vehicles.put({ licensePlate: "AB-123-C", make: "a", model: undefined });
// @ts-expect-error null where it was never seen
await lessor.vehicles.put({ licensePlate: "AB-123-C", make: null });
// @ts-expect-error a wrong field of an object inside
await lessor.vehicles.put({ ${vehicle}, seats: 5, driver: { name: "e", fax: "f" } });
await lessor.vehicles.mileages.put("AB-123-C", [{ date: "2026-06-15", value: 48210, unit: "a" }]);
// @ts-expect-error an object instead of a list
await lessor.vehicles.mileages.put("AB-123-C", { date: "2026-06-15", value: 48210, unit: "a" });
await lessor.vehicles.routings.put("AB-123-C", { mandatory: null, preferred: [{ kind: "a", code: "b" }] });
await lessor.vehicles.put({ ...(await lessor.vehicles.get("AB-123-C")), licensePlate: "AB-123-C", seats: 3 });
await lessor.vehicles.mileages.put("AB-123-C", await lessor.vehicles.mileages.get("AB-123-C"));
export const phone: string | undefined = (await lessor.vehicles.get("AB-123-C")).driver.phone;
export const mileage: string | number = (await lessor.vehicles.lastMaintenance.get("AB-123-C")).mileage;
await lessor.vehicles.put({ /* here */ });
`,
  );

  test("have at least 40 fields in 8 resources, each as it is sent and as it is returned", () => {
    expect(project.text.match(/^ +["\w-]+\??: /gm)?.length).toBeGreaterThanOrEqual(2 * (40 + 8));
    expect(project.text.match(/^ {4}\w+: /gm)).toHaveLength(2 * 8);
  });

  test("compile with strict settings, and so do the types of the package that contain them", () => {
    for (const file of [declarations, ...extendedFiles]) expect(project.problemsOf(file)).toEqual([]);
  });

  test("accept the right fields of a vehicle and reject wrong ones", () => {
    // The one problem is that of the call without fields.
    expect(project.problemsOf(program)).toEqual([
      expect.stringMatching(/^Argument of type '\{\}' is not assignable to parameter of type 'VehicleInput'/),
    ]);
  });

  test("are completed by an editor in the body of a call", () => {
    expect(project.complete("put({ /* here */ ")).toEqual(
      expect.arrayContaining(["licensePlate", "make", "seats", "driver"]),
    );
  });
});

test("a body that is an object or a list, a map, and fields of which a name was left out, are checked", {
  timeout: 60_000,
}, () => {
  const bodies = {
    MileagesInputBody: inferShape([{ value: 1 }, [{ value: 1 }]]),
    VehicleInputFields: inferShape([{ "AB-12-C": 1, "AB-12-D": 1, doors: 4 }]),
    ExtraTireSetInputBody: inferShape([{ rate30: 1, size: "a" }]),
  };
  const { problemsOf } = createProject(
    { version: 1, bodies },
    `import type { LessorClient } from "@reg/sdk";
declare const lessor: LessorClient;
await lessor.vehicles.mileages.put("AB-12-C", { value: 1 });
await lessor.vehicles.mileages.put("AB-12-C", [{ value: 1 }]);
// @ts-expect-error a wrong field of the object
await lessor.vehicles.mileages.put("AB-12-C", { amount: 1 });
// @ts-expect-error a wrong field of an entry
await lessor.vehicles.mileages.put("AB-12-C", [{ amount: 1 }]);
await lessor.vehicles.put({ licensePlate: "AB-12-C", doors: 4, other: "a" });
// @ts-expect-error another type of a known field
await lessor.vehicles.put({ licensePlate: "AB-12-C", doors: "4" });
// @ts-expect-error a misspelt field where a name was left out
await lessor.vehicles.extraTireSet.put("AB-12-C", { size: "a", sise: "a" });
`,
  );
  for (const file of [declarations, program, ...extendedFiles]) expect(problemsOf(file)).toEqual([]);
});

/** Values with names of all kinds, and with types that change from value to value. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom(null, true, 1, 0.5, "a", "2026-01-01", "1.5"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("a", "b-c", "constructor", "__proto__", "length", "default", "AB-12-C", "licensePlate"),
      tie("json"),
      { maxKeys: 5 },
    ),
  ),
}));

const operations = [supplierOpenPlaces, lessorOpenPlaces].flatMap((places) => Object.values(places.operations));
const responseKeys = operations.flatMap(({ response = {} }) => Object.values(response));
const keys = [...responseKeys, ...operations.flatMap(({ request = {} }) => Object.values(request))];

test("learned types of any bodies compile with strict settings", { timeout: 120_000 }, () => {
  for (const [seed, exactOptionalPropertyTypes] of [true, true, false].entries()) {
    const samples = fc.sample(fc.array(json, { minLength: 1, maxLength: 4 }), { seed, numRuns: keys.length });
    const bodies = Object.fromEntries(keys.map((key, at) => [key, inferShape(samples[at] ?? [])]));
    const { problemsOf } = createProject({ version: 1, bodies }, undefined, {
      settings: { exactOptionalPropertyTypes },
    });
    for (const file of [declarations, ...extendedFiles]) expect(problemsOf(file)).toEqual([]);
  }
});

/** What a body of any form becomes if each response has further fields, which differ between two lookups. */
const learnedForms: readonly [form: string, body: unknown][] = [
  ["an object", { date: 1, value: [true], purchased: "J", remarks: null, vatLines: { rates: "1.5" } }],
  ["a list", [{ code: 7, invoiceNumber: "1", readings: [{ km: "12" }] }]],
];

test.each(learnedForms)(
  "all examples compile with types that are learned where each response is %s",
  { timeout: 120_000 },
  (_, body) => {
    const bodies = Object.fromEntries(
      responseKeys.map((key) => [key, inferShape([body, Array.isArray(body) ? body[0] : body])]),
    );
    const { problemsOf } = createProject({ version: 1, bodies }, undefined, { further: examples });
    expect(examples.length).toBeGreaterThan(10);
    for (const file of [declarations, ...examples]) expect([file, ...problemsOf(file)]).toEqual([file]);
  },
);
