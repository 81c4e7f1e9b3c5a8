/** A bare server: `/300` is answered with a JSON text of 300 bytes that is made once. */
import { createServer } from "node:http";
import { answerUsage } from "./usage.mjs";

const bodies = new Map();

function bodyOf(path) {
  const known = bodies.get(path);
  if (known !== undefined) return known;
  const made = JSON.stringify("x".repeat(Number(path.slice(1)) - 2));
  bodies.set(path, made);
  return made;
}

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    const headers = { "content-type": "application/json" };
    response.writeHead(request.method === "POST" ? 201 : 200, headers).end(bodyOf(request.url));
  });
});
server.listen(0, "127.0.0.1", () => {
  answerUsage();
  process.send?.({ baseUrl: `http://127.0.0.1:${server.address().port}` });
});
