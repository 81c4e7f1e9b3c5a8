/**
 * Creates over each transport at a service that offers HTTP/2 and refuses the stream, and reads a file that is cut off.
 * Prints what was sent twice, or returned although it was cut off.
 */
import { readFileSync } from "node:fs";
import { constants, createSecureServer } from "node:http2";
import { createSupplierClient } from "@reg/sdk";
import { createUndiciTransport } from "@reg/sdk/undici";
import { Agent } from "undici";

// The certificate is self-signed.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const versions = [];
const server = createSecureServer({ ...JSON.parse(readFileSync("certificate.json", "utf8")), allowHTTP1: true });
server.on("request", (request, response) => {
  versions.push(request.httpVersion);
  const { stream } = request;
  const isFile = request.method === "GET";
  stream?.on("error", () => {});
  if (isFile) response.writeHead(200, { "content-type": "application/pdf", "content-length": "100" }).write("%PDF");
  if (stream !== undefined)
    setTimeout(() => stream.close(isFile ? constants.NGHTTP2_CANCEL : constants.NGHTTP2_REFUSED_STREAM), 20);
  else if (isFile) setTimeout(() => request.socket.destroy(), 20);
  else response.writeHead(201, { "content-type": "application/json", location: "/v2/servicerequests/R-9" }).end("{}");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const transports = {
  fetch: undefined,
  "the undici transport": createUndiciTransport(),
  "its option dispatcher": createUndiciTransport({ dispatcher: new Agent() }),
};
const wrong = [];
for (const [name, transport] of Object.entries(transports)) {
  const baseUrl = `https://127.0.0.1:${server.address().port}`;
  const { serviceRequests } = createSupplierClient({ baseUrl, token: "token", transport, retry: false });
  versions.length = 0;
  await serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } }).catch(() => {});
  console.log(`${name}: HTTP/${versions.join(", ")}`);
  if (versions.length !== 1) wrong.push(`${name} sent a create ${versions.length} times`);
  if (name !== "fetch" && versions[0] !== "1.1") wrong.push(`${name} does not speak HTTP/1.1`);
  const file = await serviceRequests.attachments.get("R-1", "A-1").catch(() => undefined);
  if (file !== undefined) wrong.push(`${name} returned a file that was cut off`);
}
console.log(wrong.length === 0 ? "nothing is sent twice" : wrong.join("\n"));
process.exit();
