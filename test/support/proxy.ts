import { createServer } from "node:http";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./server.js";

/**
 * Starts a proxy on 127.0.0.1 that opens tunnels, or refuses them with a status. It is closed after the test.
 *
 * @returns its address, and the hosts to which tunnels were requested
 */
export async function tunnelProxy(refusal?: string): Promise<{ url: string; tunnels: readonly string[] }> {
  const tunnels: string[] = [];
  const server = createServer();
  server.on("connect", ({ url = "" }, socket) => {
    tunnels.push(url);
    socket.on("error", () => {});
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\n\r\n`);
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    upstream.on("error", () => socket.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: await listen(server), tunnels };
}
