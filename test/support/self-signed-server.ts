import { createServer } from "node:https";
import { onTestFinished } from "vitest";
import { selfSigned } from "./certificate.js";
import { listen } from "./server.js";

/** A server with a certificate that no client trusts, and the numbers of its connections and requests. */
export interface SelfSignedServer {
  readonly url: string;
  readonly connections: number;
  readonly requests: number;
}

/** Starts a TLS server with a self-signed certificate. It is closed after the test. */
export async function selfSignedServer(): Promise<SelfSignedServer> {
  const seen = { url: "", connections: 0, requests: 0 };
  const server = createServer(selfSigned("localhost"), (_, response) => {
    seen.requests += 1;
    response.end("{}");
  });
  server.on("connection", () => {
    seen.connections += 1;
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  seen.url = (await listen(server)).replace("http:", "https:");
  return seen;
}
