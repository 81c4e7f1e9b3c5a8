import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import {
  announcedLength,
  BodyTooLargeError,
  BoundedReader,
  readBytes,
  readText,
} from "../../../src/http/body.js";
import { settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";

/** A body of these parts, which remembers how often it was asked and why it was cancelled. */
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

describe("a body that is read whole", () => {
  test("has all its parts in their order", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(), bytes(3), bytes(4, 5, 6)]);
    expect(await readBytes({ body }, 100)).toEqual(bytes(1, 2, 3, 4, 5, 6));
    expect(state.cancelled).toBeUndefined();
  });

  test("shares no memory with its parts", async () => {
    const part = bytes(1, 2);
    const whole = await readBytes(bodyOf([part]), 100);
    part[0] = 9;
    expect(whole).toEqual(bytes(1, 2));
  });

  test.each([[null], [bodyOf([]).body]])("is empty where there is none", async (body) => {
    expect(await readBytes({ body }, 0)).toEqual(bytes());
  });

  test("may hold exactly the limit, in one part or in several", async () => {
    expect(await readBytes(bodyOf([bytes(1, 2, 3)]), 3)).toEqual(bytes(1, 2, 3));
    expect(await readBytes(bodyOf([bytes(1, 2), bytes(3)]), 3)).toEqual(bytes(1, 2, 3));
  });

  test.each([
    ["in one part", [bytes(1, 2, 3, 4)], 1],
    ["in several parts", [bytes(1, 2), bytes(3), bytes(4)], 3],
  ])("may not hold a byte more, %s: the rest is cancelled, not read", async (_, parts, pulls) => {
    const { body, state } = bodyOf([...parts, bytes(9)], "hangs");
    const error = await rejection(readBytes({ body }, 3));
    expect(error).toBeInstanceOf(BodyTooLargeError);
    expect(error).toMatchObject({ message: "the body is larger than 3 bytes" });
    expect(state).toEqual({ pulls, cancelled: "cancelled" });
  });

  test("that is too large is told as such, even if it cannot be cancelled", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes(1, 2)),
      cancel: () => Promise.reject(new Error("no")),
    });
    expect(await rejection(readBytes({ body }, 1))).toBeInstanceOf(BodyTooLargeError);
    await settle();
  });

  test("fails as its stream does", async () => {
    const broken = new Error("broken");
    const body = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(broken),
    });
    expect(await rejection(readBytes({ body }, 1))).toBe(broken);
  });

  test("is cancelled by the signal while it hangs, and nothing keeps listening", async () => {
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

describe("a body whose length is announced", () => {
  test("is over with its last byte, which its stream need not tell once more", async () => {
    const { body, state } = bodyOf([bytes(1, 2), bytes(3)], "hangs");
    expect(await readBytes({ body }, 100, { announced: 3 })).toEqual(bytes(1, 2, 3));
    expect(state).toEqual({ pulls: 2, cancelled: undefined });
  });

  test.each([
    ["longer", 2, bytes(1, 2, 3)],
    ["shorter", 9, bytes(1, 2, 3)],
    ["of no known length", Number.NaN, bytes(1, 2, 3)],
  ])("is read to its end if it is %s", async (_, announced, whole) => {
    expect(await readBytes(bodyOf([bytes(1), bytes(2, 3)]), 100, { announced })).toEqual(whole);
  });

  test("fails if it breaks off before", async () => {
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

  test("is the one that Content-Length names, unless the body is encoded", () => {
    const lengthIn = (headers: Record<string, string>) => announcedLength(new Headers(headers));
    expect(lengthIn({ "content-length": "12" })).toBe(12);
    expect(lengthIn({ "content-length": "12", "content-encoding": "gzip" })).toBeUndefined();
    expect(lengthIn({})).toBeUndefined();
    expect(lengthIn({ "content-length": "12, 12" })).toBeNaN();
  });
});

describe("a body that is read as text", () => {
  test("is UTF-8, whose characters may lie across its parts", async () => {
    const euro = new TextEncoder().encode("€ü");
    const { body } = bodyOf([euro.slice(0, 1), euro.slice(1, 4), euro.slice(4)]);
    expect(await readText({ body } as Response, 5)).toBe("€ü");
  });

  test("loses its byte order mark, and shows what is no UTF-8 as such", async () => {
    expect(await readText(new Response(bytes(0xef, 0xbb, 0xbf, 0x61, 0xff)), 5)).toBe("a\ufffd");
  });

  test("is bounded in bytes, not in characters", async () => {
    expect(await rejection(readText(new Response("€"), 2))).toBeInstanceOf(BodyTooLargeError);
    expect(await readText(new Response("€"), 3)).toBe("€");
  });
});

describe("a bounded reader", () => {
  test("counts what it has read, and hands on why it was cancelled", async () => {
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
