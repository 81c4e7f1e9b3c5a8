import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft, supplierAt } from "../support/clients.js";
import { failure } from "../support/errors.js";
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
