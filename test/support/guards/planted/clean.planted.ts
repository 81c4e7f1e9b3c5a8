import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RegInputError } from "../../../../src/errors/errors.js";
import { canaryToken } from "../../canaries.js";

const server = createServer((_, response) => response.end("fine"));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(() => {
  server.close();
});

test("closes its server; an idle keep-alive socket may stay open", async () => {
  const headers = { authorization: `Bearer ${canaryToken}` };
  expect(await (await fetch(`http://127.0.0.1:${port}`, { headers })).text()).toBe("fine");
  new RegInputError("field", "must be something else");
});
