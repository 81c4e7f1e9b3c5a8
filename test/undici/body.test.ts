import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { RegError } from "../../src/errors/errors.js";
import { directBody, hasDirectBody } from "../../src/http/body.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { canaryToken } from "../support/clients.js";
import { type CountingServer, countingServer } from "../support/counting-server.js";
import { failure, rejection } from "../support/errors.js";
import { httpServer } from "../support/server.js";
import { describeError, transport } from "./support/both.js";

/** Starts a server that sends the same body to every request. */
function serveBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<CountingServer> {
  return countingServer((_, response) => void response.writeHead(200, headers).end(body));
}

/** Reads a body as the client does. */
async function readDirect(url: string, limit: number, stop?: AbortSignal) {
  const response = await transport()(url);
  if (!hasDirectBody(response)) throw new Error("the response has no direct body");
  return { response, bytes: await response[directBody](limit, stop) };
}

describe("the direct body", () => {
  test.each([0, 1, 1500, 65_536, 300_000])(
    "of %i bytes is complete, and is limited to the exact byte",
    async (size) => {
      const { url } = await serveBody(Buffer.alloc(size, "abc"));
      const { bytes, response } = await readDirect(url, size);
      expect(Buffer.from(bytes ?? []).equals(Buffer.alloc(size, "abc"))).toBe(true);
      expect([response.bodyUsed, response.body?.locked]).toEqual([true, true]);
      expect((await rejection(response.text())) instanceof TypeError).toBe(true);
      if (size > 0) expect((await readDirect(url, size - 1)).bytes).toBeNull();
    },
  );

  test("that is too large is not read further, and closes its connection", async () => {
    const service = await serveBody(Buffer.alloc(20_000_000));
    expect((await readDirect(service.url, 100_000)).bytes).toBeNull();
    await expect.poll(() => service.open).toBe(0);
  });

  test("that is compressed and exceeds the limit closes its connection", async () => {
    const service = await serveBody(gzipSync(randomBytes(10_000_000), { level: 1 }), {
      "content-encoding": "gzip",
    });
    expect((await readDirect(service.url, 1000)).bytes).toBeNull();
    await expect.poll(() => service.open).toBe(0);
  });

  test("that is stopped closes its connection", async () => {
    const service = await countingServer((_, response) => void response.writeHead(200).write("part"));
    const stop = new AbortController();
    const pending = readDirect(service.url, 100, stop.signal);
    await expect.poll(() => service.made).toBe(1);
    setTimeout(() => stop.abort(), 20);
    await pending;
    await expect.poll(() => service.open).toBe(0);
  });

  test("is not available after the stream was used, or a second time", async () => {
    const { url } = await serveBody(Buffer.from("abc"));
    const response = await transport()(url);
    if (!hasDirectBody(response)) throw new Error("the response has no direct body");
    expect(response.body).not.toBeNull();
    expect(response[directBody](9, undefined)).toBeUndefined();
    const { response: read } = await readDirect(url, 9);
    expect(hasDirectBody(read) && read[directBody](9, undefined)).toBeUndefined();
  });

  test("has a symbol that all copies of the package share", () => {
    expect(Symbol.keyFor(directBody)).toBe("@reg/sdk/direct-body");
  });
});

describe("a decompression bomb", () => {
  const size = 200_000_000;
  const zeros = Buffer.alloc(size);
  const bombs = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    "gzip, gzip": gzipSync(gzipSync(zeros)),
  };

  test.each(Object.entries(bombs))("in %s is not inflated beyond the limit", async (encoding, body) => {
    const { url } = await serveBody(body, { "content-encoding": encoding });
    const response = await transport()(url);
    if (!hasDirectBody(response)) throw new Error("the response has no direct body");
    const before = process.memoryUsage();
    const started = performance.now();
    expect(await response[directBody](1_000_000, undefined)).toBeNull();
    const after = process.memoryUsage();
    const grown = after.arrayBuffers + after.external - before.arrayBuffers - before.external;
    expect(grown).toBeLessThan(30_000_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("makes a client reject with the error that it has for fetch", async () => {
    const { url } = await serveBody(bombs.gzip, {
      "content-encoding": "gzip",
      "content-type": "application/json",
    });
    const client = createSupplierClient({
      baseUrl: url,
      token: canaryToken,
      fetch: transport(),
      maxResponseBytes: 1000,
    });
    const error = await failure(client.lessors.list(), "response");
    expect(error.message).toContain("the body is larger than 1000 bytes");
  });
});

describe.each([
  ["the global fetch", () => undefined],
  ["the undici transport", () => transport()],
])("with %s, a file", (name, fetch) => {
  const file = randomBytes(200_009);
  const compressed = gzipSync(file);

  /** Starts a service that compresses its files, and reads one of them. */
  async function download(body: Uint8Array, as: "blob" | "stream", obeys: boolean) {
    const { url } = await httpServer(({ headers }, response) => {
      const isPlain = obeys && headers["accept-encoding"] === "identity";
      response.writeHead(200, isPlain ? {} : { "content-encoding": "gzip" }).end(isPlain ? file : body);
    });
    const client = createSupplierClient({ baseUrl: url, token: canaryToken, fetch: fetch(), retry: false });
    const { attachments } = client.serviceRequests;
    if (as === "blob") return (await attachments.get("R-1", "A-1")).blob.arrayBuffer();
    const { stream } = await attachments.get("R-1", "A-1", { as: "stream" });
    return new Response(stream).arrayBuffer();
  }

  test.each(["blob", "stream"] as const)("is requested without compression, as a %s", async (as) => {
    expect(file.equals(Buffer.from(await download(compressed, as, true)))).toBe(true);
  });

  test.each(["blob", "stream"] as const)(
    "that is compressed all the same and cut off is an error, as a %s",
    async (as) => {
      const error = await rejection(download(compressed.subarray(0, 100_000), as, false));
      expect(RegError.is(error, name === "the global fetch" ? "response" : "connection")).toBe(true);
    },
  );

  test("that is compressed all the same and complete is read if its end can be checked", async () => {
    const pending = download(compressed, "blob", false);
    if (name === "the undici transport") expect(file.equals(Buffer.from(await pending))).toBe(true);
    else
      expect((await failure(pending, "response")).message).toContain(
        "a file that was cut off would look complete",
      );
  });
});

describe("an unread body", () => {
  test("pauses the service instead of filling the memory", async () => {
    let sent = 0;
    const { url } = await httpServer((_, response) => {
      const chunk = Buffer.alloc(65_536);
      const send = () => {
        while (sent < 1e9) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", send);
        }
      };
      send();
    });
    const response = await transport()(url);
    const { body } = response;
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Only the buffers of both sockets are filled.
    const held = sent;
    expect(held).toBeLessThan(50_000_000);
    const reader = body?.getReader();
    let read = 0;
    while (read < held + 1_000_000) read += (await reader?.read())?.value?.byteLength ?? 0;
    await reader?.cancel();
  });

  test.each([
    ["is short", 10, 1],
    ["is long", 20_000_000, 0],
  ])(
    "that is cancelled and %s keeps its connection only if all of it has arrived",
    async (_, size, openConnections) => {
      const service = await serveBody(Buffer.alloc(size));
      const response = await transport({ keepAliveTimeout: 60_000 })(service.url);
      await response.body?.cancel("not needed");
      await expect.poll(() => service.open).toBe(openConnections);
    },
  );

  test("of a response that must not have one closes the connection", async () => {
    let isClosed = false;
    const { url } = await httpServer(({ socket }) => {
      socket.write("HTTP/1.1 205 Reset Content\r\ncontent-length: 10000000\r\n\r\nand more");
      socket.once("close", () => {
        isClosed = true;
      });
    });
    const response = await transport()(url);
    expect([response.status, response.body]).toEqual([205, null]);
    await expect.poll(() => isClosed).toBe(true);
  });
});

test("a compressed body of an aborted request rejects with the reason, whatever its type", async () => {
  const { url } = await httpServer((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).write(gzipSync("part").subarray(0, 12));
  });
  for (const reason of ["enough", null, new Error("enough")]) {
    const controller = new AbortController();
    const response = await transport()(url, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    expect(describeError(await rejection(response.text()))).toEqual(describeError(reason));
  }
});
