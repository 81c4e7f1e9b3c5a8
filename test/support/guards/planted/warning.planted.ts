import { test } from "vitest";

test("warns", () => {
  process.emitWarning("planted warning", "PlantedWarning", "PLANT001");
});
