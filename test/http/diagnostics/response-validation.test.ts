import { RegError, type RegEvent } from "@reg/sdk";
import type { ResponseDifference, ResponseValidator } from "@reg/sdk/supplier";
import { createResponseValidator, createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, test } from "vitest";
import { canaryToken, draft, exampleRequest, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { delayed, observeClients, runUntilSettled } from "../../support/events.js";
import { empty, fakeFetch, json, type Reply, stallingBody, text } from "../../support/fetch.js";

/** A response that the client accepts, although a status is missing where the document requires it, and one is new. */
const incomplete = json({ data: { ...exampleRequest, parking: { isParked: "no", since: 7 } } });

const problem = { type: "t", title: "t", status: 404, detail: "secret text", traceId: "t1", errors: [] };

/** Creates a client with a validator, and lists its `difference` events. */
function createClient(
  validateResponses: ResponseValidator | readonly ResponseValidator[],
  ...replies: [Reply, ...Reply[]]
) {
  const events: RegEvent[] = [];
  const fetch = fakeFetch(...replies);
  const client = supplierOver(fetch, { validateResponses, on: (event) => events.push(event) });
  const differences = () => events.filter(({ type }) => type === "difference");
  return { client, fetch, events, differences };
}

const report = () => createResponseValidator({ mode: "report" });
const strict = () => createResponseValidator({ mode: "throw" });

/** A validator that finds these differences in every response, and records what it is given. */
function fakeValidator(mode: ResponseValidator["mode"], ...found: readonly Partial<ResponseDifference>[]) {
  const received: { status: number; body: unknown; operationId: string }[] = [];
  const validator: ResponseValidator = {
    mode,
    inspect({ operationId, status, body }) {
      received.push({ operationId, status, body });
      return found.map((each) => ({ ...difference, ...each }));
    },
  };
  return { validator, received };
}

const difference: ResponseDifference = {
  operationId: "serviceRequests.get",
  pointer: "/data/id",
  kind: "type",
  expected: "text (guid)",
  found: "text",
  confidence: "documented",
};

async function rejectionOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!RegError.is(error)) throw new Error("the call did not reject", { cause: error });
  return error;
}

describe("the option validateResponses", () => {
  test("shows a validator the JSON that was sent", async () => {
    const sent: unknown[] = [];
    const inspect: ResponseValidator["inspect"] = (response) => {
      sent.push(response.sent);
      return [];
    };
    const { client } = createClient(
      { mode: "report", inspect },
      json({ id: "an-id" }, { status: 201 }),
      empty(),
      empty(),
    );
    await client.serviceRequests.create({ ...draft, appointment: { workOrderNumber: undefined } });
    await client.serviceRequests.attachments.upload("an-id", new Blob(["{}"]));
    await client.serviceRequests.delete("an-id");
    expect(sent).toEqual([{ ...draft, appointment: {} }, undefined, undefined]);
  });

  test("does not let a validator change what the call returns, unless it says that it only reads", async () => {
    const bodies: unknown[] = [];
    const inspect: ResponseValidator["inspect"] = ({ body }) => {
      bodies.push(body);
      Object.assign(Object(body), { serviceRequests: [], hasMore: "changed" });
      return [];
    };
    const list = json({ serviceRequests: [], hasMore: false });
    const writer: ResponseValidator = { mode: "report", inspect };
    const reader: ResponseValidator = { ...writer, readsOnly: true };
    const read = (validators: readonly ResponseValidator[]) =>
      createClient(validators, list).client.serviceRequests.list();
    expect(await read([writer])).toMatchObject({ hasMore: false });
    expect(await read([reader, writer])).toMatchObject({ hasMore: false });
    expect(await read([reader])).toBe(bodies.at(-1));
    expect([createResponseValidator(), createShapeRecorder()]).toMatchObject([
      { readsOnly: true },
      { readsOnly: true },
    ]);
  });

  test("does not report a response that comes after the end of its call", async () => {
    const { clock, events, supplier } = observeClients();
    const { validator, received } = fakeValidator("report", {});
    const options = { validateResponses: validator, timeout: 100, retry: false } as const;
    const client = supplier(options, delayed(clock, 200, incomplete));
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    await clock.advance(200);
    expect(events.at(-1)).toMatchObject({ type: "error", error: { kind: "timeout" } });
    expect(received).toEqual([]);
  });

  test("reports each difference once, as an event before the end of its attempt", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ validateResponses: report() }, incomplete);
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    await runUntilSettled(client.serviceRequests.get("2"), clock);
    const types = events.map(({ type }) => type);
    const count = types.filter((type) => type === "difference").length;
    expect(types).toEqual([
      "request",
      "attempt",
      ...Array.from({ length: count }, () => "difference"),
      "attempt-end",
      "response",
      "request",
      "attempt",
      "attempt-end",
      "response",
    ]);
    expect(events.find((event) => event.type === "difference" && event.kind === "new")).toEqual({
      callId: 1,
      time: expect.any(Number),
      operationId: "serviceRequests.get",
      method: "GET",
      urlTemplate: "/v2/servicerequests/{id}",
      origin: "https://reg.example",
      attempt: 1,
      type: "difference",
      pointer: "/data/parking/since",
      kind: "new",
      expected: "nothing",
      found: "integer",
      confidence: "documented",
    });
  });

  test("accepts a code that the reference does not show in the mode throw, and reports it as assumed", async () => {
    const errors = [{ code: "REG-SVC000999", description: "d", context: {} }];
    const { client, differences } = createClient(strict(), json({ ...problem, status: 400, errors }, { status: 400 }));
    const error = await rejectionOf(client.serviceRequests.patch("1", { status: "Draft" }));
    expect([error.name, RegError.is(error, "validation")]).toEqual(["RegValidationError", true]);
    expect(differences()).toMatchObject([{ kind: "code", found: "REG-SVC000999", confidence: "assumed" }]);
  });

  test("names the place of a renamed field in the event and in the error", async () => {
    const { validator } = fakeValidator("throw", { kind: "renamed", foundAt: "/data/guid" });
    const { client, differences } = createClient(validator, incomplete);
    const { message } = await rejectionOf(client.serviceRequests.get("1"));
    expect(message).toContain("/data/id: expected text (guid), found text at /data/guid");
    expect(differences()).toMatchObject([{ kind: "renamed", foundAt: "/data/guid" }]);
  });

  test("names the form of a bridge in the event", async () => {
    const { validator } = fakeValidator("report", { form: "decimal text" });
    const { client, differences } = createClient(validator, incomplete);
    await client.serviceRequests.get("1");
    expect(differences()).toMatchObject([{ kind: "type", form: "decimal text" }]);
  });

  test("hands over every response with its operation, its status and a body of its own", async () => {
    const { validator, received } = fakeValidator("report");
    const { client } = createClient(
      validator,
      incomplete,
      json(problem, { status: 404 }),
      empty(204),
      text("%PDF", { headers: { "content-type": "application/pdf" } }),
      text("<html>"),
    );
    const { serviceRequests } = client;
    const body = await serviceRequests.get("1");
    await rejectionOf(serviceRequests.get("1"));
    await serviceRequests.delete("1");
    await serviceRequests.invoices.pdf.get("1", 7);
    await rejectionOf(serviceRequests.get("1"));
    expect(received).toEqual([
      { operationId: "serviceRequests.get", status: 200, body: { data: body } },
      { operationId: "serviceRequests.get", status: 404, body: problem },
      { operationId: "serviceRequests.delete", status: 204, body: undefined },
      { operationId: "serviceRequests.invoices.pdf.get", status: 200, body: undefined },
      { operationId: "serviceRequests.get", status: 200, body: undefined },
    ]);
    expect(received[0]?.body).not.toBe(body);
  });

  test("hands over every response to each of several validators, of which a strict one rejects", async () => {
    const recorder = fakeValidator("report", { pointer: "/data/recorded" });
    const strictOne = fakeValidator("throw");
    const strictTwo = fakeValidator("throw", { pointer: "/data/strict" });
    const validators = [strictTwo.validator, strictOne.validator, recorder.validator];
    const { client, differences } = createClient(validators, incomplete);
    const { message } = await rejectionOf(client.serviceRequests.get("1"));
    expect(message).toContain("/data/strict: expected text (guid), found text");
    expect(message).not.toContain("/data/recorded");
    expect(differences()).toMatchObject([{ pointer: "/data/strict" }, { pointer: "/data/recorded" }]);
    expect([strictOne.received.length, recorder.received.length]).toEqual([1, 1]);
  });

  test("hands over a file that is returned as a stream, and a redirect", async () => {
    const { validator, received } = fakeValidator("report");
    const file = text("%PDF", { headers: { "content-type": "application/pdf" } });
    const { client } = createClient(validator, file, empty(307));
    const { stream } = await client.serviceRequests.invoices.pdf.get("1", 7, { as: "stream" });
    await stream.cancel();
    await rejectionOf(client.serviceRequests.get("1"));
    expect(received.map(({ status }) => status)).toEqual([200, 307]);
  });

  test("hands over the responses of the token endpoint too", async () => {
    const { validator, received } = fakeValidator("report");
    const { fetch } = lessorService([json({ licensePlate: "AB-123-C" })]);
    await lessorOver(fetch, { validateResponses: validator }).vehicles.get("AB-123-C");
    expect(received.map(({ operationId }) => operationId)).toEqual(["token.create", "vehicles.get"]);
  });

  test("hands over a function that removes the secrets of the call, also within a name", async () => {
    const cleaned: (string | undefined)[] = [];
    const validator: ResponseValidator = {
      mode: "report",
      inspect({ redact }) {
        cleaned.push(redact?.(`x-abc${canaryToken}`), redact?.("make"));
        return [];
      },
    };
    await createClient(validator, incomplete).client.serviceRequests.get("1");
    expect(cleaned).toEqual(["x-abc[redacted]", "make"]);
  });

  test("emits nothing and fails nothing if the validator itself fails, in either mode", async () => {
    for (const mode of ["report", "throw"] as const) {
      const validator: ResponseValidator = {
        mode,
        inspect() {
          throw new Error("a mistake");
        },
      };
      const { client, differences } = createClient(validator, incomplete);
      await client.serviceRequests.get("1");
      expect(differences()).toEqual([]);
    }
  });

  test("shows only the documented fields of a difference", async () => {
    const { validator } = fakeValidator("report", { ...difference, value: "secret" } as ResponseDifference);
    const { client, differences } = createClient(validator, incomplete);
    await client.serviceRequests.get("1");
    expect(JSON.stringify(differences())).not.toContain("secret");
  });

  test("removes a token that the service repeats as the name of a field", async () => {
    const { validator } = fakeValidator("report", { kind: "new", pointer: `/data/${canaryToken}` });
    const { client, differences } = createClient(validator, incomplete);
    await client.serviceRequests.get("1");
    expect(differences()).toMatchObject([{ pointer: "/data/[redacted]" }]);
  });
});

describe("a body that cannot be read", () => {
  const type = { "content-type": "application/json" };
  const cutOff = [`{"data":{"id":"a\\"}`, '{"data":[{"id":"1"},{}', " [", '{"data":"'];

  test.each(cutOff)("is no difference in either mode if it is JSON that was cut off: %s", async (start) => {
    for (const validator of [report(), strict()]) {
      const { client, differences } = createClient(validator, text(start, { headers: type }));
      const error = await rejectionOf(client.serviceRequests.get("1", { retry: false }));
      expect(error.message).toContain("is not valid JSON; it may be cut off");
      expect(differences()).toEqual([]);
    }
  });

  test.each([
    ["", "nothing"],
    ["Draft", "text that is not JSON"],
    ["{'id':1}", "text that is not JSON"],
    ['{"id":"{["}}', "text that is not JSON"],
  ])("is missing if it is %j", async (body, found) => {
    for (const validator of [report(), strict()]) {
      const { client, differences } = createClient(validator, text(body, { headers: type }));
      await rejectionOf(client.serviceRequests.get("1", { retry: false }));
      expect(differences()).toMatchObject([{ pointer: "", kind: "missing", expected: "JSON", found }]);
    }
  });

  test("does not hide the other differences of JSON that was cut off", async () => {
    const cut = text('{"data":', { status: 202, headers: type });
    const { client, differences } = createClient(report(), cut);
    await rejectionOf(client.serviceRequests.get("1", { retry: false }));
    expect(differences()).toMatchObject([{ kind: "status", found: "202" }]);
  });

  const broken =
    (status: number): Reply =>
    () =>
      new Response(
        new ReadableStream({
          pull() {
            throw new TypeError("terminated");
          },
        }),
        { status, headers: type },
      );

  test("does not hide the status of a success whose connection breaks, and its error stays", async () => {
    for (const validator of [report(), strict()]) {
      const { client, differences } = createClient(validator, broken(202));
      const error = await rejectionOf(client.serviceRequests.get("1", { retry: false }));
      expect(error.kind).toBe("connection");
      expect(differences()).toMatchObject([{ kind: "status", found: "202" }]);
    }
  });

  test("does not hide the status of an error response whose connection breaks", async () => {
    const { client, differences } = createClient(strict(), broken(418));
    const error = await rejectionOf(client.serviceRequests.get("1", { retry: false }));
    expect(error).toMatchObject({ kind: "response", status: 418, cause: { kind: "api" } });
    expect(differences()).toMatchObject([{ kind: "status", found: "418" }]);
  });

  test("does not hide the status if it does not arrive in time, which is reported before the attempt ends", async () => {
    const { clock, events, supplier } = observeClients();
    const stalled: Reply = async (request) =>
      new Response((await stallingBody("{")(request)).body, { status: 202, headers: type });
    const client = supplier({ validateResponses: strict(), timeout: 50, retry: false }, stalled);
    const read = rejectionOf(client.serviceRequests.get("1"));
    await runUntilSettled(read, clock);
    expect((await read).kind).toBe("timeout");
    expect(events.map(({ type: event }) => event)).toEqual([
      "request",
      "attempt",
      "difference",
      "attempt-end",
      "error",
    ]);
    expect(events[2]).toMatchObject({ kind: "status", found: "202", attempt: 1 });
  });
});

describe("in the mode throw, a call", () => {
  test("rejects with an error that names the operation, the places and the types", async () => {
    const { client, differences } = createClient(strict(), json({ data: { ...exampleRequest, id: "1" } }));
    const error = await rejectionOf(client.serviceRequests.get("1"));
    expect(error).toMatchObject({
      kind: "response",
      operationId: "serviceRequests.get",
      status: 200,
      transient: false,
      outcome: undefined,
    });
    expect(error.message).toContain(
      "serviceRequests.get: the response with status 200 differs from the OpenAPI document: /data/creationTimeStamp: expected text (date-time), found nothing; /data/readOnly: expected boolean, found nothing; ",
    );
    expect(error.message).toMatch(/; and \d+ more$/);
    expect(differences().length).toBeGreaterThan(5);
  });

  test("rejects with an unknown outcome if the service may have acted", async () => {
    const { client } = createClient(strict(), json({}, { status: 201, headers: { location: "/x/7" } }));
    const error = await rejectionOf(client.serviceRequests.create(draft));
    expect(error).toMatchObject({ kind: "response", outcome: "unknown" });
  });

  test("resolves if all that differs is new", async () => {
    const { validator } = fakeValidator("throw", { kind: "new", pointer: "/data/since" });
    const { client, differences } = createClient(validator, incomplete);
    await client.serviceRequests.get("1");
    expect(differences()).toHaveLength(1);
  });

  test("rejects with the service's error as the cause if an error response differs", async () => {
    const { client } = createClient(strict(), json({ ...problem, status: "404" }, { status: 404 }));
    const error = await rejectionOf(client.serviceRequests.get("1"));
    expect(error).toMatchObject({ kind: "response", status: 404, cause: { kind: "not-found" } });
    expect(error.message).not.toContain("secret text");
  });

  test.each([
    [401, "authentication"],
    [408, "api"],
    [429, "rate-limit"],
    [503, "server"],
  ])("rejects with the service's error after a %i, which decides what the client does next", async (status, kind) => {
    const { validator } = fakeValidator("throw", {});
    const { client, differences } = createClient(validator, json(problem, { status }));
    const error = await rejectionOf(client.serviceRequests.get("1", { retry: false }));
    expect(error.kind).toBe(kind);
    expect(differences()).not.toEqual([]);
  });

  test("sends the request again after JSON that may be cut off, as without a validator", async () => {
    const { clock, supplier } = observeClients();
    const cutOff = () => new Response('{"id":', { headers: { "content-type": "application/json" } });
    const client = supplier({ validateResponses: strict(), retry: { retries: 1 } }, cutOff);
    const read = rejectionOf(client.serviceRequests.get("1"));
    await runUntilSettled(read, clock);
    expect((await read).attempts).toHaveLength(2);
  });

  test("cancels the body of a file that it does not return", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel() {
        isCancelled = true;
      },
    });
    const { client } = createClient(strict(), () => new Response(body, { headers: { "content-type": "image/png" } }));
    expect(await rejectionOf(client.serviceRequests.invoices.pdf.get("1", 7))).toMatchObject({
      kind: "response",
    });
    expect(isCancelled).toBe(true);
  });
});
