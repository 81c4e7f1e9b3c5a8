import type { DeleteFollowStateOptions, FollowOnceOptions, StateStore } from "@reg/sdk";
import { expect, test } from "vitest";
import { eventTypes } from "../../../src/domain/events.js";
import { failure } from "../../support/errors.js";
import { json } from "../../support/fetch.js";
import { minimalStore, setUpListed } from "./support.js";

// They are loaded when they are first called, which takes real time once.
await import("../../../src/supplier/follow/round.js");

const fail = () => Promise.reject(new Error("no printer"));
const failing = Object.fromEntries([...eventTypes, "notification"].map((type) => [type, fail]));

/** Follows two accounts with one store, until it has entries of each sort for both of them. */
async function setUpAccounts() {
  const { service, supplier, pass, clock } = setUpListed();
  const { store, entries } = minimalStore();
  /** Lets time pass until a promise has settled. */
  const settled = async <Result>(promise: Promise<Result>) => {
    let isSettled = false;
    const noteEnd = () => {
      isSettled = true;
    };
    promise.then(noteEnd, noteEnd);
    for (await pass(0); !isSettled; ) await pass(50);
    return promise;
  };
  const round = (account: string, options: Partial<FollowOnceOptions> = {}) =>
    settled(supplier.followOnce({ state: store, account, on: failing, ...options }));
  const deleteState = (options: Partial<DeleteFollowStateOptions> = {}) =>
    settled(supplier.deleteFollowState({ state: store, account: "workshop-1", ...options }));
  const notifications = [{ title: "old" }];
  service.replies.set("notifications", (sent) => json({ notifications })(sent));
  const accounts = ["workshop-1", "workshop-10"];
  for (const account of accounts) await round(account);
  service.put("R-1", "Approved");
  service.put("R-2", "Draft", { path: "damageservicerequests" });
  for (const account of accounts) await round(account, { attempts: 1 });
  notifications.push({ title: "new" });
  for (const account of accounts) await round(account);
  /** What the keys of an account end with, without the ids of events and notifications. */
  const partsOf = (account: string) =>
    [...entries.keys()]
      .filter((key) => key.split("&").includes(`account=${account}`))
      .map((key) =>
        decodeURIComponent(key.replace(/.*account=[^&]*/, "")).replace(/(?<=aside\/|notification\/).+/, "…"),
      );
  return { clock, pass, service, supplier, store, entries, partsOf, round, deleteState };
}

const parts = [
  "&entry=damage/R-2",
  "&entry=index",
  "&entry=notification/…",
  "&entry=service/R-1",
  "&entry=set-aside/…",
  "&notes",
];

test("everything of an account is deleted, and nothing of another one", async () => {
  const { entries, partsOf, deleteState } = await setUpAccounts();
  expect([...new Set(partsOf("workshop-1"))].sort()).toEqual(parts);
  const others = partsOf("workshop-10");
  await deleteState();
  expect(partsOf("workshop-1")).toEqual([]);
  expect(partsOf("workshop-10")).toEqual(others);
  await deleteState({ account: "workshop-10" });
  await deleteState({ account: "workshop-10" });
  expect([...entries.keys()]).toEqual([]);
});

test("an account that comes back is a new one", async () => {
  const { round, deleteState } = await setUpAccounts();
  await deleteState();
  const { events, setAside } = await round("workshop-1", { on: { created: () => {} }, existing: true });
  expect(events.map((event) => "request" in event && event.request.id).sort()).toEqual(["R-1", "R-2"]);
  expect(setAside).toEqual([]);
});

test("a state that a round uses is not deleted", async () => {
  const { entries, service, pass, clock, round, deleteState } = await setUpAccounts();
  let hasBegun = false;
  const created = () => {
    hasBegun = true;
    return new Promise<void>((resolve) => clock.schedule(resolve, 20_000));
  };
  service.put("R-3", "Draft");
  const running = round("workshop-1", { on: { created } });
  while (!hasBegun) await pass(50);
  const keys = [...entries.keys()];
  const error = await failure(deleteState(), "state");
  expect(error).toMatchObject({ reason: "locked", message: expect.stringMatching(/^deleteFollowState: /) });
  expect([...entries.keys()]).toEqual(keys);
  await running;
  await deleteState();
  expect(clock.pending).toBe(0);
});

test.each<[what: string, change: (store: StateStore) => Partial<StateStore>]>([
  ["rejects", () => ({ delete: fail })],
  ["does not delete", () => ({ delete: () => false })],
])("what is left by a store that %s is deleted by the next call", async (_, change) => {
  const { entries, store, partsOf, deleteState } = await setUpAccounts();
  let deletions = 0;
  const worse: StateStore = {
    ...store,
    delete(key) {
      deletions += 1;
      return (deletions > 2 ? { ...store, ...change(store) } : store).delete(key);
    },
  };
  const error = await failure(deleteState({ state: worse }), "state");
  expect(error).toMatchObject({ reason: "failed", message: expect.stringMatching(/the state cannot be deleted/) });
  expect(partsOf("workshop-1")).toContain("&notes");
  entries.delete("reg-follow:baseUrl=https%3A%2F%2Freg.example&account=workshop-1");
  await deleteState();
  expect(partsOf("workshop-1")).toEqual([]);
});

test.each(Array.from({ length: 24 }, (_, index) => 3 * index))(
  "what a store has hidden is deleted by the next call, if it fails from its call %i on",
  async (from) => {
    const { store, entries, partsOf, deleteState } = await setUpAccounts();
    let calls = 0;
    /** For four calls, it returns nothing and does nothing, and says so to nobody. */
    const hides = <Args extends unknown[]>(act: (...args: Args) => unknown) => {
      return (...args: Args) => {
        calls += 1;
        return calls > from && calls <= from + 4 ? undefined : act(...args);
      };
    };
    const hiding = { get: hides(store.get), set: hides(store.set), delete: hides(store.delete) };
    const isDeleted = await deleteState({ state: hiding }).then(
      () => true,
      () => false,
    );
    // Only the lock may be left: the next run recognises that nobody has it.
    if (isDeleted) expect(partsOf("workshop-1").filter((part) => part !== "")).toEqual([]);
    entries.delete("reg-follow:baseUrl=https%3A%2F%2Freg.example&account=workshop-1");
    await deleteState();
    expect(partsOf("workshop-1")).toEqual([]);
  },
);

test("nothing more is deleted once another process has taken the lock", async () => {
  const { entries, store, partsOf, deleteState } = await setUpAccounts();
  const lockKey = "reg-follow:baseUrl=https%3A%2F%2Freg.example&account=workshop-1";
  let deletions = 0;
  const taken: StateStore = {
    ...store,
    delete(key) {
      deletions += 1;
      if (deletions === 1) entries.set(lockKey, "another process 1");
      return store.delete(key);
    },
  };
  expect(await failure(deleteState({ state: taken }), "state")).toMatchObject({ reason: "locked" });
  expect(deletions).toBe(1);
  expect(partsOf("workshop-1")).toContain("&notes");
});

test("what an interrupted round was about to delete is deleted", async () => {
  const { entries, partsOf, deleteState } = await setUpAccounts();
  const start = "reg-follow:baseUrl=https%3A%2F%2Freg.example&account=workshop-1";
  const notes = JSON.parse(entries.get(`${start}&notes`) ?? "");
  entries.set(`${start}&notes`, JSON.stringify({ ...notes, outdated: ["service/R-9"] }));
  entries.set(`${start}&entry=service%2FR-9`, "{}");
  await deleteState();
  expect(partsOf("workshop-1")).toEqual([]);
});

test("closing the client waits for a deletion", async () => {
  const { entries, deleteState, supplier, partsOf } = await setUpAccounts();
  const deletion = deleteState();
  await supplier.close();
  expect(partsOf("workshop-1")).toEqual([]);
  await deletion;
  expect(entries.size).toBeGreaterThan(0);
});

test("nothing is deleted while a store returns nothing", async () => {
  const { store, entries, deleteState } = await setUpAccounts();
  const keys = [...entries.keys()];
  const forgetful: StateStore = { ...store, get: (key) => (key.endsWith("&notes") ? undefined : store.get(key)) };
  expect(await failure(deleteState({ state: forgetful }), "state")).toMatchObject({ reason: "failed" });
  expect([...entries.keys()]).toEqual(keys);
});

test.each<[object, string]>([
  [{ state: "requests.state" }, "state"],
  [{ state: undefined }, "state"],
  [{ account: "" }, "account"],
  [{ acount: "workshop-1" }, "acount"],
])("the options %j are rejected", async (options, field) => {
  const { supplier } = setUpListed();
  const given = { state: new Map(), ...options } as DeleteFollowStateOptions;
  expect(await failure(supplier.deleteFollowState(given), "input")).toMatchObject({
    field,
    operationId: "deleteFollowState",
  });
});
