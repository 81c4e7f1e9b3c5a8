import { describe, expect, test } from "vitest";
import { RegTokenError } from "../../../src/errors/errors.js";
import { summarize } from "../../../src/errors/summary.js";
import { respectRetryAfter } from "../../../src/http/token-cache.js";
import { lessorOver, lessorService, tokenAnswer } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty } from "../../support/fetch.js";

const done = empty();

/** A lessor client whose token endpoint answers as told. */
function endpoint(answer: () => ReturnType<typeof empty>) {
  const clock = new ManualClock();
  const service = lessorService([done], (request) => answer()(request));
  const lessor = lessorOver(service.fetch, { clock });
  return { clock, service, call: () => lessor.vehicles.delete("AB-1") };
}

describe("a token endpoint that asks for a pause", () => {
  test.each([429, 503])("by %i is left alone until the pause is over, whoever calls", async (status) => {
    let down = true;
    const { clock, service, call } = endpoint(() =>
      down ? empty(status, { "retry-after": "300" }) : tokenAnswer(),
    );
    const first = await failure(call(), "token");
    expect(first).toMatchObject({ retryAfterMs: 300_000, cause: { status, retryAfterMs: 300_000 } });
    await clock.advance(100_000);
    const errors = new Set<unknown>();
    for (let index = 0; index < 100; index++) errors.add(await failure(call(), "token"));
    expect(errors).toHaveLength(100);
    for (const error of errors) {
      expect(error).toMatchObject({
        operationId: "vehicles.delete",
        outcome: undefined,
        retryAfterMs: 200_000,
        cause: { status },
      });
      expect(summarize(error)).toMatchObject({ kind: "token", retryAfterMs: 200_000 });
      expect(String(error)).toContain("call again in 200000 ms");
    }
    expect(service.tokens.requests).toHaveLength(1);
    expect(service.api.requests).toEqual([]);
    await clock.advance(199_999);
    expect(await failure(call(), "token")).toMatchObject({ retryAfterMs: 1 });
    down = false;
    await clock.advance(1);
    await call();
    expect(service.tokens.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test("for a day is asked again after an hour", async () => {
    const { clock, service, call } = endpoint(() => empty(429, { "retry-after": "86400" }));
    await failure(call(), "token");
    await clock.advance(3_599_999);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(1);
    await clock.advance(1);
    await failure(call(), "token");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["no pause", {}],
    ["a pause of nothing", { "retry-after": "0" }],
  ])("for %s is asked afresh by the next call", async (_, headers) => {
    const { service, call } = endpoint(() => empty(400, headers));
    for (const expected of [1, 2, 3]) {
      const error = await failure(call(), "token");
      expect(error.message).toContain("gave no token");
      expect(service.tokens.requests).toHaveLength(expected);
    }
  });
});

test("a failure without a pause, after one with it, is passed on as it is; so is the OAuth error of the pause", async () => {
  const clock = new ManualClock();
  const plain = new Error("down");
  const failures = [
    new RegTokenError("wait", { retryAfterMs: 1000.5, oauthError: "temporarily_unavailable" }),
    plain,
    plain,
  ];
  const issue = respectRetryAfter(() => Promise.reject(failures.shift()), clock);
  await rejection(issue());
  expect(await rejection(issue())).toMatchObject({
    oauthError: "temporarily_unavailable",
    retryAfterMs: 1001,
  });
  clock.jump(1001);
  expect([await rejection(issue()), await rejection(issue())]).toEqual([plain, plain]);
});
