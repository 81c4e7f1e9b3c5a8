import fc from "fast-check";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { expiryOf, parseBearerToken, tokenChecker } from "../../../src/http/auth.js";
import { canaryToken } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { thrown } from "../../support/errors.js";
import { jwt } from "../../support/jwt.js";

describe("what people paste as a token", () => {
  test.each([canaryToken, ` ${canaryToken}\n`, `Bearer ${canaryToken}`, `  bearer \t${canaryToken} `])(
    "%j is mended",
    (given) => {
      expect(parseBearerToken(given)).toBe(canaryToken);
    },
  );

  test.each(["bearerless", "abearer", "forbearer"])("%j is a token like any other", (token) => {
    expect(parseBearerToken(token)).toBe(token);
  });

  test.each([
    ["undefined", undefined, /not a string/],
    ["an object", { token: canaryToken }, /not a string/],
    ["empty", "", /empty/],
    ["white space", " \n", /empty/],
    ["the prefix alone", "Bearer ", /empty/],
    ["a line break within", `${canaryToken}\r\nx: y`, /character/],
    ["a space within", `${canaryToken} ${canaryToken}`, /character/],
    ["quotes around it", `"${canaryToken}"`, /character/],
    ["another script", `${canaryToken}€`, /character/],
  ])("%s is refused without being shown", (_, given, reason) => {
    expect(thrown(() => parseBearerToken(given), "token").message).toMatch(reason);
  });
});

describe("when a token expires", () => {
  test.each([
    ["a JWT", jwt({ exp: 1_700_000_000 }), 1_700_000_000_000],
    ["a JWT without exp", jwt({}), undefined],
    ["a JWT whose exp is text", jwt({ exp: "1700000000" }), undefined],
    ["a JWT whose exp is no date", jwt({ exp: -1e20 }), undefined],
    ["a JWT with a name of any script", jwt({ name: "ÿ?>Ωž~~~", exp: 1_700_000_000 }), 1_700_000_000_000],
    ["a JWT without claims", "e30.bnVsbA.c2ln", undefined],
    ["two parts of a JWT", "e30.eyJleHAiOjF9", undefined],
    ["an encrypted JWT", "e30.eyJleHAiOjF9.iv.text.tag", undefined],
    ["an opaque token", canaryToken, undefined],
    ["something with two dots", "a.b.c", undefined],
  ])("is read from %s", (_, token, expiry) => {
    expect(expiryOf(token)).toBe(expiry);
  });

  test("is what a library of its own reads, whatever else the token claims", () => {
    const exps = fc.integer({ min: -8_640_000_000_000, max: 8_640_000_000_000 });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), exps, (claims, exp) => {
        const token = jwt({ ...claims, exp });
        expect(decodeJwt(token).exp).toBe(exp);
        expect(expiryOf(token)).toBe(exp * 1000);
      }),
    );
  });

  test("stops it from being sent, from that very second on", async () => {
    const clock = new ManualClock();
    const token = jwt({ exp: clock.now() / 1000 + 60 });
    const check = tokenChecker(clock, true);
    expect(check(token)).toBe(token);
    await clock.advance(59_999);
    expect(check(token)).toBe(token);
    await clock.advance(1);
    expect(thrown(() => check(token), "token").message).toContain(
      "expired at 2026-06-15T09:01:00.000Z; nothing was sent",
    );
  });

  test("is looked at afresh for another token", () => {
    const clock = new ManualClock();
    const check = tokenChecker(clock, true);
    thrown(() => check(jwt({ exp: 1 })), "token");
    expect(check(canaryToken)).toBe(canaryToken);
  });

  test("is not looked at where that is switched off", () => {
    const token = jwt({ exp: 1 });
    expect(tokenChecker(new ManualClock(), false)(token)).toBe(token);
  });
});
