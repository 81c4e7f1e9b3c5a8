import { expect, it } from "vitest";
import { relatedKinds } from "../../src/generated/lessor/operations.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createInventedLessor, inventedBodies, inventedPlates, resources } from "./invented-lessor.js";

const open = () => createLessorClient({ ...createInventedLessor(), retry: false });

it("has 40 fields in 8 resources", () => {
  const bodies = inventedPlates.map((plate, index) => inventedBodies(plate, index));
  const fields = resources.flatMap((resource) => [
    ...new Set(bodies.flatMap((body) => fieldsIn(body[resource]).map((field) => `${resource}.${field}`))),
  ]);
  expect(resources).toHaveLength(8);
  expect(fields).toHaveLength(40);
});

/** The paths of the fields that contain no further fields. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== "object" || value === null) return [""];
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner).map((field) => `${name}.${field}`));
}

it("returns the bodies of its vehicles", async () => {
  const lessor = open();
  for (const [index, plate] of inventedPlates.entries()) {
    const bodies = inventedBodies(plate, index);
    expect(await lessor.vehicles.get(plate)).toEqual(bodies.vehicle);
    for (const kind of relatedKinds) expect(await lessor.vehicles[kind].get(plate)).toEqual(bodies[kind]);
  }
});

it("returns what was put into it until it is deleted", async () => {
  const lessor = open();
  await lessor.vehicles.put({ licensePlate: "LS-999-Z", seats: 5 });
  await lessor.vehicles.mileages.put("LS-999-Z", [{ date: "2026-06-15", value: 1 }]);
  expect(await lessor.vehicles.get("LS-999-Z")).toEqual({ licensePlate: "LS-999-Z", seats: 5 });
  expect(await lessor.vehicles.mileages.get("LS-999-Z")).toEqual([{ date: "2026-06-15", value: 1 }]);
  await lessor.vehicles.mileages.delete("LS-999-Z");
  await expect(lessor.vehicles.mileages.get("LS-999-Z")).rejects.toMatchObject({ status: 404 });
  await lessor.vehicles.delete("LS-999-Z");
  await expect(lessor.vehicles.get("LS-999-Z")).rejects.toMatchObject({ status: 404 });
});
