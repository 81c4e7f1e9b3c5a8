import type { SupplierClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { draft, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence } from "../support/fetch.js";

const create = (client: SupplierClient) => client.serviceRequests.create(draft);
const read = (client: SupplierClient) => client.lessors.list();
const advice = "The service may have processed it: check (reconcile does) before you send it again";

/** The message of the error with which a call fails. */
async function messageOf(
  reply: Reply,
  call: (client: SupplierClient) => Promise<unknown>,
  options: Parameters<typeof supplierOver>[1] = {},
): Promise<string> {
  const error = await rejection(call(supplierOver(fakeFetch(reply), options)));
  expect(error).toBeInstanceOf(Error);
  const { message, stack } = error as Error;
  expect(stack?.split("\n")[0]).toContain(message);
  return message;
}

describe("the message of an error", () => {
  test.each([
    ["a lost response", networkFailure("ECONNRESET"), {}],
    ["a failing service", empty(503), {}],
    ["a timeout", silence, { timeout: 50 }],
    ["a deadline", silence, { deadline: 50 }],
  ])("says after %s that the service may have processed a create, and what to do", async (_, reply, options) => {
    expect(await messageOf(reply, create, options)).toContain(advice);
    expect(await messageOf(reply, read, { ...options, retry: false })).not.toContain("processed");
  });

  test.each([
    ["The service is down", "The service is down. The service may have processed it"],
    ["The service is down.", "The service is down. The service may have processed it"],
  ])("adds a sentence to the detail %j", async (detail, expected) => {
    const problem = json({ detail, errors: [] }, { status: 503 });
    expect(await messageOf(problem, create, { retry: false })).toContain(expected);
  });

  test.each(["serviceRequests", "damageServiceRequests"] as const)(
    "names the list in which a lost upload can be found, because reconcile has no lookup for it: %s",
    async (group) => {
      const upload = (client: SupplierClient) => client[group].attachments.upload("an-id", new Blob(["photo"]));
      const message = await messageOf(networkFailure("ECONNRESET"), upload);
      expect(message).toContain(`check (${group}.attachments.list shows it) before you send it again`);
      expect(message).not.toContain("reconcile");
    },
  );

  test("says that the service may have processed a create whose client was closed", async () => {
    const client = supplierOver(fakeFetch(silence));
    const call = failure(create(client), "closed");
    await settle();
    await client.close({ abort: true });
    expect((await call).message).toContain(advice);
  });

  test.each([
    ["there were as many retries as retry.retries allows", "2 attempts", { retry: { retries: 1 } }],
    ["the client's retry budget is used up", "101 attempts:", { retry: { retries: 1000, minTimeout: 0 } }],
    ["the deadline would pass before", "1 attempt:", { deadline: 100, random: () => 1 }],
  ])("gives the reason for no further attempt: %s", async (reason, attempts, options) => {
    const message = await messageOf(empty(503), read, options);
    expect(message).toContain(`Given up after ${attempts}`);
    expect(message).toContain(reason);
  });

  test("names the pause that the service asks for, and says that it is too long", async () => {
    const message = await messageOf(empty(429, { "retry-after": "600" }), read);
    expect(message).toContain("it asks for a pause of 600000 ms");
    expect(message).toContain("the service asks for a longer pause than retry.maxRetryAfter");
  });

  test("says nothing about retries after a 404, or without retries", async () => {
    expect(await messageOf(empty(404), read)).not.toContain("Given up");
    expect(await messageOf(empty(503), read, { retry: false })).not.toContain("Given up");
  });

  test("says that an idempotent call that may have been processed can be sent again", async () => {
    const put = (client: SupplierClient) => client.serviceRequests.delete("an-id");
    const message = await messageOf(networkFailure("ECONNRESET"), put, { retry: false });
    expect(message).toMatch(/\. The service may have processed it; sending it again does no harm$/);
  });

  test("says that nothing was sent if the client is closed while a call is in the queue", async () => {
    const client = supplierOver(fakeFetch(silence), { clock: new ManualClock(), throttle: { limit: 1 } });
    const sent = failure(client.lessors.list(), "closed");
    const waiting = failure(client.lessors.list(), "closed");
    await settle();
    await client.close({ abort: true });
    expect((await waiting).message).toMatch(/\. Nothing was sent$/);
    expect((await sent).message).not.toContain("Nothing was sent");
  });

  test("says that nothing was sent if the deadline passes in the queue", async () => {
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(silence), { clock, throttle: { limit: 1 }, timeout: 1e6 });
    const first = rejection(client.lessors.list({ deadline: 5000 }));
    await settle();
    const waiting = failure(client.serviceRequests.create(draft, { deadline: 1000 }), "timeout");
    await clock.advance(5000);
    expect((await waiting).message).toContain("Nothing was sent");
    expect(String(await first)).not.toContain("Nothing was sent");
  });

  test("says why there is no token if the endpoint cannot be reached", async () => {
    const { fetch } = lessorService([json({})], networkFailure("ECONNREFUSED", "connect"));
    const error = await failure(lessorOver(fetch).vehicles.get("AB-123-C"), "token");
    expect(error.message).toMatch(/^vehicles\.get: the token endpoint issued no token/);
    expect(error.message).toContain("the connection to https://reg.example failed (ECONNREFUSED)");
    expect(error.cause).toMatchObject({ kind: "connection" });
  });
});

test("the attempts of an error have a delay only if another attempt followed", async () => {
  const clock = new ManualClock();
  const client = supplierOver(fakeFetch(empty(503)), { clock, random: () => 1 });
  const call = failure(read(client), "closed");
  await clock.advance(500);
  await client.close({ abort: true });
  const { attempts } = await call;
  expect(attempts.map(({ delayMs }) => delayMs)).toEqual([500, undefined]);
});

test("the caller may change the options after the start of a call, such as for the next one", async () => {
  const clock = new ManualClock();
  const fetch = fakeFetch(silence, json({ lessors: [] }));
  const client = supplierOver(fetch, { clock, retry: { minTimeout: 0 }, throttle: { maxInFlight: 1 } });
  const ended: string[] = [];
  const options = { timeout: 50, priority: 5, retry: {} };
  const list = (name: string) => client.lessors.list(options).then(() => ended.push(name));
  const calls = [list("first")];
  Object.assign(options, { timeout: 5000, priority: 9, retry: false });
  calls.push(list("last"));
  options.priority = 0;
  calls.push(list("next"));
  options.priority = 9;
  await clock.advance(50);
  await Promise.all(calls);
  expect(ended).toEqual(["next", "first", "last"]);
});
