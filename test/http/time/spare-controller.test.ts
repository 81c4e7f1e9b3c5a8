import { addAbortListener, getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { AbortControllerPool, ReusableAbortController } from "../../../src/http/timeouts.js";
import { httpServer } from "../../support/server.js";

function listening(controller = new ReusableAbortController()) {
  const told: unknown[] = [];
  const { signal } = controller;
  return { controller, signal, told, tell: (name: string) => () => void told.push(name) };
}

const once = { once: true } as const;

describe("the signal of a controller that serves many attempts", () => {
  test("tells all who listen of an abort, as any signal does", () => {
    const { controller, signal, told, tell } = listening();
    const check = function (this: AbortSignal, event: Event) {
      told.push([this === signal, event.type, event.target === signal, this.reason]);
    };
    signal.addEventListener("abort", check);
    signal.onabort = tell("onabort");
    // Listens already: a signal adds no listener twice, whether it is to be told once or for ever.
    signal.addEventListener("abort", check, once);
    signal.addEventListener("abort", { handleEvent: tell("an object") }, once);
    addAbortListener(signal, tell("of node:events"));
    expect(told).toEqual([]);
    controller.abort("why");
    expect([signal.aborted, signal.reason]).toEqual([true, "why"]);
    expect(told).toEqual([[true, "abort", true, "why"], "onabort", "an object", "of node:events"]);
  });

  test("tells nobody twice, neither who was added twice nor at a second abort", () => {
    const { controller, signal, told, tell } = listening();
    const listener = tell("once");
    signal.addEventListener("abort", listener, once);
    signal.addEventListener("abort", listener, once);
    controller.abort();
    controller.abort();
    expect(told).toEqual(["once"]);
    expect(signal.reason).toBeInstanceOf(DOMException);
  });

  test("tells nobody who was taken off, before the abort or by another who was told first", () => {
    const { controller, signal, told, tell } = listening();
    const [early, late, other] = [tell("early"), tell("late"), tell("other")];
    signal.addEventListener("abort", early, once);
    signal.removeEventListener("abort", early);
    signal.addEventListener("abort", other);
    signal.removeEventListener("abort", other);
    signal.addEventListener("abort", () => signal.removeEventListener("abort", late), once);
    signal.addEventListener("abort", late, once);
    controller.abort();
    expect(told).toEqual([]);
  });

  test("tells nobody who was taken off, whether they were to be told once, for ever or both", () => {
    const { controller, signal, told, tell } = listening();
    const both = tell("both");
    signal.addEventListener("abort", both, once);
    signal.addEventListener("abort", both);
    signal.removeEventListener("abort", both);
    controller.abort();
    expect(told).toEqual([]);
  });

  test("tells nobody who was taken off, though they were put on past it", () => {
    const { controller, signal, told, tell } = listening();
    const listener = tell("past it");
    EventTarget.prototype.addEventListener.call(signal, "abort", listener);
    signal.removeEventListener("abort", listener);
    controller.abort();
    expect(told).toEqual([]);
  });

  test("tells only those of the latest attempt who were to be told once", () => {
    const { controller, signal, told, tell } = listening();
    signal.addEventListener("abort", tell("of the first attempt"), once);
    controller.forget();
    signal.addEventListener("abort", tell("of the second"), once);
    controller.abort();
    expect(told).toEqual(["of the second"]);
  });

  test.each<[string, (signal: AbortSignal) => void]>([
    ["for ever", (signal) => signal.addEventListener("abort", () => {})],
    ["with capture", (signal) => signal.addEventListener("abort", () => {}, true)],
    [
      "with onabort, even if it is taken off again",
      (signal) => {
        signal.onabort = () => {};
        signal.onabort = null;
      },
    ],
  ])("serves no other attempt if somebody listens %s", (_, listen) => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    listen(first.signal);
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("is one for AbortSignal.any, and throws its reason", () => {
    const { controller, signal } = listening();
    const either = AbortSignal.any([signal, new AbortController().signal]);
    controller.abort(new Error("why"));
    expect(either.aborted).toBe(true);
    expect(() => signal.throwIfAborted()).toThrow("why");
  });

  test("gathers no listeners, however many requests it serves, and still ends the last of them", async () => {
    let silent = false;
    const service = await httpServer((_request, response) => {
      if (!silent) response.end("[]");
    });
    const { controller, signal } = listening();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await (await fetch(service.url, { signal })).text();
      controller.forget();
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
    silent = true;
    const pending = fetch(service.url, { signal }).catch((error: unknown) => error);
    while (service.requests.length < 21) await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error("ended");
    controller.abort(reason);
    expect(await pending).toBe(reason);
  });
});
