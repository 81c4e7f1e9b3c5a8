import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  announcedLength,
  boundedStream,
  decodeText,
  readBytes,
  readerOf,
  type StreamOwner,
} from "../../../src/http/transport/body.js";
import { supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, type Reply } from "../../support/fetch.js";

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

const bodyReader = (...given: Parameters<typeof bodyOf>) => readerOf(bodyOf(...given));

describe("readBytes with the announced length", () => {
  test("stops at the last byte, without waiting for the end of the stream", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(3)], "hangs");
    expect(await readBytes(readerOf({ body }), 100, 3)).toEqual(bytes(1, 2, 3));
    expect(state).toEqual({ pulls: 2, cancelled: undefined });
  });

  test.each([
    ["longer than announced", 2],
    ["announced with an invalid length", Number.NaN],
  ])("reads to the end of a body that is %s", async (_, announced) => {
    const parts = [bytes(1), bytes(2, 3)];
    expect(await readBytes(bodyReader(parts), 100, announced)).toEqual(bytes(1, 2, 3));
  });

  test.each([
    ["at once, if it is announced", 8, 8],
    ["at once, if it is announced and ends with the second chunk", 4, 4],
    ["doubled, if it is not announced", undefined, 20],
  ])("allocates the memory of a body %s", async (_, announced, allocated) => {
    const parts = Array.from({ length: (announced ?? 10) / 2 }, () => bytes(1, 2));
    const { buffer } = await readBytes(bodyReader(parts), 100, announced);
    expect(buffer.byteLength).toBe(allocated);
  });

  test.each([
    ["longer than announced", 3],
    ["announced with a negative length", -5],
  ])("copies a body that is %s at each doubling only", async (_, announced) => {
    const parts = Array.from({ length: 1000 }, () => bytes(1, 2));
    const set = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype), "set");
    const whole = await readBytes(bodyReader(parts), 10_000, announced);
    const copies = set.mock.calls.length - parts.length;
    set.mockRestore();
    expect(whole).toHaveLength(2000);
    expect(copies).toBeLessThan(15);
  });

  test("rejects if the body ends before that length", async () => {
    const reading = readBytes(bodyReader([bytes(1), bytes(2, 3)]), 100, 4);
    expect(await rejection(reading)).toEqual(new Error("the body ended after 3 of 4 bytes"));
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
    expect(await rejection(readBytes(readerOf({ body }), 100, 2))).toBe(broken);
  });

  test("takes the length from Content-Length, unless the body is encoded", () => {
    const lengthIn = (headers: Record<string, string>) => announcedLength(new Headers(headers));
    expect(lengthIn({ "content-length": "12" })).toBe(12);
    expect(lengthIn({ "content-length": "12", "content-encoding": "gzip" })).toBeUndefined();
    expect(lengthIn({})).toBeUndefined();
    expect(lengthIn({ "content-length": "12, 12" })).toBeNaN();
  });
});

test("readBytes holds a body in chunks of one byte in two copies at most", async () => {
  const size = 2_000_000;
  let left = size;
  const read = async () => {
    left -= 1;
    return left < 0 ? ({ done: true } as const) : ({ done: false, value: bytes(left % 251) } as const);
  };
  const body = await readBytes({ read, cancel: async () => {} }, size);
  expect([body.byteLength, body[0], body.at(-1)]).toEqual([size, (size - 1) % 251, 0]);
  expect(body.buffer.byteLength).toBeLessThanOrEqual(2 * size);
});

describe("decodeText", () => {
  const latin1 = bytes(0x7b, 0x22, 0xe9, 0x22, 0x7d);

  test.each<[string, Uint8Array<ArrayBuffer>, string | null, string, boolean]>([
    ["UTF-8", new TextEncoder().encode("één €"), null, "één €", true],
    ["a literal U+FFFD", new TextEncoder().encode("\ufffd"), null, "\ufffd", true],
    ["bytes that are not UTF-8", latin1, null, '{"\ufffd"}', false],
    ["a declared charset", latin1, "application/json; charset=iso-8859-1", '{"é"}', true],
    ["a declared charset without a space", latin1, "application/json;charset=ISO-8859-1", '{"é"}', true],
    ["a declared charset with many spaces", latin1, "application/json;  charset = iso-8859-1", '{"é"}', true],
    ["a declared charset in quotes", bytes(0x61, 0, 0xe9, 0), 'text/plain;a=b; Charset="UTF-16LE"', "aé", true],
    ["bytes that are not of the charset", bytes(0x61, 0, 0xe9), "text/plain; charset=utf-16le", "a\ufffd", false],
    ["a charset that nobody knows", new TextEncoder().encode("é"), "text/plain; charset=x-own", "é", true],
    ["a charset that nobody knows", latin1, "text/plain; charset=x-own", '{"\ufffd"}', false],
  ])("reads %s", (_, content, type, text, isExact) => {
    expect(decodeText(content, type)).toEqual({ text, isExact });
  });
});

test.each([{ abort: true }, { timeout: 10 }])(
  "a streamed download that is not read does not delay close(%o)",
  async (options) => {
    let isCancelled = false;
    const endless: Reply = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1000)),
          cancel: () => {
            isCancelled = true;
          },
        }),
      );
    const supplier = supplierOver(fakeFetch(endless));
    const { stream } = await supplier.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    await supplier.close(options);
    expect(isCancelled).toBe(true);
    await failure(new Response(stream).text(), "closed");
  },
);

describe("a bounded stream", () => {
  /** A stream of one byte that counts how often its end is reported. */
  function streamOf(signal: AbortSignal, bounded: StreamOwner["bounded"] = (read) => read()) {
    const log = { ends: 0 };
    const onEnd = () => {
      log.ends += 1;
    };
    const owner = { signal, onEnd, bounded, asError: (error: unknown) => error };
    return { log, stream: boundedStream(readerOf(new Response("x")), 10, owner) };
  }

  test.each([
    ["is read to its end, then aborted", ["read", "abort"]],
    ["is cancelled, then aborted", ["cancel", "abort"]],
    ["is aborted twice, then cancelled", ["abort", "abort", "cancel"]],
  ])("reports its end once if it %s", async (_, steps) => {
    const controller = new AbortController();
    const { log, stream } = streamOf(controller.signal);
    for (const step of steps) {
      if (step === "abort") controller.abort("enough");
      else if (step === "read") expect(await new Response(stream).text()).toBe("x");
      else await stream.cancel().catch(() => {});
    }
    expect(log.ends).toBe(1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("ends at once if the signal is aborted already", async () => {
    const { log, stream } = streamOf(AbortSignal.abort("enough"));
    expect(log.ends).toBe(1);
    expect(await rejection(stream.getReader().read())).toBe("enough");
  });

  test.each(["arrives", "fails"])("ignores a chunk that %s after the abort", async (how) => {
    const controller = new AbortController();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve, reject) => {
      arrive = how === "arrives" ? resolve : () => reject(new Error("late"));
    });
    const { log, stream } = streamOf(controller.signal, (read) => arrived.then(read));
    const reading = rejection(stream.getReader().read());
    await settle();
    controller.abort("enough");
    arrive();
    expect(await reading).toBe("enough");
    await settle();
    expect(log.ends).toBe(1);
  });
});
