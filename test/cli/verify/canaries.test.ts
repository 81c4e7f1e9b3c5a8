import { describe, expect, it } from "vitest";
import { describeReport, toMarkdown } from "../../../src/cli/verify/report.js";
import type { Fetch } from "../../../src/http/options.js";
import { createCanaryFetch } from "../../verify/canaries.js";
import { openFilledService } from "../../verify/service.js";
import { lessorSettings, runOver, supplierSettings } from "./support.js";

/** Everything that a run prints, but for the lines that name the draft of --write. */
const printed = ({ report, notes, failure = "" }: Awaited<ReturnType<typeof runOver>>) =>
  [JSON.stringify(report), describeReport(report), toMarkdown(report), notes, failure].join("\n");

describe("reg verify", () => {
  it.each(["supplier", "lessor"] as const)(
    "prints no value of any response of the %s API, in any format",
    async (api) => {
      const service = await openFilledService();
      const canaries = createCanaryFetch(service.sandbox.fetch, [service.token]);
      const settings = api === "supplier" ? supplierSettings(service) : lessorSettings(service);
      const result = await runOver(service, settings, { fetch: canaries, settings: { maxRequests: 120 } });
      expect(canaries.sent.size).toBeGreaterThan(api === "supplier" ? 300 : 10);
      canaries.expectNone(printed(result));
      for (const secret of [service.token, service.ids.fleetPlate, service.sandbox.lessor.clientSecret])
        expect(printed(result)).not.toContain(secret);
    },
  );

  it("prints no license plate, id or text of an error that the service returns", async () => {
    const service = await openFilledService();
    const { licensePlate, draft } = service.ids;
    const echoing: Fetch = async (url, init) => {
      const body = {
        title: `Nothing about ${url}`,
        detail: licensePlate,
        [licensePlate]: draft,
        traceId: draft,
      };
      const headers = { "content-type": `text/x-${licensePlate}`, [`x-${licensePlate}`]: "1" };
      const isRefused = url.includes("/contracts/");
      return isRefused
        ? new Response(JSON.stringify(body), { status: 418, headers })
        : service.sandbox.fetch(url, init);
    };
    const settings = { licensePlates: [licensePlate], ids: [draft] };
    const result = await runOver(service, supplierSettings(service), { fetch: echoing, settings });
    expect(result.report.operations["contracts.get"]).toHaveProperty("418");
    for (const value of [licensePlate, draft]) expect(printed(result)).not.toContain(value);
  });

  it("prints no value of one response that is the name of a field in another", async () => {
    const service = await openFilledService();
    const make = "noordzee";
    const keyed: Fetch = async (url, init) => {
      if (url.endsWith("/v2/tires/makes")) return Response.json([{ code: make }]);
      return url.includes("makeCode=") ? Response.json({ [make]: {} }) : service.sandbox.fetch(url, init);
    };
    const result = await runOver(service, supplierSettings(service), { fetch: keyed });
    expect(result.report.shapes.bodies["TireListBody"]?.object?.entries).toBeDefined();
    expect(printed(result)).not.toContain(make);
  });
});
