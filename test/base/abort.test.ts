import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { AbortListeners, onAbort } from "../../src/base/abort.js";

test("the listener is called once with the reason, at once if the signal is aborted already", () => {
  const controller = new AbortController();
  const [before, after] = [vi.fn(), vi.fn()];
  onAbort(controller.signal, before);
  expect(before).not.toHaveBeenCalled();
  controller.abort("enough");
  onAbort(controller.signal, after);
  for (const listener of [before, after]) expect(listener.mock.calls).toEqual([["enough"]]);
});

test("the returned function removes the listener", () => {
  const controller = new AbortController();
  const listener = vi.fn();
  const unlisten = onAbort(controller.signal, listener);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  unlisten();
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  controller.abort();
  expect(listener).not.toHaveBeenCalled();
  onAbort(undefined, listener)();
  expect(listener).not.toHaveBeenCalled();
});

describe("AbortListeners", () => {
  const count = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

  test("call each listener with the reason, and listen to a signal once", () => {
    const listeners = new AbortListeners();
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const add = (name: string) => listeners.add(controller.signal, (reason) => reasons.push([name, reason]));
    add("one");
    const removeTwo = add("two");
    add("three");
    expect(count(controller.signal)).toBe(1);
    removeTwo();
    controller.abort("over");
    add("late");
    expect(reasons).toEqual(["one", "three", "late"].map((name) => [name, "over"]));
  });

  test("stop listening with the last one, and keep others when one is removed again", () => {
    const listeners = new AbortListeners();
    const { signal } = new AbortController();
    const removeFirst = listeners.add(signal, () => {});
    removeFirst();
    expect(count(signal)).toBe(0);
    const removeSecond = listeners.add(signal, () => {});
    removeFirst();
    expect(count(signal)).toBe(1);
    removeSecond();
    expect(count(signal)).toBe(0);
  });
});
