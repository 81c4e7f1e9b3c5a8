import { addAbortListener, getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { SpareController } from "../../../src/http/time/spare-controller.js";
import { httpServer } from "../../support/server.js";

function listening(controller = new SpareController()) {
  const told: unknown[] = [];
  const { signal } = controller;
  return { controller, signal, told, tell: (name: string) => () => void told.push(name) };
}

describe("the signal of a controller that serves many attempts", () => {
  test("tells all who listen of an abort, in their order, as any signal does", () => {
    const { controller, signal, told, tell } = listening();
    signal.addEventListener("abort", function (this: AbortSignal, event) {
      told.push([this === signal, event.type, event.target === signal, this.reason]);
    });
    signal.addEventListener("abort", { handleEvent: tell("an object") }, { once: true });
    signal.onabort = tell("onabort");
    addAbortListener(signal, tell("of node:events"));
    expect(told).toEqual([]);
    controller.abort("why");
    expect([signal.aborted, signal.reason]).toEqual([true, "why"]);
    expect(told).toEqual([[true, "abort", true, "why"], "an object", "onabort", "of node:events"]);
  });

  test("tells nobody twice, neither who was added twice nor at a second abort", () => {
    const { controller, signal, told, tell } = listening();
    const listener = tell("once");
    signal.addEventListener("abort", listener);
    signal.addEventListener("abort", listener);
    controller.abort();
    controller.abort();
    expect(told).toEqual(["once"]);
    expect(signal.reason).toBeInstanceOf(DOMException);
  });

  test("tells nobody who was taken off", () => {
    const { controller, signal, told, tell } = listening();
    const [first, second] = [tell("first"), tell("second")];
    signal.addEventListener("abort", first);
    signal.addEventListener("abort", second);
    signal.removeEventListener("abort", first);
    controller.abort();
    expect(told).toEqual(["second"]);
  });

  test("tells those of the latest attempt only", () => {
    const { controller, signal, told, tell } = listening();
    signal.addEventListener("abort", tell("of the first attempt"));
    controller.forget();
    signal.addEventListener("abort", tell("of the second"));
    controller.abort();
    expect(told).toEqual(["of the second"]);
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
