import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod/mini";
import { checkInput } from "../../errors/input.js";
import { NetworkFault } from "../faults/network-fault.js";
import { longestBody } from "../messages/request-body.js";
import { isForLoopback, listenOnLoopback, readBody } from "./loopback.js";
import type { HandleRequest } from "./pipeline.js";

/** The options of `listen`. */
export interface ListenOptions {
  /** From 0 to 65535; 0 is any free port. Default 0. */
  readonly port?: number | undefined;
  /** Whether to serve the page of the sandbox too, on a port of its own. Default false. */
  readonly page?: boolean | undefined;
}

/** A sandbox on a loopback port. */
export interface SandboxServer {
  readonly supplier: { readonly baseUrl: string };
  readonly lessor: { readonly baseUrl: string };
  /**
   * The address of the page on which a person looks into the sandbox and plays the lessor; undefined without the option
   * `page`. It contains a key, as its fragment.
   */
  readonly page: string | undefined;
  /** Stops the server and closes every connection. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox on 127.0.0.1.
 *
 * @throws RegInputError that names the invalid option; and the system's error for a port that is not available
 */
export async function serve(handleRequest: HandleRequest, options: ListenOptions): Promise<SandboxServer> {
  const port = checkedPort(options);
  const server = createServer((message, response) => {
    // A defect was reported already; a client would retry a 500.
    respond(handleRequest, message, response).catch(() => response.destroy());
  });
  const { origin, close } = await listenOnLoopback(server, port);
  return {
    supplier: { baseUrl: `${origin}/supplier` },
    lessor: { baseUrl: `${origin}/lessor` },
    page: undefined,
    close,
  };
}

const portRange = "must be a whole number from 0 to 65535";

const schema = z.strictObject({
  port: z.optional(z.int(portRange).check(z.minimum(0, portRange), z.maximum(65_535, portRange))),
  page: z.optional(z.boolean("must be true or false")),
});

function checkedPort(options: ListenOptions): number {
  checkInput(schema, options, { whole: "options", unknownKey: "is not an option of listen" });
  return options.port ?? 0;
}

async function respond(
  handleRequest: HandleRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isForLoopback(message)) {
    response.writeHead(421).end("This sandbox answers to the hosts 127.0.0.1 and localhost with its port only.");
    return;
  }
  const request = await toRequest(message).catch(() => undefined);
  if (request === undefined) {
    response.writeHead(400).end("This is not a request that fetch could make.");
    return;
  }
  try {
    await send(await handleRequest(request), response);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.kind === "reset") message.socket.resetAndDestroy();
    if (error.response !== undefined) await send(error.response, response);
  }
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  // The pipeline has the same limit. It stands here too, so that a long body is not kept.
  const bytes = await readBody(message, longestBody);
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { method = "GET", url = "/" } = message;
  const body = bytes.length === 0 ? null : bytes;
  return new Request(`http://${message.headers.host}${url}`, { method, headers, body });
}

/** Sends a response chunk by chunk. If its body fails, the connection is closed before the end. */
async function send(source: Response, response: ServerResponse): Promise<void> {
  response.writeHead(source.status, Object.fromEntries(source.headers));
  const reader = source.body?.getReader();
  // A body without end must not outlive its connection. Cancelling a failed body rejects.
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

/** Resolves when the system has the bytes, so that a closed connection cannot overtake them. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
