import { createServer, type ServerResponse } from "node:http";
import type { Sandbox } from "../../../sandbox/index.js";
import { answer } from "./answer.js";
import { ControlDesk } from "./desk.js";
import { type ControlReply, json } from "./reply.js";

/** What the control surface is made of. */
export interface ControlOptions {
  readonly sandbox: Sandbox;
  readonly key: string;
  /** 0 is any free one. */
  readonly port: number;
  /** Is told of a failure of the control surface itself, which is answered with 500. */
  readonly onDefect: (error: unknown) => void;
}

/** A control surface on a loopback port. */
export interface ControlServer {
  readonly url: string;
  /** Stops it, and ends every connection. */
  close(): Promise<void>;
}

const host = "127.0.0.1";

/**
 * Serves what a program would do with the sandbox object, for programs in other languages and for curl.
 *
 * @throws the system's error if the port cannot be had
 */
export async function serveControl({ sandbox, key, port, onDefect }: ControlOptions): Promise<ControlServer> {
  const desk = new ControlDesk(sandbox);
  const hosts: string[] = [];
  const server = createServer((message, response) => {
    answer(message, desk, { key, hosts })
      .catch((error: unknown) => {
        onDefect(error);
        return json({ error: { message: "The control surface itself has failed." } }, 500);
      })
      .then((reply) => write(reply, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === "object" ? address?.port : port;
  hosts.push(`${host}:${actualPort}`, `localhost:${actualPort}`);
  return {
    url: `http://${host}:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write({ status, type, text, headers }: ControlReply, response: ServerResponse): void {
  const body = status === 204 ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
  response
    .writeHead(status, {
      ...body,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(text);
}
