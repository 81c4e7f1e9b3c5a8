import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { redactor, sanitizeCause } from "../../../src/http/diagnostics/redact.js";
import { baseUrl, canarySecret, canaryToken, lessorOver, supplierOver } from "../../support/clients.js";
import { expectNoSecrets, failure } from "../../support/errors.js";
import { fakeFetch, json, type SentRequest } from "../../support/fetch.js";
import { tcpServer } from "../../support/server.js";
import { bearing, callOf, operationOf } from "../support.js";

const token = "Kanarie/0123+abcdef==";

async function detailOf(detail: string, own = token) {
  const supplier = supplierOver(fakeFetch(json({ detail }, { status: 400 })), { token: own });
  return (await failure(supplier.lessors.list(), "validation")).detail;
}

/** Redacts a text of a call with these headers and this body. */
const redact = (
  echo: string,
  { headers = {}, body, input = "form" }: { headers?: Record<string, string>; body?: string; input?: "form" | "json" },
) => redactor({ ...callOf({ headers }), operation: operationOf({ input }), body })(echo);

describe("a token that the service echoes is removed", () => {
  test.each([
    ["unchanged", token],
    ["in lower case", token.toLowerCase()],
    ["percent-encoded", encodeURIComponent(token)],
    ["percent-encoded in lower case", encodeURIComponent(token).toLowerCase()],
    ["with escaped slashes", token.replaceAll("/", "\\/")],
    ["in Base64", Buffer.from(token).toString("base64")],
    ["in the Base64 of addresses", Buffer.from(token).toString("base64url")],
  ])("%s", async (_, echo) => {
    const detail = await detailOf(`header "${echo}" is bad, ${echo}`);
    expect(detail).toMatch(/^header "\[redacted\]=*" is bad, \[redacted\]=*$/);
  });

  test.each([
    "Bearer abc.def",
    "bearer%20abc",
    "bearer%3Aabc",
    "bearer=abc",
    "bearer+abc",
    "BEARER  abc=",
    "Bearer: abc",
    "bearer\tabc",
    'bearer "abc',
    "bearer 'abc",
    "bearer -._~+/%41=",
  ])("with all text after the word bearer: %s", async (echo) => {
    expect(await detailOf(`header ${echo}, which is bad`)).toBe("header [redacted], which is bad");
  });

  test("and if it was cut off", async () => {
    const long = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ3b3Jrc2hvcCJ9.c2lnbmF0dXJl";
    for (const length of [12, 20, long.length - 4])
      expect(await detailOf(`got ${long.slice(0, length)}, bad`, long)).toBe("got [redacted], bad");
  });

  const parts = {
    header: Buffer.from('{"alg":"RS256","typ":"JWT"}').toString("base64url"),
    payload: Buffer.from('{"sub":"workshop-4711","exp":1893456000}').toString("base64url"),
    signature: "p3-Rq_0nZk7VbW1xYc9LmTg5uJh2FsDa8oEi4XvQwNt",
  };
  const whole = Object.values(parts).join(".");

  test.each([
    ["its header", parts.header],
    ["its payload", parts.payload],
    ["its signature", parts.signature],
    ["all but its header", `${parts.payload}.${parts.signature}`],
    ["all but its first character", whole.slice(1)],
    ["its tail", whole.slice(-12)],
    ["its middle in upper case", whole.slice(40, 60).toUpperCase()],
    ["the tail of its Base64", Buffer.from(whole).toString("base64").slice(-30)],
  ])("and every longer part of a JWT: %s", async (_, part) => {
    expect(await detailOf(`got ${part}, /${part}?x`, whole)).toMatch(/^got \[redacted\]=*, \/\[redacted\]=*\?x$/);
    expect(await detailOf(`is${part}or`, whole)).toMatch(/^is\[redacted\]or$/);
  });

  test("and parts of a long client secret with any characters, but not shorter ones", () => {
    const secret = "pass phrase: ÄÖ & İ€ ünd 'more' than 24";
    const body = new URLSearchParams({ client_secret: secret }).toString();
    expect(redact(`İ got "${secret.slice(0, 13)}"; "${secret.slice(-14)}"`, { body })).toBe(
      'İ got "[redacted]"; "[redacted]"',
    );
    expect(redact(`got ${secret.slice(5, 15)}`, { body })).toBe(`got ${secret.slice(5, 15)}`);
  });

  test("but a short one only as a whole word", async () => {
    expect(await detailOf("A short.x-too is a part", "short.x")).toBe("A [redacted]-too is a part");
    expect(await detailOf("shortXx, a short.xy and xshort.x", "short.x")).toBe("shortXx, a short.xy and xshort.x");
    expect(await detailOf("a (longer.x1)", "longer.x")).toBe("a ([redacted]1)");
  });

  test.each([...".*+?^$()[]{}|/\\-~=&%#@!'\"<>,;: äß€😀"])("whatever character is in it: %s", (character) => {
    const own = `abcdefgh${character}b`;
    const headers = bearing(own);
    const base64url = Buffer.from(own).toString("base64url");
    for (const echo of [own, encodeURIComponent(own), JSON.stringify(own).slice(1, -1), base64url])
      expect(redact(`see ${echo}, ${echo}!`, { headers })).toBe("see [redacted], [redacted]!");
    expect(redact("see abcdefghXb and abcdefghb", { headers })).toBe("see abcdefghXb and abcdefghb");
  });

  test.each([{}, bearing("")])("and nothing else with the headers %o", (headers) => {
    for (const text of ["a response", "bearer", "a bearerabc"]) expect(redact(text, { headers })).toBe(text);
  });
});

describe("the fields of a form", () => {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "fleet",
    client_secret: "s é\t&",
    scope: "",
  }).toString();

  test("are all removed, except the grant type", () => {
    expect(redact("client_credentials of fleet", { body })).toBe("client_credentials of [redacted]");
    for (const echo of ["s é\t&", "s%20%C3%A9%09%26", "s+%c3%a9%09%26", "s é\\t&"])
      expect(redact(`with ${echo}.`, { body })).toBe("with [redacted].");
    expect(redact("fleet has own", { body, headers: bearing("own") })).toBe("[redacted] has [redacted]");
  });

  test("stay in a body of another type", () => {
    expect(redact("of fleet", { body, input: "json" })).toBe("of fleet");
  });
});

describe("a text of many megabytes", () => {
  test("is cut, so that it takes no seconds", () => {
    // CPU time in microseconds, because the machine may be busy.
    const before = process.cpuUsage();
    const clean = redact("x".repeat(30_000_000), { headers: bearing(token) });
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(500_000);
    expect(clean).toMatch(/^x{16000,16384}…$/);
  });

  test("takes little time in an error body that consists of texts of the token's characters", async () => {
    const own = `${"x".repeat(500)}.${"y0".repeat(500)}`;
    const part = own.slice(0, 11);
    const context = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, part.repeat(1490)]));
    const service = fakeFetch(json({ errors: [{ code: "x", context }] }, { status: 400 }));
    const before = process.cpuUsage();
    const error = await failure(supplierOver(service, { token: own }).lessors.list(), "validation");
    const { user, system } = process.cpuUsage(before);
    expect(Object.keys(error.errors[0]?.context ?? {})).toHaveLength(60);
    expect(user + system).toBeLessThan(1_500_000);
  });

  test.each([8, 30, 2000])("has no part of a secret of %i characters where it is cut", (length) => {
    const own = `k${"0123456789".repeat(200)}`.slice(0, length);
    for (const before of [16_384 - length + 1, 16_384 - 5, 16_384 - 1, 16_384]) {
      const clean = redact(`${own} `.padEnd(before, "x") + own.repeat(2), { headers: bearing(own) });
      expect(clean).toMatch(/^\[redacted\] x*…$/);
    }
  });
});

describe("the headers that the caller supplies", () => {
  const key = "k3y-0123456789abcdef";

  test.each([
    ["client", { headers: { "X-Api-Key": key } }, {}],
    ["call", {}, { headers: { "x-api-key": key } }],
  ])("are removed from the errors of a %s that sends them, wherever they are echoed", async (_, client, call) => {
    const events: unknown[] = [];
    const on = (event: unknown) => events.push(event);
    const echo = { detail: `bad ${key}`, traceId: key, errors: [{ code: key, context: { [key]: [key] } }] };
    const rejected = supplierOver(fakeFetch(json(echo, { status: 400 })), { ...client, on });
    const broken = supplierOver(
      fakeFetch(() => {
        throw Object.assign(new TypeError(`x-api-key: ${key}`), { code: key });
      }),
      { ...client, on, retry: false },
    );
    for (const error of [
      await failure(rejected.lessors.list(call), "validation"),
      await failure(broken.lessors.list(call), "connection"),
    ])
      expect(inspect([error, error.cause, error.stack, events], { depth: 9, showHidden: true })).not.toContain(key);
  });

  test.each([
    ["a cookie", `session=${key}; theme=dark`, `no ${key} of theme dark`, "no [redacted] of theme dark"],
    ["a key with a scheme", `Basic ${key}==`, `no ${key} in Basic`, "no [redacted] in Basic"],
    ["a password behind a name", "shop:p@ssword", "p@ssword of shop", "[redacted] of shop"],
    ["a quoted key", 'Digest key="s3cr3t-9x1"', "the key s3cr3t-9x1", "the key [redacted]"],
    ["a pass phrase", "correct horse battery", "no correct horse battery here", "no [redacted] here"],
    ["a short value as a word", "4711", "pin 4711, not REG-INV004711", "pin [redacted], not REG-INV004711"],
    ["parts of seven characters", "sid=ab12cde; x=y", "the ab12cde", "the ab12cde"],
  ])("are recognised by the value and its longer parts: %s", (_, value, echo, clean) => {
    expect(redact(echo, { headers: { "x-key": value } })).toBe(clean);
  });

  test("stay if their names are those of harmless ones", async () => {
    const headers = { "User-Agent": "workshop/1.0", "X-Request-Id": "r-1", "Accept-Encoding": "identity" };
    const service = fakeFetch(json({ detail: "identity r-1 of workshop/1.0" }, { status: 400 }));
    const error = await failure(supplierOver(service, { headers }).lessors.list(), "validation");
    expect(error.detail).toBe("identity r-1 of workshop/1.0");
  });
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const clean = (text: string) => text.replaceAll("secret", "***");

describe("sanitizeCause", () => {
  test("keeps only the cleaned name, message, stack, code, system call, address and port", () => {
    const error = Object.assign(new TypeError("a secret"), {
      code: "ECONNRESET",
      syscall: "read",
      address: "10.0.0.1",
      port: 443,
      data: "bytes",
      config: { headers: {} },
    });
    const copy = sanitizeCause(error, clean);
    if (!(copy instanceof Error)) throw new Error("no error");
    expect(Object.getPrototypeOf(copy)).toBe(Error.prototype);
    const { code, syscall, address, port } = error;
    expect({ ...copy }).toEqual({ code, syscall, address, port });
    expect(copy).toMatchObject({ name: "TypeError", message: "a ***" });
    expect(copy.stack).toBe(error.stack?.replaceAll("secret", "***"));
    expect(Object.keys(copy)).not.toContain("stack");
    expect(copy).not.toHaveProperty("cause");
  });

  test("keeps these fields of its causes as well, three levels deep", () => {
    const fourth = new Error("4");
    const third = new Error("secret 3", { cause: fourth });
    const first = new Error("1", { cause: new Error("2", { cause: third }) });
    const copy = sanitizeCause(first, clean);
    expect(copy).toMatchObject({ cause: { message: "2", cause: { message: "*** 3" } } });
    expect(inspect(copy, { depth: 9 })).not.toContain("Error: 4");
  });

  test("keeps the first error of an AggregateError as its cause", () => {
    const one = Object.assign(new Error("one"), { code: "ECONNREFUSED" });
    const all = new AggregateError([one, new Error("two")], "all");
    expect(sanitizeCause(all, clean)).toMatchObject({ message: "all", cause: { code: "ECONNREFUSED" } });
  });

  test("keeps the cause of an AggregateError that has one", () => {
    const all = new AggregateError([new Error("one")], "all", { cause: new Error("why") });
    expect(sanitizeCause(all, clean)).toMatchObject({ cause: { message: "why" } });
  });

  test("has only present fields as enumerable properties", () => {
    const error = new Error("1", { cause: new Error("2") });
    expect(Object.keys(sanitizeCause(error, clean) as Error)).toEqual([]);
    const failed = Object.assign(error, { code: "ECONNRESET", port: 0 });
    expect({ ...(sanitizeCause(failed, clean) as Error) }).toStrictEqual({ code: "ECONNRESET", port: 0 });
  });

  test("drops a code, address or port that is neither a string nor a number", () => {
    const error = Object.assign(new Error("x"), { code: { a: "secret" }, address: ["secret"], port: true });
    expect(Object.keys(sanitizeCause(error, clean) as Error)).toEqual([]);
  });

  test("cleans every text, including the name and the code", () => {
    const error = Object.assign(new Error("x"), {
      name: "secretError",
      code: "secret",
      address: "secret.example",
    });
    expect(sanitizeCause(error, clean)).toMatchObject({
      name: "***Error",
      code: "***",
      address: "***.example",
    });
  });

  test("replaces a missing stack and an invalid name", () => {
    const error = Object.assign(new TypeError("a secret"), { stack: undefined, name: 5 });
    expect(sanitizeCause(error, clean)).toMatchObject({ name: "Error", stack: "Error: a ***" });
    const named = Object.assign(new TypeError("x"), { stack: null });
    expect(sanitizeCause(named, clean)).toMatchObject({ stack: "TypeError: x" });
  });

  test("has writable properties, like any error", () => {
    const error = sanitizeCause(new Error("1", { cause: "2" }), clean) as Error;
    error.stack = "shorter";
    error.cause = "other";
    error.name = "Mine";
    expect(String(error)).toBe("Mine: 1");
    expect(error).toMatchObject({ stack: "shorter", cause: "other" });
    expect(Reflect.deleteProperty(error, "cause")).toBe(true);
  });

  test.each([
    ["a text", "a secret", "a ***"],
    ["a number", 5, 5],
    ["null", null, null],
  ])("keeps a cause that is %s", (_, cause, kept) => {
    const copy = sanitizeCause(new Error("x", { cause }), clean);
    expect(copy).toHaveProperty("cause", kept);
  });

  test.each([
    ["a secret", "a ***"],
    [5, 5],
    [undefined, undefined],
    [null, null],
    [() => {}, undefined],
  ])("returns a thrown value that is not an object: %s", (thrown, kept) => {
    expect(sanitizeCause(thrown, clean)).toBe(kept);
  });

  test("leaves out numbers that contain a secret", () => {
    const noPort = (text: string) => text.replaceAll("4711", "***");
    expect(sanitizeCause(4711, noPort)).toBeUndefined();
    expect(sanitizeCause(Object.assign(new Error("x"), { port: 4711 }), noPort)).not.toHaveProperty("port");
  });

  test.each([
    [
      "a getter",
      {
        get message() {
          throw new Error("no");
        },
      },
    ],
    [
      "a getter of its cause",
      Object.defineProperty(new Error("x"), "cause", {
        get: () => {
          throw new Error("no");
        },
      }),
    ],
    ["a revoked proxy", revokedProxy()],
  ])("returns a plain error for a value that throws when it is read: %s", async (_, thrownValue) => {
    expect(sanitizeCause(thrownValue, clean)).toEqual(new Error("the thrown value cannot be read"));
    const supplier = supplierOver(
      fakeFetch(() => Promise.reject(thrownValue)),
      { retry: false },
    );
    const error = await failure(supplier.lessors.list(), "connection");
    expect(error.cause).toEqual(new Error("the thrown value cannot be read"));
  });

  test("keeps only the code of an object that is not an error", () => {
    const copy = sanitizeCause({ headers: { a: "secret" }, code: 7, message: 5 }, clean);
    expect(copy).toMatchObject({ name: "Error", message: "the thrown value is not an error", code: 7 });
    expect(inspect(copy)).not.toContain("headers");
  });
});

describe("the cause of a connection error", () => {
  test("contains nothing of a broken response that echoes the request", async () => {
    const service = await tcpServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX: y\u0000\r\nauthorization: Bearer ${canaryToken}\r\n\r\n`),
    );
    const real = fakeFetch((request) => fetch(request.url, request.init));
    const supplier = supplierOver(real, { baseUrl: service.url, retry: false });
    const error = await failure(supplier.lessors.list(), "connection");
    expect(error).toMatchObject({ cause: { cause: { name: "HTTPParserError" } } });
    expect(error.code).toMatch(/^HPE_/);
  });

  /** Fails like other libraries, with the request in the error. */
  const echoing = ({ headers, body }: SentRequest) => {
    const text = `no response to ${JSON.stringify(headers)} ${String(body)}`;
    throw Object.assign(new Error(text), { config: { headers, body }, code: text });
  };

  test("contains nothing of the request that a custom fetch puts into its error", async () => {
    const error = await failure(supplierOver(fakeFetch(echoing)).lessors.list(), "connection");
    expect(error).toMatchObject({ cause: { message: expect.stringContaining("[redacted]") } });
    expect(error.cause).not.toHaveProperty("config");
  });

  test("contains nothing of a form with the client secret", async () => {
    const clientSecret = `${canarySecret} &+ü`;
    const lessor = lessorOver(fakeFetch(echoing), { baseUrl, clientSecret, clientId: "fleet-job-7" });
    const error = await failure(lessor.vehicles.get("AB-123-C"), "token");
    expectNoSecrets(error);
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).toContain("no response to");
    expect(shown).not.toContain("fleet-job-7");
    expect(shown).not.toMatch(/canary|%C3%BC/i);
  });
});
