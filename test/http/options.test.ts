import {
  type ClientOptions,
  type CloseOptions,
  createThrottle,
  type FollowOptions,
  type RetryOptions,
  type ThrottleOptions,
} from "@reg/sdk";
import type { CallRetryOptions } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import type { AnyCallOptions } from "../../src/http/call/options.js";
import { lessorOver, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply } from "../support/fetch.js";

/** For each option, what it must be, and invalid values. The compiler reports an option that is missing. */
type InvalidValues<Options> = {
  readonly [Name in keyof Options]-?: readonly [must: string, ...wrong: unknown[]];
};

const limit = "must be a positive number of milliseconds, or Infinity for no bound";
const waitLimit = "must be a number of milliseconds from 0, or Infinity for no bound";
const pause = "must be a number of milliseconds from 0";
const header = "must be an object with the names of headers and their texts";
const clock = "must have the functions now, monotonic and schedule";
const encoding = 'must be "binary" or "multipart"';
const infinity = Number.POSITIVE_INFINITY;

const client: InvalidValues<ClientOptions> = {
  baseUrl: ["is missing: give the address of the service, such as https://api.example.com", null, 5],
  fetch: ["must be a function", {}, null],
  transport: ["must be an object with a function send, such as createUndiciTransport() returns", {}, () => {}],
  timeout: [limit, 0, -1, "5s", Number.NaN, null, -infinity],
  deadline: [limit, 0, -1, "5s", Number.NaN, null],
  retry: ["must be false or an object of retry settings", true, 3, null, [], "no"],
  throttle: ["must be false, an object of throttle settings, or a throttle made by createThrottle", true, 60, null, []],
  userAgent: [
    "must be a name and a version without spaces, such as workshop-backend/2.3",
    "",
    "two words",
    "a/b/c",
    "a\r\nx: y",
    5,
  ],
  headers: [header, "x: y", null, [], new Headers({ "x-id": "1" }), new Map([["x-id", "1"]])],
  on: ["must be a function or an array of functions", "log", {}, ["log"], [() => {}, undefined]],
  clock: [clock, null, {}, { now: () => 0, monotonic: () => 0 }, Date],
  random: ["must be a function that returns numbers from 0 to 1", 0.5],
  maxResponseBytes: ["must be a whole number of bytes from 1", 0, 1.5, "1 MB", infinity],
  uploadEncoding: [encoding, "base64", null],
  validateResponses: [
    "must be made by createResponseValidator or createShapeRecorder, or an array of them",
    [undefined],
    true,
    null,
    {},
    { inspect() {} },
    { inspect() {}, mode: "silent" },
    { inspect() {}, mode: "do not report" },
    { inspect() {}, mode: "reports" },
    [{ inspect() {}, mode: "report" }, {}],
  ],
};

const callRetry: InvalidValues<CallRetryOptions> = {
  retries: ["must be a whole number from 0", -1, 1.5, "3", null, infinity],
  minTimeout: [pause, -1, "1", Number.NaN, infinity],
  maxTimeout: [pause, -1, "1", Number.NaN, infinity],
  maxRetryAfter: [waitLimit, -1, "1", Number.NaN],
};

const retry: InvalidValues<RetryOptions> = {
  ...callRetry,
  budget: ["must be false, or left out", true, 100, null, {}],
};

const throttle: InvalidValues<ThrottleOptions> = {
  limit: ["must be a whole number from 1, or Infinity for no bound", 0, 1.5, "5"],
  maxInFlight: ["must be a whole number from 1, or Infinity for no bound", 0, 1.5, "5", null],
  window: ["must be a positive number of milliseconds", 0, -1, "5", Number.NaN, infinity],
  queueLimit: ["must be a whole number from 0, or Infinity for no bound", -1, 1.5, "5", Number.NaN, -infinity],
  maxWait: [waitLimit, -1, "5", Number.NaN],
  clock: [clock, null, {}, 5],
};

const call: InvalidValues<AnyCallOptions> = {
  timeout: [limit, 0, "5s"],
  deadline: [limit, 0, "5s"],
  priority: ["must be a whole number from 0 (first) to 9 (last)", -1, 10, 0.5, "5"],
  signal: ["must be an AbortSignal", {}, null, new AbortController()],
  retry: ["must be false or an object of retry settings", true, 3, null],
  headers: [header, "x: y", new Headers({ "x-id": "1" })],
  as: ['must be "blob" or "stream"', "text"],
  fileName: ["must be a text", 5],
  contentType: ["must be a media type such as application/pdf", "pdf", 5],
  uploadEncoding: [encoding, "base64"],
};

const close: InvalidValues<CloseOptions> = {
  abort: ["must be true or false", "yes", 1],
  timeout: [waitLimit, -1, "5s", Number.NaN],
};

/** Every invalid value as an object of options, with the expected message. */
function cases<Options>(values: InvalidValues<Options>, prefix = ""): [Record<string, unknown>, string, string][] {
  return Object.entries<InvalidValues<Options>[keyof Options]>(values).flatMap(([name, [must, ...wrong]]) =>
    wrong.map((value): [Record<string, unknown>, string, string] => [
      { [name]: value },
      `${prefix}${name}`,
      `${prefix}${name} ${must}`,
    ]),
  );
}

const service = () => fakeFetch(empty());

const nestInRetry = ([retry, field, message]: [object, string, string]): [object, string, string] => [
  { retry },
  field,
  message,
];

function expectRejected(options: object, field: string, message: string): void {
  for (const make of [() => supplierOver(service(), options), () => lessorOver(service(), options)]) {
    const error = thrown(make, "input");
    expect(error.field).toBe(field);
    expect(error.message).toBe(message);
  }
}

describe("creating a client rejects an invalid option and says what it must be", () => {
  test.each(cases(client))("%o", (options, field, message) => expectRejected(options, field, message));

  test.each(cases(retry, "retry."))("retry: %o", (options, field, message) =>
    expectRejected({ retry: options }, field, message),
  );

  const { clock: _, ...settings } = throttle;
  test.each(cases(settings, "throttle."))("throttle: %o", (options, field, message) =>
    expectRejected({ throttle: options }, field, message),
  );

  test.each(["yes", null])("checkTokenExpiry: %j", (checkTokenExpiry) => {
    const options = { checkTokenExpiry: checkTokenExpiry as unknown as boolean };
    expect(thrown(() => supplierOver(service(), options), "input").message).toBe(
      "checkTokenExpiry must be true or false",
    );
  });
});

test.each(cases(throttle, "throttle."))(
  "createThrottle rejects an invalid option and says what it must be: %o",
  (options, field, message) => {
    const error = thrown(() => createThrottle(options), "input");
    expect(error.field).toBe(field);
    expect(error.message).toBe(message);
  },
);

test.each([...cases(call), ...cases(callRetry, "retry.").map(nestInRetry)])(
  "a call rejects an invalid option and says what it must be: %o",
  async (options, field, message) => {
    const fetch = service();
    const error = await failure(supplierOver(fetch).lessors.list(options), "input");
    expect(error).toMatchObject({ field, operationId: "lessors.list" });
    expect(error.message).toBe(`lessors.list: ${message}`);
    expect(fetch.requests).toEqual([]);
  },
);

test.each(cases(close))(
  "close rejects an invalid option and says what it must be: %o",
  async (options, field, message) => {
    for (const each of [supplierOver(service()), lessorOver(service())]) {
      const error = await rejection(Promise.resolve().then(() => each.close(options)));
      expect(error).toMatchObject({ field, message });
    }
  },
);

test("fetch and transport exclude each other", () => {
  const transport = { send: () => Promise.reject(new Error("not sent")) };
  expectRejected({ transport }, "fetch", "fetch excludes the option transport: give one of them");
});

describe("a misspelt option", () => {
  test.each([
    [{ timout: 5 }, "timout", "timeout"],
    [{ baseURl: "x" }, "baseURl", "baseUrl"],
    [{ Retry: undefined }, "Retry", "retry"],
    [{ retry: { retrys: 5 } }, "retry.retrys", "retry.retries"],
    [{ throttle: { limits: 5 } }, "throttle.limits", "throttle.limit"],
  ])("in %o is reported with the nearest option", (options, field, near) => {
    expectRejected(options, field, `${field} is not an option; did you mean ${near}?`);
  });

  test("is reported without a suggestion if no option is close to it", () => {
    expectRejected({ throttle: { toString: 5 } }, "throttle.toString", "throttle.toString is not an option");
    const error = thrown(
      () => supplierOver(service()).follow({ state: new Map(), on: {}, interval: 5 } as FollowOptions),
      "input",
    );
    expect(error.message).toBe("follow: interval is not an option");
  });

  test("of one of the clients is reported with its own options", () => {
    expect(thrown(() => supplierOver(service(), { tokn: "x" } as object), "input").message).toBe(
      "tokn is not an option; did you mean token?",
    );
    expect(thrown(() => lessorOver(service(), { clientID: "x" } as object), "input").message).toBe(
      "clientID is not an option; did you mean clientId?",
    );
  });
});

test.each([null, 5, [], "limit"])("createThrottle rejects %j instead of an options object", (options) => {
  expect(thrown(() => createThrottle(options as unknown as object), "input").message).toBe(
    "throttle must be an object",
  );
});

describe("a valid option is accepted", () => {
  const listener = () => {};
  const shared = { take: () => ({ end: () => {} }), statistics: () => createThrottle().statistics() };
  test.each<object>([
    { timeout: 0.5, deadline: 1 },
    { retry: false },
    { retry: { retries: 0, minTimeout: 0, maxTimeout: 0, maxRetryAfter: 0, budget: false } },
    { throttle: false },
    { throttle: { limit: 1, window: 0.5, queueLimit: 0, maxWait: 0 } },
    { throttle: shared },
    { headers: { "x-id": "1" }, random: Math.random, clock: new ManualClock() },
    { on: listener },
    { on: [listener, listener] },
    { on: [] },
    { maxResponseBytes: 1, uploadEncoding: "binary" },
    { uploadEncoding: "multipart" },
  ])("by a client: %o", (options) => {
    expect(() => supplierOver(service(), options)).not.toThrow();
    expect(() => lessorOver(service(), options)).not.toThrow();
  });

  test.each([true, false])("by a supplier client: checkTokenExpiry %j", (checkTokenExpiry) => {
    expect(() => supplierOver(service(), { checkTokenExpiry })).not.toThrow();
  });

  test.each<AnyCallOptions>([
    { priority: 0, uploadEncoding: "binary", as: "blob" },
    { priority: 9, uploadEncoding: "multipart", as: "stream" },
    { fileName: "a.pdf", contentType: "application/pdf", headers: {}, signal: new AbortController().signal },
  ])("by a call: %o", async (options) => {
    const fetch = fakeFetch(json([]));
    await supplierOver(fetch).lessors.list(options);
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("undefined means the default", () => {
  const undefinedFor = (options: object) => Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));

  test("for every option of a client, a call and close", async () => {
    const { baseUrl: _, fetch: __, ...options } = undefinedFor(client);
    const fetch = fakeFetch(json({ lessors: [] }));
    const supplier = supplierOver(fetch, { ...options, checkTokenExpiry: undefined });
    await supplier.lessors.list(undefinedFor(call));
    expect(supplier.throttleStatistics()).toMatchObject({ limit: 5000, window: 60_000 });
    await supplier.close(undefinedFor(close));
  });

  test("for every retry and throttle setting", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503));
    const retrying = undefinedFor(retry);
    const shared = createThrottle({ ...undefinedFor(throttle), clock });
    const supplier = supplierOver(fetch, { clock, retry: retrying, throttle: shared });
    expect(supplier.throttleStatistics()).toMatchObject({ limit: 5000, window: 60_000 });
    const failing = failure(supplier.lessors.list(), "server");
    await clock.advance(60_000);
    expect((await failing).attempts).toHaveLength(4);
  });
});

describe("Infinity means no bound", () => {
  const unbounded = { timeout: infinity, deadline: infinity };

  test.each([
    ["of a client", unbounded, {}],
    ["of a call", { timeout: 1, deadline: 1 }, unbounded],
  ])("for the timeout and the deadline %s", async (_, options, callOptions) => {
    const clock = new ManualClock();
    let respond = () => {};
    const slow: Reply = (request) =>
      new Promise((resolve) => {
        respond = () => resolve(json([])(request) as Response);
      });
    const listing = supplierOver(fakeFetch(slow), { clock, ...options }).lessors.list(callOptions);
    await clock.advance(2 ** 40);
    respond();
    await listing;
    expect(clock.pending).toBe(0);
  });

  test("for the Retry-After of the service", async () => {
    const clock = new ManualClock();
    const hours = { "retry-after": "36000" };
    const fetch = fakeFetch(empty(503, hours), json([]));
    const retrying = { maxRetryAfter: infinity };
    const listing = supplierOver(fetch, { clock, retry: retrying, deadline: infinity }).lessors.list();
    await clock.advance(35_999_999);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await listing;
    expect(fetch.requests).toHaveLength(2);
  });

  test("for the throttle's queue, also with a deadline of Infinity", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(json([]));
    const throttle = { limit: 1, maxWait: infinity, queueLimit: infinity };
    const supplier = supplierOver(fetch, { clock, throttle, ...unbounded });
    const listing = Promise.all([supplier.lessors.list(), supplier.lessors.list()]);
    await settle();
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(60_000);
    await listing;
    expect(fetch.requests).toHaveLength(2);
  });
});

test.each(["", "x"])("a baseUrl with 300 000 slashes before %j is checked in linear time", (end) => {
  const started = performance.now();
  const baseUrl = `https://reg.example/${"/".repeat(300_000)}${end}`;
  expect(() => supplierOver(service(), { baseUrl })).not.toThrow();
  expect(performance.now() - started).toBeLessThan(2000);
});

test("a header with 100 000 blanks is trimmed in linear time", () => {
  const started = performance.now();
  const headers = { "x-trace": ` a${" ".repeat(100_000)}b ` };
  expect(() => supplierOver(service(), { headers })).not.toThrow();
  expect(performance.now() - started).toBeLessThan(2000);
});

describe("a baseUrl that ends with the version of the API", () => {
  test.each(["https://reg.example/v2", "https://reg.example/gateway/v2/", " https://reg.example/v2// "])(
    "is rejected by the supplier client: %j",
    (baseUrl) => {
      expect(thrown(() => supplierOver(service(), { baseUrl }), "input").message).toBe(
        "baseUrl must not end with /v2: the paths of the operations begin with it",
      );
      expect(() => lessorOver(service(), { baseUrl })).not.toThrow();
    },
  );

  test("is rejected by the lessor client", () => {
    const baseUrl = "https://reg.example/v1";
    expect(thrown(() => lessorOver(service(), { baseUrl }), "input").message).toBe(
      "baseUrl must not end with /v1: the paths of the operations begin with it",
    );
    expect(() => supplierOver(service(), { baseUrl })).not.toThrow();
  });

  test.each(["https://v2", "https://reg.example/env2", "https://reg.example/v2/api", "https://reg.example/v20"])(
    "is not confused with %s",
    (baseUrl) => {
      expect(() => supplierOver(service(), { baseUrl })).not.toThrow();
    },
  );
});
