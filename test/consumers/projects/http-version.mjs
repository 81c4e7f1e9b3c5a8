/**
 * Prints the version of HTTP with which a client creates a request at a service that offers HTTP/2 as well. Imports the
 * package of the first argument before.
 */
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createSupplierClient } from "@reg/sdk";

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const [first] = process.argv.slice(2);
if (first !== undefined) await import(first);

const files = { key: readFileSync("key.pem"), cert: readFileSync("cert.pem") };
const server = createSecureServer({ ...files, allowHTTP1: true }, (request, response) => {
  console.log(`HTTP/${request.httpVersion}`);
  request.resume().on("end", () => response.writeHead(201, { location: "/v2/servicerequests/R-1" }).end());
}).listen(0, "127.0.0.1", async () => {
  const supplier = createSupplierClient({ baseUrl: `https://127.0.0.1:${server.address().port}`, token: "token" });
  await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
  process.exit();
});
