import { statSync } from "node:fs";
import { join } from "node:path";
import type { SetAsideEvent, StateStore } from "@reg/sdk";
import { expect, test } from "vitest";
import { FollowState } from "../../../src/supplier/follow/state.js";
import { ManualClock } from "../../support/clock.js";
import { temporaryFolder } from "../../support/folder.js";
import { minimalStore } from "./support.js";

/** Opens a state as `follow` does. */
async function open(option: StateStore | string) {
  const clock = new ManualClock();
  const opening = FollowState.open(option, { baseUrl: "https://reg.example", clock, account: undefined }, () => {});
  opening.catch(() => {});
  // A store may take the lock only when nobody else can have found it free.
  await clock.advance(200);
  return opening;
}

function setAsideOf(id: string): SetAsideEvent {
  const notification = { title: id } as never;
  return { event: { type: "notification", id, timestamp: "2026-06-15T09:00:00Z", notification }, error: "no printer" };
}

test("an event that is set aside is in the state, or was not set aside, if one write of the index fails", async () => {
  const { store, entries } = minimalStore();
  let failures = 1;
  const state = await open({
    ...store,
    set: async (key, text) => {
      await Promise.resolve();
      if (key.endsWith("&notes") && failures-- > 0) throw new Error("the connection was closed");
      return store.set(key, text);
    },
  });
  const ids = ["first", "second", "third"];
  const written = await Promise.allSettled(ids.map((id) => state.putAside(setAsideOf(id))));
  const kept = ids.filter((_, index) => written[index]?.status === "fulfilled");
  // As if the process had been killed now.
  const again = await open(new Map([...entries].filter(([key]) => key.includes("&"))));
  const found = again.setAside.map(({ event }) => event.id);
  expect(failures).toBeLessThan(1);
  expect(kept.filter((id) => !found.includes(id))).toEqual([]);
});

test("many events that are set aside at once share the writes of the index", async () => {
  const { store, calls } = minimalStore();
  const state = await open({
    ...store,
    set: async (key, text) => {
      await Promise.resolve();
      return store.set(key, text);
    },
  });
  const ids = Array.from({ length: 100 }, (_, index) => `event-${index}`);
  await Promise.all(ids.map((id) => state.putAside(setAsideOf(id))));
  expect(state.setAside).toHaveLength(100);
  expect(calls.filter((call) => call === "set notes").length).toBeLessThanOrEqual(3);
});

test("a state file stays within its bound while events are set aside, also between two polls", async () => {
  const path = join(temporaryFolder(), "requests.state");
  const state = await open(path);
  let largest = 0;
  // The index is written for each, which is 22 megabytes in all.
  for (let index = 0; index < 1000; index += 1) {
    await state.putAside(setAsideOf(`event-${index}-${"x".repeat(30)}`));
    largest = Math.max(largest, statSync(path).size);
  }
  await state.close();
  expect(largest).toBeLessThan(3e6);
});
