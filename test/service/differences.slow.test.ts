import { beforeAll, describe, expect, it } from "vitest";
import { differences } from "./differences.js";
import { runJourneys } from "./journeys.js";
import { createService } from "./service.js";
import { runVerify } from "./verify.js";

describe("the command verify over a service with one difference", () => {
  let readable: ReadonlySet<string>;
  beforeAll(async () => {
    const { reports } = await runVerify(createService());
    readable = new Set(reports.flatMap(({ operations }) => Object.keys(operations)));
  });

  it.each(differences)("$id: $what", async (difference) => {
    const { id, on, seen, routes } = difference;
    const service = createService([difference]);
    const { reports, failures } = await runVerify(service, { write: seen.write ?? false });
    const places = reports.flatMap((report) => report.differences.map((each) => `${each.operationId} ${each.pointer}`));
    const gone = reports.flatMap(({ withoutSuccess }) => withoutSuccess.map(({ operationId }) => operationId));
    const refuted = reports.flatMap(({ assumptions }) =>
      assumptions.flatMap(({ id, verdict }) => (verdict === "refuted" ? [id] : [])),
    );
    const operations = "at" in seen ? (seen.in ?? on.filter((id) => readable.has(id))) : [];
    expect(places.sort()).toEqual(operations.map((id) => `${id} ${"at" in seen && seen.at}`).sort());
    expect(gone.sort()).toEqual("gone" in seen ? [...seen.gone].sort() : []);
    expect(failures.join()).toMatch("fails" in seen ? seen.fails : /^$/);
    if ("refutes" in seen) expect(refuted).toEqual([seen.refutes]);
    if ("not" in seen) expect(refuted).toEqual([]);
    // Nobody asks at another path, so that only the missing one shows.
    if (!routes && !service.shown.has(id)) expect((await runJourneys([difference])).shown).toContain(id);
  });
});
