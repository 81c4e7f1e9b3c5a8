import { join } from "node:path";
import type { FollowOptions } from "@reg/sdk";
import { expect, test } from "vitest";
import { failure } from "../../support/errors.js";
import { temporaryFolder } from "../../support/folder.js";
import { minimalStore, setUpListed } from "./support.js";

const fail = () => Promise.reject(new Error("no printer"));

test.each<keyof FollowOptions>(["onStart", "onHandlerError", "onSetAside"])(
  "%s that rejects ends following with its error",
  async (name) => {
    const { service, follow, pass } = setUpListed();
    const error = new Error(`from ${name}`);
    const { ended } = await follow({ attempts: 1, on: { created: fail }, [name]: () => Promise.reject(error) });
    service.put("R-1", "Draft");
    await pass();
    expect(await ended).toBe(error);
  },
);

test("an event that was given back is handled, although the store fails before", async () => {
  const { service, follow, pass } = setUpListed();
  const { store } = minimalStore();
  const control = { isDown: false, isBroken: true };
  const unlessDown =
    <Args extends unknown[]>(call: (...args: Args) => unknown) =>
    (...args: Args) => {
      if (control.isDown) throw new Error("the connection was closed");
      return call(...args);
    };
  const state = { get: unlessDown(store.get), set: unlessDown(store.set), delete: unlessDown(store.delete) };
  const ids: string[] = [];
  const created = ({ id }: { readonly id: string }) => (control.isBroken ? fail() : ids.push(id));
  const { following, errors } = await follow({ state, attempts: 2, on: { created } });
  service.put("R-1", "Draft");
  for (let turn = 0; turn < 3; turn += 1) await pass();
  const [{ event } = { event: { id: "" } }] = following.setAside();
  expect(following.giveBack(event.id)).toBe(true);
  await pass(100);
  control.isDown = true;
  service.put("R-2", "Denied");
  await pass();
  Object.assign(control, { isDown: false, isBroken: false });
  for (let turn = 0; turn < 40; turn += 1) await pass(500);
  expect(errors).toMatchObject([{ kind: "state", reason: "failed" }]);
  expect(ids.filter((id) => id === event.id)).toHaveLength(1);
  expect(following.setAside()).toEqual([]);
});

test("an account that is not well-formed is rejected: the keys of several would be the same", async () => {
  const { supplier } = setUpListed();
  const round = supplier.followOnce({ state: new Map(), on: {}, account: "\ud800" });
  expect(await failure(round, "input")).toMatchObject({ field: "account" });
});

test("a file of a named account is rejected without its name, and another way round", async () => {
  const { service, follow, pass } = setUpListed();
  service.put("R-1", "Draft");
  const options: FollowOptions["account"][] = ["4711", undefined];
  for (const account of options) {
    const path = join(temporaryFolder(), "requests.state");
    const { end } = await follow({ state: path, account });
    await pass();
    await end();
    const other = await follow({ state: path, account: options.find((each) => each !== account) });
    expect(await other.ended).toMatchObject({ reason: "version", message: expect.stringMatching(/another account/) });
  }
});

test("closing the client while the store has not responded resolves", async () => {
  const { supplier, follow, pass } = setUpListed();
  const never = () => new Promise(() => {});
  const { ended } = await follow({ state: { get: never, set: never, delete: never } });
  void supplier.close();
  await pass(10_000);
  await pass(10_000);
  expect(await ended).toBeUndefined();
});
