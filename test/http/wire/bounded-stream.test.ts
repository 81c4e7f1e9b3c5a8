import { describe, expect, test } from "vitest";
import { boundedStream } from "../../../src/http/wire/bounded-stream.js";
import { supplierOver } from "../../support/clients.js";
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
      asError: (error) => error,
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
      asError: (error) => error,
    });
    expect(ended).toBe(true);
    expect(await rejection(stream.getReader().read())).toBe("enough");
  });
});
