import { describe, expect, it } from "vitest";
import { type Comparison, compare, serviceOnly, stageOfRequest } from "./compare.js";
import { runDifferential } from "./differential.js";

// `npm run differential` compares many more cases, with a new seed each time.
const runs = 500;
const seed = 20_260_615;

it(`the SDK and the sandbox agree on ${runs} requests and invoices`, { timeout: 120_000 }, async () => {
  const { statistics, disagreement } = await runDifferential({ runs, seed });
  expect(disagreement).toBeUndefined();
  expect(statistics.notReached()).toEqual([]);
  expect(statistics.valid).toBeGreaterThan(runs / 5);
  expect(statistics.rejected).toBeGreaterThan(runs / 5);
});

describe("the comparison of the SDK with the sandbox", () => {
  const entry = (code: string, fieldName: string) => ({ code, description: "", context: { fieldName } });
  const listDisagreements = (
    sdk: readonly [string, string][],
    sandbox: readonly [string, string][],
    more = {},
  ) => {
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

  it("accepts a rule that both report for one field", () => {
    expect(listDisagreements([["RULE-APPROVAL", contact]], [["SANDBOX-APPROVAL", contact]])).toEqual([]);
  });

  it("reports a violation that only one of them finds, or finds more often", () => {
    expect(listDisagreements([["RULE-APPROVAL", contact]], [])).toEqual([
      `only the SDK reports RULE-APPROVAL at ${contact}`,
    ]);
    expect(listDisagreements([], [["SANDBOX-APPROVAL", contact]])).toEqual([
      `only the sandbox reports SANDBOX-APPROVAL at ${contact}`,
    ]);
    const once: [string, string][] = [["SANDBOX-APPROVAL", "components"]];
    const twice: [string, string][] = [...once, ...once];
    expect(listDisagreements([["RULE-APPROVAL", "components"]], twice)).toHaveLength(1);
    expect(listDisagreements([["RULE-APPROVAL", contact]], once)).toHaveLength(2);
  });

  it("ignores violations of stages that the sandbox has not reached, and no others", () => {
    const date: [string, string] = ["REG-SVC000190", "appointment.workshopDate"];
    expect(listDisagreements([date, ["RULE-APPROVAL", contact]], [date])).toEqual([]);
    expect(listDisagreements([date, ["RULE-INVALID", "components[0].id"]], [date])).toHaveLength(1);
    expect(listDisagreements([], [date, ["SANDBOX-INVALID", "components[0].id"]])).toHaveLength(3);
  });

  it("accepts a violation that only the service can find without the facts that the caller left out", () => {
    const vehicle: [string, string] = ["SANDBOX-VEHICLE", "vehicle.licensePlate"];
    expect(listDisagreements([], [vehicle])).toEqual([]);
    const warranty: [string, string] = ["REG-SVC000175", "components[0].warranty"];
    expect(listDisagreements([], [warranty])).toHaveLength(1);
    expect(listDisagreements([], [warranty], { missing: new Set(["warranties"]) })).toEqual([]);
  });

  it("has a reason for each rule that only the service can check", () => {
    expect(serviceOnly.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});
