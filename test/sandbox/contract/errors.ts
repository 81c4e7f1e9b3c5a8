import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { RegErrorKind } from "../../../src/errors/errors.js";
import { kindOf, problemOf, refusal, repair, untyped } from "../support.js";
import type { Open } from "./bench.js";

/** Answers that say no. */
export function errors(open: Open): void {
  it("says what is wrong with a request in the body that the reference shows", async () => {
    const { supplierUrl, token, fetch } = await open();
    const answer = await fetch(`${supplierUrl}/v2/servicerequests`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(repair({ vehicle: { licensePlate: "GH-789-J" } })),
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      400,
      expect.stringMatching(/^application\/(problem\+)?json/),
    ]);
    expect(await answer.json()).toEqual({
      type: expect.stringMatching(/^https:\/\//),
      title: "Bad Request",
      status: 400,
      detail: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      errors: [
        {
          code: "REG-SVC000187",
          description: expect.any(String),
          context: { fieldName: "vehicle.licensePlate" },
        },
      ],
    });
  });

  it("hands the client every broken rule", async () => {
    const { supplier } = await open();
    const body = untyped({ ...repair({ vehicle: { licensePlate: "GH-789-J" } }), status: "Approved" });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([400, "SANDBOX-INVALID status"]);
    expect(await refusal(supplier.serviceRequests.get(randomUUID()))).toEqual([404]);
  });

  it.each([
    ["GET", "/v2/servicerequest", "GET /v2/servicerequests (serviceRequests.list)"],
    ["GET", "/v2/tyres/makes", "GET /v2/tires/makes (tires.makes.list)"],
    ["PUT", "/v2/contracts/AB-123-C", "GET /v2/contracts/{licensePlate} (contracts.get)"],
    ["OPTIONS", "/v2/lessors", "GET /v2/lessors (lessors.list)"],
  ])("answers %s %s with 404 and names the nearest operation", async (method, path, nearest) => {
    const { supplierUrl, fetch, sandbox } = await open();
    const answer = await fetch(`${supplierUrl}${path}`, { method });
    expect([answer.status, (await problemOf(answer)).detail]).toEqual([
      404,
      expect.stringContaining(nearest),
    ]);
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ method, path: "(unknown)", status: 404 });
  });

  it("answers HEAD with 404, as any method that the path does not have, and without a body", async () => {
    const { supplierUrl, fetch } = await open();
    const answer = await fetch(`${supplierUrl}/v2/lessors`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
  });

  it("answers what is beside both services with 404", async () => {
    const { supplierUrl, fetch } = await open();
    const answer = await fetch(new URL("/elsewhere", supplierUrl));
    expect([answer.status, (await problemOf(answer)).detail]).toEqual([
      404,
      "Paths of this sandbox begin with /supplier or /lessor.",
    ]);
  });

  it("answers 429 beyond the limit, with the time to wait", async () => {
    const { supplierUrl, token, fetch, supplier, sandbox } = await open({
      rateLimit: { limit: 2, window: 60_000 },
    });
    await supplier.lessors.list();
    await supplier.lessors.list();
    expect(await refusal(supplier.lessors.list())).toEqual([429]);
    expect(await kindOf(supplier.lessors.list())).toBe<RegErrorKind>("rate-limit");
    const answer = await fetch(`${supplierUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    sandbox.clock.advance({ minutes: 1 });
    await supplier.lessors.list();
  });
}
