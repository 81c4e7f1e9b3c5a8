/** Prints what the client says of each failure of a connection: the same in every runtime. */
import { createServer } from "node:net";
import { createSupplierClient } from "@reg/sdk";

/** Starts a server that answers the first bytes of each connection in this way. */
async function serve(respond) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => respond(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

async function urlOfClosedPort() {
  const { server, url } = await serve(() => {});
  await new Promise((resolve) => server.close(resolve));
  return url;
}

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const addresses = {
  refused: await urlOfClosedPort(),
  "unknown host": "https://no-such-host.invalid",
  "no TLS": (await serve((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))).url.replace("http:", "https:"),
  ended: (await serve((socket) => socket.destroy())).url,
  reset: (await serve((socket) => socket.resetAndDestroy())).url,
  "body cut off": (await serve((socket) => socket.end(`${head}content-length: 99\r\n\r\n[`))).url,
  "body reset": (
    await serve((socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n[\r\n`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    })
  ).url,
  silent: (await serve(() => {})).url,
};
const content = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };
for (const [name, baseUrl] of Object.entries(addresses)) {
  const timeout = name === "silent" ? 200 : 10_000;
  const client = createSupplierClient({ baseUrl, token: "token", timeout, retry: { retries: 1, minTimeout: 0 } });
  for (const [call, make] of [
    ["read", () => client.lessors.list()],
    ["create", () => client.serviceRequests.create(content)],
  ]) {
    const error = await make().catch((failure) => failure);
    const sent = "sent" in error ? ` sent=${error.sent}` : "";
    console.log(`${name}, ${call}: ${error.kind}${sent} outcome=${error.outcome} attempts=${error.attempts?.length}`);
  }
}
process.exit();
