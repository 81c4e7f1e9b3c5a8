import { describe, expect, test } from "vitest";
import { checkBaseUrl } from "../../../src/http/request.js";
import { canarySecret } from "../../support/clients.js";
import { thrown } from "../../support/errors.js";

describe("baseUrl", () => {
  test.each([
    ["https://reg.example", "https://reg.example"],
    ["https://reg.example/", "https://reg.example"],
    ["https://reg.example/gateway//", "https://reg.example/gateway"],
    ["HTTPS://REG.example:8443", "https://reg.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1", "http://127.0.0.1"],
    ["http://127.1:80/", "http://127.0.0.1"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is used as %s", (given, used) => {
    expect(checkBaseUrl(given)).toBe(used);
  });

  test.each([
    ["missing", undefined, /is missing/],
    ["null", null, /is missing/],
    ["empty", "", /is missing/],
    ["white space", "  ", /is missing/],
    ["a number", 5, /is missing/],
    ["not a URL", "reg.example", /absolute URL/],
    ["a path", "/v2", /absolute URL/],
    ["without a host", "https://", /absolute URL/],
    ["http off loopback", "http://reg.example", /https/],
    ["http on a name that only looks like loopback", "http://localhost.example", /https/],
    ["http on a host that begins like loopback", "http://127.0.0.1.example", /https/],
    ["another scheme", "ftp://reg.example", /https/],
    ["a script", "javascript:alert(1)", /https/],
    ["with credentials", `https://user:${canarySecret}@reg.example`, /credentials/],
    ["with a user", "https://user@reg.example", /credentials/],
    ["with a query", "https://reg.example/?a=b", /query/],
    ["with an empty query", "https://reg.example/?", /query/],
    ["with a fragment", "https://reg.example/#a", /fragment/],
  ])("%s is refused", (_, given, reason) => {
    const error = thrown(() => checkBaseUrl(given), "input");
    expect(error.field).toBe("baseUrl");
    expect(error.message).toMatch(reason);
  });
});
