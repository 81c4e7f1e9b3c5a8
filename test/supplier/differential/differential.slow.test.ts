import { describe, expect, it } from "vitest";
import { type Comparison, compare, serviceOnly, stageOfRequest } from "./compare.js";
import { runDifferential } from "./differential.js";

// `npm run differential` looks at many more, with another seed each time.
const runs = 500;
const seed = 20_260_615;

it(`the rules and the sandbox agree on ${runs} requests and invoices`, { timeout: 120_000 }, async () => {
  const { statistics, disagreement } = await runDifferential({ runs, seed });
  expect(disagreement).toBeUndefined();
  expect(statistics.notReached()).toEqual([]);
  expect(statistics.valid).toBeGreaterThan(runs / 5);
  expect(statistics.refused).toBeGreaterThan(runs / 5);
});

describe("the comparison", () => {
  const entry = (code: string, fieldName: string) => ({ code, description: "", context: { fieldName } });
  const held = (sdk: readonly [string, string][], sandbox: readonly [string, string][], more = {}) => {
    const comparison: Comparison = {
      sdk: sdk.map((each) => entry(...each)),
      sandbox: sandbox.map((each) => entry(...each)),
      missing: new Set(),
      stageOf: (finding) => stageOfRequest(finding, "AB-123-C"),
      ...more,
    };
    return compare(comparison).disagreements;
  };
  const contact = "appointment.contact";

  it("takes the same rule at the same field for the same", () => {
    expect(held([["RULE-APPROVAL", contact]], [["SANDBOX-APPROVAL", contact]])).toEqual([]);
  });

  it("sees what only one of them says, even where that is a second time", () => {
    expect(held([["RULE-APPROVAL", contact]], [])).toEqual([
      `only the rules say RULE-APPROVAL at ${contact}`,
    ]);
    expect(held([], [["SANDBOX-APPROVAL", contact]])).toEqual([
      `only the sandbox says SANDBOX-APPROVAL at ${contact}`,
    ]);
    const once: [string, string][] = [["SANDBOX-APPROVAL", "components"]];
    const twice: [string, string][] = [...once, ...once];
    expect(held([["RULE-APPROVAL", "components"]], twice)).toHaveLength(1);
    expect(held([["RULE-APPROVAL", contact]], once)).toHaveLength(2);
  });

  it("leaves alone what the sandbox would come to later, and not what it has passed", () => {
    const date: [string, string] = ["REG-SVC000190", "appointment.workshopDate"];
    expect(held([date, ["RULE-APPROVAL", contact]], [date])).toEqual([]);
    expect(held([date, ["RULE-INVALID", "components[0].id"]], [date])).toHaveLength(1);
    expect(held([], [date, ["SANDBOX-INVALID", "components[0].id"]])).toHaveLength(3);
  });

  it("excuses what only the service can know, where the caller left out what tells it", () => {
    const vehicle: [string, string] = ["SANDBOX-VEHICLE", "vehicle.licensePlate"];
    expect(held([], [vehicle])).toEqual([]);
    const warranty: [string, string] = ["REG-SVC000175", "components[0].warranty"];
    expect(held([], [warranty])).toHaveLength(1);
    expect(held([], [warranty], { missing: new Set(["warranties"]) })).toEqual([]);
  });

  it("says why for each of them", () => {
    expect(serviceOnly.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});
