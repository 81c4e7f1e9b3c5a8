import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { watch } from "../../../../src/supplier/workflows/watch.js";
import { ManualClock, settle } from "../../../support/clock.js";
import { failure, rejection } from "../../../support/errors.js";
import { fakeFetch, silence } from "../../../support/fetch.js";
import { client, item, openRequests, run } from "./support.js";

/** Nothing is left of a watch: no timer, no listener. */
function expectNothingLeft({ clock, listeners }: ReturnType<typeof client>, signal?: AbortSignal) {
  expect(clock.pending).toBe(0);
  expect(listeners.size).toBe(0);
  if (signal !== undefined) expect(getEventListeners(signal, "abort")).toEqual([]);
}

describe("a watch whose signal aborts", () => {
  test("while it waits, rejects at once with the signal's reason", async () => {
    const made = client(openRequests(item("a")).fetch);
    const { signal, abort } = aborter();
    const { ending, news } = run(made.parts, { signal });
    expect(await news()).toEqual(["new a"]);
    abort("enough");
    await settle();
    expect(ending).toEqual({ is: "failed", reason: "enough" });
    expectNothingLeft(made, signal);
  });

  test("during a call, ends the call", async () => {
    const fetch = fakeFetch(silence);
    const made = client(fetch);
    const { signal, abort } = aborter();
    const { ending } = run(made.parts, { signal });
    await settle();
    expect(fetch.requests).toHaveLength(1);
    abort("enough");
    await settle();
    expect(fetch.last.init.signal?.aborted).toBe(true);
    expect(ending).toEqual({ is: "failed", reason: "enough" });
    expectNothingLeft(made, signal);
  });

  test("before it begins, sends nothing", async () => {
    const { fetch } = openRequests();
    const made = client(fetch);
    expect(await rejection(watch(made.parts, { signal: AbortSignal.abort("early") }).next())).toBe("early");
    expect(fetch.requests).toEqual([]);
    expectNothingLeft(made);
  });

  test("while a change is processed, gives no further one", async () => {
    const made = client(openRequests(item("a"), item("b")).fetch);
    const { signal, abort } = aborter();
    const changes = watch(made.parts, { signal });
    await changes.next();
    abort("enough");
    expect(await rejection(changes.next())).toBe("enough");
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expectNothingLeft(made, signal);
  });

  test("follows it with one listener, however long it runs", async () => {
    const made = client(openRequests(item("a")).fetch);
    const { signal } = aborter();
    const { watching } = run(made.parts, { signal });
    for (let poll = 0; poll < 20; poll++) {
      await made.clock.advance(60_000);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      expect(made.clock.pending).toBe(1);
      expect(made.listeners.size).toBe(1);
    }
    await watching.return();
    expectNothingLeft(made, signal);
  });
});

describe("a watch that its user leaves", () => {
  test("by break, leaves nothing behind", async () => {
    const { fetch } = openRequests(item("a"), item("b"));
    const made = client(fetch);
    const { signal } = aborter();
    for await (const change of watch(made.parts, { signal })) {
      expect(change.id).toBe("a");
      break;
    }
    expectNothingLeft(made, signal);
    await made.clock.advance(600_000);
    expect(fetch.requests).toHaveLength(1);
  });

  test("by an error of their own, passes that error on and leaves nothing behind", async () => {
    const made = client(openRequests(item("a")).fetch);
    const { signal } = aborter();
    const loop = async () => {
      for await (const { id } of watch(made.parts, { signal })) throw new Error(`cannot process ${id}`);
    };
    expect(await rejection(loop())).toEqual(new Error("cannot process a"));
    expectNothingLeft(made, signal);
  });

  test.each([
    ["while it waits", openRequests(item("a")).fetch],
    ["during a call", fakeFetch(silence)],
  ])("by return, is over at once %s", async (_, fetch) => {
    const made = client(fetch);
    const { signal } = aborter();
    const { watching, ending } = run(made.parts, { signal });
    await settle();
    expect(await watching.return()).toEqual({ done: true, value: undefined });
    await settle();
    expect(ending).toEqual({ is: "over" });
    expectNothingLeft(made, signal);
  });

  test("before it has begun, never asks", async () => {
    const { fetch } = openRequests(item("a"));
    const made = client(fetch);
    const changes = watch(made.parts);
    await changes.return();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expect(fetch.requests).toEqual([]);
  });
});

describe("a watch whose client is closed", () => {
  test.each([
    ["while it waits", openRequests(item("a")).fetch, {}],
    ["during a call", fakeFetch(silence), {}],
    ["during a call that is aborted", fakeFetch(silence), { abort: true }],
  ])("is over without an error %s", async (_, fetch, how) => {
    const made = client(fetch);
    const { signal } = aborter();
    const errors: unknown[] = [];
    const { ending } = run(made.parts, { signal, onError: (error) => void errors.push(error) });
    await settle();
    await made.lifecycle.close(how);
    await settle();
    expect(ending).toEqual({ is: "over" });
    expect(errors).toEqual([]);
    expectNothingLeft(made, signal);
  });

  test("gives no further change", async () => {
    const made = client(openRequests(item("a"), item("b")).fetch);
    const changes = watch(made.parts);
    await changes.next();
    await made.lifecycle.close();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expectNothingLeft(made);
  });

  test("before it begins, fails: that is a mistake", async () => {
    const { fetch } = openRequests();
    const made = client(fetch);
    await made.lifecycle.close();
    const changes = watch(made.parts);
    expect((await failure(changes.next(), "closed")).operationId).toBe("serviceRequests.list");
    expectNothingLeft(made);
  });
});

test("a watch that waits is on the clock as one who waits, so that a jumping clock may jump", async () => {
  const purposes: unknown[] = [];
  const made = client(openRequests().fetch);
  const clock = Object.assign(new ManualClock(), {
    schedule(_task: () => void, delay: number, purpose: string) {
      purposes.push([delay, purpose]);
      return () => {};
    },
  });
  run({ ...made.parts, clock });
  await settle();
  expect(purposes).toEqual([[60_000, "wait"]]);
});

function aborter() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) };
}
