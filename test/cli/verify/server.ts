import { createServer, type IncomingMessage } from "node:http";
import type { Fetch } from "../../../src/http/call/options.js";
import { listen } from "../../support/server.js";

/** A service on loopback. */
export interface ServedFetch {
  /** The address of the service, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves what a fetch responds on a free port of 127.0.0.1, for programs in other processes. */
export async function serveFetch(fetch: Fetch): Promise<ServedFetch> {
  const server = createServer(async (message, response) => {
    const { status, headers, body } = await respond(fetch, message);
    response.writeHead(status, headers).end(body);
  });
  return {
    url: await listen(server),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function respond(fetch: Fetch, message: IncomingMessage) {
  const { method = "GET", url, headers } = message;
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const init: RequestInit = { method, headers: headersOf(headers) };
  if (chunks.length > 0) init.body = Buffer.concat(chunks);
  const response = await fetch(`http://${headers.host}${url}`, init);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The headers of a request without those that belong to its connection. */
function headersOf(headers: IncomingMessage["headers"]): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    ["connection", "keep-alive", "transfer-encoding"].includes(name) || value === undefined
      ? []
      : [[name, String(value)] as [string, string]],
  );
  return new Headers(entries);
}
