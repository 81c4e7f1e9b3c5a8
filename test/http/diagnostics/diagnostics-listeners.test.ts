import { RegError, type RegEvent, type RegEventListener, type SupplierClientOptions } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { pickAllowedHeaders } from "../../../src/base/headers.js";
import { resolveOptions } from "../../../src/http/settings.js";
import { baseUrl, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, problem } from "../../support/fetch.js";

const ok = fakeFetch(json([]));
const boom = () => {
  throw new Error("listener");
};

const name = "then";
const thenable = (property: PropertyDescriptor) => Object.defineProperty({}, name, property);

describe("listeners", () => {
  test("all receive the same events, in turn", async () => {
    const received: string[] = [];
    const on: RegEventListener[] = ["one", "other"].map(
      (who) =>
        ({ type }) =>
          received.push(`${who} ${type}`),
    );
    await supplierOver(ok, { on }).lessors.list();
    expect(received).toEqual(
      ["request", "attempt", "attempt-end", "response"].flatMap((type) => [`one ${type}`, `other ${type}`]),
    );
  });

  test.each<[string, RegEventListener]>([
    ["throws", boom],
    ["rejects", async () => boom()],
    [
      "returns a thenable that rejects",
      () => thenable({ value: (_: unknown, no: (reason: unknown) => void) => no(1) }),
    ],
    ["returns an object with a throwing getter", () => thenable({ get: boom })],
  ])("do not affect the call or each other if one %s", async (_, on) => {
    const received: RegEvent[] = [];
    const client = supplierOver(ok, { on: [on, (event) => received.push(event)] });
    expect(await client.lessors.list()).toEqual([]);
    expect(received).toHaveLength(4);
    const failing = supplierOver(fakeFetch(problem(404)), { on });
    expect(RegError.is(await rejection(failing.lessors.list()), "not-found")).toBe(true);
    await settle();
  });

  test("cannot change the events of others, nor the call", async () => {
    const received: RegEvent[] = [];
    const tamper = (event: RegEvent) => {
      const details = "error" in event ? event.error : undefined;
      const codes = details?.codes;
      for (const part of [event, details, codes, "headers" in event ? event.headers : undefined])
        if (part !== undefined) expect(Object.isFrozen(part)).toBe(true);
      Reflect.set(event, "type", "tampered");
    };
    const problem = { errors: [{ code: "REG-SVC000101" }] };
    const fetch = fakeFetch(json(problem, { status: 400 }));
    await rejection(supplierOver(fetch, { on: [tamper, (event) => received.push(event)] }).lessors.list());
    expect(received.map(({ type }) => type)).toEqual(["request", "attempt", "attempt-end", "error"]);
  });

  test("receive one key for all events of a call, and a different key for each call of every client", async () => {
    const keys = new Map<object, string[]>();
    const on: RegEventListener = ({ type }, call) => keys.set(call, [...(keys.get(call) ?? []), type]);
    const [one, other] = [supplierOver(ok, { on }), supplierOver(ok, { on })];
    const lessor = lessorOver(lessorService([empty()]).fetch, { on });
    await Promise.all([one.lessors.list(), one.lessors.list(), other.lessors.list()]);
    await lessor.vehicles.delete("AB-123-C");
    const plain = ["request", "attempt", "attempt-end", "response"];
    const withToken = ["request", "token", "attempt", "attempt-end", "response"];
    expect([...keys.values()]).toEqual([plain, plain, plain, withToken, plain]);
    for (const key of keys.keys()) expect(Reflect.ownKeys(key)).toEqual([]);
  });

  test.each([[undefined], [[]]])("cost nothing if there are none (%j)", async (on) => {
    expect(resolveOptions({ baseUrl, on }).emit).toBeUndefined();
    const [unobserved, observed] = [await clockUse(on), await clockUse(() => {})];
    // The client itself reads the time to detect that the system clock was set.
    expect(unobserved.now).toBe(1);
    // One reading at the end of the call, and at the start and the end of its request.
    expect(observed).toEqual({ now: 5, monotonic: unobserved.monotonic + 3 });
  });
});

/** Counts how often one call reads the clock. */
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

describe("the response headers of an event", () => {
  const fixdate = "Mon, 15 Jun 2026 09:00:00 GMT";

  test.each([
    ["content-type", "application/json", "application/json"],
    ["content-type", "application/problem+json; charset=utf-8", "application/problem+json"],
    ["content-type", "text/html;name=Jansen", "text/html"],
    ["content-type", "image/jpeg", "image/jpeg"],
    ["content-type", "Application/JSON", "application/json"],
    ["content-type", "application/hal+json ; charset=utf-8", "application/hal+json"],
    ["content-type", "application/vnd.api+json", "application/vnd.api+json"],
    ["content-type", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
    ["content-type", "multipart/form-data; boundary=Jansen", "multipart/form-data"],
    ["content-type", "text/json", "text/json"],
    ["content-length", "1048576", "1048576"],
    ["date", fixdate, fixdate],
    ["retry-after", "120", "120"],
    ["retry-after", "9999999999", "9999999999"],
    ["retry-after", "0.5", "0.5"],
    ["retry-after", fixdate, fixdate],
  ])("%s: %s is shown as %s", (name, value, shown) => {
    expect(pickAllowedHeaders(new Headers({ [name]: value }))).toEqual({ [name]: shown });
  });

  test.each([
    ["content-type", "application/jansen"],
    ["content-type", "application/jsonish"],
    ["content-type", "x application/json"],
    ["content-type", "text/html Jansen"],
    ["content-type", "application/vnd.jansen+json"],
    ["content-type", "application/vndxapi+json"],
    ["content-length", "12 Jansen"],
    ["content-length", "1234567890123"],
    ["date", "Jansen"],
    ["date", `${fixdate} Jansen`],
    ["date", `Jansen ${fixdate}`],
    ["retry-after", "NL91ABNA0417164300"],
    ["retry-after", "120 Jansen"],
    ["retry-after", "+120"],
    ["retry-after", "99999999999"],
    ["retry-after", `${fixdate} Jansen`],
    ["retry-after", `Jansen ${fixdate}`],
    ["x-request-id", "8d1f7c1e"],
    ["set-cookie", "session=1"],
    ["location", "/v2/servicerequests/1"],
    ["authorization", "Bearer token"],
  ])("%s: %s is not shown", (name, value) => {
    expect(pickAllowedHeaders(new Headers({ [name]: value }))).toEqual({});
  });

  test("a missing header is left out", () => {
    expect(pickAllowedHeaders(new Headers())).toEqual({});
  });
});
