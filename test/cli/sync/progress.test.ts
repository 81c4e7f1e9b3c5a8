import { Writable } from "node:stream";
import type { ThrottleStatistics } from "@reg/sdk";
import type { FleetSyncProgress } from "@reg/sdk/lessor";
import { describe, expect, it } from "vitest";
import { formatDuration } from "../../../src/cli/help.js";
import { createProgressDisplay } from "../../../src/cli/sync/progress.js";

const noCounts = { sent: 0, unchanged: 0, planned: 0, failed: 0, skipped: 0, unknown: 0 };

const throttle: ThrottleStatistics = {
  limit: 100,
  window: 60_000,
  allowed: 100,
  free: 100,
  inFlight: 0,
  waiting: 0,
  pausedForMs: 0,
  served: 0,
  queued: 0,
  longestWaitMs: 0,
  left: 0,
  refused: 0,
};

const progressOf = (changes: Partial<FleetSyncProgress> = {}): FleetSyncProgress => ({
  items: 500,
  total: 2000,
  counts: { ...noCounts, sent: 12, unchanged: 480, failed: 3 },
  elapsedMs: 5000,
  itemsPerSecond: 100.4,
  remainingMs: 14_200,
  throttle,
  ...changes,
});

/** Creates a display without a terminal, and the lines that it has written. */
function createLines() {
  const lines: string[] = [];
  const display = createProgressDisplay({ screen: undefined, err: (text) => lines.push(text) });
  return { display, lines };
}

function describeOnce(progress: FleetSyncProgress): string | undefined {
  const { display, lines } = createLines();
  display.show(progress);
  display.end();
  expect(lines.length).toBeLessThan(2);
  return lines[0];
}

describe("progress without a terminal", () => {
  it("has the share, the rate, the time left and the counts", () => {
    expect(describeOnce(progressOf())).toBe(
      "25 %, 500/2000 items, 100/s, 15 s left; 12 resources sent, 3 failed, 480 unchanged\n",
    );
  });

  it("has no share and no time left if the number of vehicles is not known", () => {
    expect(describeOnce(progressOf({ total: undefined, remainingMs: undefined }))).toBe(
      "500 items, 100/s; 12 resources sent, 3 failed, 480 unchanged\n",
    );
  });

  it("says how long the throttle pauses", () => {
    expect(describeOnce(progressOf({ throttle: { ...throttle, pausedForMs: 61_000, waiting: 8 } }))).toContain(
      "left; paused for 1 min 1 s after a 429 or 503; 12 resources sent",
    );
  });

  it("says how many requests wait in the queue of the throttle", () => {
    expect(describeOnce(progressOf({ throttle: { ...throttle, waiting: 8 } }))).toContain(
      "left; 8 requests in the queue; 12 resources sent",
    );
  });

  it("is never more than complete, even if the file has grown", () => {
    expect(describeOnce(progressOf({ items: 2100, remainingMs: 0 }))).toMatch(/^100 %, 2100\/2000 items, 100\/s; /);
  });

  it("is written at least every 10 seconds and at the end", () => {
    const { display, lines } = createLines();
    for (let second = 1; second <= 25; second += 1)
      display.show(progressOf({ elapsedMs: second * 1000, items: second }));
    display.end();
    expect(lines.map((line) => /(\d+)\//.exec(line)?.[1])).toEqual(["9", "18", "25"]);
  });

  it("is not written if no vehicle was processed", () => {
    expect(describeOnce(progressOf({ items: 0 }))).toBeUndefined();
  });
});

/** A terminal that keeps what is written to it. */
class Screen extends Writable {
  readonly isTTY = true;
  readonly columns = 60;
  text = "";

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

describe("progress on a terminal", () => {
  it("is a bar on standard error that is cut off at the width of the terminal", () => {
    const screen = new Screen();
    const lines: string[] = [];
    const display = createProgressDisplay({
      screen: screen as unknown as NodeJS.WriteStream,
      err: (text) => lines.push(text),
    });
    display.show(progressOf());
    display.show(progressOf({ items: 1500 }));
    display.end();
    const bars = ["███░░░░░░░░░ 25 %, 500/2000 items", "█████████░░░ 75 %, 1500/2000 items"];
    for (const bar of bars) expect(screen.text).toContain(`\r${bar}, 100/s`);
    expect(screen.text).not.toContain("unchanged");
    expect(screen.text.endsWith("\n")).toBe(true);
    expect(lines).toEqual([]);
  });

  it("continues in a new line after another message", () => {
    const screen = new Screen();
    const display = createProgressDisplay({
      screen: screen as unknown as NodeJS.WriteStream,
      err: (text) => screen.write(text),
    });
    display.show(progressOf());
    display.note("stopping");
    display.show(progressOf({ items: 1500 }));
    display.end();
    expect(screen.text).toMatch(/500\/2000 items[^\n]*\nreg: stopping\n[^\n]*1500\/2000 items[^\n]*\n$/);
  });

  it("is a text without a bar if the number of vehicles is not known", () => {
    const screen = new Screen();
    const display = createProgressDisplay({ screen: screen as unknown as NodeJS.WriteStream, err: () => {} });
    display.show(progressOf({ total: undefined }));
    display.end();
    expect(screen.text).toContain("\r500 items, 100/s");
    expect(screen.text).not.toMatch(/[█░]/);
  });
});

it.each([
  [26.42, "26 ms"],
  [1001, "2 s"],
  [59_400, "1 min 0 s"],
  [3_599_000, "59 min 59 s"],
  [3_660_000, "1 h 1 min"],
  [315_532_801_000, "3652 days"],
])("%i milliseconds are formatted as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
