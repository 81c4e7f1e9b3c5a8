import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lessorOperations, lessorTokenOperations } from "../../src/generated/lessor/operations.js";
import type { Operation } from "../../src/http/call.js";
import { canarySecret, canaryToken, lessorOver, lessorService } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { bodyText, fakeFetch } from "../support/fetch.js";
import { documentedOperations, exampleAnswer, methodsOf, sampleArguments } from "../support/operations.js";

const all = documentedOperations(
  parse(readFileSync(new URL("../../openapi/lessor.yaml", import.meta.url), "utf8")),
);
const documented = all.filter(({ id }) => id !== "token.create");

describe("the lessor client", () => {
  test("has 25 operations in its document, including the token request; the reference documents 12 of them", () => {
    expect(all).toHaveLength(25);
    expect(all.filter(({ confidence }) => confidence === "documented")).toHaveLength(12);
  });

  test("has no operation that uploads or downloads a file or creates an id", () => {
    const operations: readonly Operation[] = Object.values({ ...lessorOperations, ...lessorTokenOperations });
    expect(operations).toHaveLength(25);
    for (const { input, output, created } of operations) {
      expect([input, output]).not.toContain("binary");
      expect(created).toBeUndefined();
    }
  });

  test("rejects the option for downloads", async () => {
    const { vehicles } = lessorOver(fakeFetch(() => new Response()));
    const options: object = { as: "stream" };
    expect(await failure(vehicles.get("AB-123-C", options), "input")).toMatchObject({ field: "as" });
  });

  test("has exactly one method for each operation", () => {
    const named = methodsOf(lessorOver(fakeFetch(() => new Response()))).filter((name) => name.includes("."));
    expect(named.sort()).toEqual(documented.map(({ id }) => id).sort());
  });

  test.each(documented)("sends $id as documented, by name and by path", async (each) => {
    const service = lessorService([exampleAnswer(each)]);
    const sample = sampleArguments(each);
    const lessor = lessorOver(service.fetch);
    await sample.callByName(lessor);
    await sample.callByPath(lessor);
    expect(service.api.requests).toHaveLength(2);
    for (const request of service.api.requests) {
      expect(request.method).toBe(each.method);
      expect(request.url.pathname).toBe(sample.path);
      expect(request.url.search).toBe("");
      expect(request.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
      const hasBody = each.body === "json";
      expect(await bodyText(request)).toBe(hasBody ? '{"sample":["AB-123-C"]}' : "");
      expect(request.headers["content-type"]).toBe(hasBody ? "application/json" : undefined);
    }
    expect(service.tokens.requests).toHaveLength(1);
  });

  test("sends the token request as documented: a form without Authorization", async () => {
    const token = all.find(({ id }) => id === "token.create");
    const service = lessorService([() => new Response(null, { status: 204 })]);
    await lessorOver(service.fetch, { headers: { "x-trace": "abc" } }).vehicles.delete("AB-123-C");
    const { method, url, headers } = service.tokens.last;
    expect({ method, path: url.pathname, body: token?.body }).toEqual({
      method: token?.method,
      path: token?.path,
      body: "form",
    });
    expect(headers).toEqual({
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "x-trace": "abc",
    });
    expect(Object.fromEntries(new URLSearchParams(await bodyText(service.tokens.last)))).toEqual({
      grant_type: "client_credentials",
      client_id: "fleet-job",
      client_secret: canarySecret,
    });
  });

  test("is not throttled by default, because the reference shows no limit", async () => {
    const service = lessorService([() => new Response(null, { status: 204 })]);
    const lessor = lessorOver(service.fetch);
    await Promise.all(Array.from({ length: 5001 }, () => lessor.vehicles.delete("AB-123-C")));
    expect(service.api.requests).toHaveLength(5001);
  });
});
