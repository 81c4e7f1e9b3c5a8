import { describe, expect, test } from "vitest";
import { withCallerStack } from "../../src/errors/caller-stack.js";
import { lessorOver, lessorService, supplierOver, tokenAnswer } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { empty, fakeFetch, json, silence } from "../support/fetch.js";

const service = () => lessorService([json({})], tokenAnswer({ token_type: "mac" })).fetch;

describe("the stack of an error", () => {
  test.each([
    ["an answer", (id: string) => supplierOver(fakeFetch(empty(404))).serviceRequests.get(id), "not-found"],
    [
      "a time-out",
      (id: string) => supplierOver(fakeFetch(silence), { timeout: 5, retry: false }).serviceRequests.get(id),
      "timeout",
    ],
    [
      "a retry",
      (id: string) =>
        supplierOver(fakeFetch(empty(503)), { retry: { retries: 1 } }).GET("/v2/servicerequests/{id}", {
          params: { path: { id } },
        }),
      "server",
    ],
    ["a token", (id: string) => lessorOver(service()).vehicles.get(id), "token"],
  ] as const)("names the line that made the call, after %s", async (_, call, kind) => {
    async function workshopJob() {
      return await call("R-1");
    }
    const { stack } = await failure(workshopJob(), kind);
    expect(stack).toMatch(/at (async )?workshopJob .*caller-stack\.test\.ts/);
    expect(stack?.split("\n").filter((line) => line.includes("workshopJob"))).toHaveLength(1);
  });

  test("of what is no error of this package is left alone", () => {
    const reason = new Error("mine");
    const { stack } = reason;
    expect(withCallerStack(reason)).toBe(reason);
    expect(reason.stack).toBe(stack);
    expect(withCallerStack("a text")).toBe("a text");
  });
});
