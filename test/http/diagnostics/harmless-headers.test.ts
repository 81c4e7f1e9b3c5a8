import { expect, test } from "vitest";
import { pickAllowedHeaders } from "../../../src/http/diagnostics.js";

const fixdate = "Mon, 15 Jun 2026 09:00:00 GMT";

test.each([
  ["content-type", "application/json", "application/json"],
  ["content-type", "application/problem+json; charset=utf-8", "application/problem+json"],
  ["content-type", "text/html;name=Jansen", "text/html"],
  ["content-type", "image/jpeg", "image/jpeg"],
  ["content-length", "1048576", "1048576"],
  ["date", fixdate, fixdate],
  ["retry-after", "120", "120"],
  ["retry-after", "9999999999", "9999999999"],
  ["retry-after", fixdate, fixdate],
])("%s: %s is shown as %s", (name, value, shown) => {
  expect(pickAllowedHeaders(new Headers({ [name]: value }))).toEqual({ [name]: shown });
});

test.each([
  ["content-type", "application/jansen"],
  ["content-type", "application/jsonish"],
  ["content-type", "x application/json"],
  ["content-type", "text/html Jansen"],
  ["content-length", "12 Jansen"],
  ["content-length", "1234567890123"],
  ["date", "Jansen"],
  ["date", `${fixdate} Jansen`],
  ["date", `Jansen ${fixdate}`],
  ["retry-after", "NL91ABNA0417164300"],
  ["retry-after", "120 Jansen"],
  ["retry-after", "+120"],
  ["retry-after", "99999999999"],
  ["retry-after", `${fixdate} Jansen`],
  ["retry-after", `Jansen ${fixdate}`],
  ["x-request-id", "8d1f7c1e"],
  ["set-cookie", "session=1"],
  ["location", "/v2/servicerequests/1"],
  ["authorization", "Bearer token"],
])("%s: %s is not shown", (name, value) => {
  expect(pickAllowedHeaders(new Headers({ [name]: value }))).toEqual({});
});

test("what is absent is left out", () => {
  expect(pickAllowedHeaders(new Headers())).toEqual({});
});
