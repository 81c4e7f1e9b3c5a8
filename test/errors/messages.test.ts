import { RegPreconditionError } from "@reg/sdk";
import { createLogger } from "@reg/sdk/logger";
import { describe, expect, test } from "vitest";
import { ruleViolation } from "../../src/domain/rules/violation.js";
import * as errorClasses from "../../src/errors/errors.js";
import { apiErrorFor } from "../../src/errors/errors.js";
import { addToMessage, apiErrorMessage } from "../../src/errors/messages.js";
import { parseProblem, type RegProblem } from "../../src/errors/problem.js";
import { summarize } from "../../src/errors/summary.js";
import { approved, open } from "../sandbox/support.js";
import { draft, lessorOver, lessorService, supplierOver, tokenResponse } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, problem, silence } from "../support/fetch.js";

const operationId = "lessors.list";
const messageOf = (status: number, given: Partial<RegProblem> = {}, retryAfterMs?: number) => {
  const problem = { errors: [], ...given };
  const message = apiErrorMessage({ status, problem, retryAfterMs });
  return apiErrorFor({ status, operationId, problem, message, retryAfterMs }).message;
};

describe("the message of an error status", () => {
  test.each([
    [400, "400 Bad Request: the service rejected the content"],
    [401, "401 Unauthorized: the service does not accept the token; supply a current one"],
    [403, "403 Forbidden: the token's owner is not allowed to do this"],
    [409, "409 Conflict: another caller was faster; read the current state before you continue"],
    [410, "410 Gone: the request is archived; only its invoice methods remain available"],
    [418, "418: the service rejected the request"],
    [429, "429 Too Many Requests: more requests than the service accepts in a minute"],
    [500, "500 Internal Server Error: the service failed"],
    [503, "503 Service Unavailable: the service failed"],
    [599, "599: the service failed"],
  ])("of %d names the status and its meaning", (status, meaning) => {
    expect(messageOf(status)).toBe(`lessors.list: ${meaning}`);
  });

  test("of 404 says when to check baseUrl, unless the response has a problem body", () => {
    const meaning = "lessors.list: 404 Not Found: it does not exist, or this token has no access to it";
    const hint = "the response has no problem body: if calls of other paths also get 404, check baseUrl";
    expect(messageOf(404)).toBe(`${meaning}; ${hint}`);
    expect(messageOf(404, { traceId: "00-ab" })).toBe(`${meaning} [trace 00-ab]`);
  });

  test("contains the trace id, the pause and the service's text, if they are present", () => {
    expect(messageOf(503, { traceId: "00-ab" })).toBe(
      "lessors.list: 503 Service Unavailable: the service failed [trace 00-ab]",
    );
    expect(messageOf(503, { detail: "Down." }, 2000)).toBe(
      "lessors.list: 503 Service Unavailable: the service failed; it asks for a pause of 2000 ms. Down.",
    );
  });

  test("shows the service's entries instead of its detail", () => {
    const errors = [{ code: "REG-XYZ000001", description: "No.", context: { fieldName: "total" } }];
    expect(messageOf(400, { errors, detail: "One or more rules." })).toBe(
      "lessors.list: 400 Bad Request: the service rejected the content. REG-XYZ000001 (field total): No.",
    );
  });

  test("is cut after 4000 characters of the service's text, with an ellipsis", () => {
    const before = messageOf(400).length + 2;
    expect(messageOf(400, { detail: "x".repeat(4000) })).toHaveLength(before + 4000);
    const cut = messageOf(400, { detail: "x".repeat(4001) });
    expect(cut).toHaveLength(before + 4001);
    expect(cut.endsWith("xx…")).toBe(true);
  });
});

describe("a text of the service with control characters", () => {
  const hostile = "a\r\n2026-06-15 ERROR forged\u2028b\x1b[2Jc\x9bKd\u202ee\u2066\0";
  const printable = "a 2026-06-15 ERROR forged b\\u001b[2Jc\\u009bKd\\u202ee\\u2066\\u0000";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed.
  const unprintable = /[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

  test("is printable in the message, in the first line of the stack, in the cause and in the log", async () => {
    const lines: string[] = [];
    const on = createLogger({ write: (line) => void lines.push(line), level: "attempts" });
    const body = { detail: hostile, traceId: hostile, errors: [{ code: hostile, description: hostile }] };
    const rejected = supplierOver(fakeFetch(json(body, { status: 400 })), { on });
    const error = await failure(rejected.lessors.list(), "validation");
    const broken = fakeFetch(() => {
      throw Object.assign(new TypeError(hostile), { code: hostile });
    });
    const lost = await failure(supplierOver(broken, { on, retry: false }).lessors.list(), "connection");
    expect(error.message).toContain(`${printable}: ${printable}`);
    const cause = lost.cause as Error;
    const stacks = [error, lost, cause].flatMap(({ stack = "" }) => stack.split("\n    at ")[0] ?? "");
    for (const each of [error.message, lost.message, cause.message, ...stacks, ...lines])
      expect(each).not.toMatch(unprintable);
    expect(stacks[2]).toContain(printable);
  });

  test("is unchanged in the fields of the error", async () => {
    const service = fakeFetch(json({ detail: hostile }, { status: 400 }));
    expect((await failure(supplierOver(service).lessors.list(), "validation")).detail).toBe(hostile);
  });

  test("is printable in a sentence that is added later", () => {
    const error = apiErrorFor({ status: 400, problem: { errors: [] } });
    addToMessage(error, hostile);
    expect(error.message).toContain(printable);
    expect(error.stack?.split("\n    at ")[0]).toBe(`RegValidationError: ${error.message}`);
  });
});

test("an error that a callback has frozen leaves a workflow as it is", async () => {
  const { supplier, sandbox } = await open();
  const id = await approved({ supplier, sandbox });
  const frozen = Object.freeze(apiErrorFor({ status: 503, problem: { errors: [] }, operationId: "rates" }));
  const vatLines = () => {
    throw frozen;
  };
  await expect(supplier.serviceRequests.invoice(id, { number: "2026-1", vatLines })).rejects.toBe(frozen);
});

test("the message of a precondition error lists every broken rule", () => {
  const violations = [
    ruleViolation({ rule: "invoice-before-workshop", field: "invoiceDate", description: "Too early." }),
    ruleViolation({ rule: "debit-amount", field: "total", description: "Too much." }),
  ];
  const error = new RegPreconditionError(violations, { operationId });
  expect(error.kind).toBe("precondition");
  expect(error.message).toBe(
    "lessors.list: nothing was changed, because a rule is broken. REG-INV000105: Too early. | REG-INV000018: Too much.",
  );
});

test("the message of a rejected create names each code, its field, and what to do", async () => {
  const errors = [
    {
      code: "REG-SVC000190",
      description: "Too early.",
      context: { fieldName: "workshopDateTime", minimum: "2026-06-15" },
    },
    { code: "REG-NEW000001", description: "This code is new.", context: {} },
  ];
  const fetch = fakeFetch(json({ traceId: "0HNK-17", errors }, { status: 400 }));
  const error = await failure(supplierOver(fetch).serviceRequests.create(draft), "validation");
  expect(error.message).toBe(
    "serviceRequests.create: 400 Bad Request: the service rejected the content [trace 0HNK-17]. " +
      "REG-SVC000190 (field workshopDateTime): Too early. Choose a workshop date on or after the start date of the lease contract. | " +
      "REG-NEW000001: This code is new.",
  );
});

test("the message of an error status cuts a long field name", () => {
  const errors = [{ code: "REG-X", description: "", context: { fieldName: "x".repeat(1000) } }];
  expect(messageOf(400, { errors })).toContain(`(field ${"x".repeat(100)})`);
});

/** Creates a lessor service whose tokens the client cannot use. */
const serviceWithUnusableToken = () => lessorService([json({})], tokenResponse({ token_type: "mac" })).fetch;

describe("the stack of an error that a call rejects with", () => {
  test.each([
    ["an error response", (id: string) => supplierOver(fakeFetch(problem(404))).serviceRequests.get(id), "not-found"],
    [
      "a timeout",
      (id: string) => supplierOver(fakeFetch(silence), { timeout: 5, retry: false }).serviceRequests.get(id),
      "timeout",
    ],
    [
      "a retry",
      (id: string) =>
        supplierOver(fakeFetch(empty(503)), { retry: { retries: 1 } }).GET("/v2/servicerequests/{id}", {
          params: { path: { id } },
        }),
      "server",
    ],
    ["an unusable token", (id: string) => lessorOver(serviceWithUnusableToken()).vehicles.get(id), "token"],
  ] as const)("contains the frame that made the call, after %s", async (_, call, kind) => {
    async function workshopJob() {
      return await call("R-1");
    }
    const { stack } = await failure(workshopJob(), kind);
    expect(stack).toMatch(/at (async )?workshopJob .*messages\.test\.ts/);
    expect(stack?.split("\n").filter((line) => line.includes("workshopJob"))).toHaveLength(1);
  });

  test("is unchanged if the error is the caller's own abort reason", async () => {
    const found = await failure(supplierOver(fakeFetch(problem(404))).lessors.list(), "not-found");
    const before = [found.stack, found.message, found.outcome, [...found.attempts]];
    const controller = new AbortController();
    const client = supplierOver(fakeFetch(silence));
    const calls = [client.lessors.list, client.serviceRequests.delete.bind(null, "R-1")].map((call) =>
      rejection(call({ signal: controller.signal } as never)),
    );
    controller.abort(found);
    expect(await Promise.all(calls)).toEqual([found, found]);
    expect([found.stack, found.message, found.outcome, [...found.attempts]]).toEqual(before);
  });

  test("may be something other than a string, which does not hide the error", async () => {
    const prepare = Error.prepareStackTrace;
    Error.prepareStackTrace = (_, frames) => frames;
    try {
      const error = await rejection(supplierOver(fakeFetch(problem(404))).lessors.list());
      expect(error).toMatchObject({ name: "RegNotFoundError" });
    } finally {
      if (prepare === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
      else Error.prepareStackTrace = prepare;
    }
  });
});

const entry = <Code extends string>(code: Code) => ({
  code,
  description: "about Jansen",
  context: { fieldName: "identitySender", iban: "NL91ABNA0417164300" },
});

function apiError(status: number, body: unknown, retryAfterMs?: number) {
  return apiErrorFor({ status, operationId: "lessors.list", problem: parseProblem(body), retryAfterMs });
}

describe("summarize returns", () => {
  test.each([
    [
      "the response's status, codes, trace id and pause",
      apiError(429, { traceId: "0HNK:00000001", title: "Jansen", errors: [entry("REG-SVC000101")] }, 1500),
      {
        name: "RegRateLimitError",
        kind: "rate-limit",
        status: 429,
        codes: ["REG-SVC000101"],
        traceId: "0HNK:00000001",
        retryAfterMs: 1500,
      },
    ],
    [
      "only the status of an empty response",
      apiError(418, undefined),
      { name: "RegApiError", kind: "api", status: 418 },
    ],
    [
      "each code once, in the service's order",
      apiError(400, { errors: ["REG-SVC000102", "REG-INV000105", "REG-SVC000102"].map(entry) }),
      {
        name: "RegValidationError",
        kind: "validation",
        status: 400,
        codes: ["REG-SVC000102", "REG-INV000105"],
      },
    ],
    [
      "the codes of broken rules",
      new errorClasses.RegPreconditionError([
        { ...entry("REG-INV000105"), rule: "invoice-before-workshop", values: { iban: entry("").context.iban } },
      ]),
      { name: "RegPreconditionError", kind: "precondition", codes: ["REG-INV000105"] },
    ],
    [
      "the system's code of a broken connection, and the unknown outcome",
      new errorClasses.RegConnectionError("x", { sent: true, code: "UND_ERR_SOCKET", outcome: "unknown" }),
      { name: "RegConnectionError", kind: "connection", code: "UND_ERR_SOCKET", outcome: "unknown" },
    ],
    [
      "which time limit was exceeded",
      new errorClasses.RegTimeoutError("x", { limit: "deadline", limitMs: 5 }),
      { name: "RegTimeoutError", kind: "timeout", limit: "deadline" },
    ],
    [
      "the status of an unreadable response",
      new errorClasses.RegResponseError("x", { status: 200 }),
      { name: "RegResponseError", kind: "response", status: 200 },
    ],
    [
      "the token endpoint's code",
      new errorClasses.RegTokenError("x", { oauthError: "invalid_client", cause: new Error("secret") }),
      { name: "RegTokenError", kind: "token", oauthError: "invalid_client" },
    ],
    [
      "the invalid field",
      new errorClasses.RegInputError("components[0].price", "x"),
      { name: "RegInputError", kind: "input", field: "components[0].price" },
    ],
    [
      "why the throttle did not let the attempt start",
      new errorClasses.RegThrottleError("x", { reason: "paused", retryAfterMs: 9 }),
      { name: "RegThrottleError", kind: "throttle", reason: "paused", retryAfterMs: 9 },
    ],
    ["that the client was closed", new errorClasses.RegClosedError("x"), { name: "RegClosedError", kind: "closed" }],
  ])("%s", (_, error, expected) => {
    expect(summarize(error)).toStrictEqual(expected);
  });
});

describe("summarize leaves out", () => {
  test.each([
    "NL91ABNA0417164300",
    "REG-ZX-987-Y",
    "ZX-987-Y",
    "0612345678",
    "REG-SVC",
    "XREG-SVC000101",
    "REG-SVC000101 Jansen",
    "",
  ])("a code %j", (code) => {
    expect(summarize(apiError(400, { errors: [entry(code)] }))).not.toHaveProperty("codes");
  });

  test.each(["Jan Jansen", "+31612345678", "jan@example.com", "x".repeat(101), "", "0HNK\n"])(
    "a trace id %j",
    (traceId) => {
      expect(summarize(apiError(400, { traceId }))).not.toHaveProperty("traceId");
    },
  );

  test.each(["jansen", "invalid_client Jansen", "x invalid_client", ""])("an OAuth code %j", (oauthError) => {
    expect(summarize(new errorClasses.RegTokenError("x", { oauthError }))).not.toHaveProperty("oauthError");
  });

  test.each(["Jansen", "econnreset", "E", "ECONNRESET Jansen", "-ECONNRESET"])("a system's code %j", (code) => {
    expect(summarize(new errorClasses.RegConnectionError("x", { sent: true, code }))).not.toHaveProperty("code");
  });

  test.each(["body.Jan Jansen", "headers.jan@example.com", "+31", "x".repeat(101)])("a field %j", (field) => {
    expect(summarize(new errorClasses.RegInputError(field, "x"))).not.toHaveProperty("field");
  });

  test.each([
    ["limit", "soon Jansen"],
    ["limit", "timeout Jansen"],
    ["limit", "in timeout"],
    ["reason", "Jansen"],
    ["reason", "full Jansen"],
    ["reason", "not full"],
    ["outcome", "Jansen"],
    ["outcome", "unknown Jansen"],
    ["outcome", "an unknown"],
    ["traceId", ["0HNK"]],
    ["limit", ["timeout"]],
    ["status", "404"],
    ["retryAfterMs", "1000"],
    ["errors", "Jansen"],
    ["errors", [null, 5, "Jansen", {}]],
  ])("%s %j of an error of another version", (field, value) => {
    const error = Object.assign(new errorClasses.RegClosedError("x"), { [field]: value });
    expect(summarize(error)).toStrictEqual({ name: "RegClosedError", kind: "closed" });
  });
});

describe("summarize returns only a name for an abort reason", () => {
  const foreign = Object.assign(new Error("Jansen"), { name: "Jansen", code: "JANSEN", status: 500 });
  const named = Object.assign(new Error("x"), { name: "TimeoutError" });
  test.each([
    ["null", null],
    ["undefined", undefined],
    ["a text", "Jansen"],
    ["an error of another library", foreign],
    ["an error that is named TimeoutError", named],
    ["an AbortError", new DOMException("Jansen", "AbortError")],
  ])("such as %s", (_, reason) => {
    expect(summarize(reason)).toStrictEqual({ name: "AbortError" });
  });

  test("which is TimeoutError for AbortSignal.timeout", async () => {
    const signal = AbortSignal.timeout(1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(summarize(signal.reason)).toStrictEqual({ name: "TimeoutError" });
  });
});
