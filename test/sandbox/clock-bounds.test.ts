import { describe, expect, it } from "vitest";
import { RegInputError } from "../../src/errors/errors.js";
import { nextAmsterdamMidnight, utcText } from "../../src/sandbox/archive.js";
import { createSandboxTime } from "../../src/sandbox/clock.js";
import { createSandbox, type SandboxClock } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { amsterdamDay } from "../../src/values/dates.js";
import { monday, open, repair, untyped } from "./support.js";

const last = "9999-12-31T00:00:00Z";
const start = Date.parse(monday);
const days = (count: number) => count * 86_400_000;

/** The error that a user of the sandbox gets for what cannot be used. */
function inputError(act: () => unknown): RegInputError {
  try {
    act();
  } catch (error) {
    if (error instanceof RegInputError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

describe.each(["standing", "running", "jumping"] as const)("a %s clock", (mode) => {
  it.each<[string, (clock: SandboxClock) => void, string]>([
    ["too far", (clock) => clock.advance({ days: 1e9 }), "step is too long"],
    ["by more than a number holds", (clock) => clock.advance({ days: 1e308 }), "step is too long"],
    ["beyond the last instant", (clock) => clock.set("9999-12-31T00:00:01Z"), "instant must lie"],
    ["by undefined", (clock) => clock.advance(untyped(undefined)), "step must be an object"],
    ["by null", (clock) => clock.advance(untyped(null)), "step must be an object"],
    ["by a number", (clock) => clock.advance(untyped(5)), "step must be an object"],
    ["by a list", (clock) => clock.advance(untyped([])), "step must be an object"],
    ["to a symbol", (clock) => clock.set(untyped(Symbol("noon"))), "instant must be a date-time"],
    ["to null", (clock) => clock.set(untyped(null)), "instant must be a date-time"],
  ])("cannot be moved %s", (_, move, message) => {
    const { clock } = createSandboxTime(mode, start);
    const before = clock.now();
    expect(inputError(() => move(clock)).message).toContain(message);
    expect(clock.now() - before).toBeLessThan(30_000);
  });
});

describe("the last instant", () => {
  it("can be reached, and there the sandbox works as ever", async () => {
    const { sandbox, supplier, lessor } = await open();
    sandbox.clock.set(last);
    expect(sandbox.clock.iso()).toBe("9999-12-31T00:00:00.000Z");
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    expect(answer.status).toBe(200);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 401 });
    expect(() => sandbox.clock.advance({ ms: 1 })).toThrow("step is too long");
  });

  it("is not passed by a clock that runs", async () => {
    const { clock } = createSandboxTime("running", 0);
    clock.set(last);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.iso()).toBe("9999-12-31T00:00:00.000Z");
  });

  it("is not jumped over", async () => {
    const { clock } = createSandboxTime("jumping", Date.parse("9999-12-30T23:59:59Z"));
    const ran: string[] = [];
    clock.schedule(() => ran.push("never"), 1e300, "wait");
    clock.schedule(() => ran.push("too late"), 1001, "wait");
    clock.schedule(() => ran.push("in time"), 1000, "wait");
    await expect.poll(() => ran).toEqual(["in time"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([ran, clock.iso()]).toEqual([["in time"], "9999-12-31T00:00:00.000Z"]);
  });

  it("has a day, a next midnight and a text", () => {
    const at = Date.parse(last);
    expect(amsterdamDay(at)).toBe("9999-12-31");
    expect(utcText(at)).toBe(last);
    expect(utcText(nextAmsterdamMidnight(at))).toBe("9999-12-31T23:00:00Z");
  });

  it.each([
    ["9999-12-31T23:59:59-05:00", "9999-12-31", "9999-12-31T23:59:59Z"],
    ["9999-12-31T23:30:00Z", "9999-12-31", "9999-12-31T23:30:00Z"],
    ["0999-05-01T12:00:00Z", "0999-05-01", "0999-05-01T12:00:00Z"],
  ])("is not cut off where a body names %s", (text, day, shown) => {
    expect([amsterdamDay(Date.parse(text)), utcText(Date.parse(text))]).toEqual([day, shown]);
  });
});

describe("a sandbox can be told", () => {
  it.each(["1970-01-01T00:00:00Z", last])("to begin at %s", async (now) => {
    const { sandbox, lessor } = await open({ now });
    expect(sandbox.clock.now()).toBe(Date.parse(now));
    const { supplier, clock, fetch } = sandbox;
    const client = createSupplierClient({ baseUrl: supplier.baseUrl, token: supplier.token, fetch, clock });
    const { id } = await client.serviceRequests.create(repair());
    expect((await client.serviceRequests.get(id)).creationTimeStamp).toBe(now);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
  });

  it.each([
    [{ now: "1969-12-31T23:59:59Z" }, "now must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z"],
    [{ now: "9999-12-31T00:00:01Z" }, "now must lie from"],
    [{ now: "soon" }, "now must be a date-time"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 4294967295"],
    [{ seed: 2 ** 32 }, "seed must be a whole number from 0 to 4294967295"],
    [{ seed: 2 ** 32 + 1 }, "seed must be a whole number from 0 to 4294967295"],
    [{ tokenLifetime: days(3653) + 1 }, "tokenLifetime must be at most ten years"],
    [{ tokenLifetime: 1e300 }, "tokenLifetime must be at most ten years"],
    [{ rateLimit: { window: days(366) + 1 } }, "rateLimit.window must be at most 366 days"],
    [{ rateLimit: { window: 1e300, retryAfter: "date" } }, "rateLimit.window must be at most 366 days"],
    [
      { rateLimit: { window: Number.MAX_VALUE, counting: "token-bucket" } },
      "rateLimit.window must be at most 366 days",
    ],
    [
      { rateLimit: { window: Number.MIN_VALUE, counting: "fixed-window" } },
      "rateLimit.window must be a positive number of milliseconds, at least 1",
    ],
  ] as const)("not %j", (options, message) => {
    expect(inputError(() => createSandbox(options)).message).toContain(message);
  });

  it("the greatest seed, and the longest life of a token", async () => {
    const { sandbox, lessor } = await open({ seed: 2 ** 32 - 1, tokenLifetime: days(3653) });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "lessors.list", probability: 0.5, with: { status: 503 } });
  });

  it.each(["rolling-window", "fixed-window", "token-bucket"] as const)(
    "the longest %s, with a date to come again",
    async (counting) => {
      const { sandbox } = await open({
        rateLimit: { limit: 2, window: days(366), counting, retryAfter: "date" },
      });
      const ask = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
      expect([(await ask()).status, (await ask()).status]).toEqual([401, 401]);
      const refused = await ask();
      expect(refused.status).toBe(429);
      const wait = Date.parse(refused.headers.get("retry-after") ?? "") - start;
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(days(366));
    },
  );

  it.each([
    [{ delay: days(366) + 1 }, "with.delay must be at most 366 days"],
    [{ delay: 1e300 }, "with.delay must be at most 366 days"],
    [{ delay: 0, with: { delay: 1e300 } }, "with.with.delay must be at most 366 days"],
    [{ drip: days(366) + 1 }, "with.drip must be at most 366 days"],
  ])("not to answer with %j", async (kind, message) => {
    const { sandbox } = await open();
    expect(inputError(() => sandbox.fail({ operation: "lessors.list", with: kind })).message).toContain(
      message,
    );
    sandbox.fail({ operation: "lessors.list", with: { delay: days(366), with: "html" } });
    sandbox.fail({ operation: "lessors.list", with: { drip: days(366) } });
  });
});
