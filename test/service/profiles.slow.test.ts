import type { ServiceAdapter } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { addByHand, additions, type Bridging, bridgingOf, functions } from "./by-hand.js";
import { differences } from "./differences.js";
import fifteen from "./fifteen.js";
import { runJourneys } from "./journeys.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

describe.each(Object.entries(profiles))("a service with the profile of %s differences", (name, profile) => {
  const verify = (adapter?: ServiceAdapter) =>
    runVerify(createService(profile), { write: true, ...(adapter && { adapter }) });

  it("has as many, fails without an adapter, and is reported by the command verify", async () => {
    expect(profile).toHaveLength({ five: 5, fifteen: 15, forty: 40 }[name] ?? 0);
    expect((await runJourneys(profile)).failing).not.toEqual([]);
    expect(differencesOf(await verify())).not.toEqual([]);
  });

  it("works with what verify writes and what the table adds, and verify reports nothing more", async () => {
    let found = await verify();
    let adapter = addByHand(found.adapter, profile);
    // What is behind a function or an access by hand is found in a further round.
    for (let round = 1; round <= 3 && differencesOf(found).length > 0; round++) {
      found = await verify(adapter);
      adapter = found.adapter;
    }
    expect(differencesOf(found)).toEqual([]);
    const { failing, shown } = await runJourneys(profile, { adapter });
    expect(failing).toEqual([]);
    expect(profile.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });
});

describe("the function adapter of a service with fifteen differences", () => {
  it("works, and the command verify reports nothing with it", async () => {
    const { failing, shown } = await runJourneys(profiles.fifteen, { adapter: fifteen });
    expect(failing).toEqual([]);
    expect(profiles.fifteen.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
    const service = createService(profiles.fifteen);
    expect(differencesOf(await runVerify(service, { write: true, adapter: fifteen }))).toEqual([]);
  });
});

describe("all differences of the table", () => {
  const sizeOf = (bridging: Bridging) => differences.filter((each) => bridgingOf(each) === bridging).length;
  const sizes = [
    `${sizeOf("data")} that verify bridges as data`,
    `${sizeOf("function")} that need a function`,
    `${sizeOf("route")} that need a path or a method`,
    `${sizeOf("access")} that need an adapter before verify can run`,
    `${sizeOf("nothing")} that need nothing`,
    `${sizeOf("unseen")} that verify cannot see`,
  ];

  it(`are ${differences.length}: ${sizes.join(", ")}`, () => {
    const ids = new Set(differences.map(({ id }) => id));
    expect(ids.size).toBe(differences.length);
    expect(Object.keys({ ...functions, ...additions }).filter((id) => !ids.has(id))).toEqual([]);
    expect(differences.filter(({ id, seen }) => id in functions && !("at" in seen))).toEqual([]);
  });

  it("have no function by hand where verify bridges them as data", () => {
    const withFunction = differences.filter(({ id }) =>
      Object.values({ ...additions[id]?.supplier, ...additions[id]?.lessor }).some(
        ({ request, response, error }) => (request ?? response ?? error) !== undefined,
      ),
    );
    expect(withFunction.map(bridgingOf)).not.toContain("data");
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
