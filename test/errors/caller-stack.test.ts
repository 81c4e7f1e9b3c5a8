import { describe, expect, test } from "vitest";
import { lessorOver, lessorService, supplierOver, tokenAnswer } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
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

  test("of the caller's own reason is left alone, also if it is an error of this package", async () => {
    const found = await failure(supplierOver(fakeFetch(empty(404))).lessors.list(), "not-found");
    const before = [found.stack, found.message, found.outcome, [...found.attempts]];
    const controller = new AbortController();
    const client = supplierOver(fakeFetch(silence));
    const calls = [client.lessors.list, client.serviceRequests.delete.bind(null, "R-1")].map((call) =>
      rejection(call({ signal: controller.signal } as never)),
    );
    controller.abort(found);
    expect(await Promise.all(calls)).toEqual([found, found]);
    expect([found.stack, found.message, found.outcome, [...found.attempts]]).toEqual(before);
  });

  test("that a program makes of something else than text hides nothing", async () => {
    const prepare = Error.prepareStackTrace;
    Error.prepareStackTrace = (_, frames) => frames;
    try {
      const error = await rejection(supplierOver(fakeFetch(empty(404))).lessors.list());
      expect(error).toMatchObject({ name: "RegNotFoundError" });
    } finally {
      if (prepare === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
      else Error.prepareStackTrace = prepare;
    }
  });
});
