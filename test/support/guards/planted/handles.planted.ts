import { createServer } from "node:net";
import { test } from "vitest";

test("leaves a timer and a server open", async () => {
  setTimeout(() => {}, 60_000);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
