import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClockMode, createSandboxTime } from "../../src/sandbox/clock.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { monday } from "./support.js";

const start = Date.parse(monday);
const nothing = () => {};

const warnings: unknown[][] = [];

beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(process, "emitWarning").mockImplementation((...given: unknown[]) => void warnings.push(given));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const clockOf = (mode: ClockMode) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return createSandboxTime(mode, start).clock;
};

describe("whoever waits on a clock that stands", () => {
  it("is told after a second, once", () => {
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

  it("is told once, however many wait", () => {
    const clock = clockOf("standing");
    for (let count = 0; count < 3; count += 1) clock.schedule(nothing, 500, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toHaveLength(1);
  });

  it("is told for each sandbox", () => {
    for (const clock of [clockOf("standing"), createSandboxTime("standing", start).clock])
      clock.schedule(nothing, 500, "wait");
    vi.advanceTimersByTime(1000);
    expect(warnings).toHaveLength(2);
  });

  it("is not told once the clock has moved so far, or the wait has ended", () => {
    const clock = clockOf("standing");
    clock.schedule(nothing, 500, "wait");
    clock.schedule(nothing, 1_000_000, "wait")();
    clock.advance({ ms: 500 });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("is a client, and no limit", () => {
    const clock = clockOf("standing");
    clock.schedule(nothing, 500, "limit");
    clock.schedule(nothing, 500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["running", "jumping"] as const)("does not wait on one that is %s", (mode) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock, begin } = createSandboxTime(mode, start);
    // Somebody else's request takes long: meanwhile no clock jumps.
    begin();
    clock.schedule(nothing, 1_000_000, "wait");
    vi.advanceTimersByTime(5000);
    expect(warnings).toEqual([]);
  });

  it("keeps the program alive until then", () => {
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = alive();
    const cancel = createSandboxTime("standing", start).clock.schedule(nothing, 500, "wait");
    expect(alive()).toBe(before + 1);
    cancel();
    expect(alive()).toBe(before);
  });

  it("is told through a client that backs off", async () => {
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
