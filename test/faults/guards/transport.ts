import type { Guards } from "./guard.js";

/** What holds the rows of the section "Transport". */
export const transportGuards: Guards<"transport"> = {
  44: [{ file: "http/wire/transport.ts", find: 'redirect: "manual"', replace: 'redirect: "follow"' }],
  45: [
    {
      file: "http/time/attempt-timeout.ts",
      find: "end(timedOut(call)), call.timeout)",
      replace: "end(timedOut(call)), call.timeout * 10)",
    },
    {
      file: "http/pipeline.ts",
      find: `    tokens && replayUnauthorized(tokens, clock),
`,
      replace: `    attemptTimeout(limits, new SpareControllers(false)),
    tokens && replayUnauthorized(tokens, clock),
`,
    },
  ],
  46: [
    {
      file: "http/wire/answer.ts",
      find: "return connectionError(error, call, true);",
      replace: "return error;",
    },
    {
      file: "http/wire/answer.ts",
      find: '"is not complete JSON", true)',
      replace: '"is not complete JSON")',
    },
  ],
  48: [
    {
      file: "http/time/attempt-timeout.ts",
      find: `(answer) => {
          limits.remove(limit);`,
      replace: "(answer) => {",
    },
    {
      file: "http/invoke.ts",
      find: "if (limit !== undefined) limits.remove(limit);",
      replace: "",
    },
    { file: "http/throttle/patience.ts", find: "this.#cancelTimer?.();", replace: "" },
  ],
};
