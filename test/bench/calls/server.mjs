/**
 * The service that all contestants call, in a process of its own: it does as little as possible, and rejects a request
 * that is not complete. It sends its URL. Argument: the token.
 */
import { createServer } from "node:http";
import { created, createUpload, downloadBytes, draft, large, list, requestId, small, stored } from "./data.mjs";

const collection = "/v2/servicerequests";
const authorization = `Bearer ${process.argv[2]}`;
const draftBytes = Buffer.byteLength(JSON.stringify(draft));

function jsonOf(value, status, ...headers) {
  const text = JSON.stringify(value);
  const length = String(Buffer.byteLength(text));
  // Node sends a text in one piece with its headers; for a long one, bytes are cheaper.
  const body = text.length < 16_384 ? text : Buffer.from(text);
  return {
    status,
    headers: ["content-type", "application/json", "content-length", length, ...headers],
    body,
  };
}

const accepted = jsonOf(created, 201, "location", `${collection}/${created.id}`);
const rejected = jsonOf({ type: "about:blank", title: "Rejected", status: 401 }, 401);
const uploaded = jsonOf(stored, 201);
const file = Buffer.alloc(downloadBytes, "download ");
const attachments = `${collection}/${requestId}/attachments`;
const download = `${attachments}/1`;
const uploadBytes = createUpload().size;
/** A request for this path gets no response. */
const held = "/v2/lessors";
let heldRequests = 0;
const gets = new Map([
  [`${collection}/${requestId}`, jsonOf(small, 200)],
  [collection, jsonOf(large, 200)],
  ["/v2/damageservicerequests", jsonOf(list, 200)],
  [
    download,
    {
      status: 200,
      headers: ["content-type", "application/octet-stream", "content-length", String(file.length)],
      body: file,
    },
  ],
]);

const server = createServer((request, response) => {
  const respond = ({ status, headers, body }) => response.writeHead(status, headers).end(body);
  const { method, url, headers } = request;
  const acceptsBody = url === download || headers.accept?.includes("application/json");
  const isComplete = headers.authorization === authorization && acceptsBody;
  if (isComplete && method === "GET" && gets.has(url)) {
    respond(gets.get(url));
    return;
  }
  if (isComplete && url === held) {
    heldRequests += 1;
    return;
  }
  if (url === "/held") {
    respond(jsonOf(heldRequests, 200));
    return;
  }
  let bytes = 0;
  request.on("data", (chunk) => {
    bytes += chunk.length;
  });
  request.once("end", () => {
    const isDraft = method === "POST" && url === collection && bytes === draftBytes;
    const isJson = headers["content-type"]?.startsWith("application/json");
    if (isComplete && isDraft && isJson) respond(accepted);
    else if (isComplete && method === "PUT" && url === attachments && bytes === uploadBytes) respond(uploaded);
    else respond(rejected);
  });
});
// No connection ends between two rounds of one contestant.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => process.send?.({ baseUrl: `http://127.0.0.1:${server.address().port}` }));
