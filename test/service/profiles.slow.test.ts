import { describe, expect, it } from "vitest";
import adapter from "./fifteen.js";
import { runJourneys } from "./journeys.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

describe("a service with fifteen differences", () => {
  it("fails without an adapter, and works with it", async () => {
    expect((await runJourneys(profiles.fifteen)).failing).not.toEqual([]);
    const { failing, shown } = await runJourneys(profiles.fifteen, { adapter });
    expect(failing).toEqual([]);
    expect(profiles.fifteen.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it("is reported by the command verify, and not with the adapter", async () => {
    expect(differencesOf(await runVerify(createService(profiles.fifteen), { write: true }))).not.toEqual([]);
    expect(differencesOf(await runVerify(createService(profiles.fifteen), { write: true, adapter }))).toEqual([]);
  });
});

/** Everything that the command verify reports, in words. */
function differencesOf({ reports, failures }: Verified): readonly string[] {
  return [
    ...failures,
    ...reports.flatMap(({ differences, withoutSuccess, assumptions }) => [
      ...differences.map((each) => `${each.operationId} ${each.pointer} ${each.kind}: ${each.found}`),
      ...withoutSuccess.map(({ operationId }) => `${operationId} has no success`),
      ...assumptions.filter(({ verdict }) => verdict === "refuted").map(({ id, evidence }) => `${id}: ${evidence}`),
    ]),
  ];
}
