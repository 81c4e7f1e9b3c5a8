import { describe, expect, test } from "vitest";
import { resolveOptions } from "../../../src/http/settings.js";
import { RegError, type RegEvent, type RegEventListener } from "../../../src/index.js";
import type { SupplierClientOptions } from "../../../src/supplier/client.js";
import { baseUrl, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json } from "../../support/fetch.js";

const ok = fakeFetch(json([]));
const boom = () => {
  throw new Error("listener");
};

const name = "then";
const thenable = (property: PropertyDescriptor) => Object.defineProperty({}, name, property);

describe("listeners", () => {
  test("may be several: each is told the same events in turn", async () => {
    const told: string[] = [];
    const on: RegEventListener[] = ["one", "other"].map(
      (who) =>
        ({ type }) =>
          told.push(`${who} ${type}`),
    );
    await supplierOver(ok, { on }).lessors.list();
    expect(told).toEqual(
      ["request", "attempt", "answer", "response"].flatMap((type) => [`one ${type}`, `other ${type}`]),
    );
  });

  test.each<[string, RegEventListener]>([
    ["throws", boom],
    ["rejects", async () => boom()],
    [
      "rejects with a promise of its own kind",
      () => thenable({ value: (_: unknown, no: (reason: unknown) => void) => no(1) }),
    ],
    ["gives what throws when it is looked at", () => thenable({ get: boom })],
  ])("break neither the call nor each other when one %s", async (_, on) => {
    const told: RegEvent[] = [];
    const client = supplierOver(ok, { on: [on, (event) => told.push(event)] });
    expect(await client.lessors.list()).toEqual([]);
    expect(told).toHaveLength(4);
    const failing = supplierOver(fakeFetch(empty(404)), { on });
    expect(RegError.is(await rejection(failing.lessors.list()), "not-found")).toBe(true);
    await settle();
  });

  test("cannot change what the others are told, nor the call", async () => {
    const told: RegEvent[] = [];
    const meddle = (event: RegEvent) => {
      const details = "error" in event ? event.error : undefined;
      const codes = details?.codes;
      for (const part of [event, details, codes, "headers" in event ? event.headers : undefined])
        if (part !== undefined) expect(Object.isFrozen(part)).toBe(true);
      Reflect.set(event, "type", "meddled");
    };
    const problem = { errors: [{ code: "REG-SVC000101" }] };
    const fetch = fakeFetch(json(problem, { status: 400 }));
    await rejection(supplierOver(fetch, { on: [meddle, (event) => told.push(event)] }).lessors.list());
    expect(told.map(({ type }) => type)).toEqual(["request", "attempt", "answer", "error"]);
  });

  test("are given one key for all events of a call, and another one for each call of whichever client", async () => {
    const keys = new Map<object, string[]>();
    const on: RegEventListener = ({ type }, call) => keys.set(call, [...(keys.get(call) ?? []), type]);
    const [one, other] = [supplierOver(ok, { on }), supplierOver(ok, { on })];
    const lessor = lessorOver(lessorService([empty()]).fetch, { on });
    await Promise.all([one.lessors.list(), one.lessors.list(), other.lessors.list()]);
    await lessor.vehicles.delete("AB-123-C");
    const plain = ["request", "attempt", "answer", "response"];
    const withToken = ["request", "token", "attempt", "answer", "response"];
    expect([...keys.values()]).toEqual([plain, plain, plain, withToken, plain]);
    for (const key of keys.keys()) expect(Reflect.ownKeys(key)).toEqual([]);
  });

  test("number the calls of each client from 1", async () => {
    const told: RegEvent[] = [];
    const on = (event: RegEvent) => told.push(event);
    for (const client of [supplierOver(ok, { on }), supplierOver(ok, { on })]) {
      await client.lessors.list();
      await client.lessors.list();
    }
    expect(told.flatMap(({ type, callId }) => (type === "response" ? [callId] : []))).toEqual([1, 2, 1, 2]);
  });

  test.each([[undefined], [[]]])("cost nothing where there are none (%j)", async (on) => {
    expect(resolveOptions({ baseUrl, on }).emit).toBeUndefined();
    const [unwatched, watched] = [await clockUse(on), await clockUse(() => {})];
    expect(unwatched.now).toBe(0);
    // One look at each end of the call, and at each end of its request.
    expect(watched).toEqual({ now: 4, monotonic: unwatched.monotonic + 4 });
  });
});

/** How often one call looks at the clock. */
async function clockUse(on: SupplierClientOptions["on"]) {
  const uses = { now: 0, monotonic: 0 };
  const manual = new ManualClock();
  const clock = {
    now: () => manual.now() + 0 * uses.now++,
    monotonic: () => manual.monotonic() + 0 * uses.monotonic++,
    schedule: manual.schedule.bind(manual),
  };
  await supplierOver(ok, { on, clock, throttle: false }).lessors.list();
  return uses;
}
