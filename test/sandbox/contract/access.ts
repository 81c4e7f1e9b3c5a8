import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { RegErrorKind } from "../../../src/errors/errors.js";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { createLessorClient } from "../../../src/lessor/client.js";
import { untyped } from "../../support/untyped.js";
import { kindOf, problemOf, refusal, repair } from "../support.js";
import type { Open } from "./support.js";

/** Tokens, with which callers identify themselves. */
export function testTokens(open: Open): void {
  it("issues one token for its lifetime and the next one after it", async () => {
    const { lessor, sandbox } = await open();
    await lessor.vehicles.put({ licensePlate: "A" });
    await lessor.vehicles.get("A");
    expect(sandbox.journal.of("token.create")).toHaveLength(1);
    sandbox.clock.advance({ hours: 1 });
    await lessor.vehicles.get("A");
    expect(sandbox.journal.of("token.create")).toHaveLength(2);
  });

  it("responds as RFC 6749 specifies: with the fields of the token, or an error", async () => {
    const { lessorUrl, fetch, sandbox } = await open();
    const requestToken = (client_secret: string) =>
      fetch(`${lessorUrl}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: sandbox.lessor.clientId,
          client_secret,
        }),
      });
    const granted = await requestToken(sandbox.lessor.clientSecret);
    expect([granted.status, granted.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await granted.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 3600,
    });
    const rejected = await requestToken("guess");
    expect([rejected.status, await rejected.json()]).toEqual([
      401,
      expect.objectContaining({ error: "invalid_client" }),
    ]);
  });

  it("reports a wrong secret to a client", async () => {
    const { lessorUrl, fetch, sandbox } = await open();
    const { clientId } = sandbox.lessor;
    const other = createLessorClient({ baseUrl: lessorUrl, clientId, clientSecret: "guess", fetch });
    await expect(other.vehicles.get("A")).rejects.toMatchObject({ oauthError: "invalid_client" });
  });

  it("responds with 401 to a token that is malformed, expired, revoked or for the other service", async () => {
    const { sandbox, supplier, supplierWith, lessorUrl, fetch, token } = await open();
    const brief = await sandbox.supplier.token({ expiresInMs: 1000 });
    await supplierWith(brief).lessors.list();
    sandbox.clock.advance({ ms: 1000 });
    expect(await refusal(supplierWith(brief).lessors.list())).toEqual([401]);
    expect(await refusal(supplierWith("no.such.token").lessors.list())).toEqual([401]);
    const fromLessor = await fetch(`${lessorUrl}/v1/vehicles/A`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(fromLessor.status).toBe(401);
    sandbox.supplier.revokeTokens();
    expect(await refusal(supplier.lessors.list())).toEqual([401]);
  });

  it("responds with 401 without a token, for both services", async () => {
    const { supplierUrl, lessorUrl, fetch } = await open();
    for (const url of [`${supplierUrl}/v2/lessors`, `${lessorUrl}/v1/vehicles/A`]) {
      const response = await fetch(url);
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ status: 401, title: "Unauthorized" }),
      ]);
    }
  });
}

/** Error responses. */
export function testErrors(open: Open): void {
  it("describes an invalid request in the body that the reference shows", async () => {
    const { supplierUrl, token, fetch } = await open();
    const response = await fetch(`${supplierUrl}/v2/servicerequests`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(repair({ vehicle: { licensePlate: "GH-789-J" } })),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      400,
      expect.stringMatching(/^application\/(problem\+)?json/),
    ]);
    expect(await response.json()).toEqual({
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

  it("reports every violation to the client", async () => {
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
  ])("responds to %s %s with 404 and names the most similar operation", async (method, path, nearest) => {
    const { supplierUrl, fetch, sandbox } = await open();
    const response = await fetch(`${supplierUrl}${path}`, { method });
    expect([response.status, (await problemOf(response)).detail]).toEqual([
      404,
      expect.stringContaining(nearest),
    ]);
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ method, path: "(unknown)", status: 404 });
  });

  it("responds to HEAD with 404 without a body, as to any method that the path does not have", async () => {
    const { supplierUrl, fetch } = await open();
    const response = await fetch(`${supplierUrl}/v2/lessors`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });

  it("responds with 404 to a path outside both services", async () => {
    const { supplierUrl, fetch } = await open();
    const response = await fetch(new URL("/elsewhere", supplierUrl));
    expect([response.status, (await problemOf(response)).detail]).toEqual([
      404,
      "Paths of this sandbox begin with /supplier or /lessor.",
    ]);
  });

  it("responds with 429 beyond the limit, with the time to wait", async () => {
    const { supplierUrl, token, fetch, supplier, sandbox } = await open({
      rateLimit: { limit: 2, window: 60_000 },
    });
    await supplier.lessors.list();
    await supplier.lessors.list();
    expect(await refusal(supplier.lessors.list())).toEqual([429]);
    expect(await kindOf(supplier.lessors.list())).toBe<RegErrorKind>("rate-limit");
    const response = await fetch(`${supplierUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
    sandbox.clock.advance({ minutes: 1 });
    await supplier.lessors.list();
  });
}

const draft: ServiceRequestCreate = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };

/** Many requests, and large ones. */
export function testLoad(open: Open): void {
  it("stores and returns a JSON body of a megabyte", async () => {
    const { supplier } = await open();
    const workOrderNumber = "é".repeat(524_288);
    const { id } = await supplier.serviceRequests.create({ ...draft, appointment: { workOrderNumber } });
    const { appointment } = await supplier.serviceRequests.get(id);
    // A failing toBe would print a difference of a megabyte.
    expect(appointment?.workOrderNumber === workOrderNumber).toBe(true);
  });

  it("gives each of 200 concurrent calls its own response", async () => {
    const { supplier, sandbox } = await open();
    const { create, get } = supplier.damageServiceRequests;
    const workOrders = Array.from({ length: 100 }, (_, index) => `WO-${index}`);
    const made = await Promise.all(
      workOrders.map((workOrderNumber) => create({ ...draft, appointment: { workOrderNumber } })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(100);
    const calls = made.flatMap(({ id }) => [get(id), get(id)]);
    const responses = (await Promise.all(calls)).map(({ id, appointment }) => [
      id,
      appointment?.workOrderNumber,
    ]);
    expect(responses).toEqual(
      made.flatMap(({ id }, index) => [
        [id, `WO-${index}`],
        [id, `WO-${index}`],
      ]),
    );
    expect(sandbox.journal.entries).toHaveLength(300);
  });
}
