import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import {
  announcedLength,
  BodyTooLargeError,
  BoundedReader,
  boundedStream,
  readBytes,
  readText,
  type StreamOwner,
} from "../../src/http/body.js";
import { supplierOver } from "../support/clients.js";
import { settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { fakeFetch, type Reply } from "../support/fetch.js";

/** A body of these chunks that counts the pulls and keeps the reason for which it was cancelled. */
function bodyOf(parts: readonly Uint8Array<ArrayBuffer>[], atTheEnd: "closes" | "hangs" = "closes") {
  const state = { pulls: 0, cancelled: undefined as unknown };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const part = parts[state.pulls];
        state.pulls += 1;
        if (part !== undefined) return controller.enqueue(part);
        if (atTheEnd === "closes") return controller.close();
        return new Promise(() => {});
      },
      cancel(reason) {
        state.cancelled = reason ?? "cancelled";
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

const bytes = (...values: number[]) => new Uint8Array(values);

describe("readBytes", () => {
  test("returns all chunks in their order", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(), bytes(3), bytes(4, 5, 6)]);
    expect(await readBytes({ body }, 100)).toEqual(bytes(1, 2, 3, 4, 5, 6));
    expect(state.cancelled).toBeUndefined();
  });

  test("returns an array that shares no memory with the chunks", async () => {
    const chunk = bytes(1, 2);
    const whole = await readBytes(bodyOf([chunk]), 100);
    chunk[0] = 9;
    expect(whole).toEqual(bytes(1, 2));
  });

  test.each([[null], [bodyOf([]).body]])("returns no bytes for the body %o", async (body) => {
    expect(await readBytes({ body }, 0)).toEqual(bytes());
  });

  test("accepts exactly the limit, in one chunk or in several", async () => {
    expect(await readBytes(bodyOf([bytes(1, 2, 3)]), 3)).toEqual(bytes(1, 2, 3));
    expect(await readBytes(bodyOf([bytes(1, 2), bytes(3)]), 3)).toEqual(bytes(1, 2, 3));
  });

  test.each([
    ["in one chunk", [bytes(1, 2, 3, 4)], 1],
    ["in several chunks", [bytes(1, 2), bytes(3), bytes(4)], 3],
  ])(
    "rejects one byte more than the limit %s, and cancels the rest without reading it",
    async (_, parts, pulls) => {
      const { body, state } = bodyOf([...parts, bytes(9)], "hangs");
      const error = await rejection(readBytes({ body }, 3));
      expect(error).toBeInstanceOf(BodyTooLargeError);
      expect(error).toMatchObject({ message: "the body is larger than 3 bytes" });
      expect(state).toEqual({ pulls, cancelled: "cancelled" });
    },
  );

  test("rejects a body that is too large even if it cannot be cancelled", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes(1, 2)),
      cancel: () => Promise.reject(new Error("no")),
    });
    expect(await rejection(readBytes({ body }, 1))).toBeInstanceOf(BodyTooLargeError);
    await settle();
  });

  test("rejects with the error of the stream", async () => {
    const broken = new Error("broken");
    const body = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(broken),
    });
    expect(await rejection(readBytes({ body }, 1))).toBe(broken);
  });

  test("cancels a body that hangs when the signal is aborted, and removes its listener", async () => {
    const stop = new AbortController();
    const { body, state } = bodyOf([bytes(1)], "hangs");
    const reading = readText({ body } as Response, 10, { stop: stop.signal });
    await settle();
    expect(state).toEqual({ pulls: 2, cancelled: undefined });
    stop.abort();
    expect(await reading).toBe("\u0001");
    expect(state.cancelled).toBe("cancelled");
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});

describe("readBytes with the announced length", () => {
  test("stops at the last byte, without waiting for the end of the stream", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(3)], "hangs");
    expect(await readBytes({ body }, 100, { announced: 3 })).toEqual(bytes(1, 2, 3));
    expect(state).toEqual({ pulls: 2, cancelled: undefined });
  });

  test.each([
    ["longer than announced", 2, bytes(1, 2, 3)],
    ["shorter than announced", 9, bytes(1, 2, 3)],
    ["announced with an invalid length", Number.NaN, bytes(1, 2, 3)],
  ])("reads to the end of a body that is %s", async (_, announced, whole) => {
    expect(await readBytes(bodyOf([bytes(1), bytes(2, 3)]), 100, { announced })).toEqual(whole);
  });

  test("rejects if the connection breaks before the last byte", async () => {
    const broken = new Error("broken");
    const parts = [bytes(1)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.pop();
        if (part === undefined) throw broken;
        controller.enqueue(part);
      },
    });
    expect(await rejection(readBytes({ body }, 100, { announced: 2 }))).toBe(broken);
  });

  test("takes the length from Content-Length, unless the body is encoded", () => {
    const lengthIn = (headers: Record<string, string>) => announcedLength(new Headers(headers));
    expect(lengthIn({ "content-length": "12" })).toBe(12);
    expect(lengthIn({ "content-length": "12", "content-encoding": "gzip" })).toBeUndefined();
    expect(lengthIn({})).toBeUndefined();
    expect(lengthIn({ "content-length": "12, 12" })).toBeNaN();
  });
});

describe("readText", () => {
  test("decodes UTF-8 whose characters are split between chunks", async () => {
    const euro = new TextEncoder().encode("€ü");
    const { body } = bodyOf([euro.slice(0, 1), euro.slice(1, 4), euro.slice(4)]);
    expect(await readText({ body } as Response, 5)).toBe("€ü");
  });

  test("removes a byte order mark, and replaces bytes that are not UTF-8", async () => {
    expect(await readText(new Response(bytes(0xef, 0xbb, 0xbf, 0x61, 0xff)), 5)).toBe("a\ufffd");
  });

  test("counts bytes and not characters", async () => {
    expect(await rejection(readText(new Response("€"), 2))).toBeInstanceOf(BodyTooLargeError);
    expect(await readText(new Response("€"), 3)).toBe("€");
  });
});

describe("BoundedReader", () => {
  test("counts the bytes, and passes on the reason for which it is cancelled", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(3)]);
    const reader = new BoundedReader(body, 10);
    expect(reader.size).toBe(0);
    expect(await reader.read()).toEqual(bytes(1, 2));
    expect(await reader.read()).toEqual(bytes(3));
    expect(reader.size).toBe(3);
    await reader.cancel("enough");
    expect(state.cancelled).toBe("enough");
    expect(await reader.read()).toBeUndefined();
  });
});

function watchedBody() {
  const state = { cancelled: false };
  const reply: Reply = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1000)),
        cancel: () => {
          state.cancelled = true;
        },
      }),
    );
  return { state, reply };
}

describe("a streamed download that is not read", () => {
  test.each([{ abort: true }, { timeout: 10 }])("does not delay close(%o)", async (options) => {
    const { state, reply } = watchedBody();
    const supplier = supplierOver(fakeFetch(reply));
    const { stream } = await supplier.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    await supplier.close(options);
    expect(state.cancelled).toBe(true);
    await failure(new Response(stream).text(), "closed");
  });

  test("ends with the reason of the caller's signal, and its connection is closed", async () => {
    const { state, reply } = watchedBody();
    const controller = new AbortController();
    const { attachments } = supplierOver(fakeFetch(reply)).serviceRequests;
    const options = { as: "stream", signal: controller.signal } as const;
    const { stream } = await attachments.get("R-1", "A-1", options);
    controller.abort("enough");
    expect(state.cancelled).toBe(true);
    expect(await rejection(new Response(stream).text())).toBe("enough");
  });
});

describe("the end of a bounded stream", () => {
  test.each([
    ["is read to its end, then aborted", ["read", "abort"]],
    ["is cancelled, then aborted", ["cancel", "abort"]],
    ["is aborted twice, then cancelled", ["abort", "abort", "cancel"]],
  ])("is reported once if the stream %s", async (_, steps) => {
    let ends = 0;
    const controller = new AbortController();
    const stream = boundedStream(new Blob(["x"]).stream(), 10, {
      signal: controller.signal,
      onEnd: () => {
        ends += 1;
      },
      bounded: (read) => read(),
      asError: (error) => error,
    });
    for (const step of steps) {
      if (step === "abort") controller.abort("enough");
      else if (step === "read") expect(await new Response(stream).text()).toBe("x");
      else await stream.cancel().catch(() => {});
    }
    expect(ends).toBe(1);
  });

  test("comes at once if the signal is aborted already", async () => {
    let ended = false;
    const stream = boundedStream(new Blob(["x"]).stream(), 10, {
      signal: AbortSignal.abort("enough"),
      onEnd: () => {
        ended = true;
      },
      bounded: (read) => read(),
      asError: (error) => error,
    });
    expect(ended).toBe(true);
    expect(await rejection(stream.getReader().read())).toBe("enough");
  });
});

describe("a bounded stream", () => {
  /** A stream of these chunk sizes, and a log of its owner and its source. */
  function streamOf(parts: readonly number[], limit: number, settings: Partial<StreamOwner> = {}) {
    const log = { ends: 0, cancelled: undefined as unknown, pulls: 0 };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const size = parts[log.pulls];
          log.pulls += 1;
          if (size === undefined) controller.close();
          else controller.enqueue(new Uint8Array(size).fill(log.pulls));
        },
        cancel(reason) {
          log.cancelled = reason ?? "cancelled";
        },
      },
      { highWaterMark: 0 },
    );
    const stream = boundedStream(body, limit, {
      signal: undefined,
      onEnd: () => {
        log.ends += 1;
      },
      bounded: (read) => read(),
      asError: (error) => ({ shown: error }),
      ...settings,
    });
    return { log, stream };
  }

  test.each([
    [[5], 5],
    [[2, 3], 5],
    [[], 0],
  ])("passes on chunks of %j bytes up to a limit of %i", async (parts, limit) => {
    const { log, stream } = streamOf(parts, limit);
    const received: number[] = [];
    for await (const chunk of stream) received.push(chunk.byteLength);
    expect(received).toEqual(parts);
    expect(log).toMatchObject({ ends: 1, cancelled: undefined });
  });

  test.each([
    [[6], 0],
    [[2, 4], 1],
  ])(
    "fails one byte beyond the limit, with chunks of %j bytes, with the error of its owner",
    async (parts, good) => {
      const { log, stream } = streamOf([...parts, 1], 5);
      const reader = stream.getReader();
      for (let part = 0; part < good; part++) expect((await reader.read()).done).toBe(false);
      expect(await rejection(reader.read())).toEqual({ shown: new BodyTooLargeError(5) });
      expect(log).toEqual({ ends: 1, cancelled: "cancelled", pulls: parts.length });
    },
  );

  test("fails with the error of its owner if a read is rejected, and cancels its source", async () => {
    const { log, stream } = streamOf([1], 5, { bounded: () => Promise.reject("too long") });
    expect(await rejection(stream.getReader().read())).toEqual({ shown: "too long" });
    expect(log).toEqual({ ends: 1, cancelled: "cancelled", pulls: 0 });
  });

  test("passes on the reason for which it is cancelled", async () => {
    const { log, stream } = streamOf([1, 1], 5);
    await stream.cancel("not needed");
    expect(log).toMatchObject({ ends: 1, cancelled: "not needed" });
  });

  test.each(["arrives", "fails"])(
    "removes its listener when it is aborted, and ignores a chunk that %s later",
    async (how) => {
      const controller = new AbortController();
      const { signal } = controller;
      let arrive = () => {};
      const arrived = new Promise<void>((resolve, reject) => {
        arrive = how === "arrives" ? resolve : () => reject(new Error("late"));
      });
      const { log, stream } = streamOf([1, 1], 5, { signal, bounded: (read) => arrived.then(read) });
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      const reading = rejection(stream.getReader().read());
      await settle();
      controller.abort("enough");
      arrive();
      expect(await reading).toBe("enough");
      await settle();
      expect(log.ends).toBe(1);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test("removes its listener when it was read to its end", async () => {
    const { signal } = new AbortController();
    const { stream } = streamOf([1], 5, { signal });
    await new Response(stream).text();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
