import type { FollowOptions, NotificationEvent } from "@reg/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { settle } from "../../support/clock.js";
import { editResponses, setUp } from "../support.js";

interface Shown {
  readonly title: string;
}

const titleOf = ({ notification }: Pick<NotificationEvent, "notification">) => (notification as Shown).title;

async function setUpNotifications() {
  const setup = await setUp("serviceRequests", { options: { clock: "standing", rateLimit: false } });
  const { sandbox } = setup;
  /** Changes the list of notifications. */
  const list = { edit: (text: string) => text };
  const edit = (text: string, url: string) => (url.includes("/notifications") ? list.edit(text) : text);
  const supplier = setup.createClient({ fetch: editResponses(sandbox, edit) });
  const texts = new Map<string, string>();
  const count = (ending: string) =>
    sandbox.journal.entries.filter(({ operationId }) => operationId?.endsWith(ending)).length;
  const countLists = () => count("equests.list") + 2 * count("lessors.notifications");
  /** Lets time pass until both lists of requests, and the notifications, were read. */
  const untilRead = async (advance: () => unknown) => {
    const before = countLists();
    advance();
    await vi.waitFor(() => expect(countLists()).toBeGreaterThanOrEqual(before + 4), 4000);
    for (let turn = 0; turn < 5; turn += 1) await settle();
  };
  const poll = (ms = 1000) => untilRead(() => sandbox.clock.advance({ ms }));
  /** Follows, and returns the titles of the notifications that were handled. */
  const follow = async (options: Partial<FollowOptions> = {}) => {
    const handled: string[] = [];
    const stop = new AbortController();
    const notification = (event: NotificationEvent) => void handled.push(titleOf(event));
    let end = async () => {};
    let following: ReturnType<typeof supplier.follow> | undefined;
    await untilRead(() => {
      const common = { every: 1000, state: texts, signal: stop.signal, on: { notification } };
      following = supplier.follow({ ...common, ...options });
      const ended = following.ended.catch(() => {});
      end = () => {
        stop.abort();
        return ended;
      };
    });
    onTestFinished(() => end());
    if (following === undefined) throw new Error("it did not begin");
    return { handled, end, following };
  };
  const publish = (title: string) =>
    sandbox.lessor.notify({ lessorId: 1001, title, validFrom: "2026-01-01", validUntil: "2099-12-31" });
  return { ...setup, supplier, list, texts, count, poll, follow, publish };
}

test("a new notification is an event once, also after a restart", async () => {
  const { follow, poll, publish } = await setUpNotifications();
  const { handled, end } = await follow();
  expect(handled).toEqual([]);
  publish("Closed on Monday");
  await poll();
  await poll();
  expect(handled).toEqual(["Closed on Monday"]);
  await end();
  publish("Open again");
  const second = await follow();
  await poll();
  expect(second.handled).toEqual(["Open again"]);
});

test("those that exist at first are events if this is asked for", async () => {
  const { follow } = await setUpNotifications();
  const { handled } = await follow({ existing: true });
  expect(handled).toEqual(["New invoice address", "Winter tires from October"]);
});

test("they are not read without a handler", async () => {
  const { supplier, sandbox, count } = await setUpNotifications();
  const stop = new AbortController();
  const { ended } = supplier.follow({ every: 1000, state: new Map(), signal: stop.signal, on: {} });
  await vi.waitFor(() => expect(count("equests.list")).toBe(2));
  sandbox.clock.advance({ ms: 1000 });
  await vi.waitFor(() => expect(count("equests.list")).toBe(4));
  expect(count("lessors.notifications")).toBe(0);
  stop.abort("over");
  await expect(ended).rejects.toBe("over");
});

test.each<[string, string, string[]]>([
  ["empty at first", '{"data":{"notifications":[]}}', ["New invoice address", "Winter tires from October"]],
  ["a list", '{"data":[{"title":"Other"}]}', ["New invoice address", "Winter tires from October"]],
])("a list that is %s is the one to compare with", async (_, text, titles) => {
  const { follow, poll, list } = await setUpNotifications();
  const before = list.edit;
  list.edit = () => text;
  const { handled } = await follow();
  expect(handled).toEqual([]);
  list.edit = before;
  await poll();
  expect(handled).toEqual(titles);
});

test("a notification that is missing for a moment is no event, and one that has changed is", async () => {
  const { follow, poll, list } = await setUpNotifications();
  const before = list.edit;
  const { handled } = await follow();
  list.edit = () => '{"data":{"notifications":[]}}';
  await poll();
  list.edit = before;
  await poll();
  expect(handled).toEqual([]);
  list.edit = (text) => text.replace("New invoice address", "New address");
  await poll();
  expect(handled).toEqual(["New address"]);
});

test("a failure to read them is reported, and stops neither them nor the requests", async () => {
  const { follow, poll, publish, sandbox, createDraft, list } = await setUpNotifications();
  const errors: unknown[] = [];
  const requests: string[] = [];
  const titles: string[] = [];
  await follow({
    onError: ({ message }) => void errors.push(message),
    on: {
      created: ({ request }) => void requests.push(request.id),
      notification: (event) => void titles.push(titleOf(event)),
    },
  });
  sandbox.fail({ operation: "lessors.notifications", times: 1, with: { status: 403 } });
  publish("Closed on Monday");
  const id = await createDraft();
  await poll();
  expect([errors.length, requests, titles]).toEqual([1, [id], []]);
  const before = list.edit;
  list.edit = () => '{"data":{"notifications":{}}}';
  await poll();
  expect(errors[1]).toContain("follow: lessors.notifications: the response contains no list");
  list.edit = before;
  await poll();
  expect([errors.length, titles]).toEqual([2, ["Closed on Monday"]]);
});

test("one whose handler was interrupted is the same event after a restart", async () => {
  const { follow, poll, publish, texts } = await setUpNotifications();
  const events: NotificationEvent[] = [];
  const wait = (event: NotificationEvent) => {
    events.push(event);
    return new Promise((resolve) => event.signal.addEventListener("abort", resolve));
  };
  await follow({ on: { notification: wait } });
  publish("Closed on Monday");
  await poll();
  expect(events).toHaveLength(1);
  // As if the process had been killed now.
  const state = new Map([...texts].filter(([key]) => key.includes("&")));
  await follow({ state, on: { notification: (event) => void events.push(event) } });
  await poll();
  const [first, again, ...others] = events;
  expect(again).toEqual({ ...first, signal: expect.any(AbortSignal) });
  expect(others).toEqual([]);
});

test("one whose handler fails is tried again, set aside, and can be given back after a restart", async () => {
  const { follow, poll, publish } = await setUpNotifications();
  const attempts: number[] = [];
  const fail = ({ attempt }: NotificationEvent) => {
    attempts.push(attempt);
    throw new Error("the mail server is down");
  };
  const onSetAside = vi.fn();
  const { following, end } = await follow({ attempts: 2, onSetAside, on: { notification: fail } });
  publish("Closed on Monday");
  await poll();
  expect([attempts, following.setAside()]).toEqual([[1], []]);
  await poll();
  expect(attempts).toEqual([1, 2]);
  expect(onSetAside).toHaveBeenCalledExactlyOnceWith(following.setAside()[0]);
  await end();
  const second = await follow();
  expect(second.handled).toEqual([]);
  const [setAside] = second.following.setAside();
  expect(setAside).toMatchObject({ error: "the mail server is down", event: { type: "notification" } });
  expect(second.following.giveBack(setAside?.event.id ?? "")).toBe(true);
  await vi.waitFor(() => expect(second.following.setAside()).toEqual([]));
  expect(second.handled).toEqual(["Closed on Monday"]);
});

test("a thousand that are no longer listed are remembered", async () => {
  const { follow, poll, list, texts } = await setUpNotifications();
  const show = (first: number, count: number) => {
    const notifications = Array.from({ length: count }, (_, index) => ({ title: `Number ${first + index}` }));
    list.edit = () => JSON.stringify({ data: { notifications } });
  };
  const remembered = () => {
    const [, index = ""] = [...texts].find(([key]) => key.endsWith("&notes")) ?? [];
    return JSON.parse(index).notifications.length;
  };
  show(0, 1000);
  const { handled } = await follow();
  show(1000, 3);
  await poll();
  expect([handled.length, remembered()]).toEqual([3, 1003]);
  show(1001, 3);
  await poll();
  expect([handled.length, remembered()]).toEqual([4, 3]);
});
