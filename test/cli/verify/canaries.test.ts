import type { Fetch } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { describeReport } from "../../../src/cli/verify/report.js";
import { createCanaryFetch } from "./canaries.js";
import { openFilledService } from "./service.js";
import { lessorSettings, runOver, supplierSettings } from "./support.js";

/** Everything that a run prints, but for the lines that name the draft of --write. */
const printed = ({ report, notes, failure = "" }: Awaited<ReturnType<typeof runOver>>) =>
  [JSON.stringify(report), describeReport(report), notes, failure].join("\n");

describe("the command verify", () => {
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

  it.each(["supplier", "lessor"] as const)(
    "prints no secret that the %s API repeats as the name of a field",
    async (api) => {
      const service = await openFilledService();
      const given = api === "supplier" ? supplierSettings(service) : lessorSettings(service);
      const { lessor, supplier } = service.sandbox;
      const secrets = { token: "CorrectHorseBatteryStaple", clientSecret: "TroubadourAndThree" };
      const issued = "WhateverTheServiceHasIssued";
      const access =
        api === "supplier"
          ? { baseUrl: supplier.baseUrl, token: secrets.token }
          : { baseUrl: lessor.baseUrl, clientId: lessor.clientId, clientSecret: secrets.clientSecret };
      let accessToken = service.token;
      const repeating: Fetch = async (url, init) => {
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${accessToken}`);
        const body = String(init.body).replace(secrets.clientSecret, lessor.clientSecret);
        const isToken = url.endsWith("/token");
        const response = await service.sandbox.fetch(url, isToken ? { ...init, body } : { ...init, headers });
        if (!response.headers.get("content-type")?.includes("json")) return response;
        const content = (await response.json()) as Record<string, unknown>;
        if (isToken) accessToken = String(content["access_token"]);
        const names = [secrets.token, secrets.clientSecret, issued].flatMap((each) => [each, `x-abc${each}`]);
        const repeated = Object.fromEntries(names.map((name) => [name, 1]));
        const named = isToken ? { ...content, access_token: issued } : { ...content, ...repeated };
        return Response.json(named, { status: response.status });
      };
      const result = await runOver(service, given, { fetch: repeating, settings: { access } });
      expect(result.report.differences.length + Object.keys(result.report.shapes.bodies).length).not.toBe(0);
      const hidden = api === "supplier" ? [secrets.token] : [secrets.clientSecret, issued];
      for (const secret of hidden) expect(printed(result)).not.toContain(secret);
    },
  );

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
