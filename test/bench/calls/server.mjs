/**
 * The service that all contestants call. Its responses are constant and created once. It counts the requests, rejects
 * incomplete ones, and sends its parent its URL and the data that a caller should return; then, for each message, the
 * counts and how busy it is. Argument: the token.
 */
import { createServer } from "node:http";
import { created, draft, large, requestId, small } from "./data.mjs";

const collection = "/v2/servicerequests";
const authorization = `Bearer ${process.argv[2]}`;
const draftBytes = Buffer.byteLength(JSON.stringify(draft));

const jsonOf = (value, status, ...headers) => {
  const text = JSON.stringify(value);
  // Node sends a text in one piece with its headers; for a long one, bytes are cheaper.
  const body = text.length < 16_384 ? text : Buffer.from(text);
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: ["content-type", "application/json", "content-length", length, ...headers],
    body,
  };
};

const answers = {
  get: jsonOf(small, 200),
  post: jsonOf(created, 201, "location", `${collection}/${created.id}`),
  large: jsonOf(large, 200),
  refused: jsonOf({ type: "about:blank", title: "Refused", status: 401 }, 401),
};
const counts = { get: 0, post: 0, large: 0, refused: 0 };

const gets = new Map([
  [`${collection}/${requestId}`, "get"],
  [collection, "large"],
]);

function answer(response, kind) {
  const { status, headers, body } = answers[kind];
  counts[kind] += 1;
  response.writeHead(status, headers).end(body);
}

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  const complete = headers.authorization === authorization && headers.accept?.includes("application/json");
  if (complete && method === "GET" && gets.has(url)) {
    answer(response, gets.get(url));
    return;
  }
  let bytes = 0;
  request.on("data", (chunk) => {
    bytes += chunk.length;
  });
  request.once("end", () => {
    const posted = method === "POST" && url === collection && bytes === draftBytes;
    const json = headers["content-type"]?.startsWith("application/json");
    answer(response, complete && posted && json ? "post" : "refused");
  });
});
// No connection ends between two rounds of one contestant.
server.keepAliveTimeout = 120_000;

process.on("message", () => {
  const { active, idle } = performance.eventLoopUtilization();
  process.send?.({ counts, active, idle });
});
server.listen(0, "127.0.0.1", () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  process.send?.({ baseUrl, expected: { get: small.data, post: created.id, large } });
});
