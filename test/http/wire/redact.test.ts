import { describe, expect, test } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";

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

  test.each(["Bearer abc.def", "bearer%20abc", "BEARER  abc=", "Bearer: abc", 'bearer "abc'])(
    "with all that follows the word bearer: %s",
    async (echo) => {
      expect(await detailOf(`header ${echo}, which is bad`)).toBe("header [redacted], which is bad");
    },
  );

  test("but not what only begins like it, and a short token only as a whole", async () => {
    expect(await detailOf(`see ${token.slice(0, 11)} for more`)).toBe(`see ${token.slice(0, 11)} for more`);
    expect(await detailOf("A short.one-too is a part", "short.one")).toBe("A [redacted]-too is a part");
    expect(await detailOf("shortXone", "short.one")).toBe("shortXone");
  });
});
