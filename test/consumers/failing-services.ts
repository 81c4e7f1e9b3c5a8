import { createServer, type Server, type Socket } from "node:net";

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}`);
    });
  });
}

/** Services that fail, each in its way. */
export interface FailingServices {
  /** Their addresses, by the name of the failure. */
  readonly addresses: Readonly<Record<string, string>>;
  close(): void;
}

/** What a failing service does with the first bytes of a connection. */
const responses: Readonly<Record<string, (socket: Socket) => void>> = {
  "no TLS": (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
  ended: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
  "body cut off": (socket) => socket.end(`${head}content-length: 99\r\n\r\n[`),
  "body reset": (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n[\r\n`);
    setTimeout(() => socket.resetAndDestroy(), 50);
  },
  silent: () => {},
};
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** The addresses at which there is no service: a port that was free a moment ago may be that of another check. */
const withoutService = { "unknown host": "https://no-such-host.invalid", refused: "http://127.0.0.1:2" };

/** Starts the services that fail. */
export async function startFailingServices(): Promise<FailingServices> {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const addresses: Record<string, string> = { ...withoutService };
  for (const [name, respond] of Object.entries(responses)) {
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      socket.once("data", () => respond(socket));
    });
    servers.push(server);
    const url = await listen(server);
    addresses[name] = name === "no TLS" ? url.replace("http:", "https:") : url;
  }
  return {
    addresses,
    close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A service that reads each change completely and then ends the connection, and counts what it has received. */
export interface LosingService {
  readonly url: string;
  /** How often each method and path was received. */
  readonly counts: ReadonlyMap<string, number>;
  close(): void;
}

/** Starts a service that responds to the lists of lessors only, so that the next call uses a connection that was kept. */
export async function startLosingService(): Promise<LosingService> {
  const counts = new Map<string, number>();
  const server = createServer((socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      received += data.toString("latin1");
      for (let request = takeRequest(received); request !== undefined; request = takeRequest(received)) {
        received = request.rest;
        if (request.name.endsWith("/lessors")) {
          socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]");
          continue;
        }
        counts.set(request.name, (counts.get(request.name) ?? 0) + 1);
        socket.end();
      }
    });
  });
  return { url: await listen(server), counts, close: () => server.close() };
}

/** Takes a complete request off the beginning of a text; undefined if its rest has not arrived. */
function takeRequest(text: string): { readonly name: string; readonly rest: string } | undefined {
  const [head = "", ...bodies] = text.split("\r\n\r\n");
  if (bodies.length === 0) return undefined;
  const start = head.length + 4;
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const lastChunk = text.indexOf("0\r\n\r\n", start);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  if (isChunked && lastChunk < 0) return undefined;
  const end = isChunked ? lastChunk + 5 : start + length;
  if (text.length < end) return undefined;
  return { name: head.split(" ", 2).join(" "), rest: text.slice(end) };
}
