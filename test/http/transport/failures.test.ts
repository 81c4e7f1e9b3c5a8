import { channel } from "node:diagnostics_channel";
import { describe, expect, test } from "vitest";
import type { Call } from "../../../src/http/call/call.js";
import { connectionError, type ErrorReading, readApiError, uploadError } from "../../../src/http/transport/failures.js";
import { readRetryAfter } from "../../../src/http/transport/retry-after.js";
import { draft, supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";
import { bearing, callOf, create, limitOf, operationOf, receivedOf } from "../support.js";

/** Creates the error that fetch rejects with when the network fails. */
const failed = (details: object, message = "it failed") =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), details) });
const creating = callOf({ operation: create });

describe("connections are observed", () => {
  const failures = channel("undici:client:connectError");
  const lostConnection = () => Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });

  test("only while a request is sent, whatever its end", async () => {
    const isObserved = () => {
      const error = lostConnection();
      failures.publish({ error, connectParams: { host: "watched.example" } });
      return error.code !== "UND_ERR_SOCKET";
    };
    for (const ending of [json([]), new TypeError("fetch failed"), "never"] as const) {
      const seen = [isObserved()];
      const fetch = fakeFetch((request) => {
        seen.push(isObserved());
        if (ending instanceof Error) throw ending;
        return ending === "never" ? new Promise<never>(() => {}) : ending(request);
      });
      const client = supplierOver(fetch, { baseUrl: "https://watched.example", retry: false, timeout: 50 });
      await client.lessors.list().catch(() => {});
      await new Promise((resolve) => void setImmediate(resolve));
      expect([...seen, isObserved()]).toEqual([false, true, false]);
    }
  });

  test("so that a proxy's failure has a code, and other programs' errors keep theirs", async () => {
    const [own, other] = [lostConnection(), lostConnection()];
    const fetch = fakeFetch(() => {
      failures.publish({ error: other, connectParams: { host: "elsewhere.example" } });
      failures.publish({ error: own, connectParams: { host: "reg.example" } });
      throw new TypeError("fetch failed", { cause: own });
    });
    const client = supplierOver(fetch, { retry: false });
    const error = await failure(client.lessors.list(), "connection");
    expect(error).toMatchObject({ code: "UND_ERR_PRX_CONN", sent: false });
    expect(other.code).toBe("UND_ERR_SOCKET");
  });
});

describe("the message of a failed connection", () => {
  test.each([
    [{ code: "ECONNRESET" }, "the connection to https://reg.example failed (ECONNRESET)"],
    [{ code: "ECONNREFUSED" }, "the connection to https://reg.example failed (ECONNREFUSED); nothing was sent"],
    [{}, "the connection to https://reg.example failed"],
    [{ syscall: "connect" }, "the connection to https://reg.example failed; nothing was sent"],
    [
      { code: "CERT_HAS_EXPIRED" },
      "the certificate of https://reg.example was rejected (CERT_HAS_EXPIRED); nothing was sent",
    ],
    [
      { code: "ERR_SSL_WRONG_VERSION_NUMBER" },
      "the TLS connection to https://reg.example failed (ERR_SSL_WRONG_VERSION_NUMBER). Check that this port speaks HTTPS",
    ],
    [
      { code: "SELF_SIGNED_CERT_IN_CHAIN" },
      "the certificate of https://reg.example was rejected (SELF_SIGNED_CERT_IN_CHAIN); nothing was sent. If the certificate is your own, name the file of its authority in NODE_EXTRA_CA_CERTS",
    ],
    [
      { code: "UND_ERR_CLOSED" },
      "the connection to https://reg.example failed (UND_ERR_CLOSED); nothing was sent. The transport was closed before the client; close the client first",
    ],
    [
      { code: "UND_ERR_INVALID_ARG" },
      "the connection to https://reg.example failed (UND_ERR_INVALID_ARG); nothing was sent. See the cause for the invalid part of the request",
    ],
  ])("of %o says what failed, where, whether something was sent, and what to do", (details, message) => {
    const error = connectionError(failed(details), creating);
    expect(error.message).toBe(`serviceRequests.create: ${message}`);
    expect(error.operationId).toBe("serviceRequests.create");
  });

  test.each([
    ["client error (Connect): invalid peer certificate: UnknownIssuer", "the certificate of"],
    ['Requires net access to "reg.example:443", run again with the --allow-net flag', "Run Deno with --allow-net"],
  ])("of Deno, %s, says what to do, and is not repeated", (message, expected) => {
    const error = connectionError(new TypeError(message), creating);
    expect(error).toMatchObject({ sent: false, transient: false, outcome: undefined });
    expect(error.message).toContain(expected);
  });

  test("of a stream whose connection is refused, or whose certificate is rejected, does not blame its size", async () => {
    const sending = { isSent: true, body: new ReadableStream<Uint8Array>() };
    const refused = connectionError(failed({ code: "ECONNREFUSED", syscall: "connect" }), creating, sending);
    expect(refused.message).not.toContain("gateway");
    const untrusted = connectionError(failed({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }), creating, sending);
    expect(untrusted.message).toContain("NODE_EXTRA_CA_CERTS");
  });

  test("of a port that fetch blocks says that nothing was sent; the error is not transient", async () => {
    const thrown = await fetch("http://127.0.0.1:9/").catch((error: unknown) => error);
    const error = connectionError(thrown, creating);
    expect(error).toMatchObject({ sent: false, transient: false, outcome: undefined });
    expect(error.message).toContain("failed; nothing was sent. fetch blocks this port; use another one");
  });

  test.each(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])("of %s names the limit of Node's fetch", (code) => {
    const error = connectionError(failed({ code }), creating);
    expect(error).toMatchObject({ sent: true, transient: true, outcome: "unknown" });
    expect(error.message).toContain(`(${code}). Node's fetch waits at most 300 s for a response`);
  });

  const hint =
    ". No host has a name that ends with .invalid: create the client with the fetch that knows it, such as fetch: sandbox.fetch";
  test.each([
    ["https://supplier.reg.invalid/v2", "ENOTFOUND", hint],
    ["https://supplier.reg.invalid:8443/v2", "EAI_AGAIN", hint],
    ["https://supplier.reg.invalid/v2", "ECONNREFUSED", ""],
    ["https://supplier.reg.invalid/v2", "DNS_ENOTFOUND", ""],
    ["https://supplier.reg.invalid/v2", "ENOTFOUND_2", ""],
    ["https://supplier.reg.invalid/v2", undefined, ""],
    ["https://supplier.reg.invalid.example/v2", "ENOTFOUND", ""],
    ["https://myreg.invalid/v2", "ENOTFOUND", hint],
    ["https://supplier.reg.example/v2", "ENOTFOUND", ""],
  ])("of %s and %s names another fetch only for a host that cannot exist", (url, code, end) => {
    const { message } = connectionError(failed({ code }), callOf({ url }));
    if (end === "") expect(message).not.toContain("sandbox");
    else
      expect(message).toBe(
        `lessors.list: the connection to ${new URL(url).origin} failed (${code}); nothing was sent${end}`,
      );
  });

  test("contains the origin, but neither the path nor the query", () => {
    const call = callOf({ url: "https://reg.example:8443/v2/vehicles/AB-123-C?name=Jansen" });
    expect(connectionError(failed({}), call).message).toBe(
      "lessors.list: the connection to https://reg.example:8443 failed",
    );
  });
});

describe("the outcome of a failed connection", () => {
  const notSent = { sent: false, outcome: undefined };
  const uncertain = { sent: true, outcome: "unknown" };

  test.each([
    ["ENOTFOUND", false, true],
    ["EAI_AGAIN", false, true],
    ["ECONNREFUSED", false, true],
    ["UND_ERR_CONNECT_TIMEOUT", false, true],
    ["ERR_TLS_CERT_ALTNAME_INVALID", false, false],
    ["CERT_NOT_YET_VALID", false, false],
    ["CRL_HAS_EXPIRED", false, false],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", false, false],
    ["SELF_SIGNED_CERT_IN_CHAIN", false, false],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false, false],
    ["HOSTNAME_MISMATCH", false, false],
    ["INVALID_CA", false, false],
    ["PATH_LENGTH_EXCEEDED", false, false],
    // TLS can also fail on an open connection.
    ["ERR_SSL_WRONG_VERSION_NUMBER", true, false],
    ["ERR_TLS_RENEGOTIATION_DISABLED", true, false],
    ["UND_ERR_INVALID_ARG", false, false],
    ["UND_ERR_CLOSED", false, false],
    ["UND_ERR_NOT_SUPPORTED", true, false],
    ["ERR_INVALID_URL", true, false],
    ["ECONNRESET", true, true],
    ["EHOSTUNREACH", true, true],
    ["UND_ERR_SOCKET", true, true],
    ["PROXY_CERT_LIST", true, true],
    ["PROXY_ERR_TLS_DOWN", true, true],
    ["PROXY_UND_ERR_INVALID_ARG", true, true],
  ])("is, for a create and the code %s: sent %s, transient %s", (code, sent, transient) => {
    const known = sent ? uncertain : notSent;
    expect(connectionError(failed({ code }), creating)).toMatchObject({ ...known, code, transient });
  });

  test("EHOSTUNREACH means that nothing was sent for connect, but not for read", () => {
    const of = (syscall: string) => connectionError(failed({ code: "EHOSTUNREACH", syscall }), creating);
    expect(of("connect")).toMatchObject(notSent);
    expect(of("read")).toMatchObject(uncertain);
  });

  test("after the start of a response, the request counts as sent, whatever the code is", () => {
    const error = connectionError(failed({ code: "ECONNREFUSED", syscall: "connect" }), creating, { isSent: true });
    expect(error).toMatchObject(uncertain);
    expect(error.message).not.toContain("nothing was sent");
  });

  test("the outcome of a read is never unknown", () => {
    expect(connectionError(failed({ code: "ECONNRESET" }), callOf())).toMatchObject({
      sent: true,
      outcome: undefined,
    });
  });
});

describe("the code of a failed connection", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const reset = Object.assign(new Error("reset"), { code: "ECONNRESET" });

  test.each([
    ["the error itself", refused, "ECONNREFUSED", false],
    [
      "the error, if its cause is not an error",
      Object.assign(new Error("x", { cause: "y" }), { code: "ECONNREFUSED" }),
      "ECONNREFUSED",
      false,
    ],
    [
      "the cause rather than the error",
      Object.assign(new Error("x", { cause: reset }), { code: "ECONNREFUSED" }),
      "ECONNRESET",
      true,
    ],
    [
      "the first of several addresses, none of which was reached",
      new TypeError("fetch failed", { cause: new AggregateError([refused, refused]) }),
      "ECONNREFUSED",
      false,
    ],
    [
      "the first of several addresses, one of which may have been reached",
      new AggregateError([refused, reset]),
      "ECONNREFUSED",
      true,
    ],
    [
      "an AggregateError without errors",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      "ECONNREFUSED",
      false,
    ],
    ["nowhere if it is a number", Object.assign(new Error("x"), { code: 7 }), undefined, true],
    ["nowhere if the value is not an error", { code: "ECONNREFUSED" }, undefined, true],
    ["nowhere if the value is undefined", undefined, undefined, true],
  ])("comes from %s", (_, error, code, sent) => {
    expect(connectionError(error, creating)).toMatchObject({ code, sent });
  });

  test("and the cause do not contain the token", () => {
    const token = "token-of-the-call";
    const call = callOf({ headers: bearing(token) });
    const error = connectionError(failed({ code: `E_${token}` }, `at ${token}`), call);
    expect(error.code).toBe("E_[redacted]");
    expect(error.message).toBe("lessors.list: the connection to https://reg.example failed (E_[redacted])");
    expect(error).toMatchObject({
      cause: { message: "fetch failed", cause: { message: "at [redacted]", code: "E_[redacted]" } },
    });
  });
});

describe("a failure without a code", () => {
  test.each([
    new TypeError("fetch failed"),
    new TypeError("Failed to fetch"),
    new TypeError("NetworkError when attempting to fetch resource."),
    new TypeError("Load failed"),
    new TypeError("terminated"),
    new TypeError("error sending request for url (https://reg.example/)"),
    new TypeError("The Internet connection appears to be offline."),
    new TypeError("The network connection was lost."),
    new TypeError("anything", { cause: new Error("with a cause") }),
    new Error("of another library"),
    "a text",
  ])("is a transient network failure: %s", (error) => {
    expect(connectionError(error, creating)).toMatchObject({ transient: true, sent: true });
  });

  test.each([
    new TypeError("Cannot read properties of undefined"),
    new TypeError("options.network is not a function"),
    new ReferenceError("fetch is not defined"),
    new RangeError("Invalid array length"),
    new SyntaxError("Unexpected token"),
  ])("is an error of the program, and not transient: %s", (error) => {
    expect(connectionError(error, creating).transient).toBe(false);
  });
});

describe("the error of an upload whose own stream failed", () => {
  test("says so, keeps the sanitized cause, and has an unknown outcome", () => {
    const token = "token-of-the-call";
    const call = callOf({ operation: create, headers: bearing(token) });
    const broken = Object.assign(new Error(`no disk, ${token}`), { code: "ECONNREFUSED" });
    const error = uploadError(broken, call);
    expect(error.message).toBe(
      "serviceRequests.create: the upload's own stream failed while it was sent to https://reg.example; see the cause",
    );
    expect(error).toMatchObject({
      operationId: "serviceRequests.create",
      sent: true,
      code: undefined,
      transient: false,
      outcome: "unknown",
      cause: { message: "no disk, [redacted]", code: "ECONNREFUSED" },
    });
  });
});

/** A response whose body starts and then stalls. */
function stalling(status: number, headers: Readonly<Record<string, string>> = {}) {
  const state = { cancelled: false };
  const response = () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      cancel: () => {
        state.cancelled = true;
        return new Promise(() => {});
      },
    });
    return new Response(body, { status, headers });
  };
  const reply: Reply = response;
  return { state, response, reply };
}

describe("an error response whose body stalls", () => {
  test("does not delay a 429: the create is retried, because the service did nothing", async () => {
    const { state, reply } = stalling(429, { "retry-after": "1" });
    const clock = new ManualClock();
    const fetch = fakeFetch(reply, json({ id: "R-1" }, { status: 201 }));
    const call = supplierOver(fetch, { clock }).serviceRequests.create(draft);
    await clock.advance(2000);
    expect(state.cancelled).toBe(true);
    await clock.advance(60_000);
    expect(await call).toMatchObject({ id: "R-1" });
    expect(fetch.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["two seconds", { timeout: 60_000 }, 2000],
    ["half of the time until the deadline", { timeout: 60_000, deadline: 600 }, 300],
  ])("is awaited for at most %s", async (_, options, ms) => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(stalling(400).reply), { clock, retry: false, ...options });
    let settled = false;
    const call = failure(supplier.serviceRequests.create(draft), "validation").finally(() => {
      settled = true;
    });
    await clock.advance(ms - 1);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await call).toMatchObject({ status: 400, outcome: undefined, errors: [] });
  });
});

describe("readApiError", () => {
  const read = (response: Response, fields: Partial<Call> = {}, settings: Partial<ErrorReading> = {}) =>
    readApiError(
      {
        call: callOf(fields),
        limit: limitOf(),
        response: receivedOf(response),
        retryAfterMs: readRetryAfter(response.headers, new ManualClock()),
      },
      { clock: new ManualClock(), maxBytes: 1000, ...settings },
    );
  const problem = { detail: "No.", traceId: "00-ab", errors: [] };

  test.each([
    [400, undefined],
    [408, "unknown"],
    [409, undefined],
    [429, undefined],
    [499, undefined],
    [500, "unknown"],
    [503, "unknown"],
    [599, "unknown"],
  ])("with %i has the outcome of a create: %s", async (status, outcome) => {
    const error = await read(Response.json(problem, { status }), { operation: create });
    expect(error).toMatchObject({ status, outcome, operationId: "serviceRequests.create", detail: "No." });
    expect((await read(Response.json(problem, { status }))).outcome).toBeUndefined();
  });

  test.each([
    ["seconds", "7", 7000],
    ["a date", "Mon, 15 Jun 2026 09:00:09 GMT", 9000],
    ["nothing", undefined, undefined],
  ])("reads Retry-After with %s", async (_, value, retryAfterMs) => {
    const headers = value === undefined ? {} : { "retry-after": value };
    expect(await read(Response.json(problem, { status: 429, headers }))).toMatchObject({ retryAfterMs });
  });

  test.each([
    ["the response's own Date, five minutes ahead of the local clock", "Mon, 15 Jun 2026 09:05:00 GMT", 2000],
    ["the response's own Date, five minutes behind the local clock", "Mon, 15 Jun 2026 08:55:00 GMT", 602_000],
    ["the local clock without a Date", undefined, 302_000],
    ["the local clock for a Date that is not valid", "today", 302_000],
  ])("compares a Retry-After date with %s", async (_, date, retryAfterMs) => {
    const headers = { "retry-after": "Mon, 15 Jun 2026 09:05:02 GMT", ...(date && { date }) };
    const error = await read(Response.json(problem, { status: 429, headers }), {}, { clock: new ManualClock() });
    expect(error).toMatchObject({ retryAfterMs });
  });

  test("ignores a body longer than maxBytes, and keeps the status", async () => {
    const response = () => Response.json(problem, { status: 403 });
    const maxBytes = JSON.stringify(problem).length;
    expect(await read(response(), {}, { maxBytes })).toMatchObject({ detail: "No.", traceId: "00-ab" });
    const without = await read(response(), {}, { maxBytes: maxBytes - 1 });
    expect(without).toMatchObject({ status: 403, detail: undefined, traceId: undefined, errors: [] });
    expect(without.message).toBe("lessors.list: 403 Forbidden: the token's owner is not allowed to do this");
  });

  test("ignores a body longer than 1 MiB, whatever maxBytes permits", async () => {
    const bodyOf = (bytes: number) => JSON.stringify(problem).padEnd(bytes);
    const readBody = (bytes: number) => read(new Response(bodyOf(bytes), { status: 403 }), {}, { maxBytes: 2 ** 25 });
    expect(await readBody(2 ** 20)).toMatchObject({ status: 403, traceId: "00-ab" });
    expect(await readBody(2 ** 20 + 1)).toMatchObject({ status: 403, traceId: undefined });
  });

  test("removes the token, even if JSON escapes its characters", async () => {
    const body = '{"detail":"of \\u0074oken-of-mine","errors":[{"code":"X","description":"token-of-mine"}]}';
    const error = await read(new Response(body, { status: 400 }), { headers: bearing("token-of-mine") });
    expect(error).toMatchObject({ detail: "of [redacted]", errors: [{ description: "[redacted]" }] });
  });
});

describe("an error response of the token endpoint", () => {
  const form = operationOf({ id: "oauth.token", method: "POST", input: "form", effects: "read" });
  const errorFor = (error: unknown) => {
    const body = {
      error,
      detail: "It is s3cret.",
      title: "T",
      errors: [{ code: "X", description: "s3cret" }],
    };
    const response = Response.json(body, { status: 400 });
    return readApiError(
      {
        call: callOf({ operation: form }),
        limit: limitOf(),
        response: receivedOf(response),
        retryAfterMs: undefined,
      },
      { clock: new ManualClock(), maxBytes: 1000 },
    );
  };

  test.each([
    ["invalid_client", "invalid_client"],
    ["x".repeat(40), "x".repeat(40)],
    ["x".repeat(41), undefined],
    ["Invalid", undefined],
    ["invalid_client: s3cret", undefined],
    ["s3cret invalid_client", undefined],
    ["", undefined],
    [5, undefined],
    [undefined, undefined],
  ])("keeps only its error code, if it is valid: %o", async (given, kept) => {
    const error = await errorFor(given);
    expect(error).toMatchObject({ status: 400, detail: undefined, errors: [] });
    expect(Reflect.get(error, "oauthError")).toBe(kept);
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });
});
