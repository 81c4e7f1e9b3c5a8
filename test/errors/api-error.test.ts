import { describe, expect, test } from "vitest";
import * as errors from "../../src/errors/index.js";
import { supplierOver } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { fakeFetch, json, type Reply, text } from "../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const create = (reply: Reply) =>
  supplierOver(fakeFetch(reply), { retry: false }).serviceRequests.create(draft);

/** The body of supplier-api.md §7. */
const refusal = {
  type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
  title: "Bad Request",
  status: 400,
  traceId: "0HNK-17",
  errors: [
    {
      code: "REG-SVC000190",
      description: "Too early.",
      context: { fieldName: "workshopDateTime", minimum: "2026-06-15" },
    },
    { code: "REG-NEW000001", description: "Nobody knows this code yet.", context: {} },
  ],
};

describe("an answer with an error status", () => {
  test.each([
    [400, errors.RegValidationError, "validation", undefined],
    [401, errors.RegAuthenticationError, "authentication", undefined],
    [403, errors.RegPermissionError, "permission", undefined],
    [404, errors.RegNotFoundError, "not-found", undefined],
    [409, errors.RegConflictError, "conflict", undefined],
    [410, errors.RegArchivedError, "archived", undefined],
    [429, errors.RegRateLimitError, "rate-limit", undefined],
    [500, errors.RegServerError, "server", "unknown"],
    [503, errors.RegServerError, "server", "unknown"],
    [418, errors.RegApiError, "api", undefined],
  ] as const)(
    "%i gives an error of its own class and kind, which is also an api error",
    async (status, Class, kind, outcome) => {
      const error = await failure(create(json(refusal, { status })), kind);
      expect(error).toBeInstanceOf(Class);
      expect(error).toBeInstanceOf(errors.RegApiError);
      expect(errors.RegError.is(error, "api")).toBe(true);
      expect(error).toMatchObject({
        kind,
        status,
        outcome,
        name: Class.name,
        operationId: "serviceRequests.create",
      });
      expect(error.message).toContain(`serviceRequests.create: ${status}`);
    },
  );

  test("400 tells everything that the service says: every code, its context, the trace id", async () => {
    const error = await failure(create(json(refusal, { status: 400 })), "validation");
    expect(error.errors).toEqual(refusal.errors);
    expect(error).toMatchObject({ traceId: "0HNK-17", title: "Bad Request", detail: undefined });
    expect(error.message).toBe(
      "serviceRequests.create: 400 Bad Request: the service rejected the content [trace 0HNK-17]. " +
        "REG-SVC000190 (field workshopDateTime): Too early. Choose a workshop date on or after the start date of the lease contract. | " +
        "REG-NEW000001: Nobody knows this code yet.",
    );
  });

  test("shows the service's detail where it lists no errors", async () => {
    expect(
      (await failure(create(json({ detail: "It is closed." }, { status: 409 })), "conflict")).message,
    ).toMatch(/It is closed\.$/);
  });

  test.each([
    ["nothing", text("", { status: 400 })],
    ["HTML", text("<html>", { status: 400, headers: { "content-type": "text/html" } })],
    ["half a JSON body", text('{"errors":[', { status: 400 })],
    ["null", json(null, { status: 400 })],
    ["a text", json("no", { status: 400 })],
    ["an array", json([1], { status: 400 })],
    ["errors: null", json({ errors: null }, { status: 400 })],
    ["errors that are none", json({ errors: [null, 5, "x"], title: 5, traceId: {} }, { status: 400 })],
    [
      "a body that breaks off",
      () =>
        new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) }), {
          status: 400,
        }),
    ],
  ] satisfies [string, Reply][])("keeps its status when its body holds %s", async (_, reply) => {
    const error = await failure(create(reply), "validation");
    expect(error).toMatchObject({ status: 400, errors: [], traceId: undefined, title: undefined });
  });

  test("keeps what can be read of an entry", async () => {
    const error = await failure(
      create(json({ errors: [{ code: 5 }, { code: "REG-X", context: [] }] }, { status: 400 })),
      "validation",
    );
    expect(error.errors).toEqual([
      { code: "", description: "", context: {} },
      { code: "REG-X", description: "", context: {} },
    ]);
  });

  test("cuts what is too long, and does not repeat all of it in the message", async () => {
    const long = "x".repeat(1_000_000);
    const entries = Array.from({ length: 1000 }, () => ({
      code: "REG-X",
      description: long.slice(0, 2000),
      context: { fieldName: long },
    }));
    const error = await failure(
      create(json({ detail: long, title: long, errors: entries.slice(0, 5) }, { status: 400 })),
      "validation",
    );
    expect(error.detail).toHaveLength(1001);
    expect(error.title).toMatch(/^x{1000}…$/);
    expect(error.errors[0]?.description).toHaveLength(1001);
    expect(error.message.length).toBeLessThan(4200);
    const one = await failure(
      create(json({ errors: [{ code: "REG-X", context: { fieldName: long } }] }, { status: 400 })),
      "validation",
    );
    expect(one.message.length).toBeLessThan(300);
    const many = await failure(
      create(json({ errors: entries.map(({ code }) => ({ code })) }, { status: 400 })),
      "validation",
    );
    expect(many.errors).toHaveLength(200);
  });

  test("carries the pause that the service asks for, whatever the status", async () => {
    const error = await failure(create(json({}, { status: 503, headers: { "retry-after": "7" } })), "server");
    expect(error.retryAfterMs).toBe(7000);
  });
});

describe("the catalogue of codes", () => {
  test("says of every code what it means and what to do", () => {
    expect(Object.keys(errors.errorCodes).length).toBeGreaterThanOrEqual(11);
    for (const [code, entry] of Object.entries(errors.errorCodes)) {
      expect(code).toMatch(/^REG-[A-Z]{3}\d{6}$/);
      expect(entry).toEqual({
        status: 400,
        retryable: false,
        ...(code === "REG-SVC000187" ? {} : { field: expect.stringMatching(/^[\w.]+$/) }),
        meaning: expect.stringMatching(/\.$/),
        cause: expect.stringMatching(/\.$/),
        action: expect.stringMatching(/\.$/),
        source: expect.stringContaining("supplier-api.md"),
        caughtBy: code === "REG-SVC000187" ? [] : [code.includes("INV") ? "checkInvoice" : "checkApproval"],
      });
    }
  });
});
