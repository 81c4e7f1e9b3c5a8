import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { BodyTooLargeError, boundedStream, type StreamOwner } from "../../../src/http/body.js";
import { supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, type Reply } from "../../support/fetch.js";

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

describe("a download that nobody reads", () => {
  test.each([{ abort: true }, { timeout: 10 }])("does not keep close(%o) waiting", async (options) => {
    const { state, reply } = watchedBody();
    const supplier = supplierOver(fakeFetch(reply));
    const { stream } = await supplier.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    await supplier.close(options);
    expect(state.cancelled).toBe(true);
    await failure(new Response(stream).text(), "closed");
  });

  test("ends with the reason of the caller's signal, and its connection is given up", async () => {
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
  ])("is told once when it %s", async (_, steps) => {
    let ends = 0;
    const controller = new AbortController();
    const stream = boundedStream(new Blob(["x"]).stream(), 10, {
      signal: controller.signal,
      onEnd: () => {
        ends += 1;
      },
      bounded: (read) => read(),
      asError: async (error) => error,
    });
    for (const step of steps) {
      if (step === "abort") controller.abort("enough");
      else if (step === "read") expect(await new Response(stream).text()).toBe("x");
      else await stream.cancel().catch(() => {});
    }
    expect(ends).toBe(1);
  });

  test("comes at once with a signal that is aborted already", async () => {
    let ended = false;
    const stream = boundedStream(new Blob(["x"]).stream(), 10, {
      signal: AbortSignal.abort("enough"),
      onEnd: () => {
        ended = true;
      },
      bounded: (read) => read(),
      asError: async (error) => error,
    });
    expect(ended).toBe(true);
    expect(await rejection(stream.getReader().read())).toBe("enough");
  });
});

describe("a bounded stream", () => {
  /** A stream over these parts, with what its owner and its source are told. */
  function streamOf(parts: readonly number[], limit: number, settings: Partial<StreamOwner> = {}) {
    const told = { ends: 0, cancelled: undefined as unknown, pulls: 0 };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const size = parts[told.pulls];
          told.pulls += 1;
          if (size === undefined) controller.close();
          else controller.enqueue(new Uint8Array(size).fill(told.pulls));
        },
        cancel(reason) {
          told.cancelled = reason ?? "cancelled";
        },
      },
      { highWaterMark: 0 },
    );
    const stream = boundedStream(body, limit, {
      signal: undefined,
      onEnd: () => {
        told.ends += 1;
      },
      bounded: (read) => read(),
      asError: async (error) => ({ shown: error }),
      ...settings,
    });
    return { told, stream };
  }

  test.each([
    [[5], 5],
    [[2, 3], 5],
    [[], 0],
  ])("hands on parts of %j bytes up to a limit of %i", async (parts, limit) => {
    const { told, stream } = streamOf(parts, limit);
    const received: number[] = [];
    for await (const chunk of stream) received.push(chunk.byteLength);
    expect(received).toEqual(parts);
    expect(told).toMatchObject({ ends: 1, cancelled: undefined });
  });

  test.each([
    [[6], 0],
    [[2, 4], 1],
  ])("ends one byte beyond, with parts of %j bytes, as its owner shows it", async (parts, good) => {
    const { told, stream } = streamOf([...parts, 1], 5);
    const reader = stream.getReader();
    for (let part = 0; part < good; part++) expect((await reader.read()).done).toBe(false);
    expect(await rejection(reader.read())).toEqual({ shown: new BodyTooLargeError(5) });
    expect(told).toEqual({ ends: 1, cancelled: "cancelled", pulls: parts.length });
  });

  test("ends with what its owner makes of a read that fails or takes too long, and lets go of its source", async () => {
    const { told, stream } = streamOf([1], 5, { bounded: () => Promise.reject("too long") });
    expect(await rejection(stream.getReader().read())).toEqual({ shown: "too long" });
    expect(told).toEqual({ ends: 1, cancelled: "cancelled", pulls: 0 });
  });

  test("hands on why it was cancelled", async () => {
    const { told, stream } = streamOf([1, 1], 5);
    await stream.cancel("not needed");
    expect(told).toMatchObject({ ends: 1, cancelled: "not needed" });
  });

  test.each(["arrives", "fails"])(
    "takes its listener off at the end, and drops what %s after it",
    async (how) => {
      const controller = new AbortController();
      const { signal } = controller;
      let arrive = () => {};
      const arrived = new Promise<void>((resolve, reject) => {
        arrive = how === "arrives" ? resolve : () => reject(new Error("late"));
      });
      const { told, stream } = streamOf([1, 1], 5, { signal, bounded: (read) => arrived.then(read) });
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      const reading = rejection(stream.getReader().read());
      await settle();
      controller.abort("enough");
      arrive();
      expect(await reading).toBe("enough");
      await settle();
      expect(told.ends).toBe(1);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test("takes its listener off when it was read to its end", async () => {
    const { signal } = new AbortController();
    const { stream } = streamOf([1], 5, { signal });
    await new Response(stream).text();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
