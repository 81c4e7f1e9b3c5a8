import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { toPrintableJson } from "../../../src/base/text.js";
import { post } from "../../../src/cli/follow/webhook.js";
import { closedPort, httpServer } from "../../support/server.js";

const key = Buffer.from("a secret of thirty-two characters");
const webhook = new Webhook(key.toString("base64"));
const message = { id: "4f1c-0", body: toPrintableJson({ type: "denied", note: "één\u2028\u001b\u0085", lines: [] }) };

test("a message is signed so that the library of Standard Webhooks verifies it", async () => {
  let verified: unknown;
  const { url } = await httpServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    verified = webhook.verify(body, request.headers as Record<string, string>);
    response.writeHead(204).end();
  });
  await post({ url: new URL(url), key }, message);
  expect(verified).toEqual({ type: "denied", note: "één\u2028\u001b\u0085", lines: [] });
  expect(message.body).toContain("één\\u2028\\u001b\\u0085");
});

test("a redirect is not followed", async () => {
  const other = await httpServer((_, response) => response.end());
  const { url, requests } = await httpServer((_, response) =>
    response.writeHead(307, { location: `${other.url}/elsewhere` }).end(),
  );
  const failure = await post({ url: new URL(`${url}/T0-secret-path`), key }, message).catch(String);
  expect(failure).toBe("Error: the receiver responded with 307, and redirects are not followed");
  expect([requests.length, other.requests.length]).toEqual([1, 0]);
});

test("the message of a failure names neither the address nor the key", async () => {
  const url = new URL(`${await closedPort()}/T0-secret-path`);
  expect(await post({ url, key }, message).catch(String)).toBe("Error: the receiver cannot be reached (ECONNREFUSED)");
});
