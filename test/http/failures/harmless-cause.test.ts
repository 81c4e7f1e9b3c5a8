import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { sanitizeCause } from "../../../src/http/redact.js";
import { baseUrl, canarySecret, canaryToken, lessorOver, supplierOver } from "../../support/clients.js";
import { expectNoSecrets, failure } from "../../support/errors.js";
import { fakeFetch, type SentRequest } from "../../support/fetch.js";
import { tcpServer } from "../../support/server.js";

const clean = (text: string) => text.replaceAll("secret", "***");

describe("what is kept of a failure", () => {
  test("is its name, message, stack, code, system call and address, cleaned, and no more", () => {
    const error = Object.assign(new TypeError("a secret"), {
      code: "ECONNRESET",
      syscall: "read",
      address: "10.0.0.1",
      port: 443,
      data: "bytes",
      config: { headers: {} },
    });
    const harmless = sanitizeCause(error, clean);
    if (!(harmless instanceof Error)) throw new Error("no error");
    expect(Object.getPrototypeOf(harmless)).toBe(Error.prototype);
    const { code, syscall, address, port } = error;
    expect({ ...harmless }).toEqual({ code, syscall, address, port });
    expect(harmless).toMatchObject({ name: "TypeError", message: "a ***" });
    expect(harmless.stack).toBe(error.stack?.replace("secret", "***"));
    expect(Object.keys(harmless)).not.toContain("stack");
    expect(harmless).not.toHaveProperty("cause");
  });

  test("is the same of its causes, three levels deep", () => {
    const fourth = new Error("4");
    const third = new Error("secret 3", { cause: fourth });
    const first = new Error("1", { cause: new Error("2", { cause: third }) });
    const harmless = sanitizeCause(first, clean);
    expect(harmless).toMatchObject({ cause: { message: "2", cause: { message: "*** 3" } } });
    expect(inspect(harmless, { depth: 9 })).not.toContain("Error: 4");
  });

  test("is, of several errors at once, the first", () => {
    const one = Object.assign(new Error("one"), { code: "ECONNREFUSED" });
    const all = new AggregateError([one, new Error("two")], "all");
    expect(sanitizeCause(all, clean)).toMatchObject({ message: "all", cause: { code: "ECONNREFUSED" } });
  });

  test("is, of several errors at once with a cause, that cause", () => {
    const all = new AggregateError([new Error("one")], "all", { cause: new Error("why") });
    expect(sanitizeCause(all, clean)).toMatchObject({ cause: { message: "why" } });
  });

  test("is not what another object calls its errors", () => {
    const error = Object.assign(new Error("all"), { errors: [new Error("one")] });
    expect(sanitizeCause(error, clean)).not.toHaveProperty("cause");
  });

  test("is of as many levels as asked for", () => {
    const error = new Error("1", { cause: new Error("2", { cause: new Error("3") }) });
    expect(sanitizeCause(error, clean, 1)).not.toHaveProperty("cause");
    expect(sanitizeCause(error, clean, 2)).toMatchObject({ cause: { message: "2" } });
    expect(sanitizeCause(error, clean, 2)).not.toHaveProperty("cause.cause");
  });

  test("shows in a loop over its fields only those that there are", () => {
    const error = new Error("1", { cause: new Error("2") });
    expect(Object.keys(sanitizeCause(error, clean) as Error)).toEqual([]);
    const failed = Object.assign(error, { code: "ECONNRESET", port: 0 });
    expect({ ...(sanitizeCause(failed, clean) as Error) }).toStrictEqual({ code: "ECONNRESET", port: 0 });
  });

  test("is no code, address or port that is neither a text nor a number: it may hold anything", () => {
    const error = Object.assign(new Error("x"), { code: { a: "secret" }, address: ["secret"], port: true });
    expect(Object.keys(sanitizeCause(error, clean) as Error)).toEqual([]);
  });

  test("is cleaned in every text, its name and its code too", () => {
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

  test("is, of an error without a stack or with a strange name, what can be said of it", () => {
    const error = Object.assign(new TypeError("a secret"), { stack: undefined, name: 5 });
    expect(sanitizeCause(error, clean)).toMatchObject({ name: "Error", stack: "Error: a ***" });
    const named = Object.assign(new TypeError("x"), { stack: null });
    expect(sanitizeCause(named, clean)).toMatchObject({ stack: "TypeError: x" });
  });

  test("can be changed by whoever catches it, as any error can", () => {
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
  ])("is the cause too where that is %s", (_, cause, kept) => {
    const harmless = sanitizeCause(new Error("x", { cause }), clean);
    expect(harmless).toHaveProperty("cause", kept);
  });

  test.each([
    ["a secret", "a ***"],
    [5, 5],
    [undefined, undefined],
    [null, null],
    [() => {}, undefined],
  ])("is the value where no error was thrown: %s", (thrown, kept) => {
    expect(sanitizeCause(thrown, clean)).toBe(kept);
  });

  test("is little of another object", () => {
    const harmless = sanitizeCause({ headers: { a: "secret" }, code: 7, message: 5 }, clean);
    expect(harmless).toMatchObject({ name: "Error", message: "the thrown value is not an error", code: 7 });
    expect(inspect(harmless)).not.toContain("headers");
  });
});

describe("the cause of a connection error", () => {
  test("holds nothing of a broken answer that echoes the request", async () => {
    const service = await tcpServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX: y\u0000\r\nauthorization: Bearer ${canaryToken}\r\n\r\n`),
    );
    const real = fakeFetch((request) => fetch(request.url, request.init));
    const supplier = supplierOver(real, { baseUrl: service.url, retry: false });
    const error = await failure(supplier.lessors.list(), "connection");
    expect(error).toMatchObject({ cause: { cause: { name: "HTTPParserError" } } });
    expect(error.code).toMatch(/^HPE_/);
  });

  /** Fails as other libraries do, with the request in the error. */
  const telling = ({ headers, body }: SentRequest) => {
    const text = `no answer to ${JSON.stringify(headers)} ${String(body)}`;
    throw Object.assign(new Error(text), { config: { headers, body }, code: text });
  };

  test("holds nothing of a request that a custom fetch puts into its error", async () => {
    const error = await failure(supplierOver(fakeFetch(telling)).lessors.list(), "connection");
    expect(error).toMatchObject({ cause: { message: expect.stringContaining("[redacted]") } });
    expect(error.cause).not.toHaveProperty("config");
  });

  test("holds nothing of a form with the client's secret", async () => {
    const clientSecret = `${canarySecret} &+ü`;
    const lessor = lessorOver(fakeFetch(telling), { baseUrl, clientSecret, clientId: "fleet-job-7" });
    const error = await failure(lessor.vehicles.get("AB-123-C"), "token");
    expectNoSecrets(error);
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).toContain("no answer to");
    expect(shown).not.toContain("fleet-job-7");
    expect(shown).not.toMatch(/canary|%C3%BC/i);
  });
});
