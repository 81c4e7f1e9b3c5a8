import { createServer } from "node:net";

/** A service that reads each change completely and then ends the connection, and counts what it has received. */
export interface LosingService {
  readonly url: string;
  /** How often each method and path was received. */
  readonly counts: ReadonlyMap<string, number>;
  close(): void;
}

/** Starts a service that responds to the lists of lessors only, so that the next call uses a connection that was kept. */
export function startLosingService(): Promise<LosingService> {
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
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      resolve({ url: `http://127.0.0.1:${port}`, counts, close: () => server.close() });
    });
  });
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
