import type { Fetch } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { createInventedLessor, inventedBodies, inventedPlates } from "../../cli/verify/invented-lessor.js";
import { openFilledService } from "../../cli/verify/service.js";
import { runOver, supplierSettings } from "../../cli/verify/support.js";
import { untyped } from "../../support/untyped.js";
import { open, refusal, repair } from "../support.js";

/** What `verify --json` prints. */
const printed = (report: object) => JSON.parse(JSON.stringify(report));

describe("a sandbox with the result of the command verify", () => {
  it.each([
    ["binary", "multipart"],
    ["multipart", "binary"],
  ] as const)("rejects uploads as %s, as the service did, and accepts %s", async (rejected, accepted) => {
    const service = await openFilledService();
    const fetch: Fetch = async (url, init) => {
      const encoding = init.body instanceof FormData ? "multipart" : "binary";
      const isRejected = init.method === "PUT" && url.endsWith("/attachments") && encoding === rejected;
      return isRejected ? Response.json({}, { status: 415 }) : service.sandbox.fetch(url, init);
    };
    const settings = { write: true, licensePlates: ["ST-678-V"], maxRequests: 12 };
    const { report } = await runOver(service, supplierSettings(service), { fetch, settings });
    const { supplier } = await open({ shapes: printed(report) });
    const { id } = await supplier.serviceRequests.create(repair());
    const upload = (uploadEncoding: "binary" | "multipart") =>
      supplier.serviceRequests.attachments.upload(id, new Blob(["photo"]), { uploadEncoding });
    expect(await refusal(upload(rejected))).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    expect(await upload(accepted)).toMatchObject({ location: expect.any(String) });
  });

  it("has the bodies of the lessor service", async () => {
    const { fetch, baseUrl, clientId, clientSecret } = createInventedLessor();
    const service = await openFilledService();
    const access = { baseUrl, clientId, clientSecret };
    const settings = {
      ...supplierSettings(service),
      api: "lessor",
      access,
      licensePlates: inventedPlates,
    } as const;
    const { report } = await runOver(service, settings, { fetch });
    const { lessor } = await open({ shapes: printed(report) });
    const { vehicle } = inventedBodies("ZX-987-Y");
    await lessor.vehicles.put(untyped(vehicle));
    expect(await lessor.vehicles.get("ZX-987-Y")).toEqual(vehicle);
    expect(await refusal(lessor.vehicles.put(untyped({ ...vehicle, seat: 5 })))).toEqual([
      400,
      "SANDBOX-UNKNOWN-FIELD seat",
    ]);
  });
});
