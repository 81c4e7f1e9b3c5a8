import type { Guards } from "./guard.js";

/** What holds the rows of the section "Token". */
export const tokenGuards: Guards<"token"> = {
  1: [
    {
      file: "http/tokens/token-cache.ts",
      find: "this.#pending ??= this.#obtain()",
      replace: "this.#pending = this.#obtain()",
    },
    {
      file: "http/tokens/supplied-token.ts",
      find: `    if (pending !== undefined) return pending.answer;
`,
      replace: "",
    },
  ],
  3: [
    {
      file: "http/tokens/replay.ts",
      find: "return next(call);",
      replace: "return next(call).catch(() => next(call));",
    },
    {
      file: "http/tokens/supplied-token.ts",
      find: "{ get: () => check(token) }",
      replace: "{ get: () => check(token), reject: () => true }",
    },
  ],
  5: [
    {
      file: "http/tokens/token-cache.ts",
      find: `this.#obtain().finally(() => {
      this.#pending = undefined;
    })`,
      replace: "this.#obtain()",
    },
    { file: "http/tokens/token-cache.ts", find: "this.#renew().catch(", replace: "this.#renew().finally(" },
    { file: "http/tokens/token-cache.ts", find: " && now >= this.#pausedUntil", replace: "" },
  ],
  6: [
    {
      file: "http/pipeline.ts",
      find: `    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
    tokens && authorization(tokens, clock, emit),
`,
      replace: `    tokens && authorization(tokens, clock, emit),
    throttle && throttled(throttle, settings.retry.maxRetryAfter, settings),
`,
    },
    {
      file: "http/tokens/cached-token.ts",
      find: "Math.min(largestMargin, (expiresAt - issuedAt) * 0.2)",
      replace: "largestMargin",
    },
    {
      file: "http/tokens/cached-token.ts",
      find: "Math.min(largestMargin, (expiresAt - issuedAt) * 0.2)",
      replace: "(expiresAt - issuedAt) * 0.2",
    },
  ],
  7: [
    {
      file: "lessor/token-request.ts",
      find: "Math.min(seconds * 1000, longestLifetime)",
      replace: "seconds * 1000",
    },
    {
      file: "lessor/token-request.ts",
      find: "if (!(seconds >= 0)) throw",
      replace: "if (seconds === undefined) throw",
    },
    { file: "lessor/token-request.ts", find: "return Number.POSITIVE_INFINITY", replace: "return 3_600_000" },
    { file: "lessor/token-request.ts", find: "!/^\\d+$/.test(expiresIn)", replace: 'expiresIn === ""' },
  ],
  9: [
    {
      file: "lessor/token-request.ts",
      find: 'data.token_type.toLowerCase() !== "bearer"',
      replace: 'data.token_type === ""',
    },
    {
      file: "lessor/token-request.ts",
      find: "data.token_type.toLowerCase()",
      replace: "data.token_type",
    },
    { file: "lessor/token-request.ts", find: "return cleanToken(token);", replace: "return token;" },
  ],
  10: [
    { file: "lessor/token-request.ts", find: "throw tokenError(error);", replace: "throw error;" },
    {
      file: "http/retry/retry-policy.ts",
      find: "error.status === 429 || error.status >= 500",
      replace: "error.status >= 400",
    },
    {
      file: "http/retry/retry-policy.ts",
      find: "error.status === 429 || error.status >= 500",
      replace: "error.status === 429",
    },
    {
      file: "http/retry/retry-policy.ts",
      find: "error.status === 429 || error.status >= 500",
      replace: "error.status >= 500",
    },
  ],
  11: [
    {
      file: "http/tokens/bearer.ts",
      find: "last.expiry !== undefined && last.expiry <= clock.now()",
      replace: "last.expiry === Number.NaN",
    },
    {
      file: "http/tokens/bearer.ts",
      find: "checkExpiry ? expiryOf(clean) : undefined",
      replace: "expiryOf(clean)",
    },
    { file: "http/tokens/bearer.ts", find: 'token.trim().replace(/^bearer\\s+/i, "")', replace: "token" },
    {
      file: "http/tokens/bearer.ts",
      find: "if (!b64token.test(clean)) {",
      replace: 'if (clean === token && clean === "") {',
    },
  ],
};
