import { describe, expect, test } from "vitest";
import type { RegErrorKind, RegEvent } from "../../../src/index.js";
import { canaryToken, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { bodyText, empty, fakeFetch, json, networkFailure, type Reply, text } from "../../support/fetch.js";

const ok = json({ id: "R-1" }, { headers: { location: "/v2/servicerequests/R-1" } });
const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

type Client = ReturnType<typeof supplierOver>;
type Operate = (client: Client) => Promise<unknown>;
const read = (client: Client) => client.serviceRequests.get("R-1");
const idempotent = (client: Client) => client.serviceRequests.delete("R-1");
const create = (client: Client) => client.serviceRequests.create(draft);
const transition = (client: Client) => client.serviceRequests.patch("R-1", draft);

/** What a call rejects with when the service always answers so, and how often it was asked. */
async function failing(kind: RegErrorKind, call: (client: Client) => Promise<unknown>, reply: Reply) {
  const fetch = fakeFetch(reply);
  const error = await failure(call(supplierOver(fetch)), kind);
  return { error, sent: fetch.requests.length };
}

const passing: readonly { what: string; kind: RegErrorKind; reply: Reply }[] = [
  { what: "a reset", kind: "connection", reply: networkFailure("ECONNRESET") },
  { what: "a 408", kind: "api", reply: empty(408) },
  { what: "a 500", kind: "server", reply: empty(500) },
  {
    what: "a 502 with HTML",
    kind: "server",
    reply: text("<html>", { status: 502, headers: { "content-type": "text/html" } }),
  },
  { what: "a 503", kind: "server", reply: empty(503) },
  { what: "a 504", kind: "server", reply: empty(504) },
];
const neverSent: readonly { what: string; kind: RegErrorKind; reply: Reply }[] = [
  { what: "an unknown host", kind: "connection", reply: networkFailure("ENOTFOUND") },
  { what: "a refused connection", kind: "connection", reply: networkFailure("ECONNREFUSED", "connect") },
  {
    what: "a connect timeout of the system",
    kind: "connection",
    reply: networkFailure("ETIMEDOUT", "connect"),
  },
  {
    what: "a connect timeout of undici",
    kind: "connection",
    reply: networkFailure("UND_ERR_CONNECT_TIMEOUT"),
  },
  {
    what: "a connect timeout of every address of the host",
    kind: "connection",
    reply: () => {
      const one = Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT", syscall: "connect" });
      throw new TypeError("fetch failed", {
        cause: Object.assign(new AggregateError([one, one]), { code: "ETIMEDOUT" }),
      });
    },
  },
];
const tooMany = { what: "a 429", kind: "rate-limit", reply: empty(429, { "retry-after": "0" }) } as const;
const asJson = { headers: { "content-type": "application/json" } };
const incomplete = {
  what: "a 200 with half a JSON body",
  kind: "response",
  reply: text('{"id":', asJson),
} as const;
/** Answers that are whole, and will be the same another time. */
const wrong: readonly { what: string; reply: Reply }[] = [
  { what: "a page of HTML", reply: text("<html>", { headers: { "content-type": "text/html" } }) },
  { what: "a text", reply: text('{"id":') },
  { what: "nothing", reply: text("", asJson) },
  { what: "a redirect", reply: empty(302, { location: "/elsewhere" }) },
];
const reads: readonly Operate[] = [read, idempotent];
const writes: readonly Operate[] = [create, transition];
const rows = (calls: readonly Operate[], failures: typeof passing) =>
  calls.flatMap((call) => failures.map((each) => ({ ...each, call, name: call.name })));

describe("what is sent again", () => {
  test.each(rows(reads, [...passing, ...neverSent, tooMany]))(
    "$name after $what",
    async ({ kind, call, reply }) => {
      const { error, sent } = await failing(kind, call, reply);
      expect(sent).toBe(4);
      expect(error.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    },
  );

  test("a read after a half answer", async () => {
    expect((await failing(incomplete.kind, read, incomplete.reply)).sent).toBe(4);
  });

  test.each(wrong)("but not a read that is answered with $what", async ({ reply }) => {
    expect((await failing("response", read, reply)).sent).toBe(1);
  });

  test.each(rows(writes, [...neverSent, tooMany]))(
    "even a $name, after $what, because nothing was done",
    async ({ kind, call, reply }) => {
      const { error, sent } = await failing(kind, call, reply);
      expect(sent).toBe(4);
      expect(error.outcome).toBeUndefined();
    },
  );
});

describe("what is never sent again", () => {
  test.each(rows(writes, [...passing, incomplete]))(
    "a $name after $what: the error says that the outcome is unknown",
    async ({ kind, call, reply }) => {
      const { error, sent } = await failing(kind, call, reply);
      expect(sent).toBe(1);
      expect(error.outcome).toBe("unknown");
      expect(error.attempts).toHaveLength(1);
    },
  );

  test.each([
    [400, "validation"],
    [401, "authentication"],
    [403, "permission"],
    [404, "not-found"],
    [409, "conflict"],
    [410, "archived"],
    [422, "api"],
  ] as const)("anything after a %i, which leaves no doubt", async (status, kind) => {
    for (const call of [...reads, ...writes]) {
      const { error, sent } = await failing(kind, call, json({}, { status }));
      expect(sent).toBe(1);
      expect(error.outcome).toBeUndefined();
    }
  });

  test.each([
    ["a refused certificate", networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT")],
    ["an expired certificate", networkFailure("CERT_HAS_EXPIRED")],
    ["a wrong host name", networkFailure("ERR_TLS_CERT_ALTNAME_INVALID")],
    ["a failed handshake", networkFailure("ERR_SSL_WRONG_VERSION_NUMBER")],
    ["a request that fetch refuses", networkFailure("UND_ERR_INVALID_ARG")],
    [
      "a TypeError of the program",
      () => {
        throw new TypeError("x.then is not a function");
      },
    ],
    [
      "a ReferenceError of the program",
      () => {
        throw new ReferenceError("x is not defined");
      },
    ],
    [
      "a RangeError of the program",
      () => {
        throw new RangeError("out of range");
      },
    ],
    ["the same Response object twice", sameResponse()],
  ] satisfies [string, Reply][])("a read after %s, which would end the same way", async (_, reply) => {
    const { error, sent } = await failing("connection", read, reply);
    expect(sent).toBe(1);
    expect(error).toMatchObject({ transient: false });
  });

  test.each([
    "fetch failed",
    "Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
  ])(
    "…but a network failure is told apart by its message, where the runtime gives no cause: %s",
    async (message) => {
      const { sent } = await failing("connection", read, () => {
        throw new TypeError(message);
      });
      expect(sent).toBe(4);
    },
  );

  test("what is thrown is no error: a read is sent again as after any lost connection", async () => {
    const { error, sent } = await failing("connection", read, () => {
      throw "gone";
    });
    expect(sent).toBe(4);
    expect(error.cause).toBe("gone");
  });

  test("anything, with `retry: false`", async () => {
    const fetch = fakeFetch(networkFailure("ECONNREFUSED"));
    const error = await failure(read(supplierOver(fetch, { retry: false })), "connection");
    expect(fetch.requests).toHaveLength(1);
    expect(error.sent).toBe(false);
  });

  test("a stream, which is gone once it was sent", async () => {
    const fetch = fakeFetch(empty(429));
    const stream = new Blob(["%PDF"]).stream();
    await failure(supplierOver(fetch).serviceRequests.invoices.pdf.upload("R-1", 7, stream), "rate-limit");
    expect(fetch.requests).toHaveLength(1);
  });
});

/** A service that hands out one Response for every request: its body can be read once only. */
function sameResponse(): Reply {
  const response = new Response("{}");
  void response.text();
  return () => response;
}

describe("an attempt that is made again", () => {
  test("sends the same body with a fresh token", async () => {
    let issued = 0;
    const fetch = fakeFetch(networkFailure("ECONNREFUSED"), ok);
    await create(supplierOver(fetch, { token: () => `token-${++issued}` }));
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    expect(await Promise.all(fetch.requests.map(bodyText))).toEqual([
      JSON.stringify(draft),
      JSON.stringify(draft),
    ]);
  });

  test("may succeed: the earlier failures are forgotten", async () => {
    const fetch = fakeFetch(empty(503), empty(503), json({ data: { id: "R-1" } }));
    expect(await read(supplierOver(fetch))).toEqual({ id: "R-1" });
    expect(fetch.requests).toHaveLength(3);
  });

  test("keeps the doubt that an earlier one left, and tells what became of each", async () => {
    const fetch = fakeFetch(
      networkFailure("ECONNRESET"),
      text("<html>", { headers: { "content-type": "text/html" }, status: 404 }),
    );
    const error = await failure(idempotent(supplierOver(fetch)), "not-found");
    expect(error.outcome).toBe("unknown");
    expect(error.attempts).toMatchObject([
      { attempt: 1, error: "RegConnectionError", delayMs: 0 },
      { attempt: 2, error: "RegNotFoundError", status: 404 },
    ]);
    expect(error.attempts[1]).not.toHaveProperty("delayMs");
  });

  test("is told apart by its answer's status, also where that could not be read", async () => {
    const { error } = await failing("response", create, incomplete.reply);
    expect(error.attempts).toMatchObject([{ error: "RegResponseError", status: 200 }]);
  });
});

describe("the pause before the next attempt", () => {
  const pausesOf = (events: readonly RegEvent[]) =>
    events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []));

  test("doubles with every failure, by a random share of it, up to the longest", async () => {
    const clock = new ManualClock();
    const events: RegEvent[] = [];
    const fetch = fakeFetch(empty(503));
    const client = supplierOver(fetch, {
      clock,
      random: () => 0.5,
      on: (event) => events.push(event),
      retry: { retries: 4, minTimeout: 1000, maxTimeout: 3000 },
    });
    const call = failure(read(client), "server");
    for (const [pause, sent] of [
      [500, 2],
      [1000, 3],
      [1500, 4],
      [1500, 5],
    ] as const) {
      await clock.advance(pause - 1);
      expect(fetch.requests).toHaveLength(sent - 1);
      await clock.advance(1);
      expect(fetch.requests).toHaveLength(sent);
    }
    expect((await call).attempts.map(({ delayMs }) => delayMs)).toEqual([500, 1000, 1500, 1500, undefined]);
    expect(pausesOf(events)).toEqual([500, 1000, 1500, 1500]);
    expect(clock.pending).toBe(0);
  });

  test("is what Retry-After says, instead of the back-off and not on top of it", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503, { "retry-after": "5" }), json({ data: {} }));
    const call = read(supplierOver(fetch, { clock, random: () => 1 }));
    await clock.advance(4999);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await call;
    expect(fetch.requests).toHaveLength(2);
  });

  test("may be a date by the client's own clock", async () => {
    const clock = new ManualClock("2026-06-15T09:00:00Z");
    const fetch = fakeFetch(
      empty(503, { "retry-after": "Mon, 15 Jun 2026 09:00:02 GMT" }),
      json({ data: {} }),
    );
    const call = read(supplierOver(fetch, { clock }));
    await clock.advance(2000);
    await call;
  });

  test.each(["121", "3600", "9999999999"])(
    "is not waited for when Retry-After says %s: the call fails now and tells",
    async (seconds) => {
      const clock = new ManualClock();
      const fetch = fakeFetch(empty(429, { "retry-after": seconds }));
      const error = await failure(read(supplierOver(fetch, { clock })), "rate-limit");
      expect(error.retryAfterMs).toBe(Number(seconds) * 1000);
      expect(fetch.requests).toHaveLength(1);
      expect(clock.pending).toBe(0);
    },
  );

  test.each([
    ["Retry-After", empty(503, { "retry-after": "10" })],
    ["the back-off", empty(503)],
  ])("is not begun when the deadline would pass first: %s", async (_, reply) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(reply);
    const client = supplierOver(fetch, {
      clock,
      random: () => 1,
      deadline: 10_000,
      retry: { minTimeout: 10_000 },
    });
    await failure(read(client), "server");
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("keeps its defaults where a setting is given as undefined", async () => {
    const settings = { retries: undefined, minTimeout: undefined } as unknown as { retries: number };
    const fetch = fakeFetch(empty(503));
    const error = await failure(read(supplierOver(fetch, { retry: settings })), "server");
    expect(fetch.requests).toHaveLength(4);
    expect(error.attempts.map(({ delayMs }) => delayMs)).toEqual([0, 0, 0, undefined]);
  });
});

describe("after a 401", () => {
  const refused = json({}, { status: 401 });

  test("a client that can get another token sends the call once more, with that", async () => {
    let issued = 0;
    const service = lessorService([refused, json({ licensePlate: "AB-123-C" })], (request) =>
      json({ access_token: `token-${++issued}`, token_type: "Bearer", expires_in: 3600 })(request),
    );
    expect(await lessorOver(service.fetch).vehicles.get("AB-123-C")).toEqual({ licensePlate: "AB-123-C" });
    expect(service.api.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test("…and only once", async () => {
    const service = lessorService([refused]);
    const error = await failure(lessorOver(service.fetch).vehicles.get("AB-123-C"), "authentication");
    expect(error).toMatchObject({ operationId: "vehicles.get", outcome: undefined });
    expect(service.api.requests).toHaveLength(2);
    expect(service.tokens.requests).toHaveLength(2);
  });

  test("…even a write, because a refused one was not carried out", async () => {
    const service = lessorService([refused, empty()]);
    await lessorOver(service.fetch).vehicles.put({ licensePlate: "AB-123-C" });
    expect(await Promise.all(service.api.requests.map(bodyText))).toEqual(
      Array(2).fill('{"licensePlate":"AB-123-C"}'),
    );
  });

  test("a hundred calls share the one new token", async () => {
    let issued = 0;
    const service = lessorService(
      [(request) => (request.headers["authorization"] === "Bearer token-1" ? refused : json({}))(request)],
      (request) => json({ access_token: `token-${++issued}`, token_type: "Bearer" })(request),
    );
    const lessor = lessorOver(service.fetch);
    await Promise.all(Array.from({ length: 100 }, (_, index) => lessor.vehicles.get(`AB-${index}`)));
    expect(service.tokens.requests).toHaveLength(2);
  });

  test("a deadline that passes while the new token is awaited leaves no doubt about the refused write", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const service = lessorService([refused], (request) =>
      ++asked === 1
        ? json({ access_token: canaryToken, token_type: "Bearer" })(request)
        : new Promise(() => {}),
    );
    const call = failure(
      lessorOver(service.fetch, { clock, deadline: 1000 }).vehicles.put({ licensePlate: "AB-123-C" }),
      "timeout",
    );
    await settle();
    expect(asked).toBe(2);
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", outcome: undefined });
  });
});
