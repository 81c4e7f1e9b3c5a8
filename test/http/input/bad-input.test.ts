import { describe, expect, test } from "vitest";
import { createLessorClient, type LessorClientOptions } from "../../../src/lessor/client.js";
import {
  createSupplierClient,
  type SupplierClient,
  type SupplierClientOptions,
} from "../../../src/supplier/client.js";
import { baseUrl, canarySecret, canaryToken, supplierOver } from "../../support/clients.js";
import { failure, thrown } from "../../support/errors.js";
import { empty, fakeFetch } from "../../support/fetch.js";

// Everything here comes from programs that the compiler does not check, or from configuration and user input.

const noFetch = () => fakeFetch(empty());

// What each option must be is in options.test.ts.
describe("options that no client can be made with", () => {
  const rows: readonly [string, object, string][] = [
    ["a missing baseUrl", { baseUrl: undefined }, "baseUrl"],
    ["a malformed baseUrl", { baseUrl: "reg.example" }, "baseUrl"],
    ["http off loopback", { baseUrl: "http://reg.example" }, "baseUrl"],
    ["a header with a line break", { headers: { "x-id": `${canaryToken}\r\nx: y` } }, "headers.x-id"],
    ["a header that is no text", { headers: { "x-id": 5 } }, "headers.x-id"],
    [
      "a token among the headers",
      { headers: { authorization: `Bearer ${canaryToken}` } },
      "headers.authorization",
    ],
  ];

  test.each(rows)("%s", (_, options, field) => {
    const supplierOptions = { baseUrl, token: canaryToken, ...options } as SupplierClientOptions;
    const lessorOptions = {
      baseUrl,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      ...options,
    } as LessorClientOptions;
    expect(thrown(() => createSupplierClient(supplierOptions), "input").field).toBe(field);
    expect(thrown(() => createLessorClient(lessorOptions), "input").field).toBe(field);
  });

  test.each([undefined, null, "https://reg.example", 5, () => ({ baseUrl })])(
    "nothing but an object: %j",
    (options) => {
      const expected = { field: "options", message: "options must be an object" };
      expect(
        thrown(() => createSupplierClient(options as unknown as SupplierClientOptions), "input"),
      ).toMatchObject(expected);
      expect(
        thrown(() => createLessorClient(options as unknown as LessorClientOptions), "input"),
      ).toMatchObject(expected);
    },
  );

  test.each([
    ["missing", undefined],
    ["null", null],
    ["empty", ""],
    ["white space", " "],
    ["broken in two lines", `${canaryToken}\nx`],
  ])("a token that is %s", (_, token) => {
    const options = { baseUrl, token } as SupplierClientOptions;
    expect(thrown(() => createSupplierClient(options), "token").message).toMatch(/^the token /);
  });

  test.each([
    [{ clientId: undefined }, "clientId"],
    [{ clientId: " " }, "clientId"],
    [{ clientId: 5 }, "clientId"],
    [{ clientSecret: undefined }, "clientSecret"],
    [{ clientSecret: "" }, "clientSecret"],
    [{ clientSecret: { value: canarySecret } }, "clientSecret"],
  ])("credentials such as %j", (options, field) => {
    const all = {
      baseUrl,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      ...options,
    } as unknown as LessorClientOptions;
    expect(thrown(() => createLessorClient(all), "input").field).toBe(field);
  });
});

/** A client without its types, as JavaScript sees it. */
type Untyped = { readonly [name: string]: Untyped } & ((...args: readonly unknown[]) => Promise<unknown>);
const untyped = (client: SupplierClient) => client as unknown as Untyped;

describe("input that no call can be made with", () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;

  const calls: readonly [string, (client: Untyped) => Promise<unknown> | undefined, string][] = [
    ["the id ..", (client) => client["serviceRequests"]?.["get"]?.(".."), "id"],
    ["an empty id", (client) => client["serviceRequests"]?.["get"]?.(""), "id"],
    ["no id", (client) => client["serviceRequests"]?.["get"]?.(), "id"],
    ["an object for an id", (client) => client["serviceRequests"]?.["get"]?.({}), "id"],
    [
      "a second id that is missing",
      (client) => client["serviceRequests"]?.["attachments"]?.["get"]?.("R-1"),
      "attachmentId",
    ],
    [
      "more arguments than there are",
      (client) => client["serviceRequests"]?.["get"]?.("R-1", {}, {}),
      "arguments",
    ],
    ["a cyclic body", (client) => client["serviceRequests"]?.["create"]?.(cyclic), "self"],
    [
      "a BigInt in a body",
      (client) => client["serviceRequests"]?.["create"]?.({ vehicle: { mileage: 1n } }),
      "vehicle.mileage",
    ],
    ["no body", (client) => client["serviceRequests"]?.["create"]?.(), "body"],
    ["a text for a query", (client) => client["serviceRequests"]?.["list"]?.("open"), "query"],
    ["null for a query", (client) => client["serviceRequests"]?.["list"]?.(null), "query"],
    [
      "an invalid date in a query",
      (client) => client["serviceRequests"]?.["list"]?.({ since: new Date(Number.NaN) }),
      "since",
    ],
    ["null for options", (client) => client["lessors"]?.["list"]?.(null), "options"],
    ["an unknown option", (client) => client["lessors"]?.["list"]?.({ timout: 5 }), "timout"],
    [
      "a header with a line break",
      (client) => client["lessors"]?.["list"]?.({ headers: { "x-id": "a\nb" } }),
      "headers.x-id",
    ],
    ["a path that does not exist", (client) => client["GET"]?.("/v2/nothing"), "path"],
    ["a path with another method", (client) => client["DELETE"]?.("/v2/lessors"), "path"],
    ["a path that is filled already", (client) => client["GET"]?.("/v2/servicerequests/R-1"), "path"],
    ["a path whose parameter is missing", (client) => client["GET"]?.("/v2/servicerequests/{id}"), "id"],
    [
      "a path parameter ..",
      (client) => client["GET"]?.("/v2/servicerequests/{id}", { params: { path: { id: ".." } } }),
      "id",
    ],
    [
      "null for path parameters",
      (client) => client["GET"]?.("/v2/servicerequests/{id}", { params: { path: null } }),
      "path",
    ],
    ["null for params", (client) => client["GET"]?.("/v2/lessors", { params: null }), "params"],
    ["null for everything", (client) => client["GET"]?.("/v2/lessors", null), "init"],
    ["a body where none belongs", (client) => client["GET"]?.("/v2/lessors", { body: {} }), "body"],
    ["an unknown option by path", (client) => client["GET"]?.("/v2/lessors", { query: {} }), "query"],
  ];

  test.each(calls)("%s", async (_, call, field) => {
    const fetch = noFetch();
    const client = untyped(supplierOver(fetch));
    const error = await failure(call(client) ?? Promise.resolve(), "input");
    expect(error.field).toBe(field);
    expect(error.attempts).toEqual([]);
    expect(error.outcome).toBeUndefined();
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["query", (client: Untyped) => client["serviceRequests"]?.["list"]?.("open"), "serviceRequests.list"],
    ["params", (client: Untyped) => client["GET"]?.("/v2/lessors", { params: null }), "lessors.list"],
    ["init", (client: Untyped) => client["GET"]?.("/v2/lessors", []), "lessors.list"],
  ])("says that %s must be an object, and of which operation", async (field, call, operationId) => {
    const error = await failure(call(untyped(supplierOver(noFetch()))) ?? Promise.resolve(), "input");
    expect(error.message).toBe(`${operationId}: ${field} must be an object`);
    expect(error).toMatchObject({ field, operationId });
  });

  test("names the operation, where it is one", async () => {
    const error = await failure(supplierOver(noFetch()).lessors.list({ timeout: 0 }), "input");
    expect(error).toMatchObject({ operationId: "lessors.list" });
    expect(error.message).toBe(
      "lessors.list: timeout must be a positive number of milliseconds, or Infinity for no bound",
    );
  });
});

describe("a client", () => {
  test("cannot be changed", () => {
    const client = untyped(supplierOver(noFetch()));
    expect(() => Object.assign(client, { GET: () => {} })).toThrow(TypeError);
  });
});
