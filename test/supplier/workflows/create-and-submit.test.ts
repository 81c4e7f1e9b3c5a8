import { findErrorOf, type RegEvent, RegTimeoutError, type RequestContent } from "@reg/sdk";
import type { ServiceRequestList } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { rental, repair } from "../../sandbox/support.js";
import { ManualClock } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { createOtherLine, groups, listViolations, losses, type Setup, setUp } from "../support.js";

const appointment = {
  workshopDate: "2026-06-15",
  workOrderNumber: "WO-1",
  estimatedDurationInDays: 1,
  contact: { name: "Robin", phone: "+31 30 000 00 00" },
};

/** The content of a request that meets all requirements of approval. */
const contentOf = ({ lines }: Setup): RequestContent => ({ ...repair({ components: lines }), appointment });

/** Lists the calls that are not reads, since the last call of this function. */
function changeReader({ sandbox }: Setup) {
  let seen = 0;
  return () => {
    const { entries } = sandbox.journal;
    const added = entries.slice(seen);
    seen = entries.length;
    return added.filter(({ method }) => method !== "GET").map(({ operationId }) => operationId);
  };
}

/** Lists the open requests, as `id status`. */
const listOpen = async ({ requests }: Setup) =>
  (await requests.list()).serviceRequests.map(({ id, status }) => `${id} ${status}`);

describe.each(groups)("createAndSubmit of %s", (group) => {
  it("creates a request that is submitted, in one call", async () => {
    const setup = await setUp(group);
    const readChanges = changeReader(setup);
    const request = await setup.requests.createAndSubmit(contentOf(setup));
    expect(request.status).toBe("ApprovalRequested");
    expect(request).toEqual({ ...(await setup.requests.get(request.id)), created: true, sameContent: true });
    expect(readChanges()).toEqual([`${group}.create`]);
  });

  it("creates nothing if a rule is violated, and reports every violated rule", async () => {
    const setup = await setUp(group);
    const readChanges = changeReader(setup);
    setup.sandbox.lessor.changeContract("AB-123-C", { componentsWithDamageAllowed: false });
    const components = setup.lines.map((line) => ({ ...line, damage: true, reg: { code: "9999" } }));
    const rules = await listViolations(setup.requests.createAndSubmit({ ...contentOf(setup), components }));
    expect(rules).toContain("REG-SVC000177 components[0].damage");
    expect(rules).toContain(`RULE-COMPONENT components[${components.length - 1}].reg.code`);
    expect(readChanges()).toEqual([]);
  });

  it("submits an incomplete line with allowIncomplete, also when it is called again", async () => {
    const setup = await setUp(group);
    const components = setup.lines.map((line) => ({ ...line, price: untyped(undefined) }));
    const content = { ...contentOf(setup), components };
    const missing = [`RULE-REQUIRED components[${components.length - 1}].price`];
    expect(await listViolations(setup.requests.createAndSubmit(content))).toEqual(missing);
    const options = { allowIncomplete: true };
    const { id } = await setup.requests.createAndSubmit(content, options);
    expect(await setup.requests.createAndSubmit(content, options)).toMatchObject({ id, sameContent: true });
  });

  it("creates nothing for an inactive lessor, if the active lessors are given", async () => {
    const setup = await setUp(group);
    const readChanges = changeReader(setup);
    const create = (activeLessors: { number: number }[]) =>
      setup.requests.createAndSubmit(contentOf(setup), { activeLessors });
    expect(await listViolations(create([{ number: 1002 }]))).toEqual(["REG-SVC000187 vehicle.licensePlate"]);
    // What the caller changes during the call does not reach the rules.
    const lessors = [{ number: 1002 }];
    const call = create(lessors);
    lessors.splice(0, 1, { number: 1001 });
    expect(await listViolations(call)).toEqual(["REG-SVC000187 vehicle.licensePlate"]);
    expect(readChanges()).toEqual([]);
    expect(await create([{ number: 1002 }, { number: 1001 }])).toMatchObject({ created: true });
  });

  it("submits the draft that has this content, and changes nothing else", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft({ appointment });
    const readChanges = changeReader(setup);
    readChanges();
    const request = await setup.requests.createAndSubmit(contentOf(setup));
    expect(request).toMatchObject({ id, status: "ApprovalRequested", created: false, sameContent: true });
    expect(readChanges()).toEqual([`${group}.patch`]);
  });

  it("overwrites a draft that has other content, in the call that submits it", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft({ appointment: { workOrderNumber: "WO-1" }, components: [] });
    const readChanges = changeReader(setup);
    readChanges();
    const content = contentOf(setup);
    const request = await setup.requests.createAndSubmit(content);
    expect(request).toMatchObject({ id, status: "ApprovalRequested", appointment, created: false, sameContent: true });
    expect(request.components.map((line) => line.id)).toEqual(setup.lines.map((line) => line.id));
    expect(readChanges()).toEqual([`${group}.overwrite`]);
  });

  it("removes the lines of a draft that the content does not have", async () => {
    const setup = await setUp(group);
    await setup.createDraft({ components: [...setup.lines, createOtherLine(group)] });
    const { components } = await setup.requests.createAndSubmit(contentOf(setup));
    expect(components).toHaveLength(setup.lines.length);
  });

  it.each(["wait", "approve", "deny"] as const)(
    "resolves to the request if it was submitted already, and sends nothing: %s",
    async (decision) => {
      const setup = await setUp(group);
      const { id } = await setup.requests.createAndSubmit(contentOf(setup));
      if (decision !== "wait") setup.sandbox.lessor[decision](id);
      const readChanges = changeReader(setup);
      readChanges();
      const request = await setup.requests.createAndSubmit(contentOf(setup));
      expect(request).toEqual({ ...(await setup.requests.get(id)), created: false, sameContent: true });
      expect(readChanges()).toEqual([]);
    },
  );

  it.each(losses)("finds the request if the response of its creation is lost: %s", async (_, fault) => {
    const setup = await setUp(group, { client: { timeout: 1000 } });
    const handle = setup.sandbox.fail({ operation: `${group}.create`, when: "after-commit", with: fault });
    const { id, status, created, sameContent } = await setup.requests.createAndSubmit(contentOf(setup));
    expect([created, sameContent]).toEqual([undefined, true]);
    expect(handle.happened).toBe(1);
    expect(await listOpen(setup)).toEqual([`${id} ${status}`]);
  });

  it("has an unknown outcome if the request is not found after a lost response, and advises to wait", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.create`, with: "reset" });
    const error = await failure(setup.requests.createAndSubmit(contentOf(setup)), "connection");
    expect(error).toMatchObject({ outcome: "unknown", operationId: `${group}.create` });
    expect(error.message).toMatch(
      new RegExp(
        `^${group}.createAndSubmit: ${group}.create: .* not known whether the request exists, .*: wait longer`,
      ),
    );
    const { id } = await setup.requests.createAndSubmit(contentOf(setup));
    expect(await listOpen(setup)).toEqual([`${id} ApprovalRequested`]);
  });

  it.each([
    ["after a lost response", "reset", /not known whether the request .* was submitted: run/],
    ["after a rejection", { status: 400 }, /The draft .* was not submitted: correct the cause/],
  ] as const)("names the draft if it could not be submitted, %s", async (_, fault, sentence) => {
    const setup = await setUp(group);
    const id = await setup.createDraft();
    setup.sandbox.fail({ operation: `${group}.patch`, with: fault });
    const error = await rejection(setup.requests.createAndSubmit(contentOf(setup)));
    expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
    expect(error).toMatchObject({ message: expect.stringContaining(id) });
    expect(await setup.requests.createAndSubmit(contentOf(setup))).toMatchObject({ id });
  });

  it.each([
    ["the lookup fails", { status: 400 }, { status: 503 }],
    ["the service reports a conflict", { status: 409 }, undefined],
  ] as const)(
    "says that it is not known whether the request exists if its creation is rejected and %s",
    async (_, status, lookup) => {
      const setup = await setUp(group);
      setup.sandbox.fail({ operation: `${group}.create`, with: status });
      if (lookup) setup.sandbox.fail({ operation: `${group}.list`, skip: 1, with: lookup });
      const error = await rejection(setup.requests.createAndSubmit(contentOf(setup)));
      expect(error).toMatchObject({
        message: expect.stringContaining("not known whether the request exists"),
      });
      expect(error).not.toMatchObject({ message: expect.stringContaining("No request was created") });
    },
  );

  it.each([
    ["the request cannot be read", { status: 400 }, { status: 503 }],
    ["the service reports a conflict", { status: 409 }, undefined],
  ] as const)(
    "says that it is not known whether the draft was submitted if that is rejected and %s",
    async (_, status, read) => {
      const setup = await setUp(group);
      const id = await setup.createDraft();
      setup.sandbox.fail({ operation: `${group}.patch`, with: status });
      if (read) setup.sandbox.fail({ operation: `${group}.get`, skip: 1, with: read });
      const error = await rejection(setup.requests.createAndSubmit(contentOf(setup)));
      const sentence = `not known whether the request ${id} was submitted`;
      expect(error).toMatchObject({ message: expect.stringContaining(sentence) });
      expect(error).not.toMatchObject({ message: expect.stringContaining("was not submitted") });
    },
  );

  it("names the request if it cannot be read after its creation", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.get`, with: { status: 503 } });
    const error = await failure(setup.requests.createAndSubmit(contentOf(setup)), "server");
    const [open] = await listOpen(setup);
    expect(error.message).toContain(`The request ${open?.split(" ")[0]} exists: run createAndSubmit again`);
  });

  it.each([0, 1, 2, 3, 4])(
    "rejects with the reason of its signal if that aborts after call %d, and can be run again",
    async (calls) => {
      const setup = await setUp(group);
      const controller = new AbortController();
      // Also if that is the error of another call, which must not be changed.
      const reason = new RegTimeoutError("another call", { limit: "deadline", limitMs: 5 });
      const { message } = reason;
      let count = 0;
      const fetch = async (url: string, init: RequestInit) => {
        const response = await setup.sandbox.fetch(url, init);
        if (count === calls) controller.abort(reason);
        count += 1;
        return response;
      };
      const { [group]: requests } = setup.createClient({ fetch });
      const { signal } = controller;
      expect(await rejection(requests.createAndSubmit(contentOf(setup), { signal }))).toBe(reason);
      expect(reason.message).toBe(message);
      const { id } = await setup.requests.createAndSubmit(contentOf(setup));
      expect(await listOpen(setup)).toEqual([`${id} ApprovalRequested`]);
    },
  );

  it("does not choose between two requests with this work order number", async () => {
    const setup = await setUp(group);
    await setup.createDraft();
    const fetch = async (url: string, init: RequestInit) => {
      const response = await setup.sandbox.fetch(url, init);
      if (!new URL(url).search.includes("licensePlate")) return response;
      const list = (await response.json()) as ServiceRequestList;
      const twice = list.serviceRequests.flatMap((each) => [each, { ...each, id: "other" }]);
      return Response.json({ ...list, serviceRequests: twice });
    };
    const { [group]: requests } = setup.createClient({ fetch });
    const readChanges = changeReader(setup);
    readChanges();
    const error = await failure(requests.createAndSubmit(contentOf(setup)), "response");
    expect(error.operationId).toBe(`${group}.createAndSubmit`);
    expect(readChanges()).toEqual([]);
  });

  it("uses the content as it was when it began", async () => {
    const setup = await setUp(group);
    const content = { ...contentOf(setup), appointment: { ...appointment } };
    const call = setup.requests.createAndSubmit(content);
    content.appointment.workOrderNumber = "WO-2";
    expect((await call).appointment?.workOrderNumber).toBe("WO-1");
  });

  it.each([
    ["body", null],
    ["body", { vehicle: { licensePlate: "AB-123-C" }, appointment, components: [() => {}] }],
    ["vehicle.licensePlate", { vehicle: { licensePlate: " - " }, appointment }],
    ["appointment.workOrderNumber", { vehicle: { licensePlate: "AB-123-C" } }],
    [
      "appointment.workOrderNumber",
      { vehicle: { licensePlate: "AB-123-C" }, appointment: { workOrderNumber: "WO-1 " } },
    ],
  ])("rejects content without a usable %s, and sends nothing: %j", async (field, content) => {
    const setup = await setUp(group);
    const error = await failure(setup.requests.createAndSubmit(untyped(content)), "input");
    expect(error).toMatchObject({ field, operationId: `${group}.createAndSubmit` });
    expect(setup.sandbox.journal.entries).toEqual([]);
  });
});

describe("createAndSubmit for a vehicle that has other open requests", () => {
  it("sends nothing if one is for the same kind of work", async () => {
    const setup = await setUp();
    const id = await setup.createDraft({ appointment: { workOrderNumber: "WO-other" } });
    const readChanges = changeReader(setup);
    readChanges();
    const { problems } = await failure(setup.requests.createAndSubmit(contentOf(setup)), "precondition");
    expect(problems).toMatchObject([{ rule: "open-request-for-work", values: { work: "work", requests: [id] } }]);
    expect(readChanges()).toEqual([]);
  });

  it("creates one beside that for a rental vehicle", async () => {
    const setup = await setUp();
    await setup.requests.create(rental());
    expect((await setup.requests.createAndSubmit(contentOf(setup))).created).toBe(true);
  });

  it("creates one if the other is archived meanwhile", async () => {
    const setup = await setUp();
    const id = await setup.createDraft({ appointment: { workOrderNumber: "WO-other" } });
    const fetch = async (url: string, init: RequestInit) => {
      if (init.method === "GET" && url.endsWith(id)) await setup.requests.delete(id);
      return setup.sandbox.fetch(url, init);
    };
    const { serviceRequests } = setup.createClient({ fetch });
    expect((await serviceRequests.createAndSubmit(contentOf(setup))).created).toBe(true);
  });

  it("names them if the service rejects the request, because the other could not be read", async () => {
    const setup = await setUp();
    const id = await setup.createDraft({ appointment: { workOrderNumber: "WO-other" } });
    setup.sandbox.fail({ operation: "serviceRequests.get", with: "html" });
    const error = await failure(setup.requests.createAndSubmit(contentOf(setup)), "validation");
    expect(error.message).toContain(
      `No request was created. The vehicle has other open requests: ${id} (work order WO-other, Draft)`,
    );
    expect(await listOpen(setup)).toEqual([`${id} Draft`]);
  });

  it("names also one that another caller has created in the meantime", async () => {
    const setup = await setUp();
    let other = "";
    const fetch = async (url: string, init: RequestInit) => {
      if (init.method === "POST") other = await setup.createDraft({ appointment: { workOrderNumber: "WO-other" } });
      return setup.sandbox.fetch(url, init);
    };
    const { serviceRequests } = setup.createClient({ fetch });
    const error = await failure(serviceRequests.createAndSubmit(contentOf(setup)), "validation");
    expect(error.message).toContain(`The vehicle has other open requests: ${other} (work order WO-other`);
  });

  it("sends nothing if there are two, the most that a vehicle can have", async () => {
    const setup = await setUp();
    await setup.createDraft({ appointment: { workOrderNumber: "WO-other" } });
    await setup.requests.create(rental());
    const readChanges = changeReader(setup);
    readChanges();
    const rules = await listViolations(setup.requests.createAndSubmit(contentOf(setup)));
    expect(rules).toEqual(["RULE-OPEN-REQUESTS vehicle.licensePlate"]);
    expect(readChanges()).toEqual([]);
  });

  it("resolves to one request if two clients run it at the same time", async () => {
    const setup = await setUp();
    const run = () => setup.createClient().serviceRequests.createAndSubmit(contentOf(setup));
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.id).toBe(other.id);
    expect([one.created, other.created].sort()).toEqual([false, true]);
    setup.sandbox.journal.assertCalls({ "serviceRequests.create": 2 });
    expect(await listOpen(setup)).toHaveLength(1);
  });
});

/** The same work, built again: the lines have new ids and another order. */
const buildAgain = (setup: Setup): RequestContent => {
  const content = contentOf(setup);
  const components = setup.lines.map((line) => ({ ...line, id: crypto.randomUUID() })).reverse();
  return { ...content, components };
};

describe.each(groups)("createAndSubmit of %s for a request that was submitted", (group) => {
  const submitted = async () => {
    const setup = await setUp(group);
    const { id } = await setup.requests.createAndSubmit(contentOf(setup));
    const readChanges = changeReader(setup);
    readChanges();
    return { setup, id, readChanges };
  };
  const otherDate = (setup: Setup) => ({
    ...contentOf(setup),
    appointment: { ...appointment, workshopDate: "2026-06-17" },
  });

  it("accepts lines that were built again", async () => {
    const { setup, id } = await submitted();
    const request = await setup.requests.createAndSubmit(buildAgain(setup));
    expect(request).toMatchObject({ id, created: false, sameContent: true });
  });

  it("rejects other content, and names the fields", async () => {
    const { setup, id, readChanges } = await submitted();
    const call = setup.requests.createAndSubmit({
      ...otherDate(setup),
      components: [...setup.lines, createOtherLine(group)],
    });
    const { violations } = await failure(call, "precondition");
    expect(violations.map(({ code, context }) => `${code} ${context.fieldName}`)).toEqual([
      "RULE-CONTENT appointment",
      "RULE-CONTENT components",
    ]);
    expect(violations[0]?.description).toContain(`The request ${id} has this license plate`);
    expect(readChanges()).toEqual([]);
  });

  it("accepts other content if the caller says so, and reports the difference", async () => {
    const { setup, id, readChanges } = await submitted();
    const options = { acceptOtherContent: true };
    const request = await setup.requests.createAndSubmit(otherDate(setup), options);
    expect(request).toMatchObject({ id, appointment, created: false, sameContent: false });
    expect(readChanges()).toEqual([]);
  });

  it("rejects content that violates a rule, also if other content is accepted", async () => {
    const { setup } = await submitted();
    const content = { ...contentOf(setup), components: [untyped({ nonsense: true })] };
    const call = setup.requests.createAndSubmit(content, { acceptOtherContent: true });
    expect(await listViolations(call)).toContain("RULE-REQUIRED components[0].operation");
  });
});

it("createAndSubmit compares a checkout date as a time, because the service writes it in UTC", async () => {
  const { requests } = await setUp();
  const { status: _, ...content } = rental();
  const withOffset = (checkoutDate: string) => ({
    ...content,
    appointment: { checkoutDate, workOrderNumber: "RV-1" },
  });
  await requests.createAndSubmit(withOffset("2026-06-16T11:00:00+02:00"));
  const again = await requests.createAndSubmit(withOffset("2026-06-16T11:00:00+02:00"));
  expect(again).toMatchObject({ created: false, sameContent: true });
  expect(await listViolations(requests.createAndSubmit(withOffset("2026-06-16T11:00:00+01:00")))).toEqual([
    "RULE-CONTENT appointment",
  ]);
});

it("createAndSubmit does not say that nothing was sent if other content is found after a lost response", async () => {
  const setup = await setUp();
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method !== "POST") return setup.sandbox.fetch(url, init);
    await setup.createDraft({
      appointment: { ...appointment, workshopDate: "2026-06-17" },
      status: "ApprovalRequested",
    });
    throw new TypeError("the connection broke");
  };
  const { serviceRequests } = setup.createClient({ fetch });
  const error = await failure(serviceRequests.createAndSubmit(contentOf(setup)), "response");
  expect(error.message).toContain("exists, but has other content (appointment)");
});

describe.each(groups)("concurrent calls of createAndSubmit of %s", (group) => {
  const plates = ["AB-123-C", "ab 123 c"];

  /** The requests of a client, and a promise of its first attempt at an operation. */
  function watched(setup: Setup, operation: "create" | "list") {
    let resolve = () => {};
    const attempted = new Promise<void>((resolveIt) => {
      resolve = resolveIt;
    });
    const on = (event: RegEvent) => {
      if (event.type === "attempt" && event.operationId === `${group}.${operation}`) resolve();
    };
    return { requests: setup.createClient({ on })[group], attempted };
  }

  it("for the same request share one run", async () => {
    const setup = await setUp(group);
    const { vehicle, ...content } = contentOf(setup);
    const results = await Promise.all(
      plates.map((licensePlate) =>
        setup.requests.createAndSubmit({ ...content, vehicle: { ...vehicle, licensePlate } }),
      ),
    );
    expect(results.map(({ created }) => created)).toEqual([true, false]);
    expect(await listOpen(setup)).toEqual([`${results[1]?.id} ApprovalRequested`]);
    setup.sandbox.journal.assertCalls({ [`${group}.create`]: 1, [`${group}.list`]: 2 });
  });

  it("with other content reject each with its own differences", async () => {
    const setup = await setUp(group);
    const first = setup.requests.createAndSubmit(contentOf(setup));
    const other = { ...contentOf(setup), appointment: { ...appointment, workshopDate: "2026-06-17" } };
    expect(await listViolations(setup.requests.createAndSubmit(other))).toEqual(["RULE-CONTENT appointment"]);
    expect((await first).created).toBe(true);
  });

  it("share an error, and the next call starts a new run", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.list`, with: { status: 503 } });
    const run = () => setup.requests.createAndSubmit(contentOf(setup));
    await Promise.all([failure(run(), "server"), failure(run(), "server")]);
    expect((await run()).created).toBe(true);
  });

  it.each([0, 1])(
    "leave the run with the reason of their own signal, and the other call continues: call %d",
    async (index) => {
      const setup = await setUp(group);
      const controller = new AbortController();
      const signals = [undefined, undefined].map((none, each) => (each === index ? controller.signal : none));
      const { requests, attempted } = watched(setup, "list");
      const calls = signals.map((signal) => requests.createAndSubmit(contentOf(setup), { signal }));
      await attempted;
      controller.abort("enough");
      const ends = await Promise.allSettled(calls);
      expect(ends[index]).toMatchObject({ status: "rejected", reason: "enough" });
      expect(ends[1 - index]).toMatchObject({ status: "fulfilled", value: { status: "ApprovalRequested" } });
      setup.sandbox.journal.assertCalls({ [`${group}.create`]: 1, [`${group}.list`]: 1 });
    },
  );

  it("end by their own deadline, and the run goes on for the first one", async () => {
    const setup = await setUp(group);
    setup.sandbox.fail({ operation: `${group}.create`, with: { delay: 5000 } });
    const first = setup.requests.createAndSubmit(contentOf(setup));
    const error = await failure(setup.requests.createAndSubmit(contentOf(setup), { deadline: 1000 }), "timeout");
    expect(error).toMatchObject({ limit: "deadline", limitMs: 1000, outcome: "unknown" });
    expect(await listOpen(setup)).toEqual([]);
    expect((await first).created).toBe(true);
  });

  /** Starts a run whose callers both leave it during an operation: the first by its signal, the last by its deadline. */
  async function leaveDuring(setup: Setup, operation: "create" | "list") {
    setup.sandbox.fail({ operation: `${group}.${operation}`, with: { delay: 5000 } });
    const { requests, attempted } = watched(setup, operation);
    const controller = new AbortController();
    const first = requests.createAndSubmit(contentOf(setup), { signal: controller.signal });
    const last = requests.createAndSubmit(contentOf(setup), { deadline: 1000 });
    await attempted;
    controller.abort("enough");
    expect(await rejection(first)).toBe("enough");
    return failure(last, "timeout");
  }

  it("end the run if the last of them ends by its deadline", async () => {
    const setup = await setUp(group);
    await leaveDuring(setup, "list");
    expect((await setup.requests.createAndSubmit(contentOf(setup))).created).toBe(true);
    setup.sandbox.journal.assertCalls({ [`${group}.create`]: 1, [`${group}.list`]: 1 });
  });

  it("have an error without a lookup that failed, if the last of them ends by its deadline during the create", async () => {
    const setup = await setUp(group);
    const error = await leaveDuring(setup, "create");
    await setup.requests.list();
    expect(findErrorOf(error)).toBeUndefined();
  });

  it("leave no timer of a deadline behind", async () => {
    const setup = await setUp(group);
    const clock = new ManualClock();
    const { [group]: requests } = setup.createClient({ clock });
    const run = () => requests.createAndSubmit(contentOf(setup), { deadline: 1000 });
    await Promise.all([run(), run()]);
    expect(clock.pending).toBe(0);
  });

  it("end the run if all of their signals abort", async () => {
    const setup = await setUp(group);
    const controllers = [new AbortController(), new AbortController()];
    const { requests, attempted } = watched(setup, "list");
    const calls = controllers.map(({ signal }) => requests.createAndSubmit(contentOf(setup), { signal }));
    await attempted;
    for (const [index, controller] of controllers.entries()) controller.abort(index);
    expect(await Promise.allSettled(calls)).toMatchObject([{ reason: 0 }, { reason: 1 }]);
    expect((await setup.requests.createAndSubmit(contentOf(setup))).created).toBe(true);
    setup.sandbox.journal.assertCalls({ [`${group}.create`]: 1 });
  });
});
