import { expect, test } from "vitest";
import { RegTokenError } from "../../../src/errors/errors.js";
import { waitForToken } from "../../../src/http/auth.js";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { ManualClock } from "../../support/clock.js";

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
