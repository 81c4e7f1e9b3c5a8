import { describe, expect, test } from "vitest";
import { redactor } from "../../../src/http/redact.js";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { bearing, callOf, operationOf } from "../wire/support.js";

const token = "Kanarie/0123+abcdef==";

async function detailOf(detail: string, own = token) {
  const supplier = supplierOver(fakeFetch(json({ detail }, { status: 400 })), { token: own });
  return (await failure(supplier.lessors.list(), "validation")).detail;
}

describe("an echo of the token is taken out", () => {
  test.each([
    ["as it is", token],
    ["in lower case", token.toLowerCase()],
    ["in upper case", token.toUpperCase()],
    ["percent-encoded", encodeURIComponent(token)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(token))],
    ["percent-encoded in lower case", encodeURIComponent(token).toLowerCase()],
    ["with escaped slashes", token.replaceAll("/", "\\/")],
    ["cut", token.slice(0, 12)],
    ["cut later", token.slice(0, 15)],
    ["with something else behind it", `${token.slice(0, 12)}zzz`],
  ])("%s", async (_, echo) => {
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
  ])("with all that follows the word bearer: %s", async (echo) => {
    expect(await detailOf(`header ${echo}, which is bad`)).toBe("header [redacted], which is bad");
  });

  test("but not what only begins like it, and a short token only as a whole", async () => {
    expect(await detailOf(`see ${token.slice(0, 11)} for more`)).toBe(`see ${token.slice(0, 11)} for more`);
    expect(await detailOf("A short.one-too is a part", "short.one")).toBe("A [redacted]-too is a part");
    expect(await detailOf("shortXone", "short.one")).toBe("shortXone");
  });
});

/** What is left of a text, in a call with this token and this body. */
const cleaned = (echo: string, own: string | undefined, body?: string, input: "form" | "json" = "form") =>
  redactor({
    ...callOf(own === undefined ? {} : { headers: bearing(own) }),
    operation: operationOf({ input }),
    body,
  })(echo);

describe("a token of any characters", () => {
  test.each([...".*+?^$()[]{}|/\\-~=&%#@!'\"<>,;: äß€😀"])("is taken out as it stands: %s", (character) => {
    const own = `a${character}b`;
    expect(cleaned(`see ${own}, ${own}!`, own)).toBe("see [redacted], [redacted]!");
    expect(cleaned(`see ${encodeURIComponent(own)}!`, own)).toBe("see [redacted]!");
    expect(cleaned("see aXb and ab", own)).toBe("see aXb and ab");
    if (character !== "+" && character !== " ") expect(cleaned("see a+b", own)).toBe("see a+b");
  });

  test.each([
    ["each letter percent-encoded", "%61%2e%62"],
    ["in lower and upper case", "A%2Eb"],
    ["three times", "a%25252Eb"],
    ["with an escaped character", "a\\.b"],
  ])("is taken out when it is encoded, %s", (_, echo) => {
    expect(cleaned(`see ${echo}!`, "a.b")).toBe("see [redacted]!");
  });

  test("is known by its first twelve characters, and taken out with what follows them", () => {
    const own = "abcdefghijkl";
    const behind = "zZ09_-.~+/%=\\";
    expect(cleaned(`(${own}${behind}) ${own}`, own)).toBe("([redacted]) [redacted]");
    expect(cleaned(`(${own}${behind})`, `${own}mnop`)).toBe("([redacted])");
    expect(cleaned(own.slice(0, 11), own)).toBe("abcdefghijk");
  });

  test("is taken out alone, up to eleven characters", () => {
    expect(cleaned("(abcdefghijkl)", "abcdefghijk")).toBe("([redacted]l)");
  });

  test("counts characters as they are read: twelve of two units each", () => {
    const own = "😀".repeat(11);
    expect(cleaned(`${own}x`, own)).toBe("[redacted]x");
    expect(cleaned(`${own}😀x`, `${own}😀`)).toBe("[redacted]");
  });
});

describe("what a call has no secret for", () => {
  test.each([undefined, ""])("stays as it is, with the token %o", (own) => {
    expect(cleaned("an answer", own)).toBe("an answer");
    expect(cleaned("bearer", own)).toBe("bearer");
    expect(cleaned("a bearerabc", own)).toBe("a bearerabc");
  });
});

describe("the fields of a form", () => {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "fleet",
    client_secret: "s é\t&",
    scope: "",
  }).toString();

  test("are all taken out, in every writing; the grant type says nothing and stays", () => {
    expect(cleaned("client_credentials of fleet", undefined, form)).toBe("client_credentials of [redacted]");
    for (const echo of ["s é\t&", "s+é\t&", "s%20%C3%A9%09%26", "s+%c3%a9%09%26"])
      expect(cleaned(`with ${echo}.`, undefined, form)).toBe("with [redacted].");
  });

  test("are taken out together with the token", () => {
    expect(cleaned("fleet has own", "own", form)).toBe("[redacted] has [redacted]");
  });

  test("are no fields in another body", () => {
    expect(cleaned("of fleet", undefined, form, "json")).toBe("of fleet");
    expect(cleaned("of fleet", undefined, undefined)).toBe("of fleet");
  });
});
