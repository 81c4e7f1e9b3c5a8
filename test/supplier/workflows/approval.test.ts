import { describe, expect, it } from "vitest";
import { damageLine, reading, rental, work } from "../../sandbox/support.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { createDenied, createOtherLine, describeEnd, groups, listViolations, type Setup, setUp } from "../support.js";

/** Lists the calls that are not reads. */
const listChanges = ({ sandbox }: Setup) =>
  sandbox.journal.entries.filter(({ method }) => method !== "GET").map(({ operationId }) => operationId);

describe.each(groups)("submit of %s", (group) => {
  it("resolves to the request after it was sent to the lessor", async () => {
    const { requests, createDraft } = await setUp(group);
    const id = await createDraft();
    const request = await requests.submit(id);
    expect(request).toMatchObject({ id, status: "ApprovalRequested" });
    expect(request).toEqual(await requests.get(id));
  });

  it("sends nothing if a rule is violated, and reports every violated rule", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft({ components: [], vehicle: { licensePlate: "AB-123-C" } });
    const before = listChanges(setup);
    const error = await failure(setup.requests.submit(id), "precondition");
    expect(error.operationId).toBe(`${group}.submit`);
    expect(error.violations.every(({ code }) => code === "RULE-APPROVAL")).toBe(true);
    expect(error.violations.length).toBe(group === "serviceRequests" ? 3 : 1);
    expect(listChanges(setup)).toEqual(before);
  });

  it("checks the request against the current contract and allowed components", async () => {
    const { sandbox, requests, createDraft, lines } = await setUp(group);
    const damaged = lines.map((line) => ({ ...line, damage: true }));
    const id = await createDraft({ components: group === "serviceRequests" ? damaged.slice(1) : damaged });
    const overrides = {
      componentsWithDamageAllowed: false,
      supplierContract: { damage: { allowed: false } },
    };
    sandbox.lessor.changeContract("AB-123-C", overrides);
    const rules = await listViolations(requests.submit(id));
    expect(rules).toContain("REG-SVC000177 components[0].damage");
    if (group === "damageServiceRequests") expect(rules).toContain("RULE-COMPONENT components[0].reg.code");
  });

  it("leaves an incomplete line to the lessor with allowIncomplete, and does not check it once it is accepted", async () => {
    const { sandbox, requests, createDraft, lines } = await setUp(group);
    const incomplete = { ...createOtherLine(group), price: untyped(undefined) };
    const id = await createDraft({ components: [...lines, incomplete] });
    const index = lines.length;
    const missing = [`RULE-REQUIRED components[${index}].price`];
    expect(await listViolations(requests.submit(id))).toEqual(missing);
    await requests.submit(id, { allowIncomplete: true });
    sandbox.lessor.deny(id);
    expect(await listViolations(requests.resubmit(id))).toEqual(missing);
    const { components } = await requests.resubmit(id, { allowIncomplete: true });
    const decisions = components.map(({ id }, at) => [id, at === index ? "ProvisionallyApproved" : "Denied"]);
    sandbox.lessor.review(id, Object.fromEntries(decisions));
    expect(await requests.resubmit(id)).toMatchObject({ status: "ApprovalRequested" });
  });

  it("is possible in Draft and Response only, and reads nothing but the request in another phase", async () => {
    const { sandbox, requests, createDraft } = await setUp(group);
    const waiting = await createDraft({ status: "ApprovalRequested" });
    const before = sandbox.journal.entries.length;
    expect(await listViolations(requests.submit(waiting))).toEqual(["RULE-PHASE status"]);
    expect(sandbox.journal.entries.length).toBe(before + 1);
    sandbox.lessor.deny(waiting);
    expect(await requests.submit(waiting)).toMatchObject({ status: "ApprovalRequested" });
    sandbox.lessor.approve(waiting);
    expect(await listViolations(requests.submit(waiting))).toEqual(["RULE-PHASE status"]);
  });

  it.each([
    ["approve", "Approved"],
    ["deny", "Denied"],
    ["provisionallyApprove", "ProvisionallyApproved"],
  ] as const)(
    "finds that a request was sent although the response was lost, also after the lessor's decision: %s",
    async (decide, status) => {
      const { sandbox, requests, createDraft } = await setUp(group);
      const id = await createDraft();
      const lost = { delay: 5, with: "reset" } as const;
      const fault = sandbox.fail({ operation: `${group}.patch`, when: "after-commit", with: lost });
      const call = requests.submit(id);
      while (fault.happened === 0) await new Promise((resolve) => setImmediate(resolve));
      sandbox.lessor[decide](id);
      expect(await call).toMatchObject({ id, status });
    },
  );

  it("reports an unknown outcome if only an earlier denial is found", async () => {
    const { sandbox, requests, createDraft } = await setUp(group);
    const id = await createDraft({ status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    sandbox.fail({ operation: `${group}.patch`, with: "reset" });
    expect(await describeEnd(requests.submit(id))).toBe("unknown");
    sandbox.fail({ operation: `${group}.patch`, with: "reset" });
    expect(await describeEnd(requests.resubmit(id, { cancelDenied: true }))).toBe("unknown");
    expect((await requests.get(id)).status).toBe("Modified");
  });
});

describe.each(groups)("resubmit of %s", (group) => {
  it("cancels a denied line only with cancelDenied", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const find = ({ components }: { components: { id: string; status: { code: string } }[] }) =>
      components.find((each) => each.id === line)?.status.code;
    expect(find(await setup.requests.resubmit(id))).toBe("ApprovalRequested");
    setup.sandbox.lessor.deny(id, { lines: [line] });
    expect(find(await setup.requests.resubmit(id, { cancelDenied: true }))).toBe("Cancelled");
  });

  it("cancels a line whose cancellation was denied again with cancelDenied", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const statusOf = async () =>
      (await setup.requests.get(id)).components.find((each) => each.id === line)?.status.code;
    await setup.requests.resubmit(id, { cancelDenied: true });
    setup.sandbox.lessor.deny(id, { lines: [line] });
    expect(await statusOf()).toBe("CancellationDenied");
    await setup.requests.resubmit(id, { cancelDenied: true });
    expect(await statusOf()).toBe("Cancelled");
  });

  it("checks the request as it will be, so that a cancelled line violates no rule", async () => {
    const { sandbox, requests, lines, createDraft } = await setUp(group);
    const damaged = { ...createOtherLine(group), damage: true };
    const id = await createDraft({ components: [...lines, damaged], status: "ApprovalRequested" });
    sandbox.lessor.deny(id, { lines: [damaged.id] });
    sandbox.lessor.changeContract("AB-123-C", { componentsWithDamageAllowed: false });
    expect(await listViolations(requests.resubmit(id))).toEqual([`REG-SVC000177 components[${lines.length}].damage`]);
    expect(await requests.resubmit(id, { cancelDenied: true })).toMatchObject({
      status: "ApprovalRequested",
    });
  });

  it("cancels nothing if the request would then violate a rule", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft({ status: "ApprovalRequested" });
    setup.sandbox.lessor.deny(id);
    await setup.requests.patch(id, {
      components: [{ ...createOtherLine(group), price: untyped(undefined) }],
    });
    const before = listChanges(setup);
    expect(await listViolations(setup.requests.resubmit(id, { cancelDenied: true }))).not.toEqual([]);
    expect(listChanges(setup)).toEqual(before);
  });

  it("is possible in Response only", async () => {
    const { requests, createDraft } = await setUp(group);
    expect(await listViolations(requests.resubmit(await createDraft()))).toEqual(["RULE-PHASE status"]);
  });
});

describe.each(groups)("resubmit of %s with lines", (group) => {
  it("changes the lines and asks the lessor again", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const before = listChanges(setup).length;
    const { status, components } = await setup.requests.resubmit(id, {
      lines: { [line.toUpperCase()]: { price: 95.5, supplierCode: "A" } },
    });
    expect(status).toBe("ApprovalRequested");
    expect(components.find((each) => each.id === line)).toMatchObject({ price: 95.5, supplierCode: "A" });
    expect(listChanges(setup).slice(before)).toEqual([`${group}.components.put`, `${group}.patch`]);
    setup.sandbox.lessor.deny(id, { lines: [line] });
    const again = await setup.requests.resubmit(id, { lines: { [line]: { supplierCode: undefined, value: 2 } } });
    const changed = again.components.find((each) => each.id === line);
    expect(changed).toMatchObject({ price: 95.5, value: "2" });
    expect(changed).not.toHaveProperty("supplierCode");
  });

  it("sends nothing if the request would then violate a rule, also for a line that is approved", async () => {
    const setup = await setUp(group);
    const { sandbox, requests, lines } = setup;
    const { id, line } = await createDenied(setup);
    const approved = lines.at(-1)?.id ?? "";
    sandbox.lessor.changeContract("AB-123-C", { componentsWithDamageAllowed: false });
    const before = listChanges(setup);
    const call = requests.resubmit(id, { lines: { [line]: { price: 1 }, [approved]: { damage: true } } });
    expect(await listViolations(call)).toEqual([`REG-SVC000177 components[${lines.length - 1}].damage`]);
    expect(listChanges(setup)).toEqual(before);
  });

  it("checks the price that the line will not have", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const lines = { [line]: { price: undefined } };
    const missing = [`RULE-REQUIRED components[${setup.lines.length}].price`];
    expect(await listViolations(setup.requests.resubmit(id, { lines }))).toEqual(missing);
    await setup.requests.resubmit(id, { lines, allowIncomplete: true });
  });

  it("rejects lines that do not exist or are cancelled", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    await setup.requests.components.cancel(id, line);
    const call = setup.requests.resubmit(id, { lines: { [line]: { price: 1 }, [id]: { price: 1 } } });
    const { violations } = await failure(call, "precondition");
    const component = createOtherLine(group).reg?.code;
    expect(violations).toMatchObject([
      { rule: "line-cancelled", context: { fieldName: `lines.${line}` } },
      { rule: "line-exists", context: { fieldName: `lines.${id}` }, line: { id } },
    ]);
    expect(violations[0]?.line).toMatchObject({ index: setup.lines.length, id: line, component });
  });

  it("rejects a line with another id, which would be added", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const before = listChanges(setup);
    const other = { ...createOtherLine(group), price: 1 };
    const error = await failure(setup.requests.resubmit(id, { lines: { [line]: other } }), "input");
    expect(error.field).toBe(`lines.${line}.id`);
    expect(listChanges(setup)).toEqual(before);
  });

  it("takes the whole line as it was read, with what changes", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const read = (await setup.requests.get(id)).components.find((each) => each.id === line);
    const lines = { [line]: { ...read, price: 95.5, id: line.toUpperCase() } };
    const { components } = await setup.requests.resubmit(id, { lines });
    expect(components.map((each) => each.id)).toEqual([...setup.lines, { id: line }].map((each) => each.id));
    expect(components.at(-1)?.price).toBe(95.5);
  });

  it("rejects two spellings of one id before it reads anything", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const before = setup.sandbox.journal.entries.length;
    const lines = { [line]: { price: 1 }, [line.toUpperCase()]: { price: 2 } };
    const error = await failure(setup.requests.resubmit(id, { lines }), "input");
    expect(error.field).toBe(`lines.${line.toUpperCase()}`);
    expect(setup.sandbox.journal.entries.length).toBe(before);
  });

  it("runs two calls of one client one after the other, so that no call reports the price of the other", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const run = (price: number) => setup.requests.resubmit(id, { lines: { [line]: { price } } });
    const [first, second] = await Promise.allSettled([run(95.5), run(80)]);
    expect(first).toMatchObject({ status: "fulfilled", value: { status: "ApprovalRequested" } });
    expect(second).toMatchObject({ status: "rejected", reason: { violations: [{ rule: "phase" }] } });
    expect((await setup.requests.get(id)).components.find((each) => each.id === line)?.price).toBe(95.5);
  });

  it("a call that waits for another one ends by its own signal or deadline, and sends nothing", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const { requests, sandbox } = setup;
    sandbox.fail({ operation: `${group}.components.put`, with: { delay: 5000 } });
    const ended: string[] = [];
    const run = (name: string, price: number, options: { signal?: AbortSignal; deadline?: number } = {}) =>
      requests.resubmit(id, { lines: { [line]: { price } }, ...options }).finally(() => ended.push(name));
    const controller = new AbortController();
    const first = run("first", 95.5);
    const aborted = run("aborted", 1, { signal: controller.signal }).catch((reason: unknown) => reason);
    const late = failure(run("late", 2, { deadline: 1000 }), "timeout");
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    expect(await late).toMatchObject({ limit: "deadline", limitMs: 1000, outcome: undefined });
    expect((await first).components.find((each) => each.id === line)?.price).toBe(95.5);
    expect(ended).toEqual(["aborted", "late", "first"]);
    expect(await listViolations(requests.resubmit(id))).toEqual(["RULE-PHASE status"]);
  });

  it.each([
    ["reset", "connection", true],
    [{ status: 410 }, "archived", false],
  ] as const)("says what was changed before %j, and whether it can be called again", async (fault, kind, canRepeat) => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const lines = { [line]: { price: 95.5 } };
    setup.sandbox.fail({ operation: `${group}.patch`, when: "before-commit", with: fault });
    const error = await failure(setup.requests.resubmit(id, { lines }), kind);
    expect(error.message).toContain(`The line ${line} was changed`);
    expect(error.message.includes("call resubmit again")).toBe(canRepeat);
    expect((await setup.requests.resubmit(id, { lines })).status).toBe("ApprovalRequested");
  });

  it("does not ask again if the change of a line is an empty success of a gateway", async () => {
    const setup = await setUp(group);
    const { sandbox, createClient } = setup;
    const { id, line } = await createDenied(setup);
    const lines = { [line]: { price: 95.5 } };
    const fetch = async (url: string, init: RequestInit) =>
      init.method === "PUT" ? new Response(null) : sandbox.fetch(url, init);
    const error = await failure(createClient({ fetch })[group].resubmit(id, { lines }), "response");
    expect(error).toMatchObject({ outcome: "unknown", message: expect.stringContaining(line) });
    expect((await setup.requests.get(id)).status).toBe("Denied");
    expect((await setup.requests.resubmit(id, { lines })).status).toBe("ApprovalRequested");
  });

  it("asks again if the service itself responds to the change of a line without content", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const fetch = async (url: string, init: RequestInit) => {
      const response = await setup.sandbox.fetch(url, init);
      return init.method === "PUT" ? new Response(null) : response;
    };
    const requests = setup.createClient({ fetch })[group];
    const { components } = await requests.resubmit(id, { lines: { [line]: { price: 95.5 } } });
    expect(components.find((each) => each.id === line)?.price).toBe(95.5);
  });

  it("finds that the request was sent although the response was lost, if the lessor denies it at once", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const lost = { delay: 5, with: "reset" } as const;
    const fault = setup.sandbox.fail({ operation: `${group}.patch`, when: "after-commit", with: lost });
    const call = setup.requests.resubmit(id, { lines: { [line]: { price: 95.5 } } });
    while (fault.happened === 0) await new Promise((resolve) => setImmediate(resolve));
    setup.sandbox.lessor.deny(id, { lines: [line] });
    expect(await call).toMatchObject({ id, status: "Denied" });
  });

  it("finds a line that was changed although the service writes it in another form", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const fetch: typeof setup.sandbox.fetch = async (...given) => {
      const response = await setup.sandbox.fetch(...given);
      if (new Request(...given).method !== "GET" || !response.ok) return response;
      const text = (await response.text())
        .replaceAll('"value":"2"', '"value":"2.0"')
        .replaceAll(/"operation":\{"code":"(\w+)"/g, '"operation":{"code":"$1","description":"As the service has it"');
      return new Response(text, response);
    };
    const requests = setup.createClient({ fetch })[group];
    setup.sandbox.fail({ operation: `${group}.components.put`, when: "after-commit", with: "reset" });
    const lines = { [line]: { value: "2", operation: createOtherLine(group).operation } };
    expect((await requests.resubmit(id, { lines })).status).toBe("ApprovalRequested");
  });

  it("does not cancel a denied line that is changed", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft({
      components: [...setup.lines, createOtherLine(group)],
      status: "ApprovalRequested",
    });
    setup.sandbox.lessor.deny(id);
    const denied = (await setup.requests.get(id)).components.map((each) => each.id);
    const changed = denied.at(-1) ?? "";
    const options = { lines: { [changed]: { price: 10 } }, cancelDenied: true };
    const { components } = await setup.requests.resubmit(id, options);
    expect(components.at(-1)).toMatchObject({ price: 10, status: { code: "ApprovalRequested" } });
    expect(components.at(-2)?.status.code).toBe("Cancelled");
  });

  it("goes on after a lost response, and can be called again after a request that was lost", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const lines = { [line]: { price: 95.5 } };
    const operation = `${group}.components.put` as const;
    setup.sandbox.fail({ operation, when: "before-commit", with: "reset" });
    expect(await describeEnd(setup.requests.resubmit(id, { lines }))).toBe("unknown");
    expect((await setup.requests.get(id)).status).toBe("Denied");
    setup.sandbox.fail({ operation, when: "after-commit", with: "reset" });
    const { components } = await setup.requests.resubmit(id, { lines });
    expect(components.find((each) => each.id === line)?.price).toBe(95.5);
  });

  it.each<[lines: unknown, message: string]>([
    [[], "lines must be an object with the changes of each line"],
    ["price", "lines must be an object with the changes of each line"],
    [{ a: 1 }, "lines must be an object with the changes of each line"],
  ])("rejects %j", async (lines, message) => {
    const { requests } = await setUp(group);
    const error = await failure(requests.resubmit("an-id", { lines: untyped(lines) }), "input");
    expect(error.message).toContain(`${group}.resubmit: ${message}`);
  });

  it.each<object>([{ price: "99,50" }, { price: 0.1 + 0.2 }, { prijs: 5 }])("rejects %j", async (changes) => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const before = listChanges(setup);
    const error = await failure(setup.requests.resubmit(id, { lines: { [line]: changes } }), "input");
    expect(error.field).toBe(`lines.${line}.${Object.keys(changes)[0]}`);
    expect(error.problems[0]?.line).toMatchObject({ id: line, component: createOtherLine(group).reg?.code });
    expect(listChanges(setup)).toEqual(before);
  });
});

it("resubmit never cancels a reading, because the lessor needs it", async () => {
  const { sandbox, requests, createDraft } = await setUp();
  const extra = createOtherLine("serviceRequests");
  const [mileage, job] = [reading(), work()];
  const id = await createDraft({ components: [mileage, job, extra], status: "ApprovalRequested" });
  sandbox.lessor.deny(id, { lines: [mileage.id, extra.id] });
  const { components } = await requests.resubmit(id, { cancelDenied: true });
  const codes = [mileage, job, extra].map((line) => components.find(({ id }) => id === line.id)?.status.code);
  expect(codes).toEqual(["ApprovalRequested", "Approved", "Cancelled"]);
});

describe("cancelOrDelete", () => {
  it("deletes a line that was not sent and cancels one that was, ignoring the case of the id", async () => {
    const { sandbox, requests, lines, createDraft } = await setUp("damageServiceRequests");
    const [sent = damageLine()] = lines;
    const id = await createDraft({ status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    const added = createOtherLine("damageServiceRequests");
    await requests.patch(id, { components: [added] });
    expect(await requests.cancelOrDelete(id, added.id)).toBe("deleted");
    expect(await requests.cancelOrDelete(id, sent.id.toUpperCase())).toBe("cancelled");
    expect((await requests.get(id)).components.map(({ status }) => status.code)).toEqual(["Cancelled"]);
  });

  it("sends nothing for a line that is already cancelled, in any phase", async () => {
    const setup = await setUp("damageServiceRequests");
    const { id, line } = await createDenied(setup);
    await setup.requests.resubmit(id, { cancelDenied: true });
    const before = listChanges(setup);
    expect(await setup.requests.cancelOrDelete(id, line)).toBe("cancelled");
    setup.sandbox.lessor.approve(id);
    expect(await setup.requests.cancelOrDelete(id, line)).toBe("cancelled");
    expect(listChanges(setup)).toEqual(before);
  });

  it("rejects an unknown line, and a phase that does not allow the operation", async () => {
    const { requests, createDraft, lines } = await setUp();
    const id = await createDraft({ status: "ApprovalRequested" });
    expect(await listViolations(requests.cancelOrDelete(id, lines[0]?.id ?? ""))).toEqual(["RULE-PHASE status"]);
    expect(await listViolations(requests.cancelOrDelete(id, id))).toEqual(["RULE-LINE componentId"]);
    expect((await failure(requests.cancelOrDelete(id, untyped(undefined)), "input")).message).toBe(
      "serviceRequests.cancelOrDelete: componentId must be the id of a line",
    );
  });
});

describe("submit of a request for a rental vehicle", () => {
  it("applies the rules for rental vehicles if the known codes say so", async () => {
    const { requests, supplier } = await setUp();
    const { id } = await supplier.serviceRequests.create(rental());
    expect(await listViolations(requests.submit(id, { known: { rentalCodes: ["1101"] } }))).toContain(
      "RULE-APPROVAL vehicle.partialVin",
    );
    expect(await requests.submit(id, { known: { rentalCodes: ["9001"] } })).toMatchObject({ id });
  });
});

describe.each(groups)("two concurrent callers with one request of %s", (group) => {
  /** Runs a workflow in two clients, and describes how both calls end. */
  const runTwice = async (run: (requests: Setup["requests"]) => Promise<unknown>, { createClient }: Setup) =>
    (await Promise.all([describeEnd(run(createClient()[group])), describeEnd(run(createClient()[group]))])).sort();

  it("both succeed with submit", async () => {
    const setup = await setUp(group);
    const id = await setup.createDraft();
    expect(await runTwice((requests) => requests.submit(id), setup)).toEqual(["resolved", "resolved"]);
    expect((await setup.requests.get(id)).status).toBe("ApprovalRequested");
  });

  it("both succeed with resubmit, and the denied line is cancelled", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const run = (requests: Setup["requests"]) => requests.resubmit(id, { cancelDenied: true });
    expect(await runTwice(run, setup)).toEqual(["resolved", "resolved"]);
    const { status, components } = await setup.requests.get(id);
    expect(status).toBe("ApprovalRequested");
    expect(components.find((each) => each.id === line)?.status.code).toBe("Cancelled");
  });

  it("both succeed with resubmit, and the line is changed", async () => {
    const setup = await setUp(group);
    const { id, line } = await createDenied(setup);
    const run = (requests: Setup["requests"]) => requests.resubmit(id, { lines: { [line]: { price: 95.5 } } });
    expect(await runTwice(run, setup)).toEqual(["resolved", "resolved"]);
    const { status, components } = await setup.requests.get(id);
    expect(status).toBe("ApprovalRequested");
    expect(components.find((each) => each.id === line)?.price).toBe(95.5);
  });

  it.each(["cancel", "delete"])("both succeed with cancelOrDelete of a line: %s", async (step) => {
    const setup = await setUp(group);
    const extra = createOtherLine(group);
    const prepared =
      step === "cancel"
        ? await createDenied(setup)
        : { id: await setup.createDraft({ components: [...setup.lines, extra] }), line: extra.id };
    const { id, line } = prepared;
    const run = (requests: Setup["requests"]) => requests.cancelOrDelete(id, line);
    expect(await runTwice(run, setup)).toEqual(["resolved", "resolved"]);
    const left = (await setup.requests.get(id)).components.find((each) => each.id === line);
    expect(left?.status.code).toBe(step === "cancel" ? "Cancelled" : undefined);
  });
});
