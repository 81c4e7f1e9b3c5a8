import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Follower } from "../../../src/supplier/follow/follower.js";
import { type FollowEntries, FollowState } from "../../../src/supplier/follow/state.js";
import type { FollowedEvent, FollowOptions } from "../../../src/supplier/follow/types.js";
import { PollingStop } from "../../../src/supplier/workflows/polling.js";
import type { WorkflowContext } from "../../../src/supplier/workflows/types.js";
import { settle } from "../../support/clock.js";
import { setUp } from "../support.js";

function entriesOf(texts: Map<string, string>): FollowEntries {
  return {
    get: (key) => texts.get(key),
    set: async (key, text) => void texts.set(key, text),
    delete: async (key) => void texts.delete(key),
    async *list() {
      yield* texts;
    },
  };
}

/** A promise that the test resolves. */
function block() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function setUpFollowing(texts = new Map<string, string>()) {
  const setup = await setUp("serviceRequests", { options: { clock: "standing", rateLimit: false } });
  const { supplier, sandbox } = setup;
  const contextOf = (kind: "service" | "damage", requests: object) =>
    ({
      kind,
      requests,
      hasTokenFunction: false,
      clock: sandbox.clock,
      inFlight: { whenClosing: () => () => {} },
    }) as unknown as WorkflowContext;
  const contexts = {
    service: contextOf("service", supplier.serviceRequests),
    damage: contextOf("damage", supplier.damageServiceRequests),
  };
  /** Follows, and returns what was handled as `number type` of each request. */
  const follow = (options: Partial<FollowOptions> = {}) => {
    const handled: string[] = [];
    const stop = new PollingStop();
    const note = ({ id, type }: FollowedEvent) => void handled.push(`${id.slice(id.indexOf(".") + 1)} ${type}`);
    const types = ["created", "submitted", "approved", "partly-approved", "ready-to-invoice", "archived", "changed"];
    const on = Object.fromEntries(types.map((type) => [type, note]));
    const state = new FollowState(entriesOf(texts));
    const follower = new Follower({
      contexts,
      stop,
      state,
      options: { every: 1000, state: "", ...options, on: { ...on, ...options.on } },
    });
    const ended = follower.run().catch((reason: unknown) => reason);
    const end = () => {
      stop.abort(new Error("the test ends it"));
      return ended;
    };
    onTestFinished(async () => void (await end()));
    const poll = async (ms = 1000) => {
      sandbox.clock.advance({ ms });
      await settle();
    };
    return { handled, follower, state, poll, end, ended };
  };
  return { ...setup, texts, follow };
}

describe("following", () => {
  test("hands each event of a request to its handler, in order", async () => {
    const { follow, createDraft, requests, sandbox } = await setUpFollowing();
    const { handled, poll } = follow();
    await settle();
    const id = await createDraft();
    await poll();
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await poll();
    expect(handled).toEqual(["0 created", "1 submitted", "2 approved", "3 ready-to-invoice"]);
    await poll();
    expect(handled).toHaveLength(4);
  });

  test("passes over what existed before, unless it is asked for", async () => {
    const { follow, createDraft, requests, sandbox } = await setUpFollowing();
    const id = await createDraft({ status: "ApprovalRequested" });
    const { handled, poll, end } = follow();
    await settle();
    expect(handled).toEqual([]);
    sandbox.lessor.approve(id);
    await poll();
    expect(handled).toEqual(["0 approved", "1 ready-to-invoice"]);
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
    expect(handled).toEqual(["0 created", "1 submitted"]);
  });

  test("continues where another process ended, also between two events of a request", async () => {
    const { follow, createDraft, requests, sandbox, texts } = await setUpFollowing();
    const first = follow();
    await settle();
    const id = await createDraft();
    await first.poll();
    const blocked = block();
    await first.end();
    const second = follow({ on: { approved: () => blocked.promise } });
    await settle();
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await second.poll();
    expect(second.handled).toEqual(["1 submitted"]);
    // As if the process had been killed now.
    const third = follow();
    const copy = new Map(texts);
    await settle();
    expect(third.handled).toEqual(["2 approved", "3 ready-to-invoice"]);
    expect(copy.size).toBeGreaterThan(0);
    blocked.resolve();
  });

  test("repeats a handler that fails with growing delays, while other requests continue", async () => {
    const { follow, createDraft, sandbox } = await setUpFollowing();
    const attempts: number[] = [];
    let first = "";
    const fail = ({ attempt, request }: FollowedEvent) => {
      if (request.id !== first) return;
      attempts.push(attempt);
      throw new Error("the mail server is down");
    };
    const setAside = vi.fn();
    const { handled, poll, state, follower } = follow({
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
    expect(setAside).toHaveBeenCalledExactlyOnceWith(state.setAside[0]);
    expect(state.setAside).toMatchObject([{ error: "the mail server is down", event: { type: "created" } }]);
    const [{ event } = { event: { id: "" } }] = state.setAside;
    first = "";
    expect(follower.giveBack(event.id)).toBe(true);
    await settle();
    expect(state.setAside).toEqual([]);
    expect(follower.giveBack(event.id)).toBe(false);
    expect(sandbox.journal.entries.length).toBeGreaterThan(0);
  });

  test("ends with the error of a state that cannot be written", async () => {
    const texts = new Map<string, string>();
    const { follow } = await setUpFollowing(texts);
    vi.spyOn(texts, "set").mockImplementation(() => {
      throw new Error("the disk is full");
    });
    expect(await follow().ended).toMatchObject({ message: "the disk is full" });
  });

  test("waits for the handlers in progress when it ends", async () => {
    const { follow, createDraft } = await setUpFollowing();
    const blocked = block();
    const created = vi.fn(() => blocked.promise);
    const { poll, end, handled } = follow({
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
