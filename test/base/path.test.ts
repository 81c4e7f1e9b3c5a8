import { expect, test } from "vitest";
import { matchEnd, matchPath } from "../../src/base/path.js";

test.each([
  ["/v2/things/{id}", "/v2/things/A%2F1", { id: "A/1" }],
  ["/v2/things/{id}/parts/{partId}", "/v2/things/a/parts/__proto__", { id: "a", partId: "__proto__" }],
  ["/v2/things", "/v2/things", {}],
  ["/v2/things/{id}", "/v2/things/", undefined],
  ["/v2/things/{id}", "/v2/things", undefined],
  ["/v2/things/{id}", "/v2/things/a/b", undefined],
  ["/v2/things/{id}/parts", "/v2/things/a/other", undefined],
  ["/v2/other/{id}", "/v2/things/%zz", undefined],
])("the template %s and the path %s have the parameters %j", (template, path, params) => {
  expect(matchPath(template, path)).toEqual(params);
});

test.each([
  ["/things/{id}/pdf", "https://reg.example/api/v2/things/7/pdf", { id: "7" }],
  ["/things/{id}", "things/A%2F1", { id: "A/1" }],
  ["/things/{id}", "/v2/things/", undefined],
  ["/things/{id}", "7", undefined],
  ["/things/{id}", "/v2/others/7", undefined],
])("the template %s and the end of %s have the parameters %j", (template, path, params) => {
  expect(matchEnd(template, path)).toEqual(params);
});

test("a broken percent-encoding of a parameter is an error", () => {
  expect(() => matchPath("/{id}", "/%zz")).toThrow(URIError);
});
