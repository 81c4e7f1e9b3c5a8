import { describe, expect, it } from "vitest";
import { Connection, type ConnectionLimits } from "../../../src/cli/verify/connection.js";
import { ManualClock } from "../../support/clock.js";
import { fakeFetch, json } from "../../support/fetch.js";

const open = (limits: Partial<ConnectionLimits> = {}) => {
  const clock = new ManualClock();
  const fetch = fakeFetch(json({}));
  const all = { intervalMs: 1000, maxRequests: 9, mayWrite: false, ...limits };
  return { clock, fetch, connection: new Connection(fetch, clock, all) };
};

const url = "https://service.example/v2/servicerequests";

describe("the connection of a run", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])("sends no %s without --write", async (method) => {
    const { fetch, connection } = open();
    await expect(connection.fetch(url, { method })).rejects.toThrow("only reads are sent without --write");
    expect([fetch.requests.length, connection.requests]).toEqual([0, 0]);
  });

  it("sends a POST for a token, and with --write any other one", async () => {
    const { fetch, connection } = open();
    await connection.fetch("https://service.example/token", { method: "POST" });
    const writing = open({ mayWrite: true });
    await writing.connection.fetch(url, { method: "POST" });
    expect([fetch.requests.length, writing.fetch.requests.length]).toEqual([1, 1]);
  });

  it("waits with each request until its turn, also if several are sent at the same time", async () => {
    const { clock, fetch, connection } = open();
    const all = Promise.all([1, 2, 3].map(() => connection.fetch(url, { method: "GET" })));
    await clock.advance(999);
    expect(fetch.requests.length).toBe(1);
    await clock.advance(1);
    expect(fetch.requests.length).toBe(2);
    await clock.advance(1000);
    await all;
    expect([fetch.requests.length, clock.pending]).toEqual([3, 0]);
  });

  it("ends the wait of a request that is aborted, and does not send it", async () => {
    const { clock, fetch, connection } = open();
    await connection.fetch(url, { method: "GET" });
    const stop = new AbortController();
    const waiting = connection.fetch(url, { method: "GET", signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    expect([fetch.requests.length, clock.pending]).toEqual([1, 0]);
  });

  it("sends the reserved requests beyond the limit, and no more", async () => {
    const { fetch, connection } = open({ intervalMs: 0, maxRequests: 1 });
    connection.reserve(1);
    await connection.fetch(url, { method: "GET" });
    await connection.fetch(url, { method: "GET" });
    await expect(connection.fetch(url, { method: "GET" })).rejects.toThrow("as many requests as it may");
    expect([fetch.requests.length, connection.remaining]).toEqual([2, 0]);
  });
});
