import { getEventListeners } from "node:events";
import type { CloseOptions } from "@reg/sdk";
import type { OperationId } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, silence } from "../../support/fetch.js";
import { untyped } from "../../support/untyped.js";
import {
  createDenied,
  editResponses,
  groups,
  listViolations,
  otherVehicle,
  pdf,
  type Setup,
  setUp,
} from "../support.js";

/**
 * Creates a client for which the reads of one path never end by themselves; `cancelled` counts those that were
 * cancelled.
 */
function createStallingClient({ sandbox, createClient, group }: Setup, path: string, onRead = () => {}) {
  let cancelled = 0;
  const fetch = async (url: string, init: RequestInit) => {
    if (!new URL(url).pathname.endsWith(path)) return sandbox.fetch(url, init);
    return new Promise<Response>((_, reject) => {
      init.signal?.addEventListener("abort", () => {
        cancelled += 1;
        reject(init.signal?.reason);
      });
      onRead();
    });
  };
  const { [group]: requests } = createClient({ fetch, timeout: Number.POSITIVE_INFINITY });
  return { requests, cancelled: () => cancelled };
}

describe.each(groups)("the concurrent reads of a workflow of %s", (group) => {
  const allowedComponents = group === "serviceRequests" ? "/components" : "/damagecomponents";

  it("are cancelled if one of them fails, and leave no listener on the caller's signal", async () => {
    const setup = await setUp(group);
    const draft = await setup.createDraft();
    const { signal } = new AbortController();
    const submitter = createStallingClient(setup, allowedComponents);
    setup.sandbox.fail({ operation: "lessors.contracts.get", with: { status: 503 } });
    await failure(submitter.requests.submit(draft, { signal }), "server");
    expect(submitter.cancelled()).toBe(1);
    const id = await setup.createApproved(otherVehicle);
    const invoicer = createStallingClient(setup, "/invoicetemplates");
    setup.sandbox.fail({ operation: `${group}.invoices.list`, with: { status: 503 } });
    await failure(invoicer.requests.invoice(id, { vatLines: [], number: "2026-1", signal }), "server");
    expect(invoicer.cancelled()).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("are cancelled by the caller's signal, with its reason", async () => {
    const setup = await setUp(group);
    const { signal, abort } = createAborter(new Error("enough"));
    const { requests, cancelled } = createStallingClient(setup, allowedComponents, abort);
    expect(await rejection(requests.submit(await setup.createDraft(), { signal }))).toBe(signal.reason);
    expect(cancelled()).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

function createAborter(reason: unknown) {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(reason) };
}

describe("the deadline of a workflow", () => {
  it("limits all of its calls together, and is reported as a whole", async () => {
    const { sandbox, requests, createDraft } = await setUp();
    const id = await createDraft();
    const slow: OperationId[] = ["serviceRequests.get", "lessors.contracts.get"];
    sandbox.fail({ operation: slow, times: 2, with: { delay: 600 } });
    const error = await failure(requests.submit(id, { deadline: 1000 }), "timeout");
    expect(error).toMatchObject({
      operationId: "lessors.contracts.get",
      limit: "deadline",
      limitMs: 1000,
      attempts: [{ attempt: 1, error: "RegTimeoutError", durationMs: 400 }],
    });
    expect(error.message).toBe(
      "serviceRequests.submit: lessors.contracts.get: the deadline of 1000 ms for the whole workflow left too little time for this call. Run the workflow again with a longer `deadline`",
    );
    expect(await failure(Promise.reject(error.cause), "timeout")).toMatchObject({ limit: "deadline" });
    sandbox.journal.assertCalls({ "serviceRequests.patch": 0 });
  });

  it("within a pause after a 429 is reported with the rest of the pause", async () => {
    const { sandbox, requests, createDraft } = await setUp();
    const id = await createDraft();
    sandbox.fail({ operation: "serviceRequests.get", with: { status: 429 } });
    await failure(requests.get(id), "rate-limit");
    const error = await failure(requests.submit(id, { deadline: 5000 }), "timeout");
    expect(error.limitMs).toBe(5000);
    expect(error.retryAfterMs).toBeGreaterThan(50_000);
    expect(error.message).toContain(
      `left too little time for this call, which cannot start within ${error.retryAfterMs} ms. Run the workflow again`,
    );
  });

  it("reports an unknown outcome if it passes during the PATCH, and how to continue", async () => {
    const { sandbox, requests, createDraft } = await setUp();
    const id = await createDraft();
    sandbox.fail({ operation: "serviceRequests.get", with: { delay: 900 } });
    sandbox.fail({ operation: "serviceRequests.patch", with: { delay: 600 } });
    const error = await failure(requests.submit(id, { deadline: 1000 }), "timeout");
    expect(error).toMatchObject({
      operationId: "serviceRequests.patch",
      limit: "deadline",
      limitMs: 1000,
      outcome: "unknown",
    });
    expect(error.message).toContain(
      "The service may have processed the call: read the current state before you run the workflow again",
    );
  });

  it("prevents a further call once it has passed", async () => {
    const { sandbox, createDraft, createClient } = await setUp("serviceRequests", {
      options: { clock: "standing" },
    });
    const id = await createDraft();
    let now = 0;
    // Each response takes 600 ms, and no timer is quick enough to end the second call.
    const clock = { ...sandbox.clock, monotonic: () => now, schedule: () => () => {} };
    const fetch = async (url: string, init: RequestInit) => {
      const response = await sandbox.fetch(url, init);
      now += 600;
      return response;
    };
    const call = createClient({ fetch, clock, throttle: false }).serviceRequests.submit(id, {
      deadline: 1000,
    });
    const error = await failure(call, "timeout");
    expect(error.message).toBe(
      "serviceRequests.submit: the deadline of 1000 ms for the whole workflow left no time for its next call. Run the workflow again with a longer `deadline`",
    );
    expect(error).toMatchObject({ limit: "deadline", limitMs: 1000, outcome: undefined });
    sandbox.journal.assertCalls({ "serviceRequests.patch": 0 });
  });
});

it.each([
  [{ sgnal: undefined }, "sgnal is not an option; did you mean signal?"],
  [{ known: { rentalCode: [] } }, "known.rentalCode is not an option; did you mean known.rentalCodes?"],
  [{ known: { warranties: [1] } }, "known.warranties must be a list of texts"],
  [{ cancelDenied: "yes" }, "cancelDenied must be true or false"],
  [{ deadline: 0 }, "deadline must be a positive number of milliseconds, or Infinity for no bound"],
  [null, "options must be an object"],
])("a workflow rejects the options %j before it sends anything", async (options, message) => {
  const { sandbox, requests } = await setUp();
  const error = await failure(requests.resubmit("an-id", untyped(options)), "input");
  expect(error.message).toBe(`serviceRequests.resubmit: ${message}`);
  expect(sandbox.journal.entries).toEqual([]);
});

describe("a change that the caller makes to the options during a workflow", () => {
  it("does not reach the headers, which are sent with each call", async () => {
    const { sandbox, createClient, createApproved } = await setUp();
    const id = await createApproved();
    const sent: (string | null)[] = [];
    const fetch = (url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get("x-job"));
      return sandbox.fetch(url, init);
    };
    const headers = { "x-job": "night" };
    const call = createClient({ fetch }).serviceRequests.invoice(id, { vatLines: [], number: "2026-1", pdf, headers });
    headers["x-job"] = "day";
    await call;
    expect(sent).toEqual(Array(5).fill("night"));
  });

  it("does not reach the known facts that invoice checks the rules with", async () => {
    const { requests, lines, createApproved } = await setUp();
    const id = await createApproved();
    const known = { rentalCodes: ["no such code"] };
    const call = requests.invoice(id, { vatLines: [], number: "2026-1", date: "2026-06-14", known });
    known.rentalCodes.push(...lines.flatMap(({ reg }) => reg?.code ?? []));
    expect(await listViolations(call)).toEqual(["REG-INV000105 invoiceDate"]);
  });

  it.each(groups)("does not reach cancelDenied of resubmit for %s", async (group) => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const options = { cancelDenied: false };
    const call = setup.requests.resubmit(id, options);
    options.cancelDenied = true;
    const { components } = await call;
    expect(components.find((each) => each.id === line)?.status.code).toBe("ApprovalRequested");
  });

  it.each(groups)("does not reach the reason of markNotInvoiced for %s", async (group) => {
    const { sandbox, createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    const sent: unknown[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      if (url.endsWith("/status")) sent.push(JSON.parse(String(init.body)));
      return sandbox.fetch(url, init);
    };
    const reason = { reason: "Elsewhere" };
    const marked = createClient({ fetch })[group].markNotInvoiced(id, reason);
    reason.reason = "Not at all";
    await marked;
    expect(sent).toEqual([{ reason: "Elsewhere" }]);
  });
});

describe.each(groups)("an error of a workflow of %s", (group) => {
  it("names the workflow and the call, also in its stack, and keeps the operationId of the call", async () => {
    const { sandbox, requests } = await setUp(group);
    sandbox.fail({ operation: `${group}.get`, with: { status: 503 } });
    const error = await failure(requests.submit("0b4b6d4e-6d5c-4c7e-9a57-2a5a5f6d9b01"), "server");
    expect(error.message).toMatch(new RegExp(`^${group}.submit: ${group}.get: 503 `));
    expect(error.stack).toMatch(new RegExp(`^RegServerError: ${group}.submit: ${group}.get: 503 `));
    expect(error.operationId).toBe(`${group}.get`);
  });

  it("names the workflow once if no call failed", async () => {
    const { requests, createDraft } = await setUp(group);
    const error = await failure(
      requests.invoice(await createDraft(), { vatLines: [], number: "2026-1" }),
      "precondition",
    );
    expect(error.message).toMatch(new RegExp(`^${group}.invoice: nothing was changed`));
  });
});

describe("a client that is closed during a workflow", () => {
  /** Starts an invoice with a PDF, and closes the client when the invoice is created. */
  async function closeDuringInvoice(options: CloseOptions) {
    const { sandbox, createClient, createApproved } = await setUp();
    const id = await createApproved();
    const closing: Promise<readonly string[]>[] = [];
    const completed: string[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      const response = await sandbox.fetch(url, init);
      completed.push(String(init.method));
      if (init.method === "POST") closing.push(client.close(options).then(() => [...completed]));
      return response;
    };
    const client = createClient({ fetch });
    const running = client.serviceRequests.invoice(id, { vatLines: [], number: "2026-1", pdf });
    return { sandbox, client, id, running, closing };
  }

  it("finishes the workflow within the timeout, and starts no other", async () => {
    const { sandbox, client, id, running, closing } = await closeDuringInvoice({ timeout: 5000 });
    expect(await running).toMatchObject({ created: true });
    await Promise.all(closing);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.pdf.upload": 1 });
    const late = await failure(client.serviceRequests.submit(id), "closed");
    expect(late.operationId).toBe("serviceRequests.submit");
    await failure(client.serviceRequests.get(id), "closed");
  });

  it("waits for the workflow, also between two of its calls", async () => {
    const { running, closing } = await closeDuringInvoice({});
    await running;
    expect((await closing[0])?.slice(-2)).toEqual(["POST", "PUT"]);
  });

  it("makes no further call of the workflow if it aborts", async () => {
    const { sandbox, running, closing } = await closeDuringInvoice({ abort: true });
    const error = await failure(running, "closed");
    expect(error.operationId).toMatch(/^serviceRequests\.invoices/);
    await Promise.all(closing);
    sandbox.journal.assertCalls({ "serviceRequests.invoices.pdf.upload": 0 });
  });

  it("aborts the workflow after the timeout", async () => {
    const clock = new ManualClock();
    const { createClient, createDraft, sandbox } = await setUp();
    const id = await createDraft();
    const fetch = (url: string, init: RequestInit) =>
      url.endsWith("/components") ? fakeFetch(silence)(url, init) : sandbox.fetch(url, init);
    const client = createClient({ fetch, clock, timeout: Number.POSITIVE_INFINITY });
    const running = failure(client.serviceRequests.submit(id), "closed");
    await settle();
    const closing = client.close({ timeout: 1000 });
    await clock.advance(1000);
    await closing;
    expect((await running).message).toContain("the client was closed while the call was in flight");
  });
});

describe.each(groups)("the workflows of %s", (group) => {
  it("change nothing in a request that is read-only", async () => {
    const setup = await setUp(group);
    const { sandbox, createClient, createDraft, createApproved } = setup;
    const draft = await createDraft();
    const { id: denied, line } = await createDenied({ ...setup, createDraft: withVehicle("KL-012-M") });
    const approved = await createApproved(otherVehicle);
    const fetch = editResponses(sandbox, (text) => text.replace('"readOnly":false', '"readOnly":true'));
    const { [group]: requests } = createClient({ fetch });
    const before = sandbox.journal.entries.length;
    const calls = [
      requests.submit(draft),
      requests.submit(denied),
      requests.resubmit(denied, { cancelDenied: true }),
      requests.cancelOrDelete(denied, line),
      requests.markNotInvoiced(approved, {}),
    ];
    for (const call of calls) expect(await listViolations(call)).toEqual(["RULE-PHASE readOnly"]);
    const content = { vehicle: { licensePlate: "AB-123-C" }, appointment: { workOrderNumber: "WO-1" } };
    const error = await failure(requests.createAndSubmit(content), "precondition");
    expect(error.violations.map(({ context }) => context.fieldName)).toEqual(["readOnly"]);
    expect(error.message).toContain(`The draft ${draft} was not submitted`);
    const methods = sandbox.journal.entries.slice(before).map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(["GET"]));

    /** Creates a draft for a vehicle, because each can only have few open requests. */
    function withVehicle(licensePlate: string): Setup["createDraft"] {
      return (content) => createDraft({ ...content, vehicle: { licensePlate, partialVin: "VO123456" } });
    }
  });
});

const repairContent = { vehicle: { licensePlate: "AB-123-C" }, appointment: { workOrderNumber: "WO-1" } };

describe("an input that a getter or a proxy makes unreadable", () => {
  const fail = () => {
    throw new Error("from a getter");
  };
  const throwing = (name: string) => Object.defineProperty({}, name, { enumerable: true, get: fail });
  const given = { number: "2026-1", vatLines: [] };
  /** Options in which only one option cannot be read. */
  const options = (name: string) => Object.defineProperty({ ...given }, name, { enumerable: true, get: fail });

  const calls: readonly [name: string, call: (requests: Setup["requests"]) => Promise<unknown>][] = [
    ...["signal", "timeout", "known", "other"].flatMap((name): typeof calls => [
      [`submit, ${name}`, (requests) => requests.submit("R-1", throwing(name))],
      [`resubmit, ${name}`, (requests) => requests.resubmit("R-1", throwing(name))],
      [`createAndSubmit, ${name}`, (requests) => requests.createAndSubmit(repairContent, throwing(name))],
      [`cancelOrDelete, ${name}`, (requests) => requests.cancelOrDelete("R-1", "L-1", throwing(name))],
      [`markNotInvoiced, ${name}`, (requests) => requests.markNotInvoiced("R-1", {}, throwing(name))],
    ]),
    ...["signal", "pdf", "number", "vatLines", "fields", "request"].map((name): (typeof calls)[number] => [
      `invoice, ${name}`,
      (requests) => requests.invoice("R-1", untyped(options(name))),
    ]),
    ["submit, a header", (requests) => requests.submit("R-1", { headers: throwing("x-job") })],
    ["submit, a proxy", (requests) => requests.submit("R-1", new Proxy({}, { get: fail, ownKeys: fail }))],
    ["invoice, in the request", (requests) => requests.invoice("R-1", { ...given, request: throwing("id") })],
    ["invoice, in the fields", (requests) => requests.invoice("R-1", { ...given, fields: throwing("a") })],
    ["invoice, the id", (requests) => requests.invoice(untyped({ toString: fail }), given)],
    ["createAndSubmit, the content", (requests) => requests.createAndSubmit(untyped(throwing("vehicle")))],
    ["markNotInvoiced, the reason", (requests) => requests.markNotInvoiced("R-1", throwing("reason"))],
  ];

  it.each(calls)("is a RegInputError, and nothing is sent: %s", async (_, call) => {
    const { sandbox, requests } = await setUp();
    expect((await failure(call(requests), "input")).operationId).toMatch(/^serviceRequests\./);
    expect(sandbox.journal.entries).toEqual([]);
  });
});
