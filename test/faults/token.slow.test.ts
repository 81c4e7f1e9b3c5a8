import { describe, expect, test } from "vitest";
import { createLessorClient } from "../../src/lessor/client.js";
import { canarySecret, canaryToken } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { httpServer } from "../support/server.js";
import { serveSandbox } from "./support/sandbox.js";

const plates = (count: number) => Array.from({ length: count }, (_, index) => `AB-${100 + index}-C`);

describe("fault 1: a hundred concurrent calls to the sandbox cause one token request", () => {
  test("without a token before", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await Promise.all(plates(100).map((licensePlate) => client.vehicles.put({ licensePlate })));
    sandbox.journal.assertCalls({ "token.create": 1, "vehicles.put": 100 });
  });

  test("after the service has refused the previous token", async () => {
    const { sandbox, lessor } = await serveSandbox();
    const client = lessor();
    await client.vehicles.put({ licensePlate: "AB-123-C" });
    sandbox.lessor.revokeTokens();
    await Promise.all(Array.from({ length: 100 }, () => client.vehicles.get("AB-123-C")));
    sandbox.journal.assertCalls({ "token.create": 2 });
  });

  test("from each of two clients", async () => {
    const { sandbox, lessor } = await serveSandbox();
    await Promise.all([lessor(), lessor()].map(({ vehicles }) => vehicles.put({ licensePlate: "AB-123-C" })));
    sandbox.journal.assertCalls({ "token.create": 2 });
  });
});

describe("fault 3: after a 401 of the sandbox", () => {
  test("a static supplier token causes no replay", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    sandbox.supplier.revokeTokens();
    await failure(client.lessors.list(), "authentication");
    sandbox.journal.assertCalls({ "lessors.list": 1 });
  });
});

describe("fault 10: a token endpoint on a real socket that responds with", () => {
  /** Starts a service that accepts every token, with a token endpoint that gives these responses. */
  async function startEndpoint(responses: readonly [number, string, Readonly<Record<string, string>>?][]) {
    let received = 0;
    const bodies: string[] = [];
    const { url, requests } = await httpServer((request, response) => {
      if (request.url !== "/token") return void response.writeHead(204).end();
      request.on("data", (chunk) => bodies.push(String(chunk)));
      request.on("end", () => {
        const [status, body, headers] = responses[Math.min(received++, responses.length - 1)] ?? [500, ""];
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
      });
    });
    const lessor = createLessorClient({
      baseUrl: url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      random: () => 0,
    });
    return { lessor, requests, bodies };
  }
  const good = JSON.stringify({ access_token: canaryToken, token_type: "Bearer", expires_in: 3600 });
  const refusal = JSON.stringify({
    error: "invalid_client",
    error_description: `client_secret=${canarySecret}`,
    title: canarySecret,
  });

  test.each([400, 401])("a %i and invalid_client receives one request", async (status) => {
    const { lessor, requests } = await startEndpoint([[status, refusal]]);
    const error = await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(error).toMatchObject({ oauthError: "invalid_client", operationId: "vehicles.delete" });
    expect(error.message).toContain("check clientId and clientSecret");
    expect(requests).toEqual(["POST /token"]);
  });

  test.each([
    ["a 429", 429, { "retry-after": "0" }],
    ["a 503", 503, { "retry-after": "0" }],
    ["a 500", 500, {}],
  ])("%s receives the request again with the same body", async (_, status, headers) => {
    const { lessor, requests, bodies } = await startEndpoint([
      [status, "", headers],
      [status, "", headers],
      [200, good],
    ]);
    await lessor.vehicles.delete("AB-1");
    expect(requests).toEqual(["POST /token", "POST /token", "POST /token", "DELETE /v1/vehicles/AB-1"]);
    expect(new Set(bodies)).toHaveLength(1);
  });

  test.each([
    ["HTML", "<html>sign in</html>", { "content-type": "text/html" }],
    ["an empty body", "", {}],
    ["a list", "[]", {}],
    ["null", "null", {}],
    ["a text", `"${canaryToken}"`, {}],
    ["an OAuth error", refusal, {}],
  ])("a 200 and %s causes a RegTokenError", async (_, body, headers) => {
    const { lessor, requests } = await startEndpoint([[200, body, headers]]);
    await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(new Set(requests)).toEqual(new Set(["POST /token"]));
  });

  test("a 404 causes a RegTokenError, which is not the 404 of the call", async () => {
    const { lessor, requests } = await startEndpoint([[404, "{}"]]);
    await failure(lessor.vehicles.get("AB-1"), "token");
    expect(requests).toEqual(["POST /token"]);
  });
});
