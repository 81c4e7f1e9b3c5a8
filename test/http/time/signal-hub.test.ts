import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { SignalHub } from "../../../src/http/in-flight.js";
import { supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { fakeFetch, json, silence } from "../../support/fetch.js";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("a hub of signals", () => {
  test("has one listener on a signal, for as long as somebody follows it", () => {
    const hub = new SignalHub();
    const { signal } = new AbortController();
    const ends = Array.from({ length: 20 }, () => hub.follow(signal, () => {}));
    expect(listeners(signal)).toBe(1);
    for (const end of ends.slice(1)) end();
    expect(listeners(signal)).toBe(1);
    ends[0]?.();
    expect(listeners(signal)).toBe(0);
  });

  test("tells everyone who follows, once, and nobody who has stopped", () => {
    const hub = new SignalHub();
    const controller = new AbortController();
    const heard: unknown[] = [];
    hub.follow(controller.signal, (reason) => heard.push(["a", reason]));
    hub.follow(controller.signal, (reason) => heard.push(["b", reason]))();
    hub.follow(controller.signal, (reason) => heard.push(["c", reason]));
    controller.abort("enough");
    expect(heard).toEqual([
      ["a", "enough"],
      ["c", "enough"],
    ]);
    expect(listeners(controller.signal)).toBe(0);
  });

  test("keeps signals apart, and follows one again that nobody followed for a while", () => {
    const hub = new SignalHub();
    const [one, other] = [new AbortController(), new AbortController()];
    const heard: unknown[] = [];
    hub.follow(one.signal, () => heard.push("too early"))();
    hub.follow(one.signal, () => heard.push("one"));
    hub.follow(other.signal, () => heard.push("other"));
    other.abort();
    expect(heard).toEqual(["other"]);
    one.abort();
    expect(heard).toEqual(["other", "one"]);
  });

  test("forgets what was followed when it ends twice, and takes off nobody else's listener", () => {
    const hub = new SignalHub();
    const controller = new AbortController();
    const heard: string[] = [];
    const end = hub.follow(controller.signal, () => heard.push("first"));
    end();
    hub.follow(controller.signal, () => heard.push("second"));
    end();
    controller.abort();
    expect(heard).toEqual(["second"]);
  });
});

describe("calls that share one signal", () => {
  test("are one listener together, and none when they are over", async () => {
    const { signal } = new AbortController();
    const supplier = supplierOver(fakeFetch(json([])));
    const calls = Array.from({ length: 100 }, () => supplier.lessors.list({ signal }));
    expect(listeners(signal)).toBe(1);
    await Promise.all(calls);
    expect(listeners(signal)).toBe(0);
  });

  test("all end when it aborts", async () => {
    const controller = new AbortController();
    const supplier = supplierOver(fakeFetch(silence));
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, () => rejection(supplier.lessors.list({ signal })));
    controller.abort("enough");
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["enough"]));
    expect(listeners(signal)).toBe(0);
  });
});
