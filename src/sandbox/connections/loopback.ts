import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The only address that servers of the sandbox listen on. */
export const host = "127.0.0.1";

/** A server that listens on 127.0.0.1. */
export interface Listening {
  readonly port: number;
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
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
