import fc from "fast-check";
import type { LineInput } from "./content.js";
import { CreateCommand } from "./create-command.js";
import type { Statistics } from "./statistics.js";

/** As many requests for one vehicle as there may be, and one more. */
export function onOneVehicle(statistics: Statistics): fc.Arbitrary<readonly CreateCommand[]> {
  const linesOf: readonly LineInput[][] = [
    [{ slot: 0, kind: "oil" }],
    [{ slot: 0, kind: "rental" }],
    [
      { slot: 0, kind: "rental" },
      { slot: 1, kind: "oil" },
    ],
    [],
  ];
  return fc
    .array(fc.constantFrom(...linesOf), { minLength: 3, maxLength: 4 })
    .map((all) =>
      all.map(
        (lines) =>
          new CreateCommand(statistics, "service", { status: "Draft", licensePlate: "AB-123-C", lines }),
      ),
    );
}
