import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FollowedEvent } from "@reg/sdk";
import { expect, test } from "vitest";
import { waitUntil } from "../../support/clock.js";
import { temporaryFolder } from "../../support/folder.js";
import { ListedService, minimalStore, ownError, setUpListed, withoutLock } from "./support.js";

/** Two suppliers with one clock; each has a request. */
function twoSuppliers({ path = "servicerequests" as keyof ListedService["lists"] } = {}) {
  const first = setUpListed({ service: new ListedService(4711) });
  const second = setUpListed({ service: new ListedService(4712), clock: first.clock });
  first.service.put("R-1", "ApprovalRequested", { path });
  second.service.put("R-2", "ApprovalRequested", { path });
  return { first, second };
}

const ofOther = {
  kind: "state",
  reason: "version",
  message: expect.stringMatching(/belongs to the supplier 4711, but the service lists requests of the supplier 4712;/),
};

test.each<["servicerequests" | "damageservicerequests", string]>([
  ["servicerequests", "store"],
  ["damageservicerequests", "store"],
  ["servicerequests", "file"],
])(
  "fault 65: two accounts with the %s of one %s: the second ends with an error that names both",
  async (path, kind) => {
    const { first, second } = twoSuppliers({ path });
    const folder = temporaryFolder();
    const state = kind === "file" ? join(folder, "requests.state") : first.store;
    // The clock of the test must not run ahead of the disk, which would look like a store that does not respond.
    const pass = async () => {
      await first.pass(100);
      if (kind === "file") await writeFile(join(folder, "other"), "x", { flush: true });
    };
    const one = await first.follow({ state });
    // Its second poll begins after it has noted its supplier; a busy disk would otherwise let the second one be first.
    await waitUntil(async () => {
      await pass();
      return first.service.polls > 2;
    });
    const other = await second.follow({ state });
    let end: unknown;
    void other.ended.then((error) => {
      end = error;
    });
    await waitUntil(async () => {
      await pass();
      return end !== undefined;
    });
    expect(end).toMatchObject(ofOther);
    expect([other.handled, second.service.reads]).toEqual([[], []]);
    first.service.put("R-1", "Approved", { path });
    await waitUntil(async () => {
      await pass();
      return one.handled.length > 0;
    });
    expect(one.handled).toEqual(["R-1 approved"]);
  },
);

test("what another account has left is not handled, changed or read", async () => {
  const { first, second } = twoSuppliers({ path: "damageservicerequests" });
  const wait = ({ signal }: FollowedEvent) => new Promise((resolve) => signal.addEventListener("abort", resolve));
  const notification = () => {};
  await first.follow({ on: { approved: wait } });
  first.service.put("R-1", "Approved", { path: "damageservicerequests" });
  await first.pass();
  // As if the process had been killed now.
  const state = withoutLock(first.store);
  const before = [...state];
  const { handled, ended } = await second.follow({
    state,
    on: { notification },
  });
  expect(await ended).toMatchObject(ofOther);
  expect([handled, second.service.reads]).toEqual([[], []]);
  expect([...state]).toEqual(before);
  const { handled: again } = await first.follow({ state });
  expect(again).toEqual(["R-1 approved"]);
});

test("an event that was set aside is not given back to another account", async () => {
  const { first, second } = twoSuppliers();
  const approved = () => {
    throw new Error("no mail server");
  };
  const { following, end } = await first.follow({ attempts: 1, on: { approved } });
  first.service.put("R-1", "Approved");
  await first.pass();
  const [setAside] = following.setAside();
  await end();
  const handled: string[] = [];
  const supplier = second.supplier.follow({
    state: first.store,
    on: { approved: ({ id }: FollowedEvent) => void handled.push(id) },
    onStart: () => expect(supplier.giveBack(setAside?.event.id ?? "")).toBe(true),
  });
  const ended = supplier.ended.catch((error: unknown) => error);
  await second.pass(200);
  expect(await ended).toMatchObject(ofOther);
  expect(handled).toEqual([]);
  const again = await first.follow({ state: withoutLock(first.store) });
  expect(again.following.giveBack(setAside?.event.id ?? "")).toBe(true);
  await first.pass(0);
  expect(again.handled).toEqual(["R-1 approved"]);
});

test("two accounts with names share a store, and each has its own keys", async () => {
  const { first, second } = twoSuppliers();
  const { store, entries } = minimalStore();
  const one = await first.follow({ state: store, account: "4711" });
  const other = await second.follow({ state: store, account: "4712" });
  first.service.put("R-1", "Approved");
  await first.pass();
  expect([one.handled, other.handled]).toEqual([["R-1 approved"], []]);
  second.service.put("R-2", "Approved");
  await first.pass();
  expect(other.handled).toEqual(["R-2 approved"]);
  const keysOf = (account: string) =>
    [...entries.keys()].filter((key) =>
      key.startsWith(`reg-follow:baseUrl=https%3A%2F%2Freg.example&account=${account}`),
    );
  // The lock, the index and its mark, and a request.
  expect([keysOf("4711").length, keysOf("4712").length, entries.size]).toEqual([4, 4, 8]);
});

test("a second process of the same account waits without an error, and asks for the lists once", async () => {
  const setup = setUpListed();
  setup.service.put("R-1", "Draft");
  const one = await setup.follow({ every: 60_000 });
  const { polls } = setup.service;
  const other = await setup.follow({ every: 60_000 });
  for (let turns = 0; turns < 40; turns += 1) await setup.pass(500);
  expect(other.errors).toEqual([]);
  expect(setup.service.polls).toBe(polls + 2);
  await one.end();
  for (let turns = 0; turns < 40; turns += 1) await setup.pass(500);
  setup.service.put("R-1", "ApprovalRequested");
  await setup.pass(60_000);
  expect(other.handled).toEqual(["R-1 submitted"]);
});

test("a second process of an account without requests asks for the lists as often as it would follow", async () => {
  const setup = setUpListed();
  const one = await setup.follow({ every: 600_000 });
  setup.service.put("R-1", "Draft");
  await setup.pass(600_000);
  expect(one.handled).toEqual(["R-1 created"]);
  setup.service.unlist("R-1");
  const { polls } = setup.service;
  await setup.follow({ every: 60_000 });
  for (let turns = 0; turns < 240; turns += 1) await setup.pass(500);
  expect(setup.service.polls - polls).toBe(4);
});

test("a token of another account, while following, ends it before anything is handled", async () => {
  const { service, follow, pass } = setUpListed();
  service.put("R-1", "Draft");
  const { handled, ended } = await follow();
  service.unlist("R-1");
  service.lists.servicerequests.push({ id: "R-2", status: "Draft", supplierId: 4712 });
  await pass();
  expect(await ended).toMatchObject(ofOther);
  expect(handled).toEqual([]);
});

test("a service that shows no supplier is followed as before", async () => {
  const { service, store, follow, pass } = setUpListed();
  const { handled, end } = await follow();
  service.put("R-1", "Draft");
  service.lists.servicerequests.splice(0, 1, { id: "R-1", status: "Draft", supplierId: null });
  await pass();
  await end();
  const again = await follow({ state: withoutLock(store) });
  service.remove("R-1");
  await pass();
  expect([...handled, ...again.handled]).toEqual(["R-1 created", "R-1 draft-deleted"]);
});

test("a quiet poll reads and writes nothing, and a start reads the index alone", async () => {
  const { service, follow, pass } = setUpListed();
  const { store, entries, calls } = minimalStore();
  for (let index = 0; index < 500; index += 1) service.put(`R-${index}`, "Approved");
  const { end } = await follow({ state: store });
  await pass();
  await pass();
  calls.length = 0;
  await pass(60_000);
  expect(calls).toEqual([]);
  for (const id of ["R-1", "R-2", "R-3"]) service.put(id, "Approved", { fields: { parking: { isParked: true } } });
  await pass();
  // Each text is read back. The index; and of each request what was known, the event, that it was handled, and the rest.
  expect(calls).toHaveLength(2 + 3 * 7);
  await pass();
  expect(calls).toHaveLength(2 + 3 * 7 + 2);
  await end();
  calls.length = 0;
  const again = minimalStore(withoutLock(entries));
  await follow({ state: again.store });
  expect(again.calls).toEqual(["get notes"]);
});

test("a request that can be read but is not listed is read again at each poll, and written only if it has changed", async () => {
  const { service, follow, pass } = setUpListed();
  const { store, calls } = minimalStore();
  for (let index = 0; index < 20; index += 1) service.put(`R-${index}`, "Approved");
  const { handled } = await follow({ state: store });
  for (let index = 0; index < 10; index += 1) service.unlist(`R-${index}`);
  for (let polls = 0; polls < 3; polls += 1) await pass();
  calls.length = 0;
  service.reads.length = 0;
  for (let polls = 0; polls < 10; polls += 1) await pass();
  expect(service.reads).toHaveLength(100);
  expect(calls.filter((call) => !call.startsWith("get entry=service"))).toEqual([]);
  service.put("R-1", "Approved", { fields: { parking: { isParked: true } } });
  service.unlist("R-1");
  await pass();
  expect(handled).toEqual(["R-1 parked"]);
});

test("an account that lists nothing deletes and loses nothing of another one, whose process has ended", async () => {
  const { first, second } = twoSuppliers();
  first.service.put("R-draft", "Draft");
  const one = await first.follow();
  await one.end();
  const state = withoutLock(first.store);
  for (const id of ["R-2", "R-draft"]) second.service.remove(id);
  const other = await second.follow({ state });
  for (let polls = 0; polls < 60; polls += 1) await first.pass();
  expect(other.handled).toEqual([]);
  // Once each: a 410 would say that a request is archived.
  expect(second.service.reads.sort()).toEqual(["R-1", "R-draft"]);
  expect(other.errors).toMatchObject([{ kind: "not-found" }]);
  await other.end();
  first.service.remove("R-draft");
  first.service.put("R-1", "Approved");
  const { handled } = await first.follow({ state: withoutLock(state) });
  expect(handled.sort()).toEqual(["R-1 approved", "R-draft draft-deleted"]);
});

test("a draft that was deleted while no process followed is noticed as soon as a list shows whose it is", async () => {
  const { service, store, follow, pass } = setUpListed();
  service.put("R-1", "Draft");
  await (await follow()).end();
  service.remove("R-1");
  const { handled } = await follow({ state: withoutLock(store) });
  await pass();
  expect(handled).toEqual([]);
  service.put("R-2", "Draft");
  await pass();
  expect(handled.sort()).toEqual(["R-1 draft-deleted", "R-2 created"]);
});

test("a request that was archived while no process followed is noticed also if no list shows whose it is", async () => {
  const { service, store, follow } = setUpListed();
  service.put("R-1", "Approved");
  await (await follow()).end();
  service.unlist("R-1");
  service.replies.set("R-1", ownError(410));
  expect((await follow({ state: withoutLock(store) })).handled).toEqual(["R-1 archived"]);
});

test("a function that returns the token of another account for a while, which lists nothing, deletes no draft", async () => {
  const [first, second] = [new ListedService(4711), new ListedService(4712)];
  let current = first;
  const service = Object.assign(new ListedService(), {
    fetch: ((...sent) => current.fetch(...sent)) as ListedService["fetch"],
  });
  const { follow, pass } = setUpListed({ service, client: { token: () => "current" } });
  first.put("R-draft", "Draft");
  first.put("R-denied", "Denied");
  const { handled, errors } = await follow();
  await pass();
  current = second;
  for (let polls = 0; polls < 60; polls += 1) await pass();
  expect(handled).toEqual([]);
  expect(errors).toMatchObject([{ kind: "not-found" }]);
  current = first;
  first.remove("R-draft");
  first.put("R-denied", "ApprovalRequested");
  for (let polls = 0; polls < 3; polls += 1) await pass();
  expect(handled.sort()).toEqual(["R-denied submitted", "R-draft draft-deleted"]);
});

test("a list that is empty shows nothing of its account, but the other list of the same round does", async () => {
  const { service, follow, pass } = setUpListed({ client: { token: () => "current" } });
  service.put("R-draft", "Draft");
  service.put("R-damage", "Draft", { path: "damageservicerequests" });
  const { handled } = await follow();
  service.unlist("R-damage");
  service.remove("R-draft");
  await pass();
  expect(handled).toEqual([]);
  service.put("R-damage", "Draft", { path: "damageservicerequests" });
  await pass();
  await pass();
  expect(handled).toEqual(["R-draft draft-deleted"]);
});
