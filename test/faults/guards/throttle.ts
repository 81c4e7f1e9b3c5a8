import type { Guards } from "./guard.js";

/** What holds the rows of the section "Throttle". */
export const throttleGuards: Guards<"throttle"> = {
  12: [
    {
      file: "http/throttle/rolling-window.ts",
      find: "this.#answered.push(now + this.#window)",
      replace: "this.#answered.push(now)",
    },
    {
      file: "http/throttle/rolling-window.ts",
      find: "allowed - this.#inFlight - this.#answered.size",
      replace: "allowed - this.#answered.size",
    },
  ],
  13: [
    {
      file: "http/pipeline.ts",
      find: `    retry(settings.retry, settings),
    tokens && replayUnauthorized(tokens, clock),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
`,
      replace: `    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    retry(settings.retry, settings),
    tokens && replayUnauthorized(tokens, clock),
`,
    },
    {
      file: "http/pipeline.ts",
      find: `    retry(settings.retry, settings),
    tokens && replayUnauthorized(tokens, clock),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
`,
      replace: `    retry(settings.retry, settings),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    tokens && replayUnauthorized(tokens, clock),
`,
    },
  ],
  14: [
    {
      file: "http/throttle/quota.ts",
      find: 'if (how === "refused") this.#closeGate(now, episode, retryAfterMs);',
      replace: "",
    },
    { file: "http/throttle/gate.ts", find: "this.#pacedUntil = until + this.#window;", replace: "" },
    { file: "http/throttle/quota.ts", find: "if (episode !== this.#episode) return;", replace: "" },
  ],
  15: [
    {
      file: "http/retry/retry-after.ts",
      find: "/^\\d+$/.test(value)",
      replace: "!Number.isNaN(Number(value))",
    },
    { file: "http/retry/retry-after.ts", find: " && new Date(instant).toUTCString() === value", replace: "" },
    {
      file: "http/retry/retry-after.ts",
      find: "instant === undefined || instant <= now",
      replace: "instant === undefined",
    },
    { file: "http/throttle/quota.ts", find: "again ? this.#window * outOfStep : this.#window", replace: "0" },
  ],
  16: [
    {
      file: "http/retry/before-retry.ts",
      find: 'if (asked !== undefined && asked > settings.maxRetryAfter) return "retry-after";',
      replace: "",
    },
    {
      file: "http/throttle/patience.ts",
      find: 'if (pauseMs > turn.longestPause) return this.refusal("paused", turn);',
      replace: "",
    },
    { file: "http/time/clock.ts", find: "Math.min(rest, longestTimer)", replace: "rest" },
  ],
  17: [
    {
      file: "http/throttle/quota.ts",
      find: "this.#share.reduce(now, now + this.#gate.closedFor(now));",
      replace: "",
    },
  ],
  19: [
    {
      file: "http/throttle/local-throttle.ts",
      find: "waiter.unlisten = waiter.turn.cancellation.listen((reason) => this.#giveUp(waiter, reason));",
      replace: "",
    },
    {
      file: "http/throttle/local-throttle.ts",
      find: "this.#room.size >= this.#parts.queueLimit",
      replace: "this.#room.size === Number.NaN",
    },
    {
      file: "http/throttle/patience.ts",
      find: "if (this.#cancelTimer === undefined) this.#setTimer();",
      replace: "",
    },
  ],
};
