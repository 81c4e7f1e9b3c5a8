import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { redactor, sanitizeCause } from "../../src/http/redact.js";
import { baseUrl, canarySecret, canaryToken, lessorOver, supplierOver } from "../support/clients.js";
import { expectNoSecrets, failure } from "../support/errors.js";
import { fakeFetch, json, type SentRequest } from "../support/fetch.js";
import { tcpServer } from "../support/server.js";
import { bearing, callOf, operationOf } from "./support.js";

const token = "Kanarie/0123+abcdef==";

async function detailOf(detail: string, own = token) {
  const supplier = supplierOver(fakeFetch(json({ detail }, { status: 400 })), { token: own });
  return (await failure(supplier.lessors.list(), "validation")).detail;
}

describe("a token that the service echoes is removed", () => {
  test.each([
    ["unchanged", token],
    ["in lower case", token.toLowerCase()],
    ["in upper case", token.toUpperCase()],
    ["percent-encoded", encodeURIComponent(token)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(token))],
    ["percent-encoded in lower case", encodeURIComponent(token).toLowerCase()],
    ["with escaped slashes", token.replaceAll("/", "\\/")],
    ["cut", token.slice(0, 12)],
    ["cut later", token.slice(0, 15)],
    ["with other text after its first characters", `${token.slice(0, 12)}zzz`],
  ])("if it is echoed %s", async (_, echo) => {
    expect(await detailOf(`header "${echo}" is bad`)).toBe('header "[redacted]" is bad');
  });

  test.each([
    "Bearer abc.def",
    "bearer%20abc",
    "bearer%3Aabc",
    "bearer%20%20abc",
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

  test("but a text that only begins like the token stays, and a short token is removed only as a whole", async () => {
    expect(await detailOf(`see ${token.slice(0, 11)} for more`)).toBe(`see ${token.slice(0, 11)} for more`);
    expect(await detailOf("A short.one-too is a part", "short.one")).toBe("A [redacted]-too is a part");
    expect(await detailOf("shortXone", "short.one")).toBe("shortXone");
  });
});

/** Redacts a text of a call with this token and this body. */
const redact = (echo: string, own: string | undefined, body?: string, input: "form" | "json" = "form") =>
  redactor({
    ...callOf(own === undefined ? {} : { headers: bearing(own) }),
    operation: operationOf({ input }),
    body,
  })(echo);

describe("a token of any characters", () => {
  test.each([...".*+?^$()[]{}|/\\-~=&%#@!'\"<>,;: äß€😀"])(
    "is removed in its original spelling: %s",
    (character) => {
      const own = `a${character}b`;
      expect(redact(`see ${own}, ${own}!`, own)).toBe("see [redacted], [redacted]!");
      expect(redact(`see ${encodeURIComponent(own)}!`, own)).toBe("see [redacted]!");
      expect(redact("see aXb and ab", own)).toBe("see aXb and ab");
      if (character !== "+" && character !== " ") expect(redact("see a+b", own)).toBe("see a+b");
    },
  );

  test.each([
    ["each letter percent-encoded", "%61%2e%62"],
    ["in lower and upper case", "A%2Eb"],
    ["three times", "a%25252Eb"],
    ["with an escaped character", "a\\.b"],
  ])("is removed if it is encoded, %s", (_, echo) => {
    expect(redact(`see ${echo}!`, "a.b")).toBe("see [redacted]!");
  });

  test("is recognised by its first twelve characters, and removed with the text after them", () => {
    const own = "abcdefghijkl";
    const behind = "zZ09_-.~+/%=\\";
    expect(redact(`(${own}${behind}) ${own}`, own)).toBe("([redacted]) [redacted]");
    expect(redact(`(${own}${behind})`, `${own}mnop`)).toBe("([redacted])");
    expect(redact(own.slice(0, 11), own)).toBe("abcdefghijk");
  });

  test("is removed without the text after it if it has at most eleven characters", () => {
    expect(redact("(abcdefghijkl)", "abcdefghijk")).toBe("([redacted]l)");
  });

  test("is measured in characters, not in UTF-16 code units", () => {
    const own = "😀".repeat(11);
    expect(redact(`${own}x`, own)).toBe("[redacted]x");
    expect(redact(`${own}😀x`, `${own}😀`)).toBe("[redacted]");
  });
});

describe("a text of a call without secrets", () => {
  test.each([undefined, ""])("is unchanged with the token %o", (own) => {
    expect(redact("a response", own)).toBe("a response");
    expect(redact("bearer", own)).toBe("bearer");
    expect(redact("a bearerabc", own)).toBe("a bearerabc");
  });
});

describe("the fields of a form", () => {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "fleet",
    client_secret: "s é\t&",
    scope: "",
  }).toString();

  test("are all removed in every spelling, except the grant type", () => {
    expect(redact("client_credentials of fleet", undefined, form)).toBe("client_credentials of [redacted]");
    for (const echo of ["s é\t&", "s+é\t&", "s%20%C3%A9%09%26", "s+%c3%a9%09%26"])
      expect(redact(`with ${echo}.`, undefined, form)).toBe("with [redacted].");
  });

  test("are removed together with the token", () => {
    expect(redact("fleet has own", "own", form)).toBe("[redacted] has [redacted]");
  });

  test("stay in a body of another type", () => {
    expect(redact("of fleet", undefined, form, "json")).toBe("of fleet");
    expect(redact("of fleet", undefined, undefined)).toBe("of fleet");
  });
});

describe("the headers that the caller supplies", () => {
  const key = "k3y-0123456789abcdef";

  test.each([
    ["client", { headers: { "X-Api-Key": key } }, {}],
    ["call", {}, { headers: { "x-api-key": key } }],
  ])(
    "are removed from the errors of a %s that sends them, wherever they are echoed",
    async (_, client, call) => {
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
        expect(
          inspect([error, error.cause, error.stack, events], { depth: 9, showHidden: true }),
        ).not.toContain(key);
    },
  );

  test.each([
    ["a cookie", "cookie", `session=${key}; theme=dark`, key],
    ["a key with a scheme", "proxy-authorization", `Basic ${key}==`, key],
    ["a short value as a word", "x-pin", "4711", "4711"],
  ])("are recognised by a part of the value: %s", (_, name, value, echo) => {
    const redactHeaders = redactor({ ...callOf({ headers: { [name]: value } }), body: undefined });
    expect(redactHeaders(`see "${echo}"!`)).toBe('see "[redacted]"!');
    expect(redactHeaders("REG-INV004711, a-4711 and 47110")).toBe("REG-INV004711, a-4711 and 47110");
  });

  test.each([
    ["a pass phrase", "correct horse battery staple", "correct horse battery staple"],
    ["a pass phrase in a form", "correct horse battery staple", "correct+horse+battery+staple"],
    ["short cookies", "sid=abc123de; pin=4321; tok=998877", "sid=abc123de; pin=4321; tok=998877"],
    ["punctuation", "p@ss!w0rd#1$se^cr&et(x)*[y]", "p@ss!w0rd#1$se^cr&et(x)*[y]"],
    ["punctuation that was cut", "p@ss!w0rd#1$se^cr&et(x)*[y]", "p@ss!w0rd#1$se^cr"],
  ])("are removed to their end: %s", (_, value, echo) => {
    const redactHeaders = redactor({ ...callOf({ headers: { "x-key": value } }), body: undefined });
    expect(redactHeaders(`the key <${echo}> is wrong`)).toBe("the key <[redacted]> is wrong");
  });

  /** Redacts a text of a call with this header. */
  const redactWith = (value: string, echo: string) =>
    redactor({ ...callOf({ headers: { "x-key": value } }), body: undefined })(echo);

  test.each([
    [
      "short cookies",
      "sid=ab12cd34; theme=x",
      "session ab12cd34 of theme x",
      "session [redacted] of theme x",
    ],
    [
      "a short key behind a scheme",
      "ApiKey s3cr3t-9x1",
      "s3cr3t-9x1 is no ApiKey",
      "[redacted] is no ApiKey",
    ],
    ["Base64 without digits", "Basic dXNlcjpwdw==", "no dXNlcjpwdw in Basic", "no [redacted] in Basic"],
    ["a password behind a name", "workshop:p@ssword", "p@ssword of workshop", "[redacted] of workshop"],
    ["a quoted key", 'Digest key="s3cr3t-9x1"', "the key s3cr3t-9x1", "the key [redacted]"],
    ["ordinary words", "sessionId; dark-blue; nl", "sessionId, dark-blue, nl", "sessionId, dark-blue, nl"],
    ["parts of other words", "sid=ab12cd; x=y", "the ab12cdef, x-ab12cd", "the ab12cdef, x-ab12cd"],
    ["parts of five characters", "sid=ab12c; x=y", "the ab12c", "the ab12c"],
  ])("are removed in short parts that no text would contain: %s", (_, value, echo, clean) => {
    expect(redactWith(value, echo)).toBe(clean);
  });

  test.each([
    ["a line break", "correct horse\nbattery staple"],
    ["a line break and indentation", "correct horse\r\n\t battery staple"],
    ["a line separator", "correct horse\u2028battery staple"],
    ["a C1 control character", "correct horse\x85battery staple"],
    ["an escaped line break", "correct horse\\nbattery staple"],
    ["a percent-encoded line break", "correct horse%0D%0Abattery staple"],
    ["a cut", "correct horse\nbatt"],
  ])("are removed if the service changes a blank, which messages would change back: %s", (_, echo) => {
    expect(redactWith("correct horse battery staple", `pass '${echo}' is bad`)).toBe(
      "pass '[redacted]' is bad",
    );
  });

  test.each([
    ["HTML", "k&<y>\"'12", "k&amp;&lt;y&gt;&quot;&#39;12"],
    ["HTML with hexadecimal references", "k&<y>\"'12", "k&#x26;&#x3C;y&#62;&QUOT;&apos;12"],
    ["JSON in a text", "k+é<12", "k\\u002B\\u00e9\\u003c12"],
    ["JSON with escaped backslashes", "k\\ey\\new\\/12", "k\\\\ey\\\\new\\\\/12"],
    ["percent-encoded backslashes", "k\\ey\\new\\/12", "k%5Cey%5Cnew%5C%2F12"],
    ["Latin-1 percent-encoding", "clé-été", "cl%E9-%e9t%E9"],
    ["UTF-8 percent-encoding", "clé-Åà", "cl%C3%A9-%C3%85%C3%A0"],
    ["UTF-8 that was read as Latin-1", "cl\u00c3\u00a9-12", "clé-12"],
  ])("are removed in other spellings: %s", (_, value, echo) => {
    expect(redactWith(value, `the key <${echo}> is bad`)).toBe("the key <[redacted]> is bad");
  });

  test("are removed at once, however many parts they have", () => {
    const parts = Array.from({ length: 1200 }, (_, part) => `p${String(part).padStart(11, "0")}`);
    const redactHeaders = redactor({ ...callOf({ headers: { cookie: parts.join("; ") } }), body: undefined });
    const started = performance.now();
    for (let text = 0; text < 60; text++)
      expect(redactHeaders(`the part ${parts[text]} is bad`)).toBe("the part [redacted] is bad");
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("are removed from a long text, however long they are", () => {
    const value = "a b;c#d!".repeat(1000);
    const redactHeaders = redactor({ ...callOf({ headers: { cookie: value } }), body: undefined });
    expect(redactHeaders(`${"a b;c#d!a b;-".repeat(80_000)}${value}`)).not.toContain("a b;c#d!");
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
    expect(copy.stack).toBe(error.stack?.replace("secret", "***"));
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

  test("ignores the errors of an object that is not an AggregateError", () => {
    const error = Object.assign(new Error("all"), { errors: [new Error("one")] });
    expect(sanitizeCause(error, clean)).not.toHaveProperty("cause");
  });

  test("keeps as many levels of causes as its last argument says", () => {
    const error = new Error("1", { cause: new Error("2", { cause: new Error("3") }) });
    expect(sanitizeCause(error, clean, 1)).not.toHaveProperty("cause");
    expect(sanitizeCause(error, clean, 2)).toMatchObject({ cause: { message: "2" } });
    expect(sanitizeCause(error, clean, 2)).not.toHaveProperty("cause.cause");
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
