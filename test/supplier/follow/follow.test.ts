import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { FollowedEvent, FollowOptions } from "../../../src/supplier/follow/types.js";
import { settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { setUp } from "../support.js";

/** A promise that the test resolves. */
function block() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function setUpFollowing() {
  const setup = await setUp("serviceRequests", { options: { clock: "standing", rateLimit: false } });
  const { supplier, sandbox } = setup;
  const texts = new Map<string, string>();
  /** Follows, and returns the types of the events that were handled. */
  const follow = ({ on, ...options }: Partial<FollowOptions> = {}) => {
    const handled: string[] = [];
    const stop = new AbortController();
    const note = ({ type }: FollowedEvent) => void handled.push(type);
    const types = ["created", "submitted", "approved", "partly-approved", "ready-to-invoice", "archived", "changed"];
    const following = supplier.follow({
      every: 1000,
      state: texts,
      signal: stop.signal,
      on: { ...Object.fromEntries(types.map((type) => [type, note])), ...on },
      ...options,
    });
    const ended = following.ended.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const end = () => {
      stop.abort();
      return ended;
    };
    onTestFinished(async () => void (await end()));
    return { handled, following, end, ended };
  };
  const poll = async (ms = 1000) => {
    sandbox.clock.advance({ ms });
    await settle();
  };
  return { ...setup, texts, follow, poll };
}

describe("following", () => {
  test("hands each event of a request to its handler, in order", async () => {
    const { follow, poll, createDraft, requests, sandbox } = await setUpFollowing();
    const { handled } = follow();
    await settle();
    const id = await createDraft();
    await poll();
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created", "submitted", "approved", "ready-to-invoice"]));
    await poll();
    expect(handled).toHaveLength(4);
  });

  test("passes over what existed before, unless it is asked for", async () => {
    const { follow, poll, createDraft, requests, sandbox } = await setUpFollowing();
    const id = await createDraft({ status: "ApprovalRequested" });
    const { handled, end } = follow();
    await settle();
    expect(handled).toEqual([]);
    sandbox.lessor.approve(id);
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["approved", "ready-to-invoice"]));
    await end();
    const all = follow({ existing: true });
    await settle();
    expect(all.handled).toEqual([]);
    expect(await requests.get(id)).toMatchObject({ status: "Approved" });
  });

  test("of a new state can begin with what exists", async () => {
    const { follow, createDraft } = await setUpFollowing();
    await createDraft({ status: "ApprovalRequested" });
    const { handled } = follow({ existing: true });
    await settle();
    await vi.waitFor(() => expect(handled).toEqual(["created", "submitted"]));
  });

  test("continues where another process ended, also between two events of a request", async () => {
    const { follow, poll, createDraft, requests, sandbox, texts } = await setUpFollowing();
    const first = follow();
    await settle();
    const id = await createDraft();
    await poll();
    await vi.waitFor(() => expect(first.handled).toEqual(["created"]));
    await first.end();
    const blocked = block();
    const second = follow({ on: { approved: () => blocked.promise } });
    await settle();
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await poll();
    await vi.waitFor(() => expect(second.handled).toEqual(["submitted"]));
    // As if the process had been killed now, and its lock had become out of date.
    const entries = [...texts].filter(([key]) => key.includes("&entry="));
    const third = follow({ state: new Map(entries) });
    await settle();
    await vi.waitFor(() => expect(third.handled).toEqual(["approved", "ready-to-invoice"]));
    blocked.resolve();
  });

  test("repeats a handler that fails with growing delays, while other requests continue", async () => {
    const { follow, poll, createDraft, sandbox } = await setUpFollowing();
    const attempts: number[] = [];
    let first = "";
    const fail = ({ attempt, request }: FollowedEvent) => {
      if (request.id !== first) return;
      attempts.push(attempt);
      throw new Error("the mail server is down");
    };
    const setAside = vi.fn();
    const { handled, following } = follow({
      attempts: 3,
      onSetAside: setAside,
      on: { created: fail, submitted: ({ request }) => void handled.push(`submitted ${request.id === first}`) },
    });
    await settle();
    first = await createDraft({ status: "ApprovalRequested" });
    await poll();
    await createDraft({ status: "ApprovalRequested", vehicle: { licensePlate: "DE-456-F", partialVin: "J" } });
    await poll(1000);
    await poll(1000);
    expect(attempts).toEqual([1, 2]);
    expect(handled).toEqual(["submitted false"]);
    await poll(2000);
    expect(attempts).toEqual([1, 2, 3]);
    expect(handled).toEqual(["submitted false", "submitted true"]);
    expect(setAside).toHaveBeenCalledExactlyOnceWith(following.setAside()[0]);
    expect(following.setAside()).toMatchObject([{ error: "the mail server is down", event: { type: "created" } }]);
    const [{ event } = { event: { id: "" } }] = following.setAside();
    first = "";
    expect(following.giveBack(event.id)).toBe(true);
    await settle();
    expect(following.setAside()).toEqual([]);
    expect(following.giveBack(event.id)).toBe(false);
    expect(sandbox.journal.entries.length).toBeGreaterThan(0);
  });

  test("ends with the error of a state that does not keep what was written", async () => {
    const { follow, texts } = await setUpFollowing();
    const { end } = follow();
    await settle();
    await end();
    vi.spyOn(texts, "set").mockImplementation(() => texts);
    expect(await follow().ended).toMatchObject({ kind: "state", reason: "failed" });
  });

  test("needs handlers of known events", async () => {
    const { supplier } = await setUpFollowing();
    const begin = (options: object) => async () => supplier.follow(options as FollowOptions);
    expect(await failure(begin({ state: new Map() })(), "input")).toMatchObject({ field: "on" });
    expect(await failure(begin({ state: new Map(), on: { approve: () => {} } })(), "input")).toMatchObject({
      field: "on.approve",
    });
  });

  test("waits for the handlers in progress when it ends", async () => {
    const { follow, poll, createDraft } = await setUpFollowing();
    const blocked = block();
    const created = vi.fn(() => blocked.promise);
    const { end, handled } = follow({
      on: { created, submitted: () => void handled.push("submitted") },
    });
    await settle();
    await createDraft({ status: "ApprovalRequested" });
    await poll();
    await vi.waitFor(() => expect(created).toHaveBeenCalled());
    let isOver = false;
    const ended = end().then(() => {
      isOver = true;
    });
    await settle();
    expect(isOver).toBe(false);
    blocked.resolve();
    await ended;
    expect(handled).toEqual([]);
  });
});
