import { describe } from "vitest";
import { inventedPlates } from "./invented-lessor.js";
import { testOverDifferences } from "./suite.js";
import { lessorSettings, runOver, supplierSettings } from "./support.js";

describe("the command verify over a service that differs", () => {
  testOverDifferences({
    probes: ["unknown id"],
    run: async (service, fetch) => {
      // The clock stands, and all runs together exceed the rate limit of the sandbox.
      await service.sandbox.clock.advance({ minutes: 1 });
      const licensePlates = inventedPlates;
      // Where lists differ, their ids may lead nowhere.
      const { request, draft, invoicing, invoiced, archived, damage, damageDraft, damageInvoicing } = service.ids;
      const ids = [request, invoicing, invoiced, draft, archived, damage, damageInvoicing, damageDraft];
      const settings = { maxRequests: 400 };
      const supplier = await runOver(service, supplierSettings(service), {
        fetch,
        settings: { ...settings, ids, licensePlates: [service.ids.licensePlate] },
      });
      const lessor = await runOver(service, lessorSettings(service), {
        fetch,
        settings: { ...settings, licensePlates },
      });
      const reports = [supplier.report, lessor.report];
      return {
        differences: reports.flatMap(({ differences }) => differences),
        refuted: reports
          .flatMap(({ assumptions }) => assumptions.filter(({ verdict }) => verdict === "refuted"))
          .map(({ id }) => id),
        operations: { ...supplier.report.operations, ...lessor.report.operations },
      };
    },
  });
});
