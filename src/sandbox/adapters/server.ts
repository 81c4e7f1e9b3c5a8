import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";
import { NetworkFault } from "../faults/network-fault.js";
import type { Core } from "../server/pipeline.js";
import { longestBody } from "../server/request-body.js";
import { checkInput } from "../validate.js";

/** Where to serve. */
export interface ListenOptions {
  /** From 0 to 65535; 0 is any free one. Default 0. */
  readonly port?: number;
}

const range = "must be a whole number from 0 to 65535";

const schema = z.strictObject({
  port: z.optional(z.int(range).check(z.minimum(0, range), z.maximum(65_535, range))),
});

/**
 * The port to serve on.
 *
 * @throws RegInputError that names the option which is wrong
 */
export function requestedPort(options: ListenOptions): number {
  checkInput(schema, options, { whole: "options", unknownKey: "is not an option of listen" });
  return options.port ?? 0;
}

/** Writes an answer out, chunk by chunk as its body gives them. Where the body fails, the connection ends within it. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  // So that a body which never ends does not outlive its reader. One that has failed cannot be cancelled.
  response.once("close", () => reader?.cancel().catch(() => {}));
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      await write(response, next.value);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Is fulfilled when the system has the bytes: what follows cannot overtake them. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** A sandbox on a loopback port. */
export interface SandboxServer {
  readonly supplier: { readonly baseUrl: string };
  readonly lessor: { readonly baseUrl: string };
  /** Stops it, and ends every connection. */
  close(): Promise<void>;
}

const host = "127.0.0.1";

/** Serves a core on 127.0.0.1; port 0 is any free one. */
export async function serve(core: Core, port: number): Promise<SandboxServer> {
  const server = createServer((message, response) => {
    // A defect was told already; a 500 would only be retried.
    answer(core, server, message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const origin = `http://${host}:${portOf(server)}`;
  return {
    supplier: { baseUrl: `${origin}/supplier` },
    lessor: { baseUrl: `${origin}/lessor` },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function answer(
  core: Core,
  server: Server,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const hosts = [host, "localhost"].map((name) => `${name}:${portOf(server)}`);
  // A web page that points its own name at 127.0.0.1 must not get through.
  if (!hosts.includes(message.headers.host ?? "")) {
    response.writeHead(421).end("This sandbox answers to 127.0.0.1 and localhost only.");
    return;
  }
  const request = await toRequest(message).catch(() => undefined);
  if (request === undefined) {
    response.writeHead(400).end("This is not a request that fetch could make.");
    return;
  }
  try {
    await send(await core(request), response);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.kind === "reset") message.socket.resetAndDestroy();
    if (error.response !== undefined) await send(error.response, response);
  }
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  const bytes = await readBody(message);
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { method = "GET", url = "/" } = message;
  const body = bytes.length === 0 ? null : bytes;
  return new Request(`http://${message.headers.host}${url}`, { method, headers, body });
}

/**
 * Reads a body up to the first chunk beyond the longest one, by which the core sees that it is too long. What follows
 * is dropped as it comes: many a client hears no answer while it still sends.
 */
function readBody(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks.splice(0)));
    message.on("data", (chunk: Buffer) => {
      if (size > longestBody) return;
      size += chunk.length;
      chunks.push(chunk);
      if (size > longestBody) finish();
    });
    message.once("end", finish).on("error", reject);
  });
}
