import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { onAbort } from "../../src/base/abort.js";

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
