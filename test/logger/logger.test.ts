import type { RegEvent, SupplierClient, SupplierClientOptions } from "@reg/sdk";
import { createLogger, type LoggerOptions } from "@reg/sdk/logger";
import type { RegEventDetails } from "@reg/sdk/supplier";
import { describe, expect, test, vi } from "vitest";
import { exampleRequest, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { thrown } from "../support/errors.js";
import { delayed, runUntilSettled, slowThrottle, unresponsive } from "../support/events.js";
import { empty, fakeFetch, json, problem, type Reply } from "../support/fetch.js";

const ok = json({ data: exampleRequest });
const patched = "PATCH /v2/servicerequests/{id} serviceRequests.patch";
const got = "GET /v2/servicerequests/{id} serviceRequests.get";

/** Makes a call with these replies, and returns the lines that a logger writes about it, without the time. */
async function logCall(
  replies: readonly [Reply, ...Reply[]],
  {
    call,
    clock = new ManualClock(),
    log = {},
    ...options
  }: {
    call?: (client: SupplierClient) => Promise<unknown>;
    log?: LoggerOptions;
  } & Partial<Omit<SupplierClientOptions, "clock">> & { clock?: ManualClock } = {},
) {
  const lines: string[] = [];
  const on = createLogger({ write: (line) => lines.push(line), time: false, ...log });
  const client = supplierOver(fakeFetch(...replies), { clock, on, random: () => 0.5, ...options });
  await runUntilSettled((call ?? ((each) => each.serviceRequests.get("secret-id")))(client), clock);
  return lines;
}

describe("the logger writes a line, by default,", () => {
  test("for a call that succeeds", async () => {
    const clock = new ManualClock();
    expect(await logCall([delayed(clock, 83.4, ok)], { clock })).toEqual([`#1 ${got} 200 83 ms`]);
  });

  test("for a call that fails, with its error", async () => {
    const errors = [{ code: "REG-SVC000101", description: "a secret" }, { code: "REG-INV000105" }];
    const call = (client: SupplierClient) =>
      client.serviceRequests.patch("secret-id", { status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    expect(await logCall([json({ errors, traceId: "0HNK:1" }, { status: 409 })], { call })).toEqual([
      `#1 ${patched} 409 conflict REG-SVC000101 REG-INV000105 trace 0HNK:1 0 ms`,
    ]);
  });

  test("for each retry, and the number of attempts for the call", async () => {
    expect(await logCall([empty(503), empty(429, { "retry-after": "2" }), ok])).toEqual([
      `#1 ${got} 503 server; attempt 2 in 250 ms`,
      `#1 ${got} 429, or several 503: all calls pause for 2000 ms, then at most 3500 requests per window`,
      `#1 ${got} 429 rate-limit; attempt 3 in 2000 ms`,
      `#1 ${got} waited 2000 ms for the throttle`,
      `#1 ${got} 200 2250 ms (3 attempts)`,
    ]);
  });

  test.each([
    [
      { retry: { retries: 1000, minTimeout: 0 } },
      " (101 attempts)",
      empty(503),
      "the client's retry budget is used up, as it is in an outage",
    ],
    [{ deadline: 100 }, "", empty(503), "the deadline would pass before the next attempt"],
    [{}, "", empty(503, { "retry-after": "3600" }), "the service asks for a longer pause than retry.maxRetryAfter"],
  ] as const)("for a decision against a retry, with its reason (%j)", async (options, attempts, reply, reason) => {
    expect((await logCall([reply], options)).slice(-2)).toEqual([
      `#1 ${got} 503 server; not retried: ${reason}`,
      `#1 ${got} 503 server 0 ms${attempts}`,
    ]);
  });

  test.each([
    [1000, ["waited 1000 ms for the throttle"]],
    [999, []],
  ])("for a wait of %d ms: %j", async (wait, lines) => {
    const clock = new ManualClock();
    const all = await logCall([ok], { clock, throttle: slowThrottle(clock, wait) });
    expect(all).toEqual([...lines.map((line) => `#1 ${got} ${line}`), `#1 ${got} 200 ${wait} ms`]);
  });

  test("for each token request of a lessor client", async () => {
    const lines: string[] = [];
    const on = createLogger({ write: (line) => lines.push(line), time: false });
    await lessorOver(lessorService([empty()]).fetch, { clock: new ManualClock(), on }).vehicles.delete("AB-123-C");
    expect(lines).toEqual([
      "#2 POST /token token.create 200 0 ms",
      "#1 DELETE /v1/vehicles/{licensePlate} vehicles.delete 204 0 ms",
    ]);
  });
});

test('the logger leaves out calls that succeed with the level "problems"', async () => {
  const replies = [empty(503), ok] as const;
  expect(await logCall(replies, { log: { level: "problems" } })).toEqual([`#1 ${got} 503 server; attempt 2 in 250 ms`]);
  expect(await logCall([problem(404)], { log: { level: "problems" } })).toEqual([`#1 ${got} 404 not-found 0 ms`]);
});

test('the logger writes a line for every event with the level "attempts"', async () => {
  const clock = new ManualClock();
  const replies = [delayed(clock, 10, empty(503)), unresponsive, problem(404)] as const;
  const options = {
    clock,
    timeout: 50,
    throttle: slowThrottle(clock, 5),
    log: { level: "attempts" },
  } as const;
  expect(await logCall(replies, options)).toEqual(
    [
      "started",
      "waited 5 ms for the throttle",
      "attempt 1 sent",
      "attempt 1: 503 server after 10 ms",
      "503 server; attempt 2 in 250 ms",
      "waited 5 ms for the throttle",
      "attempt 2 sent",
      "attempt 2: timeout after 50 ms",
      "timeout; attempt 3 in 500 ms",
      "waited 5 ms for the throttle",
      "attempt 3 sent",
      "attempt 3: 404 not-found after 0 ms",
      "404 not-found 825 ms (3 attempts)",
    ].map((line) => `#1 ${got} ${line}`),
  );
});

/** Returns the line that a logger writes about an event. */
function formatEvent(details: RegEventDetails, options: LoggerOptions = {}): string | undefined {
  const lines: string[] = [];
  const listener = createLogger({
    write: (line) => lines.push(line),
    time: false,
    level: "attempts",
    ...options,
  });
  const base = { callId: 7, time: Date.parse("2026-06-15T12:00:01.123Z"), attempt: 1 };
  const operation = { operationId: "o", method: "GET", urlTemplate: "/u", origin: "https://reg.example" };
  listener({ ...base, ...operation, ...details } as RegEvent, {});
  return lines[0];
}

const difference = {
  pointer: "/data/id",
  kind: "type",
  expected: "text (guid)",
  found: "integer",
  confidence: "documented",
} as const;

describe("a line describes", () => {
  const failed = (error: object) =>
    ({ type: "error", durationMs: 1, error: { name: "x", ...error } }) as RegEventDetails;
  test.each<[string, RegEventDetails, string]>([
    [
      "a broken connection",
      failed({ kind: "connection", code: "ECONNRESET", outcome: "unknown" }),
      "connection ECONNRESET outcome unknown 1 ms",
    ],
    ["a timeout", failed({ kind: "timeout", limit: "timeout" }), "timeout 1 ms"],
    ["a deadline", failed({ kind: "timeout", limit: "deadline" }), "timeout deadline 1 ms"],
    ["a full queue", failed({ kind: "throttle", reason: "full" }), "throttle full 1 ms"],
    ["invalid input", failed({ kind: "input", field: "path.id" }), "input path.id 1 ms"],
    ["a rejected token request", failed({ kind: "token", oauthError: "invalid_client" }), "token invalid_client 1 ms"],
    ["an abort", failed({ name: "AbortError" }), "aborted 1 ms"],
    ["an abort by a timeout", failed({ name: "TimeoutError" }), "aborted by a timeout 1 ms"],
    [
      "a difference from the document",
      { type: "difference", operationId: "o", ...difference },
      "differs from the document (documented): type /data/id: expected text (guid), found integer",
    ],
    [
      "a difference of a whole body",
      { type: "difference", operationId: "o", ...difference, pointer: "" },
      "differs from the document (documented): type /: expected text (guid), found integer",
    ],
    ["a response", { type: "attempt-end", durationMs: 1, status: 200 }, "attempt 1: 200 after 1 ms"],
    [
      "a response whose body broke off",
      {
        type: "attempt-end",
        durationMs: 1,
        status: 200,
        error: { name: "x", kind: "connection", code: "ECONNRESET" },
      },
      "attempt 1: 200 connection ECONNRESET after 1 ms",
    ],
  ])("%s", (_, details, expected) => {
    expect(formatEvent(details)).toBe(`#7 GET /u o ${expected}`);
  });
});

const success: RegEventDetails = { type: "response", status: 200, durationMs: 5 };

test("a line begins with the time of day in UTC by default", () => {
  expect(formatEvent(success, { time: true })).toBe("12:00:01.123 #7 GET /u o 200 5 ms");
  expect(formatEvent(success, { time: undefined })).toBe("12:00:01.123 #7 GET /u o 200 5 ms");
});

test.each<[RegEventDetails, string]>([
  [success, "\x1b[32m200 5 ms\x1b[0m"],
  [{ type: "error", durationMs: 5, error: { name: "AbortError" } }, "\x1b[31maborted 5 ms\x1b[0m"],
  [{ type: "retry", delayMs: 5, error: { name: "AbortError" } }, "\x1b[33maborted; attempt 2 in 5 ms\x1b[0m"],
  [
    { type: "difference", operationId: "o", ...difference },
    "\x1b[33mdiffers from the document (documented): type /data/id: expected text (guid), found integer\x1b[0m",
  ],
  [{ type: "throttle", waitedMs: 5 }, "\x1b[33mwaited 5 ms for the throttle\x1b[0m"],
  [{ type: "token", waitedMs: 5 }, "\x1b[33mwaited 5 ms for a token\x1b[0m"],
  [
    { type: "give-up", reason: "budget", error: { name: "x", kind: "server" } },
    "\x1b[33mserver; not retried: the client's retry budget is used up, as it is in an outage\x1b[0m",
  ],
  [{ type: "request" }, "started"],
  [{ type: "attempt" }, "attempt 1 sent"],
  [{ type: "attempt", mayBeRepeated: true }, "attempt 1 sent; this runtime may repeat it"],
  [{ type: "attempt-end", durationMs: 5, status: 200 }, "attempt 1: 200 after 5 ms"],
])("a line about the event %j has the colour of its result", (details, expected) => {
  expect(formatEvent(details, { colors: true })).toBe(`#7 GET /u o ${expected}`);
});

describe("a logger without the option write", () => {
  const line = "#7 GET /u o 200 5 ms";
  const green = "#7 GET /u o \x1b[32m200 5 ms\x1b[0m";
  /** Logs in an environment with this process, or without one, and returns the output. */
  function captureOutput(process: object | undefined, options: LoggerOptions = {}): string[] {
    const out: string[] = [];
    const write = (text: string) => out.push(text);
    vi.stubGlobal("process", process && { ...process, stderr: { write, ...Reflect.get(process, "stderr") } });
    vi.stubGlobal("console", { error: (text: string) => out.push(`console: ${text}`) });
    try {
      formatEvent(success, { write: undefined, ...options });
    } finally {
      vi.unstubAllGlobals();
    }
    return out;
  }

  test.each([
    ["writes to the standard error output", { env: {} }, {}, `${line}\n`],
    ["colours a line for a terminal", { stderr: { isTTY: true }, env: {} }, {}, `${green}\n`],
    [
      "does not colour a line for a terminal if NO_COLOR is set",
      { stderr: { isTTY: true }, env: { NO_COLOR: "1" } },
      {},
      `${line}\n`,
    ],
    [
      "colours a line for a terminal if NO_COLOR is empty",
      { stderr: { isTTY: true }, env: { NO_COLOR: "" } },
      {},
      `${green}\n`,
    ],
    ["colours a line for a terminal if the process has no environment", { stderr: { isTTY: true } }, {}, `${green}\n`],
    [
      "does not colour a line for a terminal if colors is false",
      { stderr: { isTTY: true }, env: {} },
      { colors: false },
      `${line}\n`,
    ],
    ["colours a line if colors is true", { env: { NO_COLOR: "1" } }, { colors: true }, `${green}\n`],
    [
      "writes to the console if the process has no standard error output",
      { stderr: { write: undefined } },
      {},
      `console: ${line}`,
    ],
    ["writes to the console if there is no process", undefined, {}, `console: ${line}`],
  ])("%s", (_, process, options, expected) => {
    expect(captureOutput(process, options)).toEqual([expected]);
  });
});

test("a line begins with the name of its logger, if it has one", () => {
  expect(formatEvent(success, { name: "supplier" })).toBe("supplier #7 GET /u o 200 5 ms");
});

test("a logger with the option write does not colour lines by default", () => {
  vi.stubGlobal("process", { stderr: { isTTY: true }, env: {} });
  try {
    expect(formatEvent(success)).toBe("#7 GET /u o 200 5 ms");
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  [{ colour: true }, "logger.colour", "is not an option; did you mean logger.colors?"],
  [{ levels: "calls" }, "logger.levels", "is not an option; did you mean logger.level?"],
  [null, "logger", "must be an object"],
  ["calls", "logger", "must be an object"],
  [{ level: "debug" }, "logger.level", 'must be "problems" or "calls" or "attempts"'],
  [{ level: null }, "logger.level", 'must be "problems" or "calls" or "attempts"'],
  [{ write: "stderr" }, "logger.write", "must be a function"],
  [{ colors: 1 }, "logger.colors", "must be true or false"],
  [{ time: "UTC" }, "logger.time", "must be true or false"],
  [{ name: "" }, "logger.name", "must be a text of 1 to 40 characters without line breaks"],
  [{ name: "a\nb" }, "logger.name", "must be a text of 1 to 40 characters without line breaks"],
])("createLogger(%j) throws an error that names the invalid option", (options, field, problem) => {
  const error = thrown(() => createLogger(options as never), "input");
  expect(error.field).toBe(field);
  expect(error.message).toBe(`${field} ${problem}`);
});

test('the logger writes only calls with the level "calls"', () => {
  expect(formatEvent({ type: "request" }, { level: "calls" })).toBeUndefined();
  expect(formatEvent(success, { level: "calls" })).toBe("#7 GET /u o 200 5 ms");
});
