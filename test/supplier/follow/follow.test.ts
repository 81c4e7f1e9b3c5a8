import fs from "node:fs";
import { join } from "node:path";
import { type FollowedEvent, type FollowOptions, RegConnectionError } from "@reg/sdk";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { temporaryFolder } from "../../support/folder.js";
import { editResponses, otherVehicle, setUp } from "../support.js";

/** A promise that the test resolves. */
function block() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A store that can fail, such as Redis while it restarts. */
class FailingMap extends Map<string, string> {
  fails = false;

  override get(key: string): string | undefined {
    if (this.fails) throw new Error("connection refused");
    return super.get(key);
  }

  override set(key: string, text: string): this {
    if (this.fails) throw new Error("connection refused");
    return super.set(key, text);
  }
}

async function setUpFollowing({ edit = (text: string, _url: string) => text } = {}) {
  const setup = await setUp("serviceRequests", { options: { clock: "standing", rateLimit: false } });
  const { sandbox } = setup;
  const supplier = setup.createClient({ fetch: editResponses(sandbox, edit) });
  const texts = new Map<string, string>();
  const countLists = () =>
    sandbox.journal.entries.filter(({ operationId }) => operationId?.endsWith("equests.list")).length;
  /** Waits until both lists were read. */
  const untilRead = async (before: number, isOver = () => false) => {
    await vi.waitFor(() => expect(isOver() || countLists() > before + 1).toBe(true), 4000);
    for (let turn = 0; turn < 5; turn += 1) await settle();
  };
  /** Follows, and returns the types of the events that were handled. */
  const follow = async ({ on, ...options }: Partial<FollowOptions> = {}) => {
    const before = countLists();
    const handled: string[] = [];
    const stop = new AbortController();
    const note = ({ type }: FollowedEvent) => void handled.push(type);
    const types = ["created", "submitted", "approved", "partly-approved", "ready-to-invoice", "archived", "changed"];
    types.push("draft-deleted");
    const following = supplier.follow({
      every: 1000,
      state: texts,
      signal: stop.signal,
      on: { ...Object.fromEntries(types.map((type) => [type, note])), ...on },
      ...options,
    });
    let isOver = false;
    const ended = following.ended
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
      .finally(() => {
        isOver = true;
      });
    const end = () => {
      stop.abort();
      return ended;
    };
    onTestFinished(async () => void (await end()));
    await untilRead(before, () => isOver);
    return { handled, following, end, ended };
  };
  const poll = async (ms = 1000) => {
    const before = countLists();
    sandbox.clock.advance({ ms });
    await untilRead(before);
  };
  return { ...setup, supplier, texts, follow, poll };
}

describe("following", () => {
  test("hands each event of a request to its handler, in order", async () => {
    const { follow, poll, createDraft, requests, sandbox } = await setUpFollowing();
    const { handled } = await follow();
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
    const { handled, end } = await follow();
    expect(handled).toEqual([]);
    sandbox.lessor.approve(id);
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["approved", "ready-to-invoice"]));
    await end();
    const all = await follow({ existing: true });
    expect(all.handled).toEqual([]);
    expect(await requests.get(id)).toMatchObject({ status: "Approved" });
  });

  test("of a new state can begin with what exists", async () => {
    const { follow, createDraft } = await setUpFollowing();
    await createDraft({ status: "ApprovalRequested" });
    const { handled } = await follow({ existing: true });
    await vi.waitFor(() => expect(handled).toEqual(["created", "submitted"]));
  });

  test("begins no other handler once the end of one cannot be noted", async () => {
    const { follow, createDraft } = await setUpFollowing();
    await createDraft();
    await createDraft(otherVehicle);
    const state = new FailingMap();
    const created = vi.fn(() => {
      state.fails = true;
    });
    const onError = vi.fn();
    await follow({ state, existing: true, concurrency: 1, on: { created }, onError });
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
    expect(created).toHaveBeenCalledOnce();
  });

  test("goes on when the store of its state fails for a while, with the same event", async () => {
    const { follow, createDraft, sandbox } = await setUpFollowing();
    await createDraft({ status: "ApprovalRequested" });
    const state = new FailingMap();
    const ids: string[] = [];
    const created = ({ id }: FollowedEvent) => {
      ids.push(id);
      state.fails = ids.length === 1;
    };
    const onError = vi.fn();
    const onStart = vi.fn();
    const { handled } = await follow({ state, existing: true, on: { created }, onError, onStart });
    const untilFailure = (count: number) =>
      vi.waitFor(async () => {
        sandbox.clock.advance({ ms: 500 });
        await settle();
        expect(onError.mock.calls.length).toBeGreaterThanOrEqual(count);
      }, 4000);
    await untilFailure(3);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ kind: "state", reason: "failed" }));
    expect(onStart).toHaveBeenCalledOnce();
    state.fails = false;
    await vi.waitFor(async () => {
      sandbox.clock.advance({ ms: 500 });
      await settle();
      expect(handled).toEqual(["submitted"]);
    }, 4000);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("goes on when the store fails while another process follows", async () => {
    const { follow, supplier, sandbox } = await setUpFollowing();
    const state = new FailingMap();
    await follow({ state });
    const onError = vi.fn();
    const { ended } = supplier.follow({ state, on: { created: () => {} }, onError });
    const pass = async () => {
      sandbox.clock.advance({ ms: 500 });
      await settle();
    };
    // The second process needs a second or two to find out that the first one is active.
    for (let turn = 0; turn < 6; turn += 1) await pass();
    state.fails = true;
    await vi.waitFor(async () => {
      await pass();
      expect(onError).toHaveBeenCalledWith(expect.objectContaining({ kind: "state", reason: "failed" }));
    }, 4000);
    await supplier.close();
    expect(await ended).toBeUndefined();
  });

  test("ends with the error with which onError rejects after the store has failed", async () => {
    const { follow, createDraft, sandbox } = await setUpFollowing();
    const state = new FailingMap();
    const error = new Error("no disk for the log");
    const { ended } = await follow({ state, onError: () => Promise.reject(error) });
    state.fails = true;
    await createDraft();
    sandbox.clock.advance({ ms: 1000 });
    expect(await ended).toBe(error);
  });

  test("ends with the error of a store that fails from the beginning", async () => {
    const { follow } = await setUpFollowing();
    const state = Object.assign(new FailingMap(), { fails: true });
    expect(await (await follow({ state })).ended).toMatchObject({ kind: "state", reason: "failed" });
  });

  test("ends with the error of a file that can no longer be written", async () => {
    const { follow, sandbox, createDraft } = await setUpFollowing();
    const { ended } = await follow({ state: join(temporaryFolder(), "requests.state") });
    const write = vi.spyOn(fs, "writeSync").mockImplementation(() => {
      throw new Error("disk full");
    });
    onTestFinished(() => write.mockRestore());
    await createDraft();
    sandbox.clock.advance({ ms: 1000 });
    expect(await ended).toMatchObject({ kind: "state", reason: "failed" });
  });

  test("continues where another process ended, also between two events of a request", async () => {
    const { follow, poll, createDraft, requests, sandbox, texts } = await setUpFollowing();
    const first = await follow();
    const id = await createDraft();
    await poll();
    await vi.waitFor(() => expect(first.handled).toEqual(["created"]));
    await first.end();
    const blocked = block();
    const second = await follow({ on: { approved: () => blocked.promise } });
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await poll();
    await vi.waitFor(() => expect(second.handled).toEqual(["submitted"]));
    // As if the process had been killed now, and its lock had become out of date.
    const entries = [...texts].filter(([key]) => key.includes("&"));
    const third = await follow({ state: new Map(entries) });
    await vi.waitFor(() => expect(third.handled).toEqual(["approved", "ready-to-invoice"]));
    blocked.resolve();
  });

  test("hands an event over again as it was, although the request has changed since", async () => {
    const { follow, poll, createDraft, requests, sandbox, texts } = await setUpFollowing();
    const blocked = block();
    const seen: FollowedEvent[] = [];
    const on = { submitted: (event: FollowedEvent) => void seen.push(event) };
    await follow({
      on: {
        submitted: (event) => {
          on.submitted(event);
          return blocked.promise;
        },
      },
    });
    const id = await createDraft({ status: "ApprovalRequested" });
    await poll();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    // As if the process had been killed now.
    const entries = [...texts].filter(([key]) => key.includes("&"));
    sandbox.lessor.approve(id);
    const { handled } = await follow({ state: new Map(entries), on });
    await vi.waitFor(() => expect(handled).toEqual(["approved", "ready-to-invoice"]));
    const [first, again, ...others] = seen;
    expect(again).toEqual({ ...first, signal: expect.any(AbortSignal) });
    expect(others).toEqual([]);
    expect(await requests.get(id)).toMatchObject({ status: "Approved" });
    blocked.resolve();
  });

  test("goes on with other requests while one cannot be read", async () => {
    const { follow, poll, createDraft, sandbox } = await setUpFollowing();
    const onError = vi.fn();
    const { handled } = await follow({ onError });
    sandbox.fail({ operation: "serviceRequests.get", times: 1, with: { status: 403 } });
    await createDraft();
    await poll();
    await createDraft(otherVehicle);
    await poll();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 403 })));
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created", "created"]));
  });

  test.each(["serviceRequests", "damageServiceRequests"] as const)(
    "goes on with the other kind if the account may not list %s, and ends if it may list neither",
    async (group) => {
      const { follow, supplier, sandbox } = await setUpFollowing();
      const other = group === "serviceRequests" ? "damageServiceRequests" : "serviceRequests";
      await supplier[other].create({ status: "Draft", vehicle: otherVehicle.vehicle });
      const never = { times: Number.POSITIVE_INFINITY, with: { status: 403 } };
      sandbox.fail({ operation: `${group}.list`, ...never });
      const onError = vi.fn();
      const { handled, ended } = await follow({ existing: true, onError });
      await vi.waitFor(() => expect(handled).toEqual(["created"]));
      expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: "permission" }));
      sandbox.fail({ operation: `${other}.list`, ...never });
      sandbox.clock.advance({ ms: 1000 });
      expect(await ended).toMatchObject({ kind: "permission" });
    },
  );

  test("reads a listed request again that is not found", async () => {
    const { follow, poll, createDraft, requests, sandbox } = await setUpFollowing();
    const onError = vi.fn();
    const { handled } = await follow({ onError });
    sandbox.fail({ operation: "serviceRequests.get", times: 2, with: { status: 404 } });
    const id = await createDraft();
    await poll();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 404 })));
    await poll();
    expect(handled).toEqual([]);
    await poll(2000);
    await vi.waitFor(() => expect(handled).toEqual(["created"]));
    await requests.delete(id);
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created", "draft-deleted"]));
    expect(onError).toHaveBeenCalledTimes(2);
  });

  test("reports the end of a request that could still be read when it had left the list", async () => {
    let isHidden = false;
    const edit = (text: string, url: string) =>
      isHidden && url.endsWith("/servicerequests") ? '{"data":{"serviceRequests":[],"hasMore":false}}' : text;
    const { follow, poll, createDraft, requests, texts } = await setUpFollowing({ edit });
    const { handled } = await follow();
    const id = await createDraft();
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created"]));
    isHidden = true;
    await poll();
    expect(handled).toEqual(["created"]);
    await requests.delete(id);
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created", "draft-deleted"]));
    expect([...texts.keys()].filter((key) => key.includes(id))).toEqual([]);
  });

  test("remembers a request as it was read, whatever a handler makes of its event", async () => {
    const { follow, poll, createDraft, requests } = await setUpFollowing();
    const { handled } = await follow({ on: { created: ({ request }) => void request.components.splice(0) } });
    const id = await createDraft();
    await poll();
    await requests.patch(id, { status: "ApprovalRequested" });
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["submitted"]));
  });

  test("gives each call of a handler a signal of its own, which is aborted at the end", async () => {
    const { follow, poll, createDraft, requests } = await setUpFollowing();
    const blocked = block();
    const signals: AbortSignal[] = [];
    const created = ({ signal }: FollowedEvent) => void signals.push(signal);
    const submitted = ({ signal }: FollowedEvent) => {
      signals.push(signal);
      return blocked.promise;
    };
    const { end } = await follow({ on: { created, submitted } });
    const id = await createDraft();
    await poll();
    await requests.patch(id, { status: "ApprovalRequested" });
    await poll();
    await vi.waitFor(() => expect(new Set(signals).size).toBe(2));
    const ended = end();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    blocked.resolve();
    await ended;
  });

  test("does not begin when it has been ended while it waited for the state", async () => {
    const { supplier, sandbox } = await setUpFollowing();
    const stop = new AbortController();
    const onStart = vi.fn();
    const state = new Map([[`reg-follow:${new URLSearchParams({ baseUrl: sandbox.supplier.baseUrl })}`, "left 17"]]);
    const following = supplier.follow({ state, on: {}, signal: stop.signal, onStart });
    const ended = following.ended.catch((reason: unknown) => reason);
    await settle();
    stop.abort("over");
    for (let turn = 0; turn < 11; turn += 1) {
      await settle();
      sandbox.clock.advance({ ms: 500 });
    }
    expect(await ended).toBe("over");
    expect(onStart).not.toHaveBeenCalled();
  });

  test("reports a request that was created while those that existed before are read", async () => {
    const { follow, poll, createDraft, sandbox } = await setUpFollowing();
    await createDraft();
    sandbox.fail({ operation: "serviceRequests.get", times: 1, with: { status: 503 } });
    const { handled } = await follow();
    await createDraft({ ...otherVehicle, status: "ApprovalRequested" });
    await poll();
    // The readings begin one after the other.
    await poll();
    await vi.waitFor(() => expect(handled).toEqual(["created", "submitted"]));
  });

  test("can be given back an event that an earlier process has set aside", async () => {
    const { follow, poll, createDraft } = await setUpFollowing();
    const fail = () => {
      throw new Error("the mail server is down");
    };
    const first = await follow({ attempts: 1, on: { created: fail } });
    await createDraft({ status: "ApprovalRequested" });
    await poll();
    await vi.waitFor(() => expect(first.handled).toEqual(["submitted"]));
    const [before] = first.following.setAside();
    await first.end();
    expect(first.following.setAside()).toEqual([]);
    const { handled, following } = await follow();
    expect(following.setAside()).toMatchObject([{ error: "the mail server is down", event: { id: before?.event.id } }]);
    expect(following.giveBack(before?.event.id ?? "")).toBe(true);
    await vi.waitFor(() => expect(handled).toEqual(["created"]));
    await vi.waitFor(() => expect(following.setAside()).toEqual([]));
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
    const { handled, following } = await follow({
      attempts: 3,
      onSetAside: setAside,
      on: { created: fail, submitted: ({ request }) => void handled.push(`submitted ${request.id === first}`) },
    });
    first = await createDraft({ status: "ApprovalRequested" });
    await poll();
    await createDraft({ status: "ApprovalRequested", ...otherVehicle });
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

  test("repeats a handler after a minute at the soonest if it is not known what its call has done", async () => {
    const { follow, poll, createDraft } = await setUpFollowing();
    const attempts: number[] = [];
    const created = ({ attempt }: FollowedEvent) => {
      attempts.push(attempt);
      throw new RegConnectionError("the response was lost", { operationId: "x", sent: true, outcome: "unknown" });
    };
    await follow({ attempts: 2, on: { created } });
    await createDraft();
    await poll();
    await poll(58_000);
    expect(attempts).toEqual([1]);
    await poll(2000);
    expect(attempts).toEqual([1, 2]);
  });

  test("ends with the error of a state that does not keep what was written", async () => {
    const { follow, texts } = await setUpFollowing();
    const { end } = await follow();
    await end();
    vi.spyOn(texts, "set").mockImplementation(() => texts);
    expect(await (await follow()).ended).toMatchObject({ kind: "state", reason: "failed" });
  });

  test.each<[string, object, string]>([
    ["handlers", { state: new Map() }, "on"],
    ["handlers of known events", { state: new Map(), on: { approve: () => {} } }, "on.approve"],
    ["a state", { on: {} }, "state"],
    ["a state that can be changed", { on: {}, state: { get() {} } }, "state"],
    ["a name of the account that is not empty", { on: {}, state: new Map(), account: " " }, "account"],
  ])("needs %s", async (_, options, field) => {
    const { supplier } = await setUpFollowing();
    expect(await failure((async () => supplier.follow(options as FollowOptions))(), "input")).toMatchObject({ field });
  });

  test("ends without an error when the client is closed, also while a handler makes a call", async () => {
    const { follow, poll, createDraft, supplier } = await setUpFollowing();
    const failed = vi.fn();
    const { ended, handled } = await follow({
      onHandlerError: failed,
      on: {
        created: async ({ request }) => {
          void supplier.close();
          await supplier.serviceRequests.get(request.id);
        },
      },
    });
    await createDraft({ status: "ApprovalRequested" });
    await poll();
    expect(await ended).toBeUndefined();
    expect(handled).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });

  test("waits for the handlers in progress when it ends", async () => {
    const { follow, poll, createDraft } = await setUpFollowing();
    const blocked = block();
    const created = vi.fn(() => blocked.promise);
    const { end, handled } = await follow({
      on: { created, submitted: () => void handled.push("submitted") },
    });
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
