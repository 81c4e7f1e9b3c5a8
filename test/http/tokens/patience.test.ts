import { expect, test } from "vitest";
import { RegTokenError } from "../../../src/errors/errors.js";
import { waitForToken } from "../../../src/http/auth.js";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { ManualClock } from "../../support/clock.js";

const late = async () => "late";

test.each([
  ["with a limit", { patience: { limitMs: 1000, passed: () => new RegTokenError("late") } }, 1, "late"],
  ["that has limits of its own", {}, 0, "in time"],
])("what a source %s promises is waited for accordingly", async (_, limit, timers, expected) => {
  const clock = new ManualClock();
  const promised = new Promise<string>((resolve) => clock.schedule(() => resolve("in time"), 60_000));
  const source = { ...limit, get: () => promised };
  const waiting = waitForToken(promised, source, { cancellation: new CallCancellation() }, clock, late);
  expect(clock.pending).toBe(1 + timers);
  await clock.advance(60_000);
  expect(await waiting).toBe(expected);
  expect(clock.pending).toBe(0);
});
