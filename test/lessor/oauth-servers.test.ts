import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLessorClient, type Fetch } from "@reg/sdk";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { canarySecret } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { failure } from "../support/errors.js";
import { httpServer } from "../support/server.js";

const clientId = "fleet-job";

/** A token endpoint of another implementation. Its tokens are valid for an hour. */
interface TokenServer {
  readonly name: string;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
}

/** An OpenID-certified server with opaque tokens. It warns about its defaults for development, hence the spies. */
const oidcProvider: TokenServer = {
  name: "oidc-provider",
  async start() {
    const quiet = [vi.spyOn(console, "warn"), vi.spyOn(console, "info")];
    for (const spy of quiet) spy.mockImplementation(() => {});
    const { default: Provider } = await import("oidc-provider");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
    const provider = new Provider(new URL(url).origin, {
      clients: [
        {
          client_id: clientId,
          client_secret: canarySecret,
          token_endpoint_auth_method: "client_secret_post",
          grant_types: ["client_credentials"],
          redirect_uris: [],
          response_types: [],
        },
      ],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      ttl: { ClientCredentials: 3600 },
    });
    server.on("request", provider.callback());
    for (const spy of quiet) spy.mockRestore();
    return { url, stop: () => stop(server) };
  },
};

/** A server with signed JWTs. It does not check the secret, so the test does. */
const mockServer: TokenServer = {
  name: "oauth2-mock-server",
  async start() {
    const server = new OAuth2Server();
    await server.issuer.keys.generate("ES256");
    await server.start(0, "127.0.0.1");
    let count = 0;
    server.service.on("beforeTokenSigning", (token: { payload: Record<string, unknown> }) => {
      token.payload["jti"] = String(++count);
    });
    server.service.on("beforeResponse", (response, request) => {
      if (request.body?.client_secret === canarySecret) return;
      response.statusCode = 401;
      response.body = { error: "invalid_client" };
    });
    return { url: `http://127.0.0.1:${server.address().port}/token`, stop: () => server.stop() };
  },
};

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

describe.each([oidcProvider, mockServer])("a lessor client with tokens from $name", (tokenServer) => {
  let running: Awaited<ReturnType<TokenServer["start"]>>;
  beforeAll(async () => {
    running = await tokenServer.start();
  });
  afterAll(() => running.stop());

  /** Starts an API that accepts only tokens of that server, and a client whose token requests go to the server. */
  async function connected(clientSecret = canarySecret) {
    const issued: string[] = [];
    const received: string[] = [];
    const api = await httpServer((request, response) => {
      const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
      received.push(token);
      response.writeHead(issued.includes(token) && token !== state.revoked ? 204 : 401).end();
    });
    const state = { revoked: "" };
    const fetch: Fetch = async (url, init) => {
      if (new URL(url).pathname !== "/token") return globalThis.fetch(url, init);
      const response = await globalThis.fetch(running.url, init);
      const body: unknown = await response.clone().json();
      if (response.ok) issued.push(String(Object(body).access_token));
      return response;
    };
    const clock = new ManualClock();
    const lessor = createLessorClient({ baseUrl: api.url, clientId, clientSecret, fetch, clock });
    return { lessor, clock, issued, received, state };
  }

  test("renews the token in the background a minute before it expires, and awaits a new one after that", async () => {
    const { lessor, clock, issued, received } = await connected();
    await lessor.vehicles.delete("AB-1");
    clock.jump(3_539_000);
    await lessor.vehicles.delete("AB-2");
    expect(issued).toHaveLength(1);
    clock.jump(2000);
    await lessor.vehicles.delete("AB-3");
    await expect.poll(() => issued).toHaveLength(2);
    await lessor.vehicles.delete("AB-4");
    clock.jump(3_600_000);
    await lessor.vehicles.delete("AB-5");
    const [first, second, third] = issued;
    expect(received).toEqual([first, first, first, second, third]);
    expect(new Set(issued).size).toBe(3);
  });

  test("sends a call once more with a new token after a 401", async () => {
    const { lessor, issued, received, state } = await connected();
    await lessor.vehicles.delete("AB-1");
    state.revoked = issued[0] ?? "";
    await lessor.vehicles.delete("AB-2");
    expect(issued).toHaveLength(2);
    expect(received).toEqual([issued[0], issued[0], issued[1]]);
  });

  test("names the OAuth error for a wrong secret without showing the secret", async () => {
    const { lessor, issued, received } = await connected(`${canarySecret}-of-yesterday`);
    const error = await failure(lessor.vehicles.delete("AB-1"), "token");
    expect(error.oauthError).toBe("invalid_client");
    expect(error.message).toContain("check clientId and clientSecret");
    expect([issued, received]).toEqual([[], []]);
  });
});
