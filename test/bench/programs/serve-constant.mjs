/** A bare server: the response to `/300` is a JSON text of 300 bytes that is created once. */
import { createServer } from "node:http";
import { reportUsage } from "./usage.mjs";

const bodies = new Map();

function createBody(path) {
  const known = bodies.get(path);
  if (known !== undefined) return known;
  const body = JSON.stringify("x".repeat(Number(path.slice(1)) - 2));
  bodies.set(path, body);
  return body;
}

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    const headers = { "content-type": "application/json" };
    response.writeHead(request.method === "POST" ? 201 : 200, headers).end(createBody(request.url));
  });
});
server.listen(0, "127.0.0.1", () => {
  reportUsage();
  process.send?.({ baseUrl: `http://127.0.0.1:${server.address().port}` });
});
