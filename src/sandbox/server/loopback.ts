import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The only address that servers of the sandbox listen on. */
const host = "127.0.0.1";

interface Listening {
  /** Its address, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Stops the server and closes every connection. */
  close(): Promise<void>;
}

/**
 * Makes a server listen on 127.0.0.1.
 *
 * @param port 0 is any free port
 * @throws the system's error for a port that is not available
 */
export async function listenOnLoopback(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Whether the Host header of a request is 127.0.0.1 or localhost, with the port. It is not if a web page has pointed
 * its own name to 127.0.0.1 (DNS rebinding).
 */
export function isForLoopback({ headers, socket }: IncomingMessage): boolean {
  return [host, "localhost"].some((name) => headers.host === `${name}:${socket.localPort}`);
}

/**
 * Reads a body up to the first chunk beyond the maximum length, which shows that it is too long. The rest is received
 * and dropped, because many clients read no response while they still send.
 */
export function readBody(message: IncomingMessage, longest: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks.splice(0)));
    message.on("data", (chunk: Buffer) => {
      if (size > longest) return;
      size += chunk.length;
      chunks.push(chunk);
      if (size > longest) finish();
    });
    message.once("end", finish).on("error", reject);
  });
}
