import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createUndiciTransport } from "@reg/sdk/undici";
import { ProxyAgent } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft, supplierAt } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { selfSignedServer } from "../support/self-signed-server.js";
import { serveSandbox } from "../support/served-sandbox.js";
import { closedPort, httpServer } from "../support/server.js";
import { untyped } from "../support/untyped.js";
import { expectFleet, expectInvoice } from "./behind.js";
import { type Gateway, startGateway } from "./support.js";

/** Returns the option of a client with which it reaches the service through Squid. */
function through(by: "fetch" | "undici", { address }: Gateway, options: Partial<ProxyAgent.Options> = {}) {
  const dispatcher = new ProxyAgent({ uri: `http://${address}`, ...options });
  onTestFinished(() => dispatcher.close());
  if (by === "undici") return { transport: createUndiciTransport({ dispatcher }) };
  return { fetch: (url: string, init: RequestInit) => fetch(url, untyped({ ...init, dispatcher })) };
}

/** Lines that ask for a user and a password, of which a helper accepts those in a file. */
const authentication = (folder: string) => {
  const helper = join(folder, "helper.sh");
  writeFileSync(helper, '#!/bin/sh\nwhile read -r line; do [ "$line" = "job secret" ] && echo OK || echo ERR; done\n');
  chmodSync(helper, 0o755);
  return `
    auth_param basic program ${helper}
    auth_param basic children 1
    acl known proxy_auth REQUIRED
    http_access allow known
    http_access deny all`;
};

describe.each(["fetch", "undici"] as const)("through Squid, with %s", (by) => {
  test.each([
    ["a tunnel", true],
    ["requests for the proxy itself", false],
  ])("a repair is invoiced and a fleet is kept current, with %s", async (_, proxyTunnel) => {
    const { sandbox, supplier, lessor } = await serveSandbox();
    const squid = await startGateway("squid", () => "http_access allow localhost");
    const connection = through(by, squid, { proxyTunnel });
    await expectInvoice(sandbox, await supplier(connection));
    await expectFleet(sandbox, lessor(connection));
  });

  test("the user and the password in the address of the proxy are accepted", async () => {
    const { supplier } = await serveSandbox();
    const squid = await startGateway("squid", ({ folder }) => authentication(folder));
    const client = await supplier(through(by, squid, { uri: `http://job:secret@${squid.address}` }));
    await client.lessors.list();
  });

  test.each([
    [
      "403, because its port is not in SSL_ports",
      403,
      () => "acl SSL_ports port 443\nhttp_access deny CONNECT !SSL_ports",
    ],
    ["407, because there is no password", 407, authentication],
  ] as const)("a tunnel that is refused with %s sends nothing, and is not tried again", async (_, status, lines) => {
    const service = await selfSignedServer();
    const squid = await startGateway("squid", ({ folder }) => `${lines(folder)}\nhttp_access allow localhost`);
    const client = supplierAt(service.url, through(by, squid));
    const error = await failure(client.serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ sent: false, outcome: undefined, transient: false, attempts: [{ attempt: 1 }] });
    expect([error.code, error.message]).toEqual([
      expect.stringContaining(`${status}`),
      expect.stringContaining(`${status}`),
    ]);
    await expect.poll(squid.readRequests).toHaveLength(1);
    expect(service.requests).toBe(0);
  });

  test("a tunnel to a service that cannot be reached sends nothing, and is tried again", async () => {
    const squid = await startGateway("squid", () => "http_access allow localhost");
    const url = (await closedPort()).replace("http:", "https:");
    const client = supplierAt(url, through(by, squid));
    const error = await failure(client.serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ sent: false, outcome: undefined, transient: true });
    expect(error.message).toContain("503");
    expect(error.attempts).toHaveLength(4);
  });

  test("a request that is refused with 407 has not reached the service", async () => {
    const service = await httpServer((_, response) => response.end());
    const squid = await startGateway("squid", ({ folder }) => authentication(folder));
    const client = supplierAt(service.url, through(by, squid, { proxyTunnel: false }));
    const error = await client.serviceRequests.create(draft).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ sent: false, outcome: undefined, attempts: [{ attempt: 1 }] });
    expect(String(error)).toContain("407");
    expect(service.requests).toEqual([]);
  });
});
