import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { exampleRequest } from "./clients.js";

/** Starts an HTTP server on 127.0.0.1. It is closed after the test. */
export async function httpServer(listener: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: await listen(server), requests };
}

/** Responds with the JSON of a resource. */
export const respondWithJson: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(exampleRequest));
};

/** Starts a TCP server, for responses that no HTTP server would send. It is closed after the test. */
export async function tcpServer(
  onRequest: (socket: Socket, start: Buffer) => void,
): Promise<{ url: string; connections: number }> {
  const sockets = new Set<Socket>();
  const state = { url: "", connections: 0 };
  const server = createTcpServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (start) => onRequest(socket, start));
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  state.url = await listen(server);
  return state;
}

/** Starts a server that accepts connections and sends nothing, so that a TLS handshake does not end. */
export async function silentServer(): Promise<{ url: string; open: number; most: number }> {
  const state = { url: "", open: 0, most: 0 };
  const server = createTcpServer((socket) => {
    state.open += 1;
    state.most = Math.max(state.most, state.open);
    socket.resume().on("error", () => {});
    socket.on("close", () => {
      state.open -= 1;
    });
  });
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  state.url = await listen(server);
  return state;
}

/**
 * Starts a server that shows each request as it is on the wire, and sends the returned text. It keeps connections open.
 */
export function rawService(respond: (head: string, body: string) => string): Promise<{ url: string }> {
  const end = "\r\n\r\n";
  return tcpServer((socket, start) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const bodyAt = text.indexOf(end) + end.length;
      const head = text.slice(0, bodyAt);
      const endsAt = bodyAt + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (bodyAt < end.length || text.length < endsAt) return;
      const body = text.slice(bodyAt, endsAt);
      text = text.slice(endsAt);
      socket.write(respond(head, body));
    };
    socket.on("data", read);
    read(start);
  });
}

/** Returns the address of a closed port. */
export async function closedPort(): Promise<string> {
  const server = createTcpServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

/** Listens on a free port of 127.0.0.1, and returns the address as an http URL. */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
