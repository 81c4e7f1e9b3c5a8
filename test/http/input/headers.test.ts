import { describe, expect, test } from "vitest";
import { checkHeaders } from "../../../src/http/request.js";
import { canaryToken, lessorOver, supplierOver } from "../../support/clients.js";
import { failure, thrown } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";

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

describe("the content type", () => {
  const document = new Blob(["%PDF"], { type: "application/pdf" });

  test.each(["content-type", "Content-Type"])("is refused for all requests of a client: %s", (name) => {
    const headers = { [name]: "application/json" };
    for (const make of [supplierOver, lessorOver]) {
      const error = thrown(() => make(fakeFetch(json({})), { headers }), "input");
      expect(error.message).toBe(`headers.${name} is set by each body: a form would lose its own`);
    }
  });

  test.each(["content-type", "Content-Type"])("is refused for a form: %s", async (name) => {
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart" }).serviceRequests;
    const error = await failure(
      attachments.upload("R-1", document, { headers: { [name]: "application/pdf" } }),
      "input",
    );
    expect(error).toMatchObject({
      field: "headers.content-type",
      operationId: "serviceRequests.attachments.upload",
    });
    expect(error.message).toMatch("name the file's type with contentType");
    expect(fetch.requests).toEqual([]);
  });

  test("of undefined is none", async () => {
    const headers = { "content-type": undefined } as unknown as Record<string, string>;
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart", headers }).serviceRequests;
    await attachments.upload("R-1", document, { headers });
    expect(fetch.last.headers).not.toHaveProperty("content-type");
    expect(fetch.last.body).toBeInstanceOf(FormData);
  });

  test("can be told to a call with another body", async () => {
    const fetch = fakeFetch(json({ id: "R-1" }));
    const { attachments, create } = supplierOver(fetch).serviceRequests;
    const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
    await create(draft, { headers: { "Content-Type": "application/vnd.reg+json" } });
    await attachments.upload("R-1", document, { headers: { "content-type": "image/png" } });
    expect(fetch.requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/vnd.reg+json",
      "image/png",
    ]);
  });
});
