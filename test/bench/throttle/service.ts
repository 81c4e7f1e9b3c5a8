/**
 * Three services on loopback with the same limit, each of which counts requests in another way. A response takes 5 to
 * 150 ms, and the request is counted at some instant before that, as by a service behind a gateway. Sends the URLs and
 * a token, and the requests with their times when the parent asks. Arguments: the limit, and the window in
 * milliseconds.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@reg/sdk/sandbox";

const [, , limit, window] = process.argv;
const countings = ["fixed-window", "rolling-window", "token-bucket"] as const;

const sandboxes = countings.map((counting) =>
  createSandbox({
    rateLimit: { limit: Number(limit), window: Number(window), counting },
    journalLimit: 1_000_000,
    seed: 1,
  }),
);
const services = sandboxes.map(async (sandbox, index) => {
  const server = createServer(async (request, response) => {
    request.resume();
    const latency = 5 + Math.random() * 145;
    const untilCounted = Math.random() * latency;
    await sleep(untilCounted);
    const { authorization = "" } = request.headers;
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}${request.url}`, {
      headers: { authorization },
    });
    const body = await answer.text();
    await sleep(latency - untilCounted);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
  });
  // Connections must stay open in the pause between two bursts.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    counting: countings[index],
    baseUrl: `http://127.0.0.1:${port}`,
    token: await sandbox.supplier.token(),
  };
});

process.on("message", () => {
  process.send?.(
    sandboxes.map(({ journal }) =>
      journal.of("lessors.list").map(({ at, status }) => ({ at: Date.parse(at), isAccepted: status === 200 })),
    ),
  );
});
process.send?.(await Promise.all(services));
