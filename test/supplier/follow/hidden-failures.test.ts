import type { FollowedEvent, NotificationEvent } from "@reg/sdk";
import Keyv from "keyv";
import { describe, expect, test } from "vitest";
import { json } from "../../support/fetch.js";
import { minimalStore, ownError, setUpListed, withoutLock } from "./support.js";

/** A Keyv whose store can fail to read some keys: Keyv then returns nothing, as for an entry that does not exist. */
function keyvThatHidesFailures(entries = new Map<string, string>()) {
  const control = { isHidden: (_key: string) => false, hidden: 0 };
  const store = {
    opts: {},
    on: () => store,
    get: async (key: string) => {
      if (!control.isHidden(key)) return entries.get(key);
      control.hidden += 1;
      throw new Error("the connection was closed");
    },
    set: async (key: string, value: string) => void entries.set(key, value),
    delete: async (key: string) => entries.delete(key),
    clear: async () => entries.clear(),
  };
  const state = new Keyv({ store });
  state.on("error", () => {});
  const hide = (part: string, times = 1) => {
    let left = times;
    control.isHidden = (key) => key.includes(part) && left-- > 0;
  };
  return { state, entries, control, hide };
}

const parked = { fields: { parking: { isParked: true } } };
const failed = { kind: "state", reason: "failed", message: expect.stringMatching(/did not return/) };

/** Lets a minute pass: a state that fails is tried again after five seconds. */
async function passMinute(pass: (ms: number) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await pass(1000);
}

test("a known request whose entry cannot be read for a moment has the same events, and the failure is reported", async () => {
  const { service, follow, pass } = setUpListed();
  const { state, hide, control } = keyvThatHidesFailures();
  service.put("R-1", "Approved", { fields: { invoicing: { status: "ReadyForInvoicing" } } });
  const { handled, errors } = await follow({ state });
  await pass();
  hide("entry=service");
  service.put("R-1", "Approved", { fields: { invoicing: { status: "ReadyForInvoicing" }, ...parked.fields } });
  await passMinute(pass);
  expect(control.hidden).toBe(1);
  expect(handled).toEqual(["R-1 parked"]);
  expect(errors).toMatchObject([failed]);
});

describe("a new request whose event is being handled when the process is killed", () => {
  async function kill() {
    const setup = setUpListed();
    const { state, entries } = keyvThatHidesFailures();
    const ids: string[] = [];
    const wait = ({ id, signal }: FollowedEvent) => {
      ids.push(id);
      return new Promise((resolve) => signal.addEventListener("abort", resolve));
    };
    await setup.follow({ state, on: { created: wait } });
    setup.service.put("R-1", "Draft");
    await setup.pass();
    expect(ids).toHaveLength(1);
    return { ...setup, ids, ...keyvThatHidesFailures(withoutLock(entries)) };
  }

  test("keeps the id of the event, although its entry cannot be read at the start", async () => {
    const { state, hide, control, ids, follow, pass } = await kill();
    hide("entry=service");
    const { events, ended } = await follow({ state });
    await passMinute(pass);
    expect(control.hidden).toBe(1);
    expect(events.map(({ id }) => id)).toEqual(ids);
    expect(await Promise.race([ended, "following"])).toBe("following");
  });
});

describe("at a start", () => {
  async function stopAfterEvents() {
    const setup = setUpListed();
    const { service, follow, pass } = setup;
    const keyv = keyvThatHidesFailures();
    const notifications = [{ title: "old" }];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    service.put("R-1", "ApprovalRequested");
    service.put("R-2", "ApprovalRequested");
    const fail = () => Promise.reject(new Error("no printer"));
    const wait = ({ signal }: NotificationEvent) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
    const { following, end } = await follow({
      state: keyv.state,
      attempts: 1,
      on: { parked: fail, notification: wait },
    });
    service.put("R-2", "ApprovalRequested", parked);
    notifications.push({ title: "new" });
    await pass();
    await pass();
    expect(following.setAside()).toHaveLength(1);
    await end();
    service.unlist("R-1");
    service.replies.set("R-1", ownError(410));
    const titles: unknown[] = [];
    const notification = (event: NotificationEvent) =>
      void titles.push(Reflect.get(Object(event.notification), "title"));
    return { ...setup, ...keyv, titles, notification };
  }

  test.each([
    ["the index is not returned once", "&notes", 1],
    ["the index is never returned", "&notes", Number.POSITIVE_INFINITY],
    ["an event that was set aside is not returned", "entry=set-aside", 1],
    ["a notification that is being handled is not returned", "entry=notification", 1],
  ])("nothing is lost or begun anew if %s", async (_, part, times) => {
    const { state, hide, titles, notification, entries, follow } = await stopAfterEvents();
    hide(part, times);
    const before = [...entries];
    const first = await follow({ state, on: { notification } });
    expect(await first.ended).toMatchObject(failed);
    expect([...entries]).toEqual(before);
    hide("nothing");
    const { handled, following } = await follow({ state, on: { notification } });
    expect(following.setAside()).toMatchObject([{ event: { type: "parked" } }]);
    expect([handled, titles]).toEqual([["R-1 approved", "R-1 archived"], ["new"]]);
  });

  test("a state is not new because the store returns nothing for a moment", async () => {
    const { state, hide, follow } = await stopAfterEvents();
    // The index, and whatever else would show that there is one.
    hide("&", 4);
    const { handled, following } = await follow({ state });
    expect(following.setAside()).toHaveLength(1);
    expect(handled).toEqual(["R-1 approved", "R-1 archived"]);
  });
});

test("an entry that a process has left when it could not delete it is deleted by the next one", async () => {
  const { service, follow, pass } = setUpListed();
  const { store, entries } = minimalStore();
  let failures = 1;
  const remove = (key: string) => {
    if (key.includes("entry=") && failures-- > 0) throw new Error("the connection was closed");
    return store.delete(key);
  };
  service.put("R-1", "Approved");
  service.put("R-2", "Draft");
  const { handled } = await follow({ state: { ...store, delete: remove } });
  service.unlist("R-1");
  service.replies.set("R-1", ownError(410));
  await passMinute(pass);
  expect(failures).toBeLessThan(0);
  expect(handled).toEqual(["R-1 archived"]);
  expect([...entries.keys()].filter((key) => key.includes("R-1"))).toEqual([]);
});
