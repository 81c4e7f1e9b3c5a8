import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { RegError, type RegErrorKind } from "../../src/errors/index.js";
import { summarize } from "../../src/errors/summary.js";
import { draft, supplierAt, supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../support/fetch.js";
import { httpServer } from "../support/server.js";
import { transport } from "../undici/support/both.js";

/** Starts a server whose responses inflate from 240 kB to 240 MB and then hang; `ended`: the connection was closed. */
async function bomb(status: number) {
  const piece = gzipSync(new Uint8Array(4_000_000));
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { url, requests } = await httpServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" });
    response.once("close", end);
    for (let count = 0; count < 60; count++) response.write(piece);
  });
  return { url, requests, ended };
}

const memory = () => process.memoryUsage().rss;

/** Measures the maximum memory of the process. */
function watchMemory() {
  let max = 0;
  const measure = () => {
    max = Math.max(max, memory());
  };
  const timer = setInterval(measure, 5);
  onTestFinished(() => clearInterval(timer));
  return {
    stop() {
      measure();
      clearInterval(timer);
      return max;
    },
  };
}

describe("fault 31: an error response with a decompression bomb", () => {
  test("is not inflated, and the error has its status", async () => {
    const service = await bomb(400);
    const error = await failure(supplierAt(service.url).serviceRequests.create(draft), "validation");
    expect(error).toMatchObject({ status: 400, errors: [] });
    await service.ended;
  });
});

describe("fault 32: a success response with a decompression bomb", () => {
  test.each([
    ["the limit of the program", 100_000],
    ["the default limit", undefined],
  ])("is cut off at %s without filling the memory, and its connection is closed", async (_, limit) => {
    const service = await bomb(200);
    const supplier = supplierAt(service.url, { maxResponseBytes: limit });
    const before = memory();
    const watch = watchMemory();
    const error = await failure(supplier.serviceRequests.get("R-1"), "response");
    expect(error.message).toMatch(/is too large: the body is larger than \d+ bytes/);
    expect(watch.stop() - before).toBeLessThan(limit === undefined ? 150_000_000 : 60_000_000);
    await service.ended;
    expect(service.requests).toHaveLength(1);
  });

  test("ends the stream of a file at the limit", async () => {
    const service = await bomb(200);
    // Fetch does not report the end of a compressed file, so a client would reject the response at once.
    const supplier = supplierAt(service.url, { fetch: transport(), maxResponseBytes: 100_000 });
    const { stream } = await supplier.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    let size = 0;
    const drain = async () => {
      for await (const chunk of stream) size += chunk.byteLength;
    };
    await failure(drain(), "response");
    expect(size).toBeLessThanOrEqual(100_000);
    await service.ended;
  });
});

// Loading a second copy takes a moment, and it would confuse the coverage of each test that Stryker collects.
describe("fault 35: errors are recognised across two copies of the package", () => {
  /** Loads a second copy of the package. */
  async function copy() {
    vi.resetModules();
    return await import("../../src/index.js");
  }

  const replies: readonly [RegErrorKind, Reply][] = [
    [
      "validation",
      json({ errors: [{ code: "REG-INV000105", description: "", context: {} }] }, { status: 400 }),
    ],
    ["conflict", empty(409)],
    ["response", text("<!doctype html>", { headers: { "content-type": "text/html" } })],
    ["rate-limit", empty(429)],
  ];

  test.each(replies)("an error of kind %s is recognised by the other copy", async (kind, reply) => {
    const other = await copy();
    expect(other.RegError).not.toBe(RegError);
    const theirs = other.createSupplierClient({
      baseUrl: "https://reg.example",
      token: "opaque",
      fetch: fakeFetch(reply),
      retry: false,
    });
    const error = await rejection(theirs.serviceRequests.create(draft));
    expect(error).not.toBeInstanceOf(RegError);
    expect([RegError.is(error), RegError.is(error, kind)]).toEqual([true, true]);
    expect(RegError.is(error, "token")).toBe(false);
    const ours = await rejection(
      supplierOver(fakeFetch(reply), { retry: false }).serviceRequests.create(draft),
    );
    expect(ours).not.toBeInstanceOf(other.RegError);
    expect(other.RegError.is(ours, kind)).toBe(true);
    expect([RegError.is(error, "REG-INV000105"), other.RegError.is(ours, "REG-INV000105")]).toEqual(
      kind === "validation" ? [true, true] : [false, false],
    );
  });

  test("an object that only looks like an error of the package is not recognised", async () => {
    const real = await failure(
      supplierOver(
        fakeFetch(json({ errors: [{ code: "REG-INV000105" }] }, { status: 400 })),
      ).serviceRequests.create(draft),
      "validation",
    );
    const lookalike = Object.assign(new Error(real.message), JSON.parse(JSON.stringify(real)));
    expect(lookalike).toMatchObject({ kind: "validation", name: "RegValidationError" });
    for (const value of [lookalike, null, undefined, "RegError", 5, () => {}])
      expect(RegError.is(value)).toBe(false);
  });

  test("an error of the other copy from a token function is kept as cause, and nothing is sent", async () => {
    const other = await copy();
    const theirs = new other.RegConnectionError("the vault is gone", { sent: false });
    const service = fakeFetch(json([]));
    const error = await rejection(
      supplierOver(service, { token: () => Promise.reject(theirs), retry: false }).lessors.list(),
    );
    expect(RegError.is(error)).toBe(true);
    expect(inspect(error, { depth: 20 })).toContain("the vault is gone");
    expect(service.requests).toHaveLength(0);
  });

  test("summarize recognises an error of the other copy", async () => {
    const other = await copy();
    const error = new other.RegThrottleError("x", { reason: "full" });
    expect(error).not.toBeInstanceOf(RegError);
    expect(summarize(error)).toStrictEqual({ name: "RegThrottleError", kind: "throttle", reason: "full" });
  });
});
