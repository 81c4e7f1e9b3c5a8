import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClockMode, createSandboxTime } from "../../src/sandbox/clock.js";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClientOptions } from "../../src/supplier/client.js";
import { kindOf, monday } from "./support.js";

async function jumping(client: Partial<SupplierClientOptions> = {}, options: SandboxOptions = {}) {
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

const start = Date.parse(monday);

/** Lets a jumping clock see that nothing goes on. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));

const nothing = () => {};

const warnings: unknown[][] = [];

const clockOf = (mode: ClockMode) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return createSandboxTime(mode, start).clock;
};

beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(process, "emitWarning").mockImplementation((...given: unknown[]) => void warnings.push(given));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a jumping clock", () => {
  it("stands still while no client waits", async () => {
    const { supplier, elapsed } = await jumping();
    await supplier.lessors.list();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("skips a Retry-After of fifty seconds", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ deadline: 3_600_000 });
    sandbox.fail({
      operation: "lessors.list",
      with: { status: 503, headers: { "retry-after": "50" } },
    });
    // Else it would be longer than a test may take.
    await supplier.lessors.list();
    expect(elapsed()).toBe(50_000);
  });

  it("skips the wait for the throttle", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ throttle: { limit: 5 }, deadline: 3_600_000 });
    await Promise.all(Array.from({ length: 16 }, () => supplier.lessors.list()));
    expect(elapsed()).toBe(180_000);
    sandbox.journal.assertMostInAnyMinute(5);
  });

  it("skips to the timeout of a call that stalls", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(30_000);
  });

  it("skips the delay of a fault, or to the timeout if that is earlier", async () => {
    const { sandbox, supplier, elapsed } = await jumping({ timeout: 30_000, retry: false });
    sandbox.fail({ operation: "lessors.list", with: { delay: 20_000 } });
    await supplier.lessors.list();
    expect(elapsed()).toBe(20_000);
    sandbox.fail({ operation: "lessors.list", with: { delay: 40_000 } });
    expect(await kindOf(supplier.lessors.list())).toBe("timeout");
    expect(elapsed()).toBe(50_000);
  });

  it("does not jump to a timeout while the program is busy", async () => {
    const token = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return jwt;
    };
    const { sandbox, supplier, elapsed } = await jumping({ token });
    const jwt = await sandbox.supplier.token();
    await supplier.lessors.list();
    expect(elapsed()).toBe(0);
  });

  it("can be created without the option now", () => {
    const { clock } = createSandbox({ clock: "jumping" });
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(10_000);
    const at = clock.now();
    expect(clock.now()).toBe(at);
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

  it("counts the end of a request only once", async () => {
    const { clock, begin } = createSandboxTime("jumping", start);
    const end = begin();
    end();
    end();
    begin();
    clock.schedule(() => {}, 50, "wait");
    await quiet();
    expect(clock.monotonic()).toBe(0);
  });
});

describe("the warning about a client that waits on a standing clock", () => {
  it("is emitted once, after a second", () => {
    const clock = clockOf("standing");
    clock.schedule(nothing, 499.5, "wait");
    vi.advanceTimersByTime(999);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(warnings).toEqual([
      [
        "A client has to wait 500 ms by the sandbox's clock, which stands still. Move it with clock.advance(), or create " +
          'the sandbox with clock: "jumping".',
        { type: "SandboxWarning", code: "REG_SANDBOX_CLOCK_STANDS" },
      ],
    ]);
    clock.schedule(nothing, 500, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toHaveLength(1);
  });

  it("is emitted once for several waiting clients", () => {
    const clock = clockOf("standing");
    for (let count = 0; count < 3; count += 1) clock.schedule(nothing, 500, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toHaveLength(1);
  });

  it("is emitted for each sandbox", () => {
    for (const clock of [clockOf("standing"), createSandboxTime("standing", start).clock])
      clock.schedule(nothing, 500, "wait");
    vi.advanceTimersByTime(1000);
    expect(warnings).toHaveLength(2);
  });

  it("is not emitted if the clock is moved or the wait is cancelled in time", () => {
    const clock = clockOf("standing");
    clock.schedule(nothing, 500, "wait");
    clock.schedule(nothing, 1_000_000, "wait")();
    clock.advance({ ms: 500 });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("concerns waits and not timeouts", () => {
    const clock = clockOf("standing");
    clock.schedule(nothing, 500, "limit");
    clock.schedule(nothing, 500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["running", "jumping"] as const)("is not emitted for a %s clock", (mode) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock, begin } = createSandboxTime(mode, start);
    // A request in progress keeps the clock from jumping.
    begin();
    clock.schedule(nothing, 1_000_000, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("keeps the program alive until it is emitted", () => {
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = alive();
    const cancel = createSandboxTime("standing", start).clock.schedule(nothing, 500, "wait");
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
    const call = supplier.lessors.list();
    while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance({ minutes: 1 });
    await call;
  });
});
