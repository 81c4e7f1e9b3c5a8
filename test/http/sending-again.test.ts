import { createSupplierClient, type RegErrorKind, type SupplierClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import {
  canaryToken,
  draft,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
  tokenResponse,
} from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { bodyText, empty, fakeFetch, json, networkFailure, problem, type Reply, text } from "../support/fetch.js";
import { serveSandbox } from "../support/served-sandbox.js";
import { closedPort, httpServer } from "../support/server.js";

const invoice = (invoiceNumber: string, invoiceDate: string) => ({
  identitySender: { name: "Garage De Brug", RegNumber: 4711 },
  identityReceiver: { name: "Noordzee Lease" },
  invoiceNumber,
  invoiceDate,
  vatLines: [{ percentage: 21, amount: 129.5 }],
  total: 129.5,
});
const ok = json(exampleRequest);

/** A response whose body breaks off with the failure of the reply. */
const breakingOff =
  (reply: Reply): Reply =>
  async (request) => {
    const cause = await rejection(Promise.resolve().then(() => reply(request)));
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    return new Response(body, { status: 201, headers: { "content-type": "application/json" } });
  };

describe("fault 20: a write that may have been processed is not sent again", () => {
  const calls: readonly [effect: string, (client: SupplierClient) => Promise<unknown>][] = [
    ["create", ({ serviceRequests }) => serviceRequests.create(draft)],
    ["transition", ({ serviceRequests }) => serviceRequests.patch("R-1", draft)],
  ];

  const failures: readonly [what: string, Reply, RegErrorKind][] = [
    ["a connection reset", networkFailure("ECONNRESET"), "connection"],
    [
      "a refused connection while the body was read",
      breakingOff(networkFailure("ECONNREFUSED", "connect")),
      "connection",
    ],
    ["a 408", json({}, { status: 408 }), "api"],
    ["a 500", empty(500), "server"],
    ["a 503", empty(503), "server"],
    ["a 200 with incomplete JSON", text('{"id":', { headers: { "content-type": "application/json" } }), "response"],
  ];

  const cases = calls.flatMap(([effect, call]) =>
    failures.map(([what, reply, kind]) => ({ effect, call, what, reply, kind })),
  );

  test.each(cases)("a $effect after $what", async ({ call, reply, kind }) => {
    const fetch = fakeFetch(reply);
    const error = await failure(call(supplierOver(fetch)), kind);
    expect(error).toMatchObject({ outcome: "unknown", attempts: [{ attempt: 1 }] });
    expect(fetch.requests).toHaveLength(1);
  });

  test("a create whose connection is reset is stored once, and the caller can find it", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await rejection(client.serviceRequests.create(draft))).toMatchObject({ outcome: "unknown" });
    sandbox.journal.assertCalls({ "serviceRequests.create": 1 });
    sandbox.journal.assertNoDuplicateCreates();
    expect((await client.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });

  test("an outcome that is unknown after the first attempt stays unknown after any second attempt", async () => {
    const html = text("<html>", { headers: { "content-type": "text/html" }, status: 404 });
    for (const [reply, kind, name] of [
      [problem(404), "not-found", "RegNotFoundError"],
      [html, "response", "RegResponseError"],
    ] as const) {
      const fetch = fakeFetch(networkFailure("ECONNRESET"), reply);
      const error = await failure(supplierOver(fetch).serviceRequests.delete("R-1"), kind);
      expect(error).toMatchObject({
        outcome: "unknown",
        attempts: [
          { attempt: 1, error: "RegConnectionError", delayMs: 0 },
          { attempt: 2, error: name, status: 404 },
        ],
      });
      expect(error.attempts[1]).not.toHaveProperty("delayMs");
    }
  });
});

describe("fault 21: a request that was certainly not processed is sent again, whatever its method", () => {
  const calls: readonly [string, (client: SupplierClient) => Promise<unknown>][] = [
    ["GET", ({ serviceRequests }) => serviceRequests.get("R-1")],
    ["POST", ({ serviceRequests }) => serviceRequests.create(draft)],
    ["PUT", ({ serviceRequests }) => serviceRequests.overwrite("R-1", draft)],
    ["PATCH", ({ serviceRequests }) => serviceRequests.patch("R-1", draft)],
    ["DELETE", ({ serviceRequests }) => serviceRequests.delete("R-1")],
    ["PUT", ({ serviceRequests }) => serviceRequests.attachments.upload("R-1", new Blob(["%PDF"]))],
  ];

  test.each(calls)("a %s after refused connections, when the service has started", async (_, call) => {
    const refused = await closedPort();
    const service = await httpServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(exampleRequest));
    });
    let attempts = 0;
    const fetch = (url: string, init: RequestInit) => {
      attempts += 1;
      return globalThis.fetch(attempts < 3 ? url : url.replace(refused, service.url), init);
    };
    await call(createSupplierClient({ baseUrl: refused, token: canaryToken, fetch, random: () => 0 }));
    expect(attempts).toBe(3);
    expect(service.requests).toHaveLength(1);
  });

  test.each(calls)("a %s after a 429", async (method, call) => {
    let refusals = 2;
    const { url, requests } = await httpServer((_request, response) => {
      if (refusals-- > 0) response.writeHead(429, { "retry-after": "0" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(exampleRequest));
    });
    const options = { baseUrl: url, token: canaryToken, random: () => 0 };
    await call(createSupplierClient({ ...options, throttle: { window: 50 } }));
    expect(requests.map((request) => request.split(" ")[0])).toEqual([method, method, method]);
  });

  test("and if every connection is refused, the outcome of a create is certain", async () => {
    const client = createSupplierClient({
      baseUrl: await closedPort(),
      token: canaryToken,
      random: () => 0,
    });
    expect(await failure(client.serviceRequests.create(draft), "connection")).toMatchObject({
      code: "ECONNREFUSED",
      sent: false,
      outcome: undefined,
      attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }, { attempt: 4 }],
    });
  });

  /** Fails as fetch does if the connections to all addresses of the host have failed. */
  const failEveryAddress = (...codes: [code: string, syscall: string][]): Reply => {
    return () => {
      const errors = codes.map(([code, syscall]) => Object.assign(new Error(syscall), { code, syscall }));
      const cause = Object.assign(new AggregateError(errors), { code: codes[0]?.[0] });
      throw new TypeError("fetch failed", { cause });
    };
  };

  test.each([
    ["an unknown host", networkFailure("ENOTFOUND", "getaddrinfo")],
    [
      "a connect timeout of every address of the host",
      failEveryAddress(["ETIMEDOUT", "connect"], ["ETIMEDOUT", "connect"]),
    ],
    ["an unreachable host", networkFailure("EHOSTUNREACH", "connect")],
  ] satisfies [string, Reply][])("a create after %s", async (_, reply) => {
    const fetch = fakeFetch(reply, ok);
    expect(await supplierOver(fetch).serviceRequests.create(draft)).toMatchObject({ id: "R-1" });
    expect(fetch.requests).toHaveLength(2);
  });

  test("but not a create if one address refused the connection and another one reset it", async () => {
    const fetch = fakeFetch(failEveryAddress(["ECONNREFUSED", "connect"], ["ECONNRESET", "read"]));
    expect(await failure(supplierOver(fetch).serviceRequests.create(draft), "connection")).toMatchObject({
      outcome: "unknown",
    });
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("fault 23: an invoice that is rejected with a 409 is not sent again", () => {
  test("the second of two concurrent creates rejects with RegConflictError, and can read the first invoice", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    const { invoicing: id } = await sandbox.seed("invoicing");
    const { appointment } = await client.serviceRequests.get(id);
    const release = sandbox.holdInvoices();
    const both = ["2026-0001", "2026-0002"].map((number) =>
      client.serviceRequests.invoices
        .create(id, invoice(number, appointment?.workshopDate ?? ""))
        .catch((error: unknown) => error),
    );
    expect(await Promise.race(both)).toMatchObject({
      name: "RegConflictError",
      kind: "conflict",
      status: 409,
      outcome: undefined,
      attempts: [{ attempt: 1 }],
    });
    release();
    await Promise.all(both);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 2 });
    expect(await client.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{ total: 129.5 }] });
  });
});

describe("fault 24: a call for an archived service request is not retried", () => {
  test("it rejects with RegArchivedError after one request", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    const { archived: id } = await sandbox.seed("archived");
    for (const call of [client.serviceRequests.get(id), client.serviceRequests.patch(id, draft)]) {
      expect(await failure(call, "archived")).toMatchObject({
        name: "RegArchivedError",
        status: 410,
        outcome: undefined,
        attempts: [{ attempt: 1 }],
      });
    }
    sandbox.journal.assertCalls({ "serviceRequests.get": 1, "serviceRequests.patch": 1 });
  });
});

describe("fault 25: a call fails at once if the next attempt would start after its deadline", () => {
  test.each([
    ["a 503", 503, "server"],
    ["a 429", 429, "rate-limit"],
  ] as const)("after %s whose Retry-After ends at the deadline", async (_, status, kind) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(status, { "retry-after": "10" }), ok);
    const call = supplierOver(fetch, { clock, deadline: 10_000 }).serviceRequests.get("R-1");
    expect(await failure(call, kind)).toMatchObject({ retryAfterMs: 10_000, attempts: [{ attempt: 1 }] });
    expect([clock.monotonic(), clock.pending, fetch.requests.length]).toEqual([0, 0, 1]);
  });

  test("but it waits for a Retry-After that ends before the deadline", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503, { "retry-after": "9" }), ok);
    const call = supplierOver(fetch, { clock, deadline: 10_000 }).serviceRequests.get("R-1");
    await clock.advance(9000);
    expect(await call).toMatchObject({ id: "R-1" });
  });

  test("after a 503 without Retry-After, if the backoff ends at the deadline", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const options = { clock, deadline: 500, random: () => 1 };
    await failure(supplierOver(fetch, options).serviceRequests.get("R-1"), "server");
    expect([clock.monotonic(), clock.pending, fetch.requests.length]).toEqual([0, 0, 1]);
  });

  test.each([
    ["seconds", "2"],
    ["a date", new Date(Date.parse("2026-06-15T09:00:02Z")).toUTCString()],
  ])("and a Retry-After in %s replaces the backoff instead of being added to it", async (_, value) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503, { "retry-after": value }), ok);
    const retry = { minTimeout: 700, maxTimeout: 700 };
    const call = supplierOver(fetch, { clock, retry, random: () => 1 }).serviceRequests.get("R-1");
    await clock.advance(1999);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await call).toMatchObject({ id: "R-1" });
    expect(clock.pending).toBe(0);
  });
});

describe("fault 26: the second attempt sends the same body with a fresh token", () => {
  const refused = networkFailure("ECONNREFUSED", "connect");

  test("of JSON, even if the caller changes the object after the start of the call", async () => {
    const body = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };
    const clock = new ManualClock();
    const fetch = fakeFetch(refused, ok);
    const call = supplierOver(fetch, { clock, random: () => 1 }).serviceRequests.overwrite("R-1", body as never);
    body.status = "changed";
    await settle();
    body.vehicle.licensePlate = "changed";
    await clock.advance(500);
    await call;
    const bodies = await Promise.all(fetch.requests.map(bodyText));
    expect(bodies).toEqual([JSON.stringify(draft), JSON.stringify(draft)]);
  });

  test("which the token function supplies for each attempt", async () => {
    let supplied = 0;
    const fetch = fakeFetch(refused, ok);
    const client = supplierOver(fetch, { token: async () => `${canaryToken}-${++supplied}` });
    await client.serviceRequests.create(draft);
    const tokens = fetch.requests.map(({ headers }) => headers["authorization"]);
    expect(tokens).toEqual([`Bearer ${canaryToken}-1`, `Bearer ${canaryToken}-2`]);
    const bodies = await Promise.all(fetch.requests.map(bodyText));
    expect(bodies).toEqual([JSON.stringify(draft), JSON.stringify(draft)]);
  });

  test.each([
    ["a 429", empty(429, { "retry-after": "0" }), "rate-limit"],
    ["a refused connection", refused, "connection"],
    ["a 503", empty(503), "server"],
    ["a 401", empty(401), "authentication"],
  ] as const)("but the body of a stream is never sent twice, not even after %s", async (_, reply, kind) => {
    const fetch = fakeFetch(reply, ok);
    const stream = new Blob(["%PDF"]).stream();
    let supplied = 0;
    const client = supplierOver(fetch, { token: () => `${canaryToken}-${++supplied}` });
    await failure(client.serviceRequests.attachments.upload("R-1", stream), kind);
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual([`Bearer ${canaryToken}-1`]);
  });

  test("also when a lessor's call is replayed after a 401", async () => {
    let issued = 0;
    const service = lessorService([empty(401), empty()], (request) =>
      json({ access_token: `${canaryToken}-${++issued}`, token_type: "Bearer" })(request),
    );
    await lessorOver(service.fetch).vehicles.put({ licensePlate: "AB-123-C" });
    const [first, second] = service.api.requests;
    expect(service.api.requests).toHaveLength(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["authorization"]).toBe(`Bearer ${canaryToken}-2`);
  });
});

describe("fault 28: in an outage, a budget limits the retries of all calls together", () => {
  const outage = fakeFetch.bind(undefined, empty(502));
  const retry = { retries: 120, minTimeout: 0 };
  const tryToRead = (client: SupplierClient) => failure(client.serviceRequests.get("R-1"), "server");

  test("to 100, and every five calls earn one more", async () => {
    const fetch = outage();
    const client = supplierOver(fetch, { retry: { retries: 40, minTimeout: 0 } });
    const sent = async (calls: number) => {
      const before = fetch.requests.length;
      for (let call = 0; call < calls; call++) await tryToRead(client);
      return fetch.requests.length - before;
    };
    expect([await sent(1), await sent(1), await sent(1), await sent(9)]).toEqual([41, 41, 21, 9 + 2]);
  });

  test("including those of unsent requests, and those after a 429 only if no throttle paces them", async () => {
    const refused = fakeFetch(networkFailure("ECONNREFUSED", "connect"));
    await failure(supplierOver(refused, { retry }).serviceRequests.get("R-1"), "connection");
    expect(refused.requests).toHaveLength(101);
    const limited = fakeFetch(empty(429, { "retry-after": "0" }));
    const call = (throttle: false | { limit: number; window: number }) =>
      supplierOver(limited, { retry, throttle }).serviceRequests.get("R-1");
    await failure(call({ limit: 1000, window: 100 }), "rate-limit");
    expect(limited.requests).toHaveLength(121);
    await failure(call(false), "rate-limit");
    expect(limited.requests).toHaveLength(121 + 101);
  });

  test("of a lessor client, and in the same way those of its token requests", async () => {
    const issuing = fakeFetch(empty(503), ...Array.from({ length: 99 }, () => empty(503)), tokenResponse());
    const { fetch, api, tokens } = lessorService([empty(503)], ({ url, init }) => issuing(url.href, init));
    await failure(lessorOver(fetch, { retry }).vehicles.delete("AB-1"), "server");
    expect([tokens.requests.length, api.requests.length]).toEqual([101, 101]);
    const failing = lessorService([empty(503)], empty(503));
    await failure(lessorOver(failing.fetch, { retry }).vehicles.delete("AB-1"), "token");
    expect(failing.tokens.requests).toHaveLength(101);
  });

  test("of one client only, and `budget: false` removes the limit", async () => {
    const one = outage();
    const other = outage();
    await tryToRead(supplierOver(one, { retry }));
    await tryToRead(supplierOver(other, { retry }));
    expect([one.requests.length, other.requests.length]).toEqual([101, 101]);
    const unbounded = outage();
    const client = supplierOver(unbounded, { retry: { budget: false } });
    await Promise.all(Array.from({ length: 50 }, () => tryToRead(client)));
    expect(unbounded.requests).toHaveLength(200);
  });
});

// That a redirect is not retried either is shown in fault 44.
describe("fault 29: a TLS failure or a programming error is not retried", () => {
  test.each(["ERR_TLS_CERT_ALTNAME_INVALID", "ERR_SSL_WRONG_VERSION_NUMBER", "UND_ERR_INVALID_ARG"])(
    "a failure with the code %s",
    async (code) => {
      const fetch = fakeFetch(networkFailure(code));
      expect(await failure(supplierOver(fetch).lessors.list(), "connection")).toMatchObject({ code });
      expect(fetch.requests).toHaveLength(1);
    },
  );

  const usedResponse = new Response("{}");
  const mistakes: readonly [string, () => unknown][] = [
    ["a TypeError", () => (undefined as unknown as { then(): void }).then()],
    ["a ReferenceError", () => Function("return neverDefined")()],
    [
      "a Response that was already read",
      () => {
        if (!usedResponse.bodyUsed) void usedResponse.text();
        return usedResponse;
      },
    ],
  ];
  test.each(mistakes)("a mistake in the caller's fetch: %s", async (_, mistake) => {
    const fetch = fakeFetch(() => mistake() as Response);
    const error = await failure(supplierOver(fetch).lessors.list(), "connection");
    expect(error.transient).toBe(false);
    expect(fetch.requests).toHaveLength(1);
  });
});
