import { addAbortListener, getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { ownTransportMark } from "../../src/http/body.js";
import type { Call, ParsedResponse } from "../../src/http/call.js";
import type { Fetch } from "../../src/http/options.js";
import { resolveOptions } from "../../src/http/settings.js";
import { AbortControllerPool, ReusableAbortController, startAttempt } from "../../src/http/timeouts.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { type UndiciFetch, undiciFetch } from "../../src/undici/index.js";
import { canaryToken, supplierOver } from "../support/clients.js";
import { ManualClock, waitUntil } from "../support/clock.js";
import { failure } from "../support/errors.js";
import { fakeFetch, json } from "../support/fetch.js";
import { httpServer } from "../support/server.js";
import { transport } from "../undici/support/both.js";
import { callOf } from "./support.js";

/** Creates a controller, and listeners that record their names in `notified`. */
function createController() {
  const controller = new ReusableAbortController();
  const notified: unknown[] = [];
  const record = (name: string) => () => void notified.push(name);
  return { controller, signal: controller.signal, notified, record };
}

const once = { once: true } as const;

describe("the signal of a reusable controller", () => {
  test("notifies every kind of listener when it aborts, like an ordinary signal", () => {
    const { controller, signal, notified, record } = createController();
    const check = function (this: AbortSignal, event: Event) {
      notified.push([this === signal, event.type, event.target === signal, this.reason]);
    };
    signal.addEventListener("abort", check);
    signal.onabort = record("onabort");
    // A signal does not add a listener twice, even if the second one has the option `once`.
    signal.addEventListener("abort", check, once);
    signal.addEventListener("abort", { handleEvent: record("an object") }, once);
    addAbortListener(signal, record("of node:events"));
    expect(notified).toEqual([]);
    controller.abort("why");
    expect([signal.aborted, signal.reason]).toEqual([true, "why"]);
    expect(notified).toEqual([[true, "abort", true, "why"], "onabort", "an object", "of node:events"]);
  });

  test("notifies a listener once, even if it was added twice or the controller aborts twice", () => {
    const { controller, signal, notified, record } = createController();
    const listener = record("once");
    signal.addEventListener("abort", listener, once);
    signal.addEventListener("abort", listener, once);
    controller.abort();
    controller.abort();
    expect(notified).toEqual(["once"]);
    expect(signal.reason).toBeInstanceOf(DOMException);
  });

  test("does not notify a listener that was removed before the abort or by another listener", () => {
    const { controller, signal, notified, record } = createController();
    const [early, late, other] = [record("early"), record("late"), record("other")];
    signal.addEventListener("abort", early, once);
    signal.removeEventListener("abort", early);
    signal.addEventListener("abort", other);
    signal.removeEventListener("abort", other);
    signal.addEventListener("abort", () => signal.removeEventListener("abort", late), once);
    signal.addEventListener("abort", late, once);
    controller.abort();
    expect(notified).toEqual([]);
  });

  test("does not notify a removed listener that was added with and without `once`", () => {
    const { controller, signal, notified, record } = createController();
    const both = record("both");
    signal.addEventListener("abort", both, once);
    signal.addEventListener("abort", both);
    signal.removeEventListener("abort", both);
    controller.abort();
    expect(notified).toEqual([]);
  });

  test("does not notify a removed listener that was added by the method of EventTarget", () => {
    const { controller, signal, notified, record } = createController();
    const listener = record("past it");
    EventTarget.prototype.addEventListener.call(signal, "abort", listener);
    signal.removeEventListener("abort", listener);
    controller.abort();
    expect(notified).toEqual([]);
  });

  test("notifies only the `once` listeners of the latest attempt", () => {
    const { controller, signal, notified, record } = createController();
    signal.addEventListener("abort", record("of the first attempt"), once);
    controller.forget();
    signal.addEventListener("abort", record("of the second"), once);
    controller.abort();
    expect(notified).toEqual(["of the second"]);
  });

  test.each<[string, (signal: AbortSignal) => void]>([
    ["without `once`", (signal) => signal.addEventListener("abort", () => {})],
    ["with capture", (signal) => signal.addEventListener("abort", () => {}, true)],
    [
      "with onabort, even if it is removed again",
      (signal) => {
        signal.onabort = () => {};
        signal.onabort = null;
      },
    ],
  ])("is not reused after a listener was added %s", (_, listen) => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    listen(first.signal);
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("works with AbortSignal.any, and throws its reason", () => {
    const { controller, signal } = createController();
    const either = AbortSignal.any([signal, new AbortController().signal]);
    controller.abort(new Error("why"));
    expect(either.aborted).toBe(true);
    expect(() => signal.throwIfAborted()).toThrow("why");
  });

  test("keeps no listeners of earlier requests, and still aborts the last one", async () => {
    let silent = false;
    const service = await httpServer((_request, response) => {
      if (!silent) response.end("[]");
    });
    const { controller, signal } = createController();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await (await fetch(service.url, { signal })).text();
      controller.forget();
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
    silent = true;
    const pending = fetch(service.url, { signal }).catch((error: unknown) => error);
    await waitUntil(() => service.requests.length === 21);
    const reason = new Error("ended");
    controller.abort(reason);
    expect(await pending).toBe(reason);
  });
});

describe("the pool of controllers", () => {
  test("reuses a controller for a hundred attempts", () => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    for (let use = 1; use < 100; use += 1) {
      controllers.giveBack(first);
      expect(controllers.take()).toBe(first);
    }
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("does not reuse an aborted controller", () => {
    const controllers = new AbortControllerPool(true);
    const first = controllers.take();
    first.abort();
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });

  test("gives a controller to one attempt at a time, and keeps at most 64", () => {
    const controllers = new AbortControllerPool(true);
    const all = Array.from({ length: 200 }, () => controllers.take());
    expect(new Set(all).size).toBe(200);
    for (const each of all) controllers.giveBack(each);
    const again = Array.from({ length: 200 }, () => controllers.take());
    expect(again.filter((each) => all.includes(each))).toHaveLength(64);
  });

  test("creates ordinary signals and reuses none if reuse is switched off", () => {
    const controllers = new AbortControllerPool(false);
    const first = controllers.take();
    expect(Object.keys(first.signal)).toEqual([]);
    controllers.giveBack(first);
    expect(controllers.take()).not.toBe(first);
  });
});

describe("the controller of an attempt", () => {
  /** Counts the controllers that an attempt with this body and response gives back. */
  async function countGivenBack(body: Call["body"], response: Partial<ParsedResponse>) {
    const controllers = new AbortControllerPool(true);
    const back = vi.spyOn(controllers, "giveBack");
    const layer = startAttempt(controllers, { clock: new ManualClock() });
    await layer(async () => response as ParsedResponse)(callOf({ body }));
    return back.mock.calls.length;
  }

  test("is given back only if no upload and no download continues", async () => {
    expect(await countGivenBack(undefined, {})).toBe(1);
    expect(await countGivenBack("{}", {})).toBe(1);
    expect(await countGivenBack(new ReadableStream(), {})).toBe(0);
    expect(await countGivenBack(undefined, { finished: new Promise(() => {}) })).toBe(0);
  });
});

describe("the signals of the attempts of a client", () => {
  test("are new for each attempt with the user's fetch, which may keep listeners", async () => {
    const fetch = fakeFetch(json([]));
    const supplier = supplierOver(fetch);
    for (let call = 0; call < 5; call += 1) await supplier.lessors.list();
    expect(new Set(fetch.requests.map(({ init }) => init.signal)).size).toBe(5);
  });

  test("are reused with a transport that removes its listeners", async () => {
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
      "that copies its properties",
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

  test("are marked as reusable for other copies of the package as well", () => {
    expect(Symbol.keyFor(ownTransportMark)).toBe("@reg/sdk/forgets-signals");
  });

  test.each([
    ["the global fetch", () => undefined],
    ["the undici transport", transport],
  ])("abort one call only, although earlier calls over %s used them", async (_, fetchOf) => {
    let silent = false;
    let closed = 0;
    const service = await httpServer((_request, response) => {
      if (silent) {
        response.on("close", () => {
          closed += 1;
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
    await waitUntil(() => service.requests.length === 3);
    await clock.advance(30_000);
    await late;
    await expect.poll(() => closed).toBe(1);
    silent = false;
    expect(before.map(({ data }) => data)).toEqual([{ data: [{ id: "1" }] }, { data: [{ id: "1" }] }]);
    for (let call = 0; call < 10; call += 1) expect(await supplier.lessors.list()).toEqual([{ id: "1" }]);
    expect(clock.pending).toBe(0);
  });
});
