import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { httpServer } from "./server.js";

/** A real server that counts its connections. It is closed after the test. */
export interface CountingServer {
  readonly url: string;
  readonly requests: readonly string[];
  /** The number of connections on which a request arrived. */
  readonly made: number;
  /** The number of these connections that are open. */
  readonly open: number;
}

/** Starts a server that counts the connections on which requests arrive. */
export async function countingServer(listener: RequestListener): Promise<CountingServer> {
  const made = new Set<Socket>();
  const open = new Set<Socket>();
  const { url, requests } = await httpServer((request, response) => {
    const { socket } = request;
    if (!made.has(socket)) {
      made.add(socket);
      open.add(socket);
      socket.once("close", () => open.delete(socket));
    }
    listener(request, response);
  });
  return {
    url,
    requests,
    get made() {
      return made.size;
    },
    get open() {
      return open.size;
    },
  };
}
