import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { RegTokenError } from "../../../src/errors/errors.js";
import { parseBearerToken, suppliedToken, waitForToken } from "../../../src/http/auth.js";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { canaryToken, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";

const ok = json({});
const broken = new Error("the vault is sealed");
const asked = (token: () => string | Promise<string>) => {
  const fetch = fakeFetch(ok);
  return { fetch, call: () => supplierOver(fetch, { token }).lessors.list() };
};

describe("a token that the user supplies", () => {
  test("as text goes with every request", async () => {
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { token: ` Bearer ${canaryToken}` });
    await supplier.lessors.list();
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test("as a function is asked before every attempt", async () => {
    let asks = 0;
    const fetch = fakeFetch(json({}, { status: 503 }), ok);
    await supplierOver(fetch, { token: () => `token-${++asks}` }).lessors.list();
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test.each([
    ["a promise", async () => canaryToken],
    [
      "a promise of another realm, which is no instance of our Promise",
      (): Promise<string> => runInNewContext(`Promise.resolve("${canaryToken}")`),
    ],
  ])("may come as %s", async (_, token) => {
    const { fetch, call } = asked(token);
    await call();
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test.each([
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ])("is missing when its function %s: nothing is sent, and the reason is the cause", async (_, token) => {
    const { fetch, call } = asked(token);
    const error = await failure(call(), "token");
    expect(error).toMatchObject({ operationId: "lessors.list", cause: broken, outcome: undefined });
    expect(error.message).toContain("the function that supplies the token failed");
    expect(error.message).not.toContain(broken.message);
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty text", ""],
    ["a line break", `${canaryToken}\nx: y`],
  ])("is refused when its function gives %s", async (_, token) => {
    const { fetch, call } = asked(() => token as unknown as string);
    await failure(call(), "token");
    expect(fetch.requests).toEqual([]);
  });

  test("that has expired is not sent, unless that check is switched off", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const token = jwt({ exp: clock.now() / 1000 - 1 });
    await failure(supplierOver(fetch, { token, clock }).lessors.list(), "token");
    expect(fetch.requests).toEqual([]);
    await supplierOver(fetch, { token, clock, checkTokenExpiry: false }).lessors.list();
    expect(fetch.requests).toHaveLength(1);
  });

  test("is not awaited any longer once the call is aborted, and may still fail in peace", async () => {
    const controller = new AbortController();
    let fail = (_: Error) => {};
    const fetch = fakeFetch(ok);
    const token = () =>
      new Promise<string>((_, reject) => {
        fail = reject;
      });
    const call = supplierOver(fetch, { token }).lessors.list({ signal: controller.signal });
    controller.abort("changed my mind");
    expect(await rejection(call)).toBe("changed my mind");
    fail(broken);
    expect(fetch.requests).toEqual([]);
  });

  test("whose function aborts the call, and then rejects, leaves no unhandled rejection", async () => {
    const controller = new AbortController();
    const token = () => {
      controller.abort("from within");
      return Promise.reject(broken);
    };
    const call = supplierOver(fakeFetch(ok), { token }).lessors.list({ signal: controller.signal });
    expect(await rejection(call)).toBe("from within");
  });
});

/** A supplier client whose token comes from a vault that a test answers by hand, question by question. */
function vaultBehind(...replies: readonly [Reply, ...Reply[]]) {
  const clock = new ManualClock();
  const fetch = fakeFetch(...replies);
  const questions: { answer: (token: string) => void; fail: (reason: unknown) => void }[] = [];
  const token = () =>
    new Promise<string>((resolve, reject) => questions.push({ answer: resolve, fail: reject }));
  const supplier = supplierOver(fetch, { token, clock });
  const sent = () => fetch.requests.map(({ headers }) => headers["authorization"]);
  return { clock, questions, supplier, sent };
}

describe("a token that comes as a promise", () => {
  test("is asked for once by a hundred calls at once, and again by a call after its answer", async () => {
    const { questions, supplier, sent } = vaultBehind(ok);
    const calls = Array.from({ length: 100 }, () => supplier.lessors.list());
    await settle();
    expect(questions).toHaveLength(1);
    questions[0]?.answer("one");
    await Promise.all(calls);
    expect(new Set(sent())).toEqual(new Set(["Bearer one"]));
    const later = supplier.lessors.list();
    await settle();
    questions[1]?.answer("two");
    await later;
    expect(sent().at(-1)).toBe("Bearer two");
    expect(questions).toHaveLength(2);
  });

  test("fails all that wait for it, each with its own error, and is asked for afresh by the next call", async () => {
    const { questions, supplier } = vaultBehind(ok);
    const errors = [failure(supplier.lessors.list(), "token"), failure(supplier.requests.list(), "token")];
    await settle();
    questions[0]?.fail(broken);
    const operations = (await Promise.all(errors)).map(({ operationId }) => operationId);
    expect(operations).toEqual(["lessors.list", "requests.list"]);
    const next = supplier.lessors.list();
    await settle();
    questions[1]?.answer("two");
    await next;
  });

  test("keeps on for the others when one of them is aborted", async () => {
    const { questions, supplier, sent } = vaultBehind(ok);
    const controller = new AbortController();
    const impatient = rejection(supplier.lessors.list({ signal: controller.signal }));
    const patient = supplier.lessors.list();
    await settle();
    controller.abort("enough");
    expect(await impatient).toBe("enough");
    questions[0]?.answer("one");
    await patient;
    expect(sent()).toEqual(["Bearer one"]);
  });

  test("is asked for afresh after 30 s of silence, so that one lost answer does not hold up every call", async () => {
    const { clock, questions, supplier, sent } = vaultBehind(ok);
    const stuck = failure(supplier.lessors.list(), "token");
    await clock.advance(29_999);
    const joined = supplier.lessors.list();
    await settle();
    expect(questions).toHaveLength(1);
    await clock.advance(1);
    const error = await stuck;
    expect(error).toMatchObject({ operationId: "lessors.list", outcome: undefined });
    expect(error.message).toContain("did not settle within 30000 ms");
    const afresh = [supplier.lessors.list(), supplier.lessors.list()];
    await settle();
    expect(questions).toHaveLength(2);
    questions[0]?.answer("late");
    await joined;
    // The late answer has not ended the newer question: who comes now still shares that one.
    afresh.push(supplier.lessors.list());
    await settle();
    expect(questions).toHaveLength(2);
    questions[1]?.answer("fresh");
    await Promise.all(afresh);
    expect(sent()).toEqual(["Bearer late", ...Array(3).fill("Bearer fresh")]);
  });
});

describe("a function that never answers", () => {
  test("fails each call after 30 s, gives back the throttle's unit, and lets close() end", async () => {
    const { clock, questions, supplier, sent } = vaultBehind(ok);
    const first = failure(supplier.lessors.list(), "token");
    await clock.advance(10_000);
    const second = failure(supplier.requests.list(), "token");
    const closed = supplier.close();
    await clock.advance(20_000);
    expect((await first).message).toContain("30000 ms");
    expect(clock.pending).toBe(1);
    await clock.advance(10_000);
    expect(await second).toMatchObject({ operationId: "requests.list" });
    await closed;
    expect([clock.pending, questions.length, sent().length]).toEqual([0, 1, 0]);
    expect(supplier.throttleStatistics()).toMatchObject({ free: 5000, inFlight: 0 });
  });

  test("leaves no timer behind in a call that is aborted or closed, nor once it has answered", async () => {
    const { clock, questions, supplier } = vaultBehind(ok);
    const controller = new AbortController();
    const answered = supplier.lessors.list();
    await settle();
    questions[0]?.answer("one");
    await answered;
    expect(clock.pending).toBe(0);
    const aborted = rejection(supplier.lessors.list({ signal: controller.signal }));
    const closed = failure(supplier.lessors.list(), "closed");
    await settle();
    expect(clock.pending).toBe(2);
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    await settle();
    expect(clock.pending).toBe(1);
    await supplier.close({ abort: true });
    await closed;
    expect(clock.pending).toBe(0);
  });

  test("after a 401 leaves the 401 as the error, 30 s later", async () => {
    const { clock, questions, supplier } = vaultBehind(json({}, { status: 401 }));
    const call = failure(supplier.lessors.list(), "authentication");
    await settle();
    questions[0]?.answer("one");
    await clock.advance(29_999);
    expect(questions).toHaveLength(2);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect((await call).attempts).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("is not joined when a timer fires a fraction of a millisecond early", () => {
    const clock = new ManualClock();
    let asks = 0;
    const token = () => {
      asks += 1;
      return new Promise<string>(() => {});
    };
    const source = suppliedToken(token, parseBearerToken, clock);
    source.get();
    clock.jump(29_999);
    source.get();
    expect(asks).toBe(1);
    clock.jump(0.5);
    source.get();
    expect(asks).toBe(2);
  });
});

describe("a supplied token that is refused with a 401", () => {
  const refused = json({}, { status: 401 });

  test("as text is not sent again: there is no other", async () => {
    const fetch = fakeFetch(refused);
    await failure(supplierOver(fetch).lessors.list(), "authentication");
    expect(fetch.requests).toHaveLength(1);
  });

  test.each([
    ["at once", (token: string) => token],
    ["by a promise", async (token: string) => token],
  ])("is replaced once by another that the function gives %s", async (_, give) => {
    let current = "old";
    const fetch = fakeFetch(() => {
      current = "new";
      return refused(fetch.last);
    }, ok);
    await supplierOver(fetch, { token: () => give(current) }).lessors.list();
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test.each([
    ["gives the same one", () => canaryToken],
    ["gives the same one, written differently", () => ` Bearer ${canaryToken}`],
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
    ["gives one that cannot be sent", () => ""],
  ])("is not replaced if the function then %s: the 401 is the error", async (_, again) => {
    let asks = 0;
    const fetch = fakeFetch(refused);
    const token = () => (++asks === 1 ? canaryToken : again());
    await failure(supplierOver(fetch, { token }).lessors.list(), "authentication");
    expect(fetch.requests).toHaveLength(1);
    expect(asks).toBe(2);
  });

  test("is replaced only once: a second 401 is the error", async () => {
    let asks = 0;
    const fetch = fakeFetch(refused);
    await failure(supplierOver(fetch, { token: () => `token-${++asks}` }).lessors.list(), "authentication");
    expect(fetch.requests).toHaveLength(2);
  });

  test("costs no wait if the function gives it at once", () => {
    expect(suppliedToken(() => "a", parseBearerToken, new ManualClock()).get()).toBe("a");
  });

  test("is asked for again if a question from before the refusal is answered with it, and only then", async () => {
    const answers: ((token: string) => void)[] = [];
    const token = () => new Promise<string>((resolve) => answers.push(resolve));
    const source = suppliedToken(token, parseBearerToken, new ManualClock());
    source.get();
    const twice = source.reject?.("old");
    answers[0]?.("old");
    await settle();
    expect(answers).toHaveLength(2);
    const joined = source.reject?.("old");
    answers[1]?.("new");
    expect([await twice, await joined]).toEqual([true, true]);
    expect(answers).toHaveLength(2);
  });

  test("is not awaited any longer once the call is aborted", async () => {
    const { questions, supplier, sent } = vaultBehind(refused, ok);
    const controller = new AbortController();
    const call = rejection(supplier.lessors.list({ signal: controller.signal }));
    await settle();
    questions[0]?.answer("old");
    await settle();
    expect(questions).toHaveLength(2);
    controller.abort("enough");
    expect(await call).toBe("enough");
    questions[1]?.fail(broken);
    await settle();
    expect(sent()).toEqual(["Bearer old"]);
  });
});

test.each([
  ["until its timeout", { limitMs: 1000, passed: () => new RegTokenError("late") }, 1, "late"],
  ["for any time without a timeout", undefined, 0, "in time"],
])("a call waits for a token %s", async (_, timeout, timers, expected) => {
  const clock = new ManualClock();
  const promise = new Promise<string>((resolve) => clock.schedule(() => resolve("in time"), 60_000));
  const cancellation = new CallCancellation();
  const waiting = waitForToken({ promise, timeout, cancellation, clock, onTimeout: async () => "late" });
  expect(clock.pending).toBe(1 + timers);
  await clock.advance(60_000);
  expect(await waiting).toBe(expected);
  expect(clock.pending).toBe(0);
});
