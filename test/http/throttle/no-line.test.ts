import { expect, test, vi } from "vitest";
import { failure } from "../../support/errors.js";
import { takeNow, throttleInUse, wait } from "./support.js";

vi.mock("bottleneck", () => ({
  default: class {
    constructor() {
      throw new Error("broken");
    }
  },
}));

test("where the waiting line cannot be had, who would have to wait fails and learns why", async () => {
  const { throttle, permits, clock } = throttleInUse(1, { maxWait: 5000 });
  const errors = await Promise.all([wait(throttle), wait(throttle)].map((turn) => failure(turn, "throttle")));
  for (const error of errors) {
    expect(error).toMatchObject({
      reason: "failed",
      cause: { message: "broken" },
      operationId: "lessors.list",
    });
    expect(error.message).toContain("this attempt was not sent: the throttle's waiting line does not work");
  }
  expect(throttle.statistics()).toMatchObject({ waiting: 0, left: 2 });
  expect(clock.pending).toBe(0);
  permits[0]?.end("unused");
  takeNow(throttle);
});
