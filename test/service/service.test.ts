import { describe, expect, it } from "vitest";
import { createClients, journeys } from "./journeys.js";
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
});
