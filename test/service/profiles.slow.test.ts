import { describe, expect, it } from "vitest";
import type { ServiceAdapter } from "../../src/index.js";
import fifteen from "./adapters/fifteen.js";
import five from "./adapters/five.js";
import forty from "./adapters/forty.js";
import type { Difference } from "./differences.js";
import { type ClientOptions, createClients, journeys } from "./journeys.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";

/** Runs everything over a service with these differences, and returns what fails and the differences that were shown. */
async function runJourneys(active: readonly Difference[], options: ClientOptions = {}) {
  const failing: string[] = [];
  const shown = new Set<string>();
  for (const [name, run] of Object.entries(journeys)) {
    const service = createService(active);
    await run(createClients(service, options)).catch((error) => failing.push(`${name}: ${error.message}`));
    for (const id of service.shown) shown.add(id);
  }
  return { failing, shown };
}

describe.each([
  ["five", five],
  ["fifteen", fifteen],
  ["forty", forty],
] as const)("the profile %s", (name, adapter: ServiceAdapter) => {
  it("fails without an adapter, and works with it", async () => {
    expect((await runJourneys(profiles[name])).failing).not.toEqual([]);
    const { failing, shown } = await runJourneys(profiles[name], { adapter });
    expect(failing).toEqual([]);
    expect(profiles[name].map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });
});
