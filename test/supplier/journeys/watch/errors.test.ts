import { describe, expect, test } from "vitest";
import { type RegError, RegTokenError } from "../../../../src/errors/errors.js";
import { isTemporary } from "../../../../src/supplier/workflows/watch-polling.js";
import { settle } from "../../../support/clock.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence } from "../../../support/fetch.js";
import { client, item, run } from "./support.js";

const minute = 60_000;
const list = (...serviceRequests: readonly unknown[]) => json({ serviceRequests, hasMore: false });

/** A watch whose second poll fails like this, and which may go on from there. */
async function failing(reply: Reply, listener?: (error: RegError) => void) {
  const made = client(fakeFetch(list(item("a")), reply, list(item("a"), item("b"))), { timeout: 10_000 });
  const errors: RegError[] = [];
  const onError = (error: RegError) => {
    errors.push(error);
    return listener?.(error);
  };
  const watching = run(made.parts, { onError });
  await watching.news();
  await made.clock.advance(minute);
  return { ...made, ...watching, errors };
}

describe("an error that may pass", () => {
  test.each([
    ["connection", networkFailure("ECONNRESET")],
    ["server", empty(503)],
    ["rate-limit", empty(429)],
    ["conflict", empty(409)],
    ["response", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["response", list({ href: "/a" })],
    ["response", json({ hasMore: false })],
    ["response", json(null)],
  ] as const)("is told, and the watch goes on at the next interval: %s", async (kind, reply) => {
    const { clock, errors, news, ending } = await failing(reply);
    expect(errors).toMatchObject([
      { kind, operationId: expect.stringMatching(/^serviceRequests\.(list|watch)$/) },
    ]);
    expect(await news()).toEqual([]);
    await clock.advance(minute - 1);
    expect(await news()).toEqual([]);
    await clock.advance(1);
    expect(await news()).toEqual(["new b"]);
    expect(errors).toHaveLength(1);
    expect(ending.is).toBe("open");
  });

  test("can be a timeout, from whose end the next interval counts", async () => {
    const { clock, errors, news } = await failing(silence);
    await clock.advance(10_000);
    expect(errors).toMatchObject([{ kind: "timeout" }]);
    await clock.advance(minute - 1);
    expect(await news()).toEqual([]);
    await clock.advance(1);
    expect(await news()).toEqual(["new b"]);
  });

  test("need not be listened to", async () => {
    const { clock, parts } = client(fakeFetch(empty(503), list(item("a"))));
    const { news } = run(parts);
    await clock.advance(minute);
    expect(await news()).toEqual(["new a"]);
  });

  test.each([
    ["shorter", "30", minute],
    ["longer", "300", 5 * minute],
    ["longer than an hour", "86400", 60 * minute],
  ])("waits for the pause that the service asks for: %s", async (_, seconds, pause) => {
    const { clock, news } = await failing(empty(503, { "retry-after": seconds }));
    await clock.advance(pause - 1);
    expect(await news()).toEqual([]);
    await clock.advance(1);
    expect(await news()).toEqual(["new b"]);
  });
});

describe("an error that does not pass by itself", () => {
  test.each([
    ["validation", empty(400)],
    ["authentication", empty(401)],
    ["permission", empty(403)],
    ["not-found", empty(404)],
    ["archived", empty(410)],
    ["api", empty(418)],
  ] as const)("ends the watch, and is told once: %s", async (kind, reply) => {
    const { ending, errors, clock } = await failing(reply);
    expect(ending).toMatchObject({ is: "failed", reason: { kind, operationId: "serviceRequests.list" } });
    expect(errors).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("can be a certificate that is refused, which will be refused again", async () => {
    const { ending, errors } = await failing(networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT"));
    expect(ending).toMatchObject({ is: "failed", reason: { kind: "connection", transient: false } });
    expect(errors).toEqual([]);
  });

  test("can be a token that has expired, but not a vault that is out of reach", () => {
    expect(isTemporary(new RegTokenError("the token has expired"))).toBe(false);
    expect(isTemporary(new RegTokenError("no token", { cause: new Error("vault") }))).toBe(true);
    expect(isTemporary(new Error("anything else", { cause: new Error("at all") }))).toBe(false);
  });

  test("can be a defect of this package or of a fetch", async () => {
    const { parts } = client(fakeFetch(list()));
    const defect = new TypeError("no function");
    const broken = { ...parts, requests: { ...parts.requests, list: () => Promise.reject(defect) } };
    const { ending, done } = run(broken, { onError: () => expect.unreachable() });
    await done;
    expect(ending).toEqual({ is: "failed", reason: defect });
  });
});

describe("a listener that fails", () => {
  test.each([
    ["throws", () => raise("log is full")],
    ["rejects", () => Promise.reject(new Error("log is full"))],
  ])("ends the watch with its error when it %s", async (_, listener) => {
    const { ending, clock, listeners } = await failing(empty(503), listener);
    expect(ending).toEqual({ is: "failed", reason: new Error("log is full") });
    expect(clock.pending).toBe(0);
    expect(listeners.size).toBe(0);
  });

  test("is heard even if it has closed the client first", async () => {
    const { parts, lifecycle } = client(fakeFetch(empty(503)));
    const onError = () => {
      void lifecycle.close();
      raise("log is full");
    };
    const { ending } = run(parts, { onError });
    await settle();
    expect(ending).toEqual({ is: "failed", reason: new Error("log is full") });
  });

  test("cannot hold up an abort with a promise that stays open", async () => {
    const { parts } = client(fakeFetch(empty(503)));
    const controller = new AbortController();
    const { ending } = run(parts, { signal: controller.signal, onError: () => new Promise(() => {}) });
    await settle();
    controller.abort("enough");
    await settle();
    expect(ending).toEqual({ is: "failed", reason: "enough" });
  });
});

function raise(message: string): never {
  throw new Error(message);
}
