import { createSupplierClient, type SupplierClientOptions } from "@reg/sdk";
import { type ClockMode, createSandbox, type SandboxClock, type SandboxOptions } from "@reg/sdk/sandbox";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSandboxTime } from "../../../src/sandbox/common/clock.js";
import { settle } from "../../support/clock.js";
import { noTimers } from "../../support/timers.js";
import { untyped } from "../../support/untyped.js";
import { catchInputError, kindOf, monday, open } from "../support.js";

const start = Date.parse(monday);

const last = "9999-12-31T00:00:00Z";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a standing clock", () => {
  it("moves only on a call of advance() or set()", () => {
    vi.useFakeTimers({ now: start });
    const clock = createSandboxTime("standing", start).clock;
    vi.advanceTimersByTime(3_600_000);
    expect([clock.now(), clock.monotonic()]).toEqual([start, 0]);
    clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 5, ms: 4 });
    expect(clock.iso()).toBe("2026-06-16T11:03:05.004Z");
    clock.set("2026-06-20T02:00:00+02:00");
    expect([clock.iso(), clock.monotonic()]).toEqual([
      "2026-06-20T00:00:00.000Z",
      Date.parse("2026-06-20T00:00:00Z") - start,
    ]);
  });

  it("runs the tasks that become due, in order and on time, except cancelled ones", () => {
    const clock = createSandboxTime("standing", start).clock;
    const ran: [string, number][] = [];
    const record = (name: string) => () => ran.push([name, clock.monotonic()]);
    clock.schedule(record("late"), 3000);
    clock.schedule(() => {
      record("early")();
      clock.schedule(record("follows"), 500);
    }, 1000);
    clock.schedule(record("cancelled"), 1500)();
    clock.schedule(record("too late"), 5001);
    clock.schedule(record("at once"), -1);
    clock.advance({ ms: 5000 });
    expect(ran).toEqual([
      ["at once", 0],
      ["early", 1000],
      ["follows", 1500],
      ["late", 3000],
    ]);
  });

  it.each([
    ["back", (clock: SandboxClock) => clock.set("2026-06-15T08:59:59Z"), "lies in the past"],
    ["to a text that is not a date-time", (clock) => clock.set("soon"), "must be a date-time"],
    ["by a negative step", (clock) => clock.advance({ days: -1 }), "days must be a number from 0"],
    ["by an unknown unit", (clock) => clock.advance(untyped({ weeks: 1 })), "weeks is not a unit"],
    ["too far", (clock) => clock.advance({ days: 1e9 }), "step is too long"],
    ["beyond the last instant", (clock) => clock.set("9999-12-31T00:00:01Z"), "instant must lie"],
    ["by a number", (clock) => clock.advance(untyped(5)), "step must be an object"],
  ] satisfies [string, (clock: SandboxClock) => void, string][])("cannot be moved %s", (_, move, message) => {
    const { clock } = createSandboxTime("standing", start);
    expect(catchInputError(() => move(clock)).message).toContain(message);
    expect(clock.now()).toBe(start);
  });
});

describe("a running clock", () => {
  it("follows the clock of the machine and can be moved ahead of it", () => {
    vi.useFakeTimers({ now: start });
    const clock = createSandboxTime("running", 0).clock;
    expect(clock.now()).toBe(start);
    vi.advanceTimersByTime(1234);
    expect(clock.now()).toBe(start + 1234);
    clock.advance({ days: 400 });
    expect(clock.now()).toBe(start + 1234 + 400 * 86_400_000);
    clock.set(new Date(clock.now() + 60_000).toISOString());
    vi.advanceTimersByTime(1);
    expect(clock.now()).toBe(start + 1235 + 400 * 86_400_000 + 60_000);
  });

  it("never stands before the instant to which it was set", () => {
    for (let each = 0; each < 300; each += 1) {
      const { clock } = createSandboxTime("running", 0);
      const target = clock.now() + 60_000;
      clock.set(new Date(target).toISOString());
      expect(clock.now()).toBeGreaterThanOrEqual(target);
    }
  });

  it.each([
    ["a wait ends at once", "wait", 1],
    ["a limit leaves time for a response that has arrived", "limit", 0],
  ] as const)("after the process was blocked: %s", (_, purpose, expected) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock } = createSandboxTime("running", start);
    const blockedUntil = performance.now() + 100;
    let ran = 0;
    const cancel = clock.schedule(() => ran++, 10, purpose);
    vi.spyOn(performance, "now").mockReturnValue(blockedUntil);
    vi.advanceTimersByTime(10);
    expect(ran).toBe(expected);
    cancel();
  });

  it("runs each task once, when it becomes due or when the clock is moved past it", async () => {
    const clock = createSandboxTime("running", 0).clock;
    const ran: string[] = [];
    clock.schedule(() => ran.push("soon"), 5);
    clock.schedule(() => ran.push("cancelled"), 5)();
    clock.schedule(() => ran.push("moved"), 20);
    clock.schedule(() => ran.push("never"), 3_600_000);
    clock.advance({ ms: 5 });
    // On a slow machine, the next one may be due as well.
    expect(ran[0]).toBe("soon");
    await expect.poll(() => ran).toEqual(["soon", "moved"]);
    clock.advance({ hours: 1 });
    expect(ran).toEqual(["soon", "moved", "never"]);
  });
});

/** Creates a sandbox with a jumping clock, and a client in process. */
async function createJumping(client: Partial<SupplierClientOptions> = {}, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: monday, clock: "jumping", ...options });
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    ...client,
  });
  const elapsed = () => sandbox.clock.now() - Date.parse(monday);
  return { sandbox, supplier, elapsed };
}

describe("a jumping clock", () => {
  it("does not move while no client waits", async () => {
    const { supplier, elapsed } = await createJumping();
    await supplier.lessors.list();
    await noTimers();
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("skips a Retry-After of fifty seconds", async () => {
    const { sandbox, supplier, elapsed } = await createJumping({ deadline: 3_600_000 });
    sandbox.fail({
      operation: "lessors.list",
      with: { status: 503, headers: { "retry-after": "50" } },
    });
    // A real wait would exceed the timeout of the test.
    await supplier.lessors.list();
    expect(elapsed()).toBe(50_000);
  });

  it("skips the wait for the throttle", async () => {
    const { sandbox, supplier, elapsed } = await createJumping({
      throttle: { limit: 5 },
      deadline: 3_600_000,
    });
    await Promise.all(Array.from({ length: 16 }, () => supplier.lessors.list()));
    expect(elapsed()).toBe(180_000);
    sandbox.journal.assertMostInAnyMinute(5);
  });

  it("skips to the timeout of a call that stalls", async () => {
    const { sandbox, supplier, elapsed } = await createJumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(30_000);
  });

  it("skips the delay of a fault, or to the timeout if that is earlier", async () => {
    const { sandbox, supplier, elapsed } = await createJumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: { delay: 20_000 } });
    await supplier.lessors.list();
    expect(elapsed()).toBe(20_000);
    sandbox.fail({ operation: "lessors.list", with: { delay: 40_000 } });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(50_000);
  });

  it("does not jump to a timeout while the program is busy", async () => {
    const token = async () => {
      await settle();
      await noTimers();
      return jwt;
    };
    const { sandbox, supplier, elapsed } = await createJumping({ token });
    const jwt = await sandbox.supplier.token();
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("still jumps after a delay was cancelled that had already ended", async () => {
    const { clock, delayClock, begin } = createSandboxTime("jumping", start);
    const end = begin();
    const cancel = delayClock.schedule(() => {}, 100);
    await expect.poll(() => clock.monotonic()).toBe(100);
    cancel();
    cancel();
    end();
    clock.schedule(() => {}, 50, "wait");
    await expect.poll(() => clock.monotonic()).toBe(150);
  });
});

describe("the last instant", () => {
  it("can be set, and the sandbox still works at that time", async () => {
    const { sandbox, supplier, lessor } = await open();
    sandbox.clock.set(last);
    expect(sandbox.clock.iso()).toBe("9999-12-31T00:00:00.000Z");
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    expect(response.status).toBe(200);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 401 });
    expect(() => sandbox.clock.advance({ ms: 1 })).toThrow("step is too long");
  });

  it("is not passed by a jumping clock", async () => {
    const { clock } = createSandboxTime("jumping", Date.parse("9999-12-30T23:59:59Z"));
    const ran: string[] = [];
    clock.schedule(() => ran.push("never"), 1e300, "wait");
    clock.schedule(() => ran.push("too late"), 1001, "wait");
    clock.schedule(() => ran.push("in time"), 1000, "wait");
    await expect.poll(() => ran).toEqual(["in time"]);
    await noTimers();
    expect([ran, clock.iso()]).toEqual([["in time"], "9999-12-31T00:00:00.000Z"]);
  });
});

describe("a task that throws", () => {
  const fail = (message: string) => () => {
    throw new Error(message);
  };

  it("stops neither the clock nor the tasks after it", () => {
    const { clock } = createSandboxTime("standing", start);
    const ran: number[] = [];
    clock.schedule(fail("boom"), 100);
    clock.schedule(() => ran.push(clock.monotonic()), 200);
    expect(() => clock.advance({ ms: 300 })).toThrow(new Error("boom"));
    expect([ran, clock.monotonic()]).toEqual([[200], 300]);
    clock.advance({ ms: 1 });
  });

  it("is reported together with the other tasks that throw", () => {
    const { clock } = createSandboxTime("standing", start);
    clock.schedule(fail("second"), 200);
    clock.schedule(fail("first"), 100);
    const errors: unknown[] = [];
    try {
      clock.set("2026-06-15T09:01:00Z");
    } catch (error) {
      if (error instanceof AggregateError) errors.push(...error.errors);
    }
    expect(errors).toEqual([new Error("first"), new Error("second")]);
    expect(clock.iso()).toBe("2026-06-15T09:01:00.000Z");
  });
});

describe("the warning about a client that waits on a standing clock", () => {
  const doNothing = () => {};

  const warnings: unknown[][] = [];

  const createClock = (mode: ClockMode) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    return createSandboxTime(mode, start).clock;
  };

  beforeEach(() => {
    warnings.length = 0;
    vi.spyOn(process, "emitWarning").mockImplementation((...given: unknown[]) => void warnings.push(given));
  });

  it("is emitted once, after a second", () => {
    const clock = createClock("standing");
    clock.schedule(doNothing, 499.5, "wait");
    vi.advanceTimersByTime(999);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(warnings).toEqual([
      [
        "A client has to wait 500 ms by the sandbox's clock, which stands still. Move it with clock.advance(), or create " +
          'the sandbox with clock: "jumping". If nothing else runs, Node ends the process.',
        { type: "SandboxWarning", code: "REG_SANDBOX_CLOCK_STANDS" },
      ],
    ]);
    clock.schedule(doNothing, 500, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toHaveLength(1);
  });

  it("is not emitted if the clock is moved or the wait is cancelled in time", () => {
    const clock = createClock("standing");
    clock.schedule(doNothing, 500, "wait");
    clock.schedule(doNothing, 1_000_000, "wait")();
    clock.advance({ ms: 500 });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("is not emitted for timeouts", () => {
    const clock = createClock("standing");
    clock.schedule(doNothing, 500, "limit");
    clock.schedule(doNothing, 500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["running", "jumping"] as const)("is not emitted for a %s clock", (mode) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock, begin } = createSandboxTime(mode, start);
    // A request in progress keeps the clock from jumping.
    begin();
    clock.schedule(doNothing, 1_000_000, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("keeps the program alive until it is emitted", () => {
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = alive();
    const cancel = createSandboxTime("standing", start).clock.schedule(doNothing, 500, "wait");
    expect(alive()).toBe(before + 1);
    cancel();
    expect(alive()).toBe(before);
  });

  it("is emitted for a client that waits before a retry", async () => {
    const sandbox = createSandbox({ now: monday });
    const { baseUrl, token } = sandbox.supplier;
    const { fetch, clock } = sandbox;
    const supplier = createSupplierClient({ baseUrl, token: await token(), fetch, clock });
    sandbox.fail({ operation: "lessors.list", with: { status: 503 } });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const call = supplier.lessors.list();
    for (let turn = 0; turn < 10_000 && vi.getTimerCount() === 0; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(999);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(warnings).toHaveLength(1);
    clock.advance({ minutes: 1 });
    await call;
  });
});
