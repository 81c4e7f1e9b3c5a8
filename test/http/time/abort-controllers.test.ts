import { addAbortListener, getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { ownTransportMark } from "../../../src/http/body.js";
import type { Call, ParsedResponse } from "../../../src/http/call.js";
import type { Fetch } from "../../../src/http/options.js";
import { resolveOptions } from "../../../src/http/settings.js";
import { AbortControllerPool, attemptTimeout, ReusableAbortController } from "../../../src/http/timeouts.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { type UndiciFetch, undiciFetch } from "../../../src/undici/index.js";
import { canaryToken, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { httpServer } from "../../support/server.js";
import { transport } from "../../undici/support/both.js";
import { callOf } from "../wire/support.js";

function listening(controller = new ReusableAbortController()) {
  const told: unknown[] = [];
  const { signal } = controller;
  return { controller, signal, told, tell: (name: string) => () => void told.push(name) };
}

const once = { once: true } as const;

describe("the signal of a controller that serves many attempts", () => {
  test("notifies every kind of listener when it aborts, like any other signal", () => {
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

describe("controllers that were not needed", () => {
  test("serve again, a hundred times in all", () => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    for (let use = 1; use < 100; use += 1) {
      controllers.giveBack(first);
      expect(controllers.take()).toBe(first);
    }
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("never serve again once they have aborted", () => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    first.abort();
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("serve one attempt at a time, and are not kept beyond what calls often need", () => {
    const controllers = new AbortControllerPool(true);
    const all = Array.from({ length: 200 }, () => controllers.take());
    expect(new Set(all).size).toBe(200);
    for (const each of all) controllers.giveBack(each);
    const again = Array.from({ length: 200 }, () => controllers.take());
    expect(again.filter((each) => all.includes(each))).toHaveLength(64);
  });

  test("never serve again if they are not to, and have ordinary signals", () => {
    const controllers = new AbortControllerPool(false);
    const first = controllers.take();
    expect(Object.keys(first.signal)).toEqual([]);
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });
});

describe("the controller of an attempt", () => {
  /** What an attempt gives back whose call has this body, and whose answer is this. */
  async function givenBack(body: Call["body"], answer: Partial<ParsedResponse>) {
    const controllers = new AbortControllerPool(true);
    const back = vi.spyOn(controllers, "giveBack");
    const layer = attemptTimeout(controllers, { clock: new ManualClock() });
    await layer(async () => answer as ParsedResponse)(callOf({ body }));
    return back.mock.calls.length;
  }

  test("serves another only when nothing of the attempt goes on: no upload, and no file that is read", async () => {
    expect(await givenBack(undefined, {})).toBe(1);
    expect(await givenBack("{}", {})).toBe(1);
    expect(await givenBack(new ReadableStream(), {})).toBe(0);
    expect(await givenBack(undefined, { finished: new Promise(() => {}) })).toBe(0);
  });
});

describe("the signals of a client's attempts", () => {
  test("are new for each attempt with a fetch of the user, who may listen for longer", async () => {
    const fetch = fakeFetch(json([]));
    const supplier = supplierOver(fetch);
    for (let call = 0; call < 5; call += 1) await supplier.lessors.list();
    expect(new Set(fetch.requests.map(({ init }) => init.signal)).size).toBe(5);
  });

  test("serve one attempt after the other with a transport that forgets them", async () => {
    const service = await httpServer((_request, response) => {
      response.setHeader("content-type", "application/json").end("[]");
    });
    const taken = vi.spyOn(AbortControllerPool.prototype, "take");
    const supplier = createSupplierClient({ baseUrl: service.url, token: canaryToken, fetch: transport() });
    for (let call = 0; call < 5; call += 1) await supplier.lessors.list();
    const controllers = taken.mock.results.map(({ value }) => value as AbortController);
    taken.mockRestore();
    expect(controllers).toHaveLength(5);
    expect(new Set(controllers).size).toBe(1);
  });

  test.each<[string, (fetch: UndiciFetch) => Fetch]>([
    [
      "that copies what belongs to it",
      (fetch) => Object.assign<Fetch, UndiciFetch>((...all) => fetch(...all), fetch),
    ],
    ["that is a proxy", (fetch) => new Proxy(fetch, {})],
    [
      "that inherits from it",
      (fetch) => Object.setPrototypeOf(((...all) => fetch(...all)) satisfies Fetch, fetch),
    ],
  ])("are new for each attempt with a wrapper %s", async (_, wrap) => {
    expect(resolveOptions({ baseUrl: "https://reg.example", fetch: wrap(undiciFetch()) }).reuseSignals).toBe(
      false,
    );
    expect(resolveOptions({ baseUrl: "https://reg.example", fetch: undiciFetch() }).reuseSignals).toBe(true);
  });

  test("are known to be forgotten by the other copy of the package too", () => {
    expect(Symbol.keyFor(ownTransportMark)).toBe("@reg/sdk/forgets-signals");
  });

  test.each([
    ["the global fetch", () => undefined],
    ["the undici transport", transport],
  ])("end one call only, although they served others over %s before", async (_, fetchOf) => {
    let silent = false;
    let cut = 0;
    const service = await httpServer((_request, response) => {
      if (silent) {
        response.on("close", () => {
          cut += 1;
        });
      } else response.setHeader("content-type", "application/json").end('{"data":[{"id":"1"}]}');
    });
    const clock = new ManualClock();
    const supplier = createSupplierClient({
      baseUrl: service.url,
      token: canaryToken,
      fetch: fetchOf(),
      clock,
      retry: false,
      throttle: false,
    });
    const before = await Promise.all([supplier.GET("/v2/lessors"), supplier.GET("/v2/lessors")]);
    silent = true;
    const late = failure(supplier.lessors.list(), "timeout");
    while (service.requests.length < 3) await settle();
    await clock.advance(30_000);
    await late;
    await expect.poll(() => cut).toBe(1);
    silent = false;
    expect(before.map(({ data }) => data)).toEqual([{ data: [{ id: "1" }] }, { data: [{ id: "1" }] }]);
    for (let call = 0; call < 10; call += 1) expect(await supplier.lessors.list()).toEqual([{ id: "1" }]);
    expect(clock.pending).toBe(0);
  });
});
