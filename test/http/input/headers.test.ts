import { describe, expect, test } from "vitest";
import { checkHeaders } from "../../../src/http/input/headers.js";
import { canaryToken } from "../../support/clients.js";
import { thrown } from "../../support/errors.js";

describe("headers that a user gives", () => {
  test("pass unchanged, without those that are undefined", () => {
    expect(checkHeaders({ "x-request-id": "a\tb é", "x-empty": "", "x-none": undefined })).toEqual({
      "x-request-id": "a\tb é",
      "x-empty": "",
    });
    expect(checkHeaders(undefined)).toEqual({});
  });

  test("have their names in lower case, so that each stands there once", () => {
    expect(checkHeaders({ "X-Request-Id": "1", "x-request-ID": "2" })).toEqual({ "x-request-id": "2" });
  });

  test.each([
    ["a line feed", { "x-id": `${canaryToken}\nx: y` }, "headers.x-id"],
    ["a carriage return", { "x-id": `${canaryToken}\r` }, "headers.x-id"],
    ["NUL", { "x-id": `${canaryToken}\0` }, "headers.x-id"],
    ["a character beyond Latin-1", { "x-id": `${canaryToken}€` }, "headers.x-id"],
    ["a number", { "x-id": 5 }, "headers.x-id"],
    ["null", { "x-id": null }, "headers.x-id"],
    ["an array", { "x-id": [canaryToken] }, "headers.x-id"],
    ["a name with a space", { "x id": "a" }, "headers"],
    ["a name with a line break", { [`x\n${canaryToken}`]: "a" }, "headers"],
    ["an empty name", { "": "a" }, "headers"],
    ["the token itself", { Authorization: `Bearer ${canaryToken}` }, "headers.Authorization"],
    ["the length", { "content-length": "5" }, "headers.content-length"],
    ["the host", { HOST: "elsewhere.example" }, "headers.HOST"],
    ["the connection", { connection: "close" }, "headers.connection"],
    ["an expectation", { Expect: "100-continue" }, "headers.Expect"],
    ["an upgrade", { upgrade: "h2c" }, "headers.upgrade"],
  ])("%s is refused by name, without the value", (_, headers, field) => {
    expect(thrown(() => checkHeaders(headers, "x.get"), "input")).toMatchObject({
      field,
      operationId: "x.get",
    });
  });
});
