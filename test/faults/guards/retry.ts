import type { Guards } from "./guard.js";

/** What holds the rows of the section "Retry". */
export const retryGuards: Guards<"retry"> = {
  20: [
    {
      file: "http/retry/retry-policy.ts",
      find: 'return operation.effects === "read" || operation.effects === "idempotent" || provesNothingDone(error);',
      replace: 'return operation.id !== "";',
    },
    {
      file: "http/wire/connection-error.ts",
      find: "outcome: failure.sent ? doubtOnceSent(operation) : undefined",
      replace: "outcome: undefined",
    },
    {
      file: "http/wire/error-answer.ts",
      find: "outcome: status >= 500 || status === 408 ? doubtOnceSent(operation) : undefined",
      replace: "outcome: undefined",
    },
    {
      file: "http/time/attempt-timeout.ts",
      find: "outcome: doubtOnceSent(operation)",
      replace: "outcome: undefined",
    },
    {
      file: "http/retry/attempt-record.ts",
      find: 'else if (progress.uncertain) error.outcome = "unknown";',
      replace: "",
    },
  ],
  21: [
    { file: "http/retry/retry-policy.ts", find: "return error.status === 429;", replace: "return false;" },
    {
      file: "http/retry/retry-policy.ts",
      find: "return error instanceof RegConnectionError && !error.sent;",
      replace: "return false;",
    },
    {
      file: "http/failures/connection-failure.ts",
      find: "failures.every(isBeforeSending)",
      replace: "failures.some(isBeforeSending)",
    },
  ],
  23: [
    {
      file: "errors/api-error.ts",
      find: `  409: RegConflictError,
`,
      replace: "",
    },
    {
      file: "supplier/reconcile/reconcile.ts",
      find: 'error.outcome === "unknown" || RegError.is(error, "conflict")',
      replace: 'error.outcome === "unknown"',
    },
    {
      file: "http/retry/retry-policy.ts",
      find: "error.status === 429 || error.status >= 500",
      replace: "error.status >= 400",
    },
  ],
  24: [
    {
      file: "errors/api-error.ts",
      find: `  410: RegArchivedError,
`,
      replace: "",
    },
    {
      file: "http/retry/retry-policy.ts",
      find: "error.status === 429 || error.status >= 500",
      replace: "error.status >= 400",
    },
  ],
  25: [
    {
      file: "http/retry/before-retry.ts",
      find: 'if (clock.monotonic() + delayMs >= call.progress.expiresAt) return "deadline";',
      replace: "",
    },
    {
      file: "http/retry/before-retry.ts",
      find: "asked ?? backoffDelay(",
      replace: "(asked ?? 0) + backoffDelay(",
    },
  ],
  26: [
    { file: "http/retry/retry-policy.ts", find: " || body instanceof ReadableStream", replace: "" },
    {
      file: "http/tokens/replay.ts",
      find: " || call.body instanceof ReadableStream",
      replace: "",
    },
    {
      file: "http/tokens/authorization.ts",
      find: 'headers["authorization"] =',
      replace: 'headers["authorization"] ??=',
    },
  ],
  28: [
    {
      file: "http/retry/before-retry.ts",
      find: " || budget.trySpend()",
      replace: " || budget !== undefined",
    },
    { file: "http/retry/retry.ts", find: "budget?.earn();", replace: "" },
  ],
  29: [
    {
      file: "http/wire/answer.ts",
      find: 'which is never followed; check baseUrl")',
      replace: 'which is never followed; check baseUrl", true)',
    },
    {
      file: "http/failures/connection-failure.ts",
      find: "transient: !tls && !isMistake(error, failures[0])",
      replace: "transient: !isMistake(error, failures[0])",
    },
    {
      file: "http/failures/connection-failure.ts",
      find: "transient: !tls && !isMistake(error, failures[0])",
      replace: "transient: !tls",
    },
  ],
};
