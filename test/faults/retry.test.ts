import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FaultKind, OperationId } from "../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClient } from "../../src/supplier/client.js";
import { findInvoice } from "../../src/supplier/invoice-list.js";
import { reconcile } from "../../src/supplier/reconcile.js";
import { canaryToken, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { bodyText, empty, fakeFetch, json, networkFailure, type Reply } from "../support/fetch.js";
import { closedPort, httpServer, tcpServer } from "../support/server.js";
import { selfSigned } from "./support/certificate.js";
import { serveSandbox } from "./support/sandbox.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const invoice = (invoiceNumber: string, invoiceDate: string) => ({
  identitySender: { name: "Garage De Brug", RegNumber: 4711 },
  identityReceiver: { name: "Noordzee Lease" },
  invoiceNumber,
  invoiceDate,
  vatLines: [{ percentage: 21, amount: 129.5 }],
  total: 129.5,
});
const ok = json({ id: "R-1" });

/** One call for each kind of effect, with those first that may do harm when they are repeated. */
const writes: readonly [string, OperationId, (supplier: SupplierClient, id: string) => Promise<unknown>][] = [
  ["create", "serviceRequests.create", ({ serviceRequests }) => serviceRequests.create(draft)],
  [
    "transition",
    "serviceRequests.patch",
    ({ serviceRequests }, id) =>
      serviceRequests.patch(id, { status: "Draft", vehicle: { licensePlate: "DE-456-F" } }),
  ],
];

describe("fault 20: a write that may have been carried out is not sent again", () => {
  const doubtful: readonly [string, FaultKind, string][] = [
    ["a reset", "reset", "connection"],
    ["a timeout before the headers", "stall", "timeout"],
    ["a timeout in the body", "stall-body", "timeout"],
    ["a 500", { status: 500 }, "server"],
    ["a 502", { status: 502 }, "server"],
    ["a 503", { status: 503 }, "server"],
    ["a 503 that asks for a repetition", { status: 503, headers: { "retry-after": "0" } }, "server"],
    ["a 504", { status: 504 }, "server"],
    ["a 408", { status: 408 }, "api"],
  ];

  test.each(
    writes.flatMap(([effect, operation, call]) =>
      doubtful.map(([what, kind, error]) => ({ effect, operation, call, what, kind, error })),
    ),
  )("a $effect that was carried out, and then $what", async ({ operation, call, kind, error }) => {
    const { sandbox, supplier } = await serveSandbox();
    let sent = 0;
    const fetch = (url: string, init: RequestInit) => {
      sent += 1;
      return globalThis.fetch(url, init);
    };
    const client = await supplier({ timeout: error === "timeout" ? 150 : 10_000, fetch });
    const { draft: id } = await sandbox.seed("draft");
    sandbox.fail({ operation, when: "after-commit", with: kind, times: Number.POSITIVE_INFINITY });
    expect(await rejection(call(client, id))).toMatchObject({
      kind: error,
      operationId: operation,
      outcome: "unknown",
      attempts: [{ attempt: 1 }],
    });
    expect(sent).toBe(1);
  });

  test("what was created stands there once, and the caller can find it", async () => {
    const { sandbox, supplier } = await serveSandbox();
    const client = await supplier();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await rejection(client.serviceRequests.create(draft))).toMatchObject({ outcome: "unknown" });
    sandbox.journal.assertCalls({ "serviceRequests.create": 1 });
    sandbox.journal.assertNoDuplicateCreates();
    expect((await client.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });

  test("a kept connection that the service has closed meanwhile is no licence to send a create again", async () => {
    let asked = 0;
    const { url } = await tcpServer((socket) => {
      const body = '{"id":"R-1"}';
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
      socket.write(`${head}\r\n\r\n${body}`);
      socket.on("data", () => {
        asked += 1;
        socket.resetAndDestroy();
      });
    });
    const client = createSupplierClient({ baseUrl: url, token: canaryToken, random: () => 0 });
    await client.serviceRequests.get("R-1");
    await settle();
    expect(await failure(client.serviceRequests.create(draft), "connection")).toMatchObject({
      sent: true,
      outcome: "unknown",
      attempts: [{ attempt: 1 }],
    });
    expect(asked).toBe(1);
  });

  test("a read goes on after each of them", async () => {
    const { sandbox, supplier } = await serveSandbox();
    // Enough repetitions for a machine that takes longer than that for an answer now and then.
    const client = await supplier({ timeout: 300, retry: { retries: 20 } });
    const { draft: id } = await sandbox.seed("draft");
    for (const [, kind] of doubtful) {
      const fault = sandbox.fail({ operation: "serviceRequests.get", with: kind });
      await client.serviceRequests.get(id);
      expect(fault.happened).toBe(1);
    }
  });

  test("doubt that an earlier attempt has left stays, whatever the last one says", async () => {
    const fetch = fakeFetch(networkFailure("ECONNRESET"), json({}, { status: 404 }));
    expect(await failure(supplierOver(fetch).serviceRequests.delete("R-1"), "not-found")).toMatchObject({
      outcome: "unknown",
      attempts: [{ attempt: 1 }, { attempt: 2 }],
    });
  });
});

describe("fault 21: what was provably not carried out is sent again, whatever it is", () => {
  const calls: readonly [string, (client: SupplierClient) => Promise<unknown>][] = [
    ["GET", ({ serviceRequests }) => serviceRequests.get("R-1")],
    ["POST", ({ serviceRequests }) => serviceRequests.create(draft)],
    ["PUT", ({ serviceRequests }) => serviceRequests.overwrite("R-1", draft)],
    ["PATCH", ({ serviceRequests }) => serviceRequests.patch("R-1", draft)],
    ["DELETE", ({ serviceRequests }) => serviceRequests.delete("R-1")],
    ["PUT", ({ serviceRequests }) => serviceRequests.attachments.upload("R-1", new Blob(["%PDF"]))],
  ];

  test.each(calls)(
    "a %s after a refused connection, to a service that comes up meanwhile",
    async (_, call) => {
      const refused = await closedPort();
      const service = await httpServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"id":"R-1"}');
      });
      let attempts = 0;
      const fetch = (url: string, init: RequestInit) => {
        attempts += 1;
        return globalThis.fetch(attempts < 3 ? url : url.replace(refused, service.url), init);
      };
      await call(createSupplierClient({ baseUrl: refused, token: canaryToken, fetch, random: () => 0 }));
      expect(attempts).toBe(3);
      expect(service.requests).toHaveLength(1);
    },
  );

  test.each(calls)("a %s after a 429, which the service has not acted on", async (method, call) => {
    let refusals = 2;
    const { url, requests } = await httpServer((_request, response) => {
      if (refusals-- > 0) response.writeHead(429, { "retry-after": "0" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end('{"id":"R-1"}');
    });
    const options = { baseUrl: url, token: canaryToken, random: () => 0 };
    await call(createSupplierClient({ ...options, throttle: { window: 50 } }));
    expect(requests.map((request) => request.split(" ")[0])).toEqual([method, method, method]);
  });

  test("a refusal to the end leaves no doubt", async () => {
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

  test.each([
    ["a name that nobody knows", networkFailure("ENOTFOUND", "getaddrinfo")],
    ["a name server that does not answer", networkFailure("EAI_AGAIN", "getaddrinfo")],
    ["a connection that undici did not get in time", networkFailure("UND_ERR_CONNECT_TIMEOUT")],
    ["no route to the host", networkFailure("EHOSTUNREACH", "connect")],
    ["a connection that the system did not get in time", networkFailure("ETIMEDOUT", "connect")],
  ] satisfies [string, Reply][])("a create after %s", async (_, reply) => {
    const fetch = fakeFetch(reply, ok);
    expect(await supplierOver(fetch).serviceRequests.create(draft)).toMatchObject({ id: "R-1" });
    expect(fetch.requests).toHaveLength(2);
  });

  test("but not a create of which one address was refused and another one broke", async () => {
    const one = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
    const other = Object.assign(new Error("read"), { code: "ECONNRESET", syscall: "read" });
    const fetch = fakeFetch(() => {
      throw new TypeError("fetch failed", { cause: new AggregateError([one, other]) });
    });
    expect(await failure(supplierOver(fetch).serviceRequests.create(draft), "connection")).toMatchObject({
      outcome: "unknown",
    });
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("fault 23: a conflict about an invoice is not sent again", () => {
  test("the one who came second gets RegConflictError, and finds the other's invoice", async () => {
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

  test("reconcile reads what there is before anybody sends it again", async () => {
    const fetch = fakeFetch(
      json({}, { status: 409 }),
      json({ invoices: [{ id: 7, invoiceNumber: "2026-0001" }] }),
    );
    const { serviceRequests } = supplierOver(fetch);
    const found = await reconcile(
      () => serviceRequests.invoices.create("R-1", invoice("2026-0001", "2026-06-15")),
      () => findInvoice(serviceRequests, "R-1", "2026-0001"),
    );
    expect(found.id).toBe(7);
    expect(fetch.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test.each([{}, { "retry-after": "0" }])("whatever its headers say: %j", async (headers) => {
    const fetch = fakeFetch(json({}, { status: 409, headers }));
    const { invoices } = supplierOver(fetch).serviceRequests;
    await failure(invoices.setStatus("R-1", { reason: "no work was done" }), "conflict");
    await failure(invoices.list("R-1"), "conflict");
    expect(fetch.requests).toHaveLength(2);
  });
});

describe("fault 24: an archived request is not asked for again", () => {
  test("RegArchivedError, after one request", async () => {
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

  test("even if the answer asks for it", async () => {
    const fetch = fakeFetch(json({}, { status: 410, headers: { "retry-after": "0" } }), ok);
    await failure(supplierOver(fetch).serviceRequests.get("R-1"), "archived");
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("fault 25: Retry-After and the deadline", () => {
  test.each([
    ["a 503", 503, "server"],
    ["a 429", 429, "rate-limit"],
  ] as const)("%s whose pause ends after the deadline fails now", async (_, status, kind) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(status, { "retry-after": "10" }), ok);
    const call = supplierOver(fetch, { clock, deadline: 10_000 }).serviceRequests.get("R-1");
    expect(await failure(call, kind)).toMatchObject({ retryAfterMs: 10_000, attempts: [{ attempt: 1 }] });
    expect([clock.monotonic(), clock.pending, fetch.requests.length]).toEqual([0, 0, 1]);
  });

  test("a pause that ends before the deadline is waited out", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503, { "retry-after": "9" }), ok);
    const call = supplierOver(fetch, { clock, deadline: 10_000 }).serviceRequests.get("R-1");
    await clock.advance(9000);
    expect(await call).toMatchObject({ id: "R-1" });
  });

  test("a back-off that ends after the deadline fails now as well", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const options = { clock, deadline: 400, random: () => 1 };
    await failure(supplierOver(fetch, options).serviceRequests.get("R-1"), "server");
    expect([clock.monotonic(), clock.pending, fetch.requests.length]).toEqual([0, 0, 1]);
  });

  test.each([
    ["seconds", "2"],
    ["a date", new Date(Date.parse("2026-06-15T09:00:02Z")).toUTCString()],
  ])("replaces the back-off, and is not added to it: %s", async (_, value) => {
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

describe("fault 26: the second attempt sends the same body, and a fresh token", () => {
  const failing = networkFailure("ECONNREFUSED", "connect");

  /** The bodies and tokens of a call that fails once. */
  async function attemptsOf(call: (client: SupplierClient) => Promise<unknown>) {
    let asked = 0;
    const fetch = fakeFetch(failing, ok);
    await call(supplierOver(fetch, { token: async () => `${canaryToken}-${++asked}` }));
    return {
      tokens: fetch.requests.map(({ headers }) => headers["authorization"]),
      bodies: await Promise.all(fetch.requests.map(bodyText)),
    };
  }

  test("JSON, also if the caller has changed the object meanwhile", async () => {
    const body = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } };
    const clock = new ManualClock();
    const fetch = fakeFetch(failing, ok);
    const call = supplierOver(fetch, { clock, random: () => 1 }).serviceRequests.overwrite(
      "R-1",
      body as never,
    );
    await settle();
    body.status = "changed";
    await clock.advance(500);
    await call;
    const [first, second] = await Promise.all(fetch.requests.map(bodyText));
    expect(first).toBe(JSON.stringify(draft));
    expect(second).toBe(first);
  });

  test("JSON and the token of each attempt", async () => {
    const { tokens, bodies } = await attemptsOf(({ serviceRequests }) =>
      serviceRequests.overwrite("R-1", draft),
    );
    expect(tokens).toEqual([`Bearer ${canaryToken}-1`, `Bearer ${canaryToken}-2`]);
    expect(bodies).toEqual([JSON.stringify(draft), JSON.stringify(draft)]);
  });

  test("over real sockets, byte for byte, JSON and files", async () => {
    const received: string[] = [];
    const { url } = await httpServer((request, response) => {
      let body = `${request.method} ${request.headers["content-type"]} `;
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        received.push(body);
        response.writeHead(received.length % 2 === 1 ? 429 : 200, { "retry-after": "0" }).end("{}");
      });
    });
    const options = { baseUrl: url, token: canaryToken, random: () => 0, throttle: false } as const;
    const { serviceRequests } = createSupplierClient(options);
    await serviceRequests.overwrite("R-1", draft);
    await serviceRequests.attachments.upload("R-1", new Blob(["%PDF"], { type: "application/pdf" }));
    await serviceRequests.attachments.upload("R-1", new TextEncoder().encode("bytes"));
    expect(received).toHaveLength(6);
    for (const index of [0, 2, 4]) expect(received[index + 1]).toBe(received[index]);
    expect(received[1]).toContain(JSON.stringify(draft));
    expect(received[3]).toBe("PUT application/pdf %PDF");
    expect(received[5]).toContain("bytes");
  });

  test.each([
    ["a 429", empty(429, { "retry-after": "0" }), "rate-limit"],
    ["a refused connection", failing, "connection"],
    ["a 503", empty(503), "server"],
    ["a 401", empty(401), "authentication"],
  ] as const)("a stream is never sent twice, not even after %s", async (_, reply, kind) => {
    const fetch = fakeFetch(reply, ok);
    const stream = new Blob(["%PDF"]).stream();
    let asked = 0;
    const { attachments } = supplierOver(fetch, { token: () => `${canaryToken}-${++asked}` }).serviceRequests;
    await failure(attachments.upload("R-1", stream), kind);
    expect(fetch.requests).toHaveLength(1);
  });

  test("the replay after a 401 has the same body and another token", async () => {
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

describe("fault 28: in an outage, a budget bounds the repetitions of all calls together", () => {
  const outage = fakeFetch.bind(undefined, empty(503));
  const tryToRead = (client: SupplierClient) => failure(client.serviceRequests.get("R-1"), "server");

  test("of a thousand calls, no more than the reserve and a fifth of them are repeated", async () => {
    const fetch = outage();
    const client = supplierOver(fetch);
    await Promise.all(Array.from({ length: 500 }, () => tryToRead(client)));
    for (let call = 0; call < 500; call++) await tryToRead(client);
    expect(fetch.requests.length).toBeGreaterThan(1000 + 100);
    expect(fetch.requests.length).toBeLessThanOrEqual(1000 + 100 + 1000 * 0.2);
  });

  test("by the numbers that the client is told, and repetitions are earned again", async () => {
    const fetch = outage();
    const client = supplierOver(fetch, { retry: { retries: 3, budget: { reserve: 2, ratio: 0.5 } } });
    const sent = async () => {
      const before = fetch.requests.length;
      await tryToRead(client);
      return fetch.requests.length - before;
    };
    expect([await sent(), await sent(), await sent(), await sent()]).toEqual([3, 1, 2, 1]);
  });

  test("what failed before it was sent costs as much, what the service refused by its limit costs nothing where a throttle paces it", async () => {
    const budget = { reserve: 1, ratio: 0 };
    const refused = fakeFetch(networkFailure("ECONNREFUSED", "connect"));
    const refusedCall = supplierOver(refused, { retry: { budget } }).serviceRequests.get("R-1");
    await failure(refusedCall, "connection");
    expect(refused.requests).toHaveLength(2);
    const limited = fakeFetch(empty(429, { "retry-after": "0" }));
    const call = (throttle: false | { limit: number; window: number }) =>
      supplierOver(limited, { retry: { budget }, throttle }).serviceRequests.get("R-1");
    await failure(call({ limit: 1000, window: 100 }), "rate-limit");
    expect(limited.requests).toHaveLength(4);
    await failure(call(false), "rate-limit");
    expect(limited.requests).toHaveLength(6);
  });

  test("each client has a budget of its own, and it can be taken away", async () => {
    const one = outage();
    const other = outage();
    const retry = { budget: { reserve: 1, ratio: 0 } };
    await tryToRead(supplierOver(one, { retry }));
    await tryToRead(supplierOver(other, { retry }));
    expect([one.requests.length, other.requests.length]).toEqual([2, 2]);
    const unbounded = outage();
    const client = supplierOver(unbounded, { retry: { budget: false } });
    await Promise.all(Array.from({ length: 200 }, () => tryToRead(client)));
    expect(unbounded.requests).toHaveLength(800);
  });
});

describe("fault 29: what would end the same way is not sent again", () => {
  const over = (baseUrl: string) => createSupplierClient({ baseUrl, token: canaryToken, random: () => 0 });

  test.each([301, 302, 303, 307, 308])("a redirect: %i", async (status) => {
    const { url, requests } = await httpServer((_, response) => {
      response.writeHead(status, { location: "/v2/elsewhere" }).end();
    });
    await failure(over(url).serviceRequests.get("R-1"), "response");
    expect(requests).toEqual(["GET /v2/servicerequests/R-1"]);
  });

  /** A server that speaks TLS with a certificate of its own making; what it is asked is counted. */
  async function selfSignedServer() {
    const seen = { url: "", connections: 0, requests: 0 };
    const server = createServer(selfSigned("localhost"), (_, response) => {
      seen.requests += 1;
      response.end("{}");
    });
    server.on("connection", () => {
      seen.connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
    seen.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return seen;
  }

  test("a certificate that nobody vouches for: the token is not shown to its owner", async () => {
    const server = await selfSignedServer();
    for (const call of [over(server.url).lessors.list(), over(server.url).serviceRequests.create(draft)]) {
      expect(await failure(call, "connection")).toMatchObject({
        code: "DEPTH_ZERO_SELF_SIGNED_CERT",
        sent: false,
        transient: false,
        outcome: undefined,
        attempts: [{ attempt: 1 }],
      });
    }
    expect(server).toMatchObject({ connections: 2, requests: 0 });
  });

  test("a service that speaks no TLS", async () => {
    const { url, requests } = await httpServer((_, response) => response.end("{}"));
    const call = over(url.replace("http:", "https:")).lessors.list();
    expect(await failure(call, "connection")).toMatchObject({ transient: false, attempts: [{ attempt: 1 }] });
    expect(requests).toEqual([]);
  });

  test.each([
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  ])("a failure of TLS: %s", async (code) => {
    const fetch = fakeFetch(networkFailure(code));
    expect(await failure(supplierOver(fetch).lessors.list(), "connection")).toMatchObject({ code });
    expect(fetch.requests).toHaveLength(1);
  });

  const mistakes: readonly [string, () => unknown][] = [
    ["a TypeError", () => (undefined as unknown as { then(): void }).then()],
    ["a ReferenceError", () => Function("return neverDefined")()],
    ["a RangeError", () => new Array(-1)],
    ["a SyntaxError", () => JSON.parse("{")],
  ];
  test.each(mistakes)("a mistake in the fetch that was given: %s", async (_, mistake) => {
    const fetch = fakeFetch(() => mistake() as Response);
    const error = await failure(supplierOver(fetch).lessors.list(), "connection");
    expect(error.transient).toBe(false);
    expect(fetch.requests).toHaveLength(1);
  });

  test("a mistake of a listener is nobody's business but its own, and nothing is sent again", async () => {
    const fetch = fakeFetch(ok);
    const mistake = () => {
      throw new TypeError("of the listener");
    };
    await supplierOver(fetch, { on: mistake }).lessors.list();
    expect(fetch.requests).toHaveLength(1);
  });
});
