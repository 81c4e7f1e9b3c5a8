import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { vehicles } from "../../../src/sandbox/data/vehicles.js";

it("docs/sandbox.md lists the seeded vehicles with their lessors", () => {
  const page = readFileSync(new URL("../../../docs/sandbox.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| ([A-Z]{2}-\d{3}-[A-Z]) \| (\d+) \| /gm)].map(([, plate, lessor]) => [
    plate,
    Number(lessor),
  ]);
  expect(rows).toEqual(vehicles.map(({ licensePlate, lessorNumber = 1001 }) => [licensePlate, lessorNumber]));
});
