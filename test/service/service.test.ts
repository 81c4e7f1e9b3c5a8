import { describe, expect, it } from "vitest";
import { differences } from "./differences.js";
import { createClients, journeys } from "./journeys.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";
import { runVerify } from "./verify.js";

describe("the service without a difference", () => {
  it.each(Object.entries(journeys))("works: %s", async (_, run) => {
    await run(createClients(createService()));
  });

  it("has nothing that the command verify reports", async () => {
    const { reports, failures } = await runVerify(createService());
    expect(failures).toEqual([]);
    expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
    expect(reports.flatMap(({ assumptions }) => assumptions).filter(({ verdict }) => verdict === "refuted")).toEqual(
      [],
    );
    const statuses = reports.flatMap(({ operations }) => Object.entries(operations));
    expect(statuses.filter(([, each]) => Object.keys(each).every((status) => status >= "400"))).toEqual([]);
  });

  it("responds on loopback", async () => {
    const server = await createService().listen();
    const { status } = await fetch(`${server.url}/v2/lessors`);
    await server.close();
    expect(status).toBe(401);
  });
});

it("has differences with names of their own, and profiles of 5, 15 and 40 of them", () => {
  expect(new Set(differences.map(({ id }) => id)).size).toBe(differences.length);
  expect(differences.length).toBeGreaterThanOrEqual(60);
  expect(Object.values(profiles).map((each) => each.length)).toEqual([5, 15, 40]);
});
