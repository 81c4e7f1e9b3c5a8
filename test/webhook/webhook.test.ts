import { createHmac } from "node:crypto";
import { RegError } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { verifyWebhook, type WebhookOptions } from "@reg/sdk/webhook";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { toPrintableJson } from "../../src/base/text.js";
import { post } from "../../src/cli/follow/webhook.js";
import { httpServer } from "../support/server.js";

const key = Buffer.from("a secret of thirty-two characters");
const secret = `whsec_${key.toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(32, "other").toString("base64")}`;
const id = "6a5a3f5e-0f4f-4a38-9c3f-6d2a8a3c0001-0";
const event = {
  type: "denied",
  id,
  timestamp: "2026-06-15T09:00:00.000Z",
  kind: "service",
  request: { id: "R-1", note: "één\u2028\u001b" },
  lines: [],
};
const body = toPrintableJson(event);

const { clock } = createSandbox({ now: "2026-06-15T09:00:00Z" });
const now = Math.floor(clock.now() / 1000);
const given: WebhookOptions = { secret, clock };

/** Signs as the specification describes, by other means than the package. */
function sign(text: string, { by = key, sentAs = id, at = now } = {}): string {
  return createHmac("sha256", by).update(`${sentAs}.${at}.${text}`).digest("base64");
}

function headersOf(signature = `v1,${sign(body)}`, at: string | number = now): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature };
}

test("an event that the command posts is verified, from the headers and the bytes of Node.js", async () => {
  const results: unknown[] = [];
  const { url } = await httpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    results.push(await verifyWebhook(request.headers, Buffer.concat(chunks), secret).catch((error) => error));
    response.writeHead(204).end();
  });
  await post({ url: new URL(url), key }, { id, body });
  expect(results).toEqual([event]);
});

test("the library of Standard Webhooks signs and verifies the same", async () => {
  const library = new Webhook(secret);
  const signature = library.sign(id, new Date(), body);
  const headers = headersOf(signature, Math.floor(Date.now() / 1000));
  expect(library.verify(body, headers)).toEqual(event);
  expect(await verifyWebhook(headers, body, secret)).toEqual(event);
});

test("the signature of the example that the libraries of Standard Webhooks share fits", async () => {
  // The body is no event of the command, which is only found out once the signature fits.
  const example = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const at = { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", clock: { ...clock, now: () => 1_614_265_330_000 } };
  const outcome = await verifyWebhook(example, '{"test": 2432232314}', at).catch(String);
  expect(outcome).toContain("is no event of the command follow");
});

test.each<[string, () => Parameters<typeof verifyWebhook>]>([
  ["a Headers", () => [new Headers(headersOf()), body, given]],
  [
    "names in another case",
    () => [{ "Webhook-Id": id, "WEBHOOK-TIMESTAMP": `${now}`, "Webhook-Signature": `v1,${sign(body)}` }, body, given],
  ],
  [
    "lists of values",
    () => [Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name, [value]])), body, given],
  ],
  ["bytes", () => [headersOf(), new TextEncoder().encode(body), given]],
  ["an ArrayBuffer", () => [headersOf(), new TextEncoder().encode(body).buffer, given]],
  ["a secret with blanks around it", () => [headersOf(), body, { ...given, secret: ` ${secret}\n` }]],
  ["the old secret during a rotation", () => [headersOf(), body, { ...given, secret: [otherSecret, secret] }]],
  ["several signatures", () => [headersOf(`v1a,AAAA v1,${sign("other")} v1,${sign(body)}`), body, given]],
  [
    "several values of the signature",
    () => [{ ...headersOf(), "webhook-signature": ["v1,AAAA", `v1,${sign(body)}`] }, body, given],
  ],
  ["a signature that is not base64 before the right one", () => [headersOf(`v1,? v1,${sign(body)}`), body, given]],
  ["a message of five minutes ago", () => [headersOf(`v1,${sign(body, { at: now - 300 })}`, now - 300), body, given]],
  ["a message in five minutes", () => [headersOf(`v1,${sign(body, { at: now + 300 })}`, now + 300), body, given]],
  [
    "a longer tolerance",
    () => [headersOf(`v1,${sign(body, { at: now - 999 })}`, now - 999), body, { ...given, tolerance: 999_000 }],
  ],
])("%s is accepted", async (_, args) => {
  expect(await verifyWebhook(...args())).toEqual(event);
});

/** The id in the header is signed, too. */
test("the id is that of the header", async () => {
  const unnamed = JSON.stringify({ ...event, id: undefined });
  expect(await verifyWebhook(headersOf(`v1,${sign(unnamed)}`), unnamed, given)).toMatchObject({ id });
});

const old = now - 301;
const signed = (text: string) => headersOf(`v1,${sign(text)}`);

test.each<[string, field: string, problem: string, () => unknown[]]>([
  [
    "an altered body",
    "webhook-signature",
    "does not fit",
    () => [headersOf(), body.replace("denied", "approved"), given],
  ],
  [
    "an altered id",
    "webhook-signature",
    "does not fit",
    () => [{ ...headersOf(), "webhook-id": "another" }, body, given],
  ],
  ["an altered timestamp", "webhook-signature", "does not fit", () => [headersOf(undefined, now + 1), body, given]],
  ["another secret", "webhook-signature", "does not fit", () => [headersOf(), body, { ...given, secret: otherSecret }]],
  [
    "a part of the signature",
    "webhook-signature",
    "does not fit",
    () => [headersOf(`v1,${sign(body).slice(0, 20)}`), body, given],
  ],
  ["an empty signature", "webhook-signature", "does not fit", () => [headersOf("v1,"), body, given]],
  [
    "another version",
    "webhook-signature",
    "no signature of the version v1",
    () => [headersOf(`v1a,${sign(body)} v2,${sign(body)}`), body, given],
  ],
  [
    "too many signatures",
    "webhook-signature",
    "more than 10",
    () => [headersOf(`${"v1,AAAA ".repeat(10)}v1,${sign(body)}`), body, given],
  ],
  [
    "an old message",
    "webhook-timestamp",
    "is 301 s before the time of this machine, and 300 s are",
    () => [headersOf(`v1,${sign(body, { at: old })}`, old), body, given],
  ],
  [
    "a message of the future",
    "webhook-timestamp",
    "is 301 s after",
    () => [headersOf(`v1,${sign(body, { at: now + 301 })}`, now + 301), body, given],
  ],
  [
    "a timestamp that is no number",
    "webhook-timestamp",
    "must be a whole number",
    () => [headersOf(undefined, "2026-06-15"), body, given],
  ],
  [
    "a dot in the id",
    "webhook-id",
    "must not contain a dot",
    () => [{ ...headersOf(), "webhook-id": `${id}.1` }, body, given],
  ],
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((name): [string, string, string, () => unknown[]] => [
    `no ${name}`,
    name,
    "is missing",
    () => [Object.fromEntries(Object.entries(headersOf()).filter(([each]) => each !== name)), body, given],
  ]),
  ["no header in a Headers", "webhook-id", "is missing", () => [new Headers(), body, given]],
  ["a promise of headers", "headers", "await it", () => [Promise.resolve(new Headers(headersOf())), body, given]],
  ["no headers", "headers", "must be a Headers", () => [undefined, body, given]],
  ["a parsed body", "body", "express.raw", () => [headersOf(), event, given]],
  ["no body", "body", "express.raw", () => [headersOf(), undefined, given]],
  ["a signed text that is no JSON", "body", "no event", () => [signed("text"), "text", given]],
  [
    "a signed event of another program",
    "body",
    "no event",
    () => [signed('{"type":"denied"}'), '{"type":"denied"}', given],
  ],
  ["no secret", "secret", "must be whsec_", () => [headersOf(), body, undefined]],
  ["an empty secret", "secret", "must be whsec_", () => [headersOf(), body, ""]],
  ["a secret without whsec_", "secret", "must be whsec_", () => [headersOf(), body, key.toString("base64")]],
  ["a short secret", "secret", "must be whsec_", () => [headersOf(), body, "whsec_AAAA"]],
  ["a list without secrets", "secret", "has no entries", () => [headersOf(), body, []]],
  ["a list with a missing secret", "secret[1]", "must be whsec_", () => [headersOf(), body, [secret, undefined]]],
  ["an unknown option", "tolerence", "did you mean tolerance", () => [headersOf(), body, { ...given, tolerence: 1 }]],
  [
    "an endless tolerance",
    "tolerance",
    "must be a positive number",
    () => [headersOf(), body, { ...given, tolerance: Number.POSITIVE_INFINITY }],
  ],
])("%s is rejected, without the secret and the signature", async (_, field, problem, args) => {
  const error = await Reflect.apply(verifyWebhook, undefined, args()).catch((failure: unknown) => failure);
  if (!RegError.is(error, "input")) expect.fail(String(error));
  expect(error.field).toBe(field);
  expect(error.message).toContain(problem);
  const shown = JSON.stringify(error) + error.stack;
  for (const hidden of [secret, otherSecret, key.toString("base64"), sign(body)]) expect(shown).not.toContain(hidden);
});

test("a message that is not accepted is a failure of the command, which sends it again", async () => {
  const { url } = await httpServer(async (request, response) => {
    const text = await new Response(request as never).text();
    const isAccepted = await verifyWebhook(request.headers, text, otherSecret).then(
      () => true,
      (error) => !RegError.is(error, "input"),
    );
    response.writeHead(isAccepted ? 204 : 400).end();
  });
  const failure = await post({ url: new URL(url), key }, { id, body }).catch(String);
  expect(failure).toBe("Error: the receiver responded with 400");
});
