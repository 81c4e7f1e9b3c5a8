import { describe, expect, test } from "vitest";
import { connectionError, uploadError } from "../../../src/http/failures.js";
import { bearing, callOf, create } from "./support.js";

/** What fetch throws when the network fails. */
const failed = (details: object, message = "it failed") =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), details) });
const creating = callOf({ operation: create });

describe("the message of a failed connection", async () => {
  test.each([
    [{ code: "ECONNRESET" }, "the connection to https://reg.example failed (ECONNRESET)"],
    [
      { code: "ECONNREFUSED" },
      "the connection to https://reg.example failed (ECONNREFUSED); nothing was sent",
    ],
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
  ])("of %o says what failed, where, and whether something was sent", async (details, message) => {
    const error = await connectionError(failed(details), creating);
    expect(error.message).toBe(`serviceRequests.create: ${message}`);
    expect(error.operationId).toBe("serviceRequests.create");
  });

  test("of a port that fetch does not connect to says so: nothing was sent, and another attempt will not help", async () => {
    const thrown = await fetch("http://127.0.0.1:9/").catch((error: unknown) => error);
    const error = await connectionError(thrown, creating);
    expect(error).toMatchObject({ sent: false, transient: false, outcome: undefined });
    expect(error.message).toContain("failed; nothing was sent. fetch blocks this port; use another one");
  });

  const hint = ". This address exists only in the sandbox: create the client with fetch: sandbox.fetch";
  test.each([
    ["https://supplier.reg.invalid/v2", "ENOTFOUND", hint],
    ["https://supplier.reg.invalid:8443/v2", "EAI_AGAIN", hint],
    ["https://supplier.reg.invalid/v2", "ECONNREFUSED", ""],
    ["https://supplier.reg.invalid/v2", "DNS_ENOTFOUND", ""],
    ["https://supplier.reg.invalid/v2", "ENOTFOUND_2", ""],
    ["https://supplier.reg.invalid/v2", undefined, ""],
    ["https://supplier.reg.invalid.example/v2", "ENOTFOUND", ""],
    ["https://myreg.invalid/v2", "ENOTFOUND", ""],
    ["https://supplier.reg.example/v2", "ENOTFOUND", ""],
  ])("of %s and %s points to the sandbox only where that helps", async (url, code, end) => {
    const { message } = await connectionError(failed({ code }), callOf({ url }));
    if (end === "") expect(message).not.toContain("sandbox");
    else
      expect(message).toBe(
        `lessors.list: the connection to ${new URL(url).origin} failed (${code}); nothing was sent${end}`,
      );
  });

  test("names the origin alone: neither the path nor the query", async () => {
    const call = callOf({ url: "https://reg.example:8443/v2/vehicles/AB-123-C?name=Jansen" });
    expect((await connectionError(failed({}), call)).message).toBe(
      "lessors.list: the connection to https://reg.example:8443 failed",
    );
  });
});

describe("what is known after a failure", async () => {
  const notSent = { sent: false, outcome: undefined };
  const inDoubt = { sent: true, outcome: "unknown" };

  test.each(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"])(
    "%s: nothing was sent, another attempt may help",
    async (code) => {
      expect(await connectionError(failed({ code }), creating)).toMatchObject({
        ...notSent,
        code,
        transient: true,
      });
    },
  );

  test.each([
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "CERT_NOT_YET_VALID",
    "CRL_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "HOSTNAME_MISMATCH",
    "INVALID_CA",
    "PATH_LENGTH_EXCEEDED",
  ])("%s: the certificate was refused before anything was sent, and will be again", async (code) => {
    expect(await connectionError(failed({ code }), creating)).toMatchObject({
      ...notSent,
      code,
      transient: false,
    });
  });

  test.each(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_TLS_RENEGOTIATION_DISABLED"])(
    "%s: TLS failed, perhaps in the middle; another attempt would end the same way",
    async (code) => {
      expect(await connectionError(failed({ code }), creating)).toMatchObject({
        ...inDoubt,
        code,
        transient: false,
      });
    },
  );

  test.each(["UND_ERR_INVALID_ARG", "UND_ERR_CLOSED"])(
    "%s: the program is at fault before anything is sent, and will be again",
    async (code) => {
      expect(await connectionError(failed({ code }), creating)).toMatchObject({
        ...notSent,
        code,
        transient: false,
      });
    },
  );

  test.each(["UND_ERR_NOT_SUPPORTED", "ERR_INVALID_URL"])(
    "%s: the program is at fault, and will be again",
    async (code) => {
      expect(await connectionError(failed({ code }), creating)).toMatchObject({ code, transient: false });
    },
  );

  test.each([
    "ECONNRESET",
    "EHOSTUNREACH",
    "UND_ERR_SOCKET",
    "PROXY_CERT_LIST",
    "PROXY_ERR_TLS_DOWN",
    "PROXY_UND_ERR_INVALID_ARG",
  ])("%s: the network failed, with what was sent in doubt", async (code) => {
    expect(await connectionError(failed({ code }), creating)).toMatchObject({
      ...inDoubt,
      code,
      transient: true,
    });
  });

  test("EHOSTUNREACH of the connecting itself: nothing was sent; of a read, it may have been", async () => {
    const of = (syscall: string) => connectionError(failed({ code: "EHOSTUNREACH", syscall }), creating);
    expect(await of("connect")).toMatchObject(notSent);
    expect(await of("read")).toMatchObject(inDoubt);
  });

  test("whatever the failure is called, something was sent once an answer has begun", async () => {
    const error = await connectionError(failed({ code: "ECONNREFUSED", syscall: "connect" }), creating, true);
    expect(error).toMatchObject(inDoubt);
    expect(error.message).not.toContain("nothing was sent");
  });

  test("a read that was sent leaves nothing in doubt", async () => {
    expect(await connectionError(failed({ code: "ECONNRESET" }), callOf())).toMatchObject({
      sent: true,
      outcome: undefined,
    });
  });
});

describe("where the code is looked for", async () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const reset = Object.assign(new Error("reset"), { code: "ECONNRESET" });

  test.each([
    ["the error itself", refused, "ECONNREFUSED", false],
    [
      "the error, where its cause is no error",
      Object.assign(new Error("x", { cause: "y" }), { code: "ECONNREFUSED" }),
      "ECONNREFUSED",
      false,
    ],
    [
      "the cause before the error",
      Object.assign(new Error("x", { cause: reset }), { code: "ECONNREFUSED" }),
      "ECONNRESET",
      true,
    ],
    [
      "all addresses, of which none was reached",
      new TypeError("fetch failed", { cause: new AggregateError([refused, refused]) }),
      "ECONNREFUSED",
      false,
    ],
    ["all addresses, of which one may have been", new AggregateError([refused, reset]), "ECONNREFUSED", true],
    [
      "no addresses at all",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      "ECONNREFUSED",
      false,
    ],
    ["a code that is a number", Object.assign(new Error("x"), { code: 7 }), undefined, true],
    ["what is no error", { code: "ECONNREFUSED" }, undefined, true],
    ["nothing", undefined, undefined, true],
  ])("%s", async (_, error, code, sent) => {
    expect(await connectionError(error, creating)).toMatchObject({ code, sent });
  });

  test("the code and the cause are shown without the token", async () => {
    const token = "token-of-the-call";
    const call = callOf({ headers: bearing(token) });
    const error = await connectionError(failed({ code: `E_${token}` }, `at ${token}`), call);
    expect(error.code).toBe("E_[redacted]");
    expect(error.message).toBe("lessors.list: the connection to https://reg.example failed (E_[redacted])");
    expect(error).toMatchObject({
      cause: { message: "fetch failed", cause: { message: "at [redacted]", code: "E_[redacted]" } },
    });
  });
});

describe("a failure without a code", async () => {
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
  ])("is the network's, and worth another attempt: %s", async (error) => {
    expect(await connectionError(error, creating)).toMatchObject({ transient: true, sent: true });
  });

  test.each([
    new TypeError("Cannot read properties of undefined"),
    new TypeError("options.network is not a function"),
    new ReferenceError("fetch is not defined"),
    new RangeError("Invalid array length"),
    new SyntaxError("Unexpected token"),
  ])("is the program's, and would come again: %s", async (error) => {
    expect((await connectionError(error, creating)).transient).toBe(false);
  });
});

describe("the error of an upload whose own stream failed", async () => {
  test("says so, keeps the cause, and leaves what was sent in doubt", async () => {
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
