import type { Fetch, Transport } from "@reg/sdk";
import { type Agent, EnvHttpProxyAgent, ProxyAgent, fetch as undiciFetch } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFetchTransport } from "../../src/http/transport/fetch-transport.js";
import { draft, supplierAt } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { tcpServer } from "../support/server.js";
import { openTransport } from "./support.js";

// `npm run consumers` runs this file with other versions of Node and undici, and Node's own fetch with a proxy.

/** Creates an agent that is closed after the test. */
function openAgent<A extends Agent | EnvHttpProxyAgent | ProxyAgent>(agent: A): A {
  onTestFinished(() => agent.destroy());
  return agent;
}

/** Creates a transport that connects through a proxy. */
type Create = (proxy: string) => Transport;

const transports: readonly [string, Create][] = [
  ["the undici transport and a ProxyAgent", (proxy) => openTransport({ dispatcher: openAgent(new ProxyAgent(proxy)) })],
  [
    "the undici transport and an EnvHttpProxyAgent",
    (proxy) => openTransport({ dispatcher: openAgent(new EnvHttpProxyAgent({ httpsProxy: proxy, noProxy: "" })) }),
  ],
  [
    "fetch",
    (proxy) => {
      const dispatcher = openAgent(new ProxyAgent(proxy));
      // It is the fetch of Node, whose errors are the same.
      const fetch = (url: string, init: object) => undiciFetch(url, { ...init, dispatcher });
      return createFetchTransport(fetch as unknown as Fetch);
    },
  ],
];

describe.each(transports)("with %s, a proxy that refuses the connection", (_, create) => {
  test.each([
    [403, "Forbidden", ""],
    [407, "Proxy Authentication Required", ". The address of the proxy needs a user name and a password"],
    [404, "Not Found", ""],
  ])("with %i is asked once: nothing was sent, and another attempt cannot succeed", async (status, reason, hint) => {
    const proxy = await tcpServer((socket) => socket.end(`HTTP/1.1 ${status} ${reason}\r\ncontent-length: 0\r\n\r\n`));
    const { serviceRequests } = supplierAt("https://reg.example", { transport: create(proxy.url) });
    const error = await failure(serviceRequests.create(draft), "connection");
    const code = `PROXY_${status}`;
    expect(error).toMatchObject({ sent: false, outcome: undefined, code, transient: false, attempts: [{}] });
    expect(error.message).toContain(
      `the proxy refused to connect to https://reg.example with status ${status} (${code}); nothing was sent${hint}`,
    );
    expect(proxy.connections).toBe(1);
  });

  test.each([429, 502, 503])("with %i is asked again, also for a create and a file", async (status) => {
    const proxy = await tcpServer((socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    const { serviceRequests } = supplierAt("https://reg.example", { transport: create(proxy.url) });
    const expected = { sent: false, outcome: undefined, code: `PROXY_${status}`, transient: true };
    expect(await failure(serviceRequests.create(draft), "connection")).toMatchObject(expected);
    const file = new Blob([new Uint8Array(200_000)]);
    expect(await failure(serviceRequests.attachments.upload("R-1", file), "connection")).toMatchObject(expected);
    expect(proxy.connections).toBe(8);
  });
});
