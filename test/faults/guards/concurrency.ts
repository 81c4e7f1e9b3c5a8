import type { Guards } from "./guard.js";

/** What holds the rows of the section "Concurrency". */
export const concurrencyGuards: Guards<"concurrency"> = {
  54: [
    { file: "http/lifecycle.ts", find: "signal?.throwIfAborted();", replace: "" },
    {
      file: "http/throttle/local-throttle.ts",
      find: "waiter.unlisten = waiter.turn.cancellation.listen((reason) => this.#giveUp(waiter, reason));",
      replace: "",
    },
    {
      file: "http/tokens/authorization.ts",
      find: "await patiently(pending, source, call, clock, fail)",
      replace: "await pending",
    },
    { file: "http/time/attempt-timeout.ts", find: "cancellation.listen(end)", replace: "() => {}" },
    { file: "http/time/attempt-timeout.ts", find: "controller.abort(reason);", replace: "" },
    {
      file: "http/time/waiting.ts",
      find: `      cancel();
      reject(reason);
`,
      replace: `      cancel();
`,
    },
    {
      file: "http/time/signal-hub.ts",
      find: "if (followed.listeners.size === 0) this.#end(signal, followed);",
      replace: "",
    },
  ],
  56: [
    { file: "http/lifecycle.ts", find: "this.#closed = true;", replace: "" },
    { file: "http/lifecycle.ts", find: "if (abort) this.#abortAll();", replace: "" },
    {
      file: "http/lifecycle.ts",
      find: "await new Promise<void>((resolve) => this.#whenIdle.push(resolve));",
      replace: "",
    },
    { file: "http/lifecycle.ts", find: "outcome: outcomeOf(call),", replace: "" },
    { file: "lessor/client.ts", find: "await tokenCalls.close({ abort: true });", replace: "" },
  ],
};
