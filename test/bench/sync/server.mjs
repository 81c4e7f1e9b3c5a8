/**
 * The service that all contestants call: it responds to POST /token at once, and to every PUT with 204 after some time.
 * It sends its URL, and for each message the number of PUTs since the last one. Argument: the time in milliseconds.
 */
import { createServer } from "node:http";

const latency = Number(process.argv[2]);
const token = JSON.stringify({ access_token: "bench-token", token_type: "Bearer", expires_in: 86_400 });
let puts = 0;

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    if (request.url === "/token") {
      response.writeHead(200, { "content-type": "application/json" }).end(token);
      return;
    }
    const isExpected = request.method === "PUT" && request.headers.authorization === "Bearer bench-token";
    if (isExpected) puts += 1;
    setTimeout(() => response.writeHead(isExpected ? 204 : 400).end(), latency);
  });
});
server.keepAliveTimeout = 120_000;

process.on("message", () => {
  process.send?.({ puts });
  puts = 0;
});
server.listen(0, "127.0.0.1", () => process.send?.({ baseUrl: `http://127.0.0.1:${server.address().port}` }));
