import { describe, expect, it } from "vitest";
import { RegTimeoutError } from "../../../src/errors/errors.js";
import type { OperationId } from "../../../src/sandbox/index.js";
import { damageLine, reading, rental, untyped, work } from "../../sandbox/support.js";
import { failure, rejection } from "../../support/errors.js";
import { denied } from "./workflow-cases.js";
import {
  brokenRules,
  endOf,
  groups,
  invoicesOf,
  openWorld,
  otherLine,
  otherVehicle,
  type World,
} from "./workflow-world.js";

/** What was done since a request was prepared: every call that is no read. */
const actsOf = ({ sandbox }: World) =>
  sandbox.journal.entries.filter(({ method }) => method !== "GET").map(({ operationId }) => operationId);

describe.each(groups)("submit of %s", (group) => {
  it("resolves to the request as it is with the lessor", async () => {
    const { requests, draft } = await openWorld(group);
    const id = await draft();
    const request = await requests.submit(id);
    expect(request).toMatchObject({ id, status: "ApprovalRequested" });
    expect(request).toEqual(await requests.get(id));
  });

  it("sends nothing if a rule is broken, and tells of all that are", async () => {
    const world = await openWorld(group);
    const id = await world.draft({ components: [], vehicle: { licensePlate: "AB-123-C" } });
    const before = actsOf(world);
    const error = await failure(world.requests.submit(id), "precondition");
    expect(error.operationId).toBe(`${group}.submit`);
    expect(error.violations.every(({ code }) => code === "RULE-APPROVAL")).toBe(true);
    expect(error.violations.length).toBe(group === "serviceRequests" ? 3 : 1);
    expect(actsOf(world)).toEqual(before);
  });

  it("holds the request against the contract and the allowed components as they are now", async () => {
    const { sandbox, requests, draft, order } = await openWorld(group);
    const damaged = order.map((line) => ({ ...line, damage: true }));
    const id = await draft({ components: group === "serviceRequests" ? damaged.slice(1) : damaged });
    const overrides = {
      componentsWithDamageAllowed: false,
      supplierContract: { damage: { allowed: false } },
    };
    sandbox.lessor.changeContract("AB-123-C", overrides);
    const rules = await brokenRules(requests.submit(id));
    expect(rules).toContain("REG-SVC000177 components[0].damage");
    if (group === "damageServiceRequests") expect(rules).toContain("RULE-COMPONENT components[0].reg.code");
  });

  it("is for Draft and Response; what is with the lessor is read once and left in peace", async () => {
    const { sandbox, requests, draft } = await openWorld(group);
    const waiting = await draft({ status: "ApprovalRequested" });
    const before = sandbox.journal.entries.length;
    expect(await brokenRules(requests.submit(waiting))).toEqual(["RULE-PHASE status"]);
    expect(sandbox.journal.entries.length).toBe(before + 1);
    sandbox.lessor.deny(waiting);
    expect(await requests.submit(waiting)).toMatchObject({ status: "ApprovalRequested" });
    sandbox.lessor.approve(waiting);
    expect(await brokenRules(requests.submit(waiting))).toEqual(["RULE-PHASE status"]);
  });

  it.each([
    ["approve", "Approved"],
    ["deny", "Denied"],
    ["provisionallyApprove", "ProvisionallyApproved"],
  ] as const)(
    "finds a request whose answer got lost, and that the lessor decides on (%s)",
    async (decide, status) => {
      const { sandbox, requests, draft } = await openWorld(group);
      const id = await draft();
      const lost = { delay: 5, with: "reset" } as const;
      const fault = sandbox.fail({ operation: `${group}.patch`, when: "after-commit", with: lost });
      const call = requests.submit(id);
      while (fault.happened === 0) await new Promise((resolve) => setImmediate(resolve));
      sandbox.lessor[decide](id);
      expect(await call).toMatchObject({ id, status });
    },
  );

  it("does not take an old denial for a new one", async () => {
    const { sandbox, requests, draft } = await openWorld(group);
    const id = await draft({ status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    sandbox.fail({ operation: `${group}.patch`, with: "reset" });
    expect(await endOf(requests.submit(id))).toBe("unknown");
    sandbox.fail({ operation: `${group}.patch`, with: "reset" });
    expect(await endOf(requests.resubmit(id, { cancelDenied: true }))).toBe("unknown");
    expect((await requests.get(id)).status).toBe("Modified");
  });
});

describe.each(groups)("resubmit of %s", (group) => {
  it("cancels what was denied only if it is told to", async () => {
    const world = await openWorld(group);
    const { id, line } = await denied(world);
    const find = ({ components }: { components: { id: string; status: { code: string } }[] }) =>
      components.find((each) => each.id === line)?.status.code;
    expect(find(await world.requests.resubmit(id))).toBe("ApprovalRequested");
    world.sandbox.lessor.deny(id, { lines: [line] });
    expect(find(await world.requests.resubmit(id, { cancelDenied: true }))).toBe("Cancelled");
  });

  it("cancels again what the lessor did not want cancelled, if it is told to", async () => {
    const world = await openWorld(group);
    const { id, line } = await denied(world);
    const statusOf = async () =>
      (await world.requests.get(id)).components.find((each) => each.id === line)?.status.code;
    await world.requests.resubmit(id, { cancelDenied: true });
    world.sandbox.lessor.deny(id, { lines: [line] });
    expect(await statusOf()).toBe("CancellationDenied");
    await world.requests.resubmit(id, { cancelDenied: true });
    expect(await statusOf()).toBe("Cancelled");
  });

  it("checks the request as it will be: what is cancelled breaks no rule", async () => {
    const { sandbox, requests, order, draft } = await openWorld(group);
    const damaged = { ...otherLine(group), damage: true };
    const id = await draft({ components: [...order, damaged], status: "ApprovalRequested" });
    sandbox.lessor.deny(id, { lines: [damaged.id] });
    sandbox.lessor.changeContract("AB-123-C", { componentsWithDamageAllowed: false });
    expect(await brokenRules(requests.resubmit(id))).toEqual([
      `REG-SVC000177 components[${order.length}].damage`,
    ]);
    expect(await requests.resubmit(id, { cancelDenied: true })).toMatchObject({
      status: "ApprovalRequested",
    });
  });

  it("cancels nothing if the request would lack something then", async () => {
    const world = await openWorld(group);
    const id = await world.draft({ status: "ApprovalRequested" });
    world.sandbox.lessor.deny(id);
    await world.requests.patch(id, { components: [{ ...otherLine(group), price: untyped(undefined) }] });
    const before = actsOf(world);
    expect(await brokenRules(world.requests.resubmit(id, { cancelDenied: true }))).not.toEqual([]);
    expect(actsOf(world)).toEqual(before);
  });

  it("is for Response only", async () => {
    const { requests, draft } = await openWorld(group);
    expect(await brokenRules(requests.resubmit(await draft()))).toEqual(["RULE-PHASE status"]);
  });
});

it("resubmit never cancels a reading, which the lessor needs", async () => {
  const { sandbox, requests, draft } = await openWorld();
  const extra = otherLine("serviceRequests");
  const [mileage, job] = [reading(), work()];
  const id = await draft({ components: [mileage, job, extra], status: "ApprovalRequested" });
  sandbox.lessor.deny(id, { lines: [mileage.id, extra.id] });
  const { components } = await requests.resubmit(id, { cancelDenied: true });
  const codes = [mileage, job, extra].map((line) => components.find(({ id }) => id === line.id)?.status.code);
  expect(codes).toEqual(["ApprovalRequested", "Approved", "Cancelled"]);
});

describe("options that the caller changes while the call is under way", () => {
  it("do not change it", async () => {
    const { requests, approved } = await openWorld();
    const [one, other] = [await approved(), await approved(otherVehicle)];
    const options = { number: "2026-1" };
    const calls = [requests.invoice(one, options)];
    options.number = "2026-2";
    calls.push(requests.invoice(other, options));
    options.number = "2026-3";
    await Promise.all(calls);
    const numbers = [await invoicesOf(requests, one), await invoicesOf(requests, other)].flat();
    expect(numbers.map(({ invoiceNumber }) => invoiceNumber)).toEqual(["2026-1", "2026-2"]);
  });

  it.each(groups)("do not change it for %s, whatever the journey", async (group) => {
    const world = await openWorld(group);
    const { id, line } = await denied(world);
    const options = { cancelDenied: false };
    const call = world.requests.resubmit(id, options);
    options.cancelDenied = true;
    const { components } = await call;
    expect(components.find((each) => each.id === line)?.status.code).toBe("ApprovalRequested");

    world.sandbox.lessor.approve(id);
    const sent: unknown[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      if (url.endsWith("/status")) sent.push(JSON.parse(String(init.body)));
      return world.sandbox.fetch(url, init);
    };
    const reason = { reason: "Elsewhere" };
    const marked = world.another({ fetch })[group].markNotInvoiced(id, reason);
    reason.reason = "Not at all";
    await marked;
    expect(sent).toEqual([{ reason: "Elsewhere" }]);
  });
});

describe.each(["submit", "resubmit"] as const)(
  "changes that the caller makes to the options of %s during the call",
  (name) => {
    it("do not reach the known facts that the rules use", async () => {
      const { sandbox, requests, draft } = await openWorld();
      const id = await draft({ status: name === "submit" ? "Draft" : "ApprovalRequested" });
      if (name === "resubmit") sandbox.lessor.deny(id);
      const known = { rentalCodes: ["no such code"] };
      const call = requests[name](id, { known });
      // With these codes the request would be for a rental vehicle, for which another rule applies.
      known.rentalCodes.push("2101", "5401");
      expect(await call).toMatchObject({ id, status: "ApprovalRequested" });
    });

    it("do not reach the headers of the later calls", async () => {
      const { sandbox, another, draft } = await openWorld();
      const id = await draft({ status: name === "submit" ? "Draft" : "ApprovalRequested" });
      if (name === "resubmit") sandbox.lessor.deny(id);
      const sent: (string | null)[] = [];
      const fetch = (url: string, init: RequestInit) => {
        sent.push(new Headers(init.headers).get("x-job"));
        return sandbox.fetch(url, init);
      };
      const headers = { "x-job": "7" };
      const call = another({ fetch }).serviceRequests[name](id, { headers });
      headers["x-job"] = "8";
      await call;
      expect(sent).toEqual(["7", "7", "7", "7"]);
    });
  },
);

describe("cancelOrDelete", () => {
  it("deletes in Response what was not sent, and cancels what was, whatever the case of the id", async () => {
    const { sandbox, requests, order, draft } = await openWorld("damageServiceRequests");
    const [sent = damageLine()] = order;
    const id = await draft({ status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    const added = otherLine("damageServiceRequests");
    await requests.patch(id, { components: [added] });
    expect(await requests.cancelOrDelete(id, added.id)).toBe("deleted");
    expect(await requests.cancelOrDelete(id, sent.id.toUpperCase())).toBe("cancelled");
    expect((await requests.get(id)).components.map(({ status }) => status.code)).toEqual(["Cancelled"]);
  });

  it("leaves alone what is cancelled, in any phase", async () => {
    const world = await openWorld("damageServiceRequests");
    const { id, line } = await denied(world);
    await world.requests.resubmit(id, { cancelDenied: true });
    const before = actsOf(world);
    expect(await world.requests.cancelOrDelete(id, line)).toBe("cancelled");
    world.sandbox.lessor.approve(id);
    expect(await world.requests.cancelOrDelete(id, line)).toBe("cancelled");
    expect(actsOf(world)).toEqual(before);
  });

  it("refuses a line that there is not, and a phase that does not allow it", async () => {
    const { requests, draft, order } = await openWorld();
    const id = await draft({ status: "ApprovalRequested" });
    expect(await brokenRules(requests.cancelOrDelete(id, order[0]?.id ?? ""))).toEqual(["RULE-PHASE status"]);
    expect(await brokenRules(requests.cancelOrDelete(id, id))).toEqual(["RULE-LINE componentId"]);
    expect((await failure(requests.cancelOrDelete(id, untyped(undefined)), "input")).message).toBe(
      "serviceRequests.cancelOrDelete: componentId must be the id of a line",
    );
  });
});

describe("a rental vehicle", () => {
  it("is recognised by the codes that the user knows", async () => {
    const { requests, reg } = await openWorld();
    const { id } = await reg.serviceRequests.create(rental());
    expect(await brokenRules(requests.submit(id, { known: { rentalCodes: ["1101"] } }))).toContain(
      "RULE-APPROVAL vehicle.partialVin",
    );
    expect(await requests.submit(id, { known: { rentalCodes: ["9001"] } })).toMatchObject({ id });
  });
});

describe("the options of a journey", () => {
  it.each([
    [{ sgnal: undefined }, "sgnal is not an option; did you mean signal?"],
    [{ known: { rentalCode: [] } }, "known.rentalCode is not an option; did you mean known.rentalCodes?"],
    [{ known: { warranties: [1] } }, "known.warranties must be a list of texts"],
    [{ cancelDenied: "yes" }, "cancelDenied must be true or false"],
    [{ deadline: 0 }, "deadline must be a positive number of milliseconds, or Infinity for no bound"],
    [null, "options must be an object"],
  ])("are checked before anything is sent: %j", async (options, message) => {
    const { sandbox, requests } = await openWorld();
    const error = await failure(requests.resubmit("an-id", untyped(options)), "input");
    expect(error.message).toBe(`serviceRequests.resubmit: ${message}`);
    expect(sandbox.journal.entries).toEqual([]);
  });

  it("reach each of its calls", async () => {
    const { sandbox, another, draft } = await openWorld();
    const seen: (string | null)[] = [];
    const fetch = (url: string, init: RequestInit) => {
      seen.push(new Headers(init.headers).get("x-job"));
      return sandbox.fetch(url, init);
    };
    await another({ fetch }).serviceRequests.submit(await draft(), { headers: { "x-job": "7" } });
    expect(seen).toEqual(["7", "7", "7", "7"]);
  });

  it("bound all of its calls together by one deadline", async () => {
    const { sandbox, requests, draft } = await openWorld();
    const id = await draft();
    const slow: OperationId[] = ["serviceRequests.get", "lessors.contracts.get"];
    sandbox.fail({ operation: slow, times: 2, with: { delay: 600 } });
    const error = await failure(requests.submit(id, { deadline: 1000 }), "timeout");
    expect(error).toMatchObject({ operationId: "lessors.contracts.get", limit: "deadline" });
    expect(error.limitMs).toBe(1000);
    expect(error.message).toBe(
      "lessors.contracts.get: the deadline of 1000 ms for the whole workflow serviceRequests.submit left too little time for this call. Run the workflow again with a longer `deadline`",
    );
    expect(await failure(Promise.reject(error.cause), "timeout")).toMatchObject({ limit: "deadline" });
    sandbox.journal.assertCalls({ "serviceRequests.patch": 0 });
  });

  it("leave no time for a further call once the deadline has passed", async () => {
    const { sandbox, draft, another } = await openWorld("serviceRequests", {}, { clock: "standing" });
    const id = await draft();
    let now = 0;
    // Each answer takes 600 ms, and no timer is quick enough to end the second one.
    const clock = { ...sandbox.clock, monotonic: () => now, schedule: () => () => {} };
    const fetch = async (url: string, init: RequestInit) => {
      now += 600;
      return sandbox.fetch(url, init);
    };
    const call = another({ fetch, clock, throttle: false }).serviceRequests.submit(id, { deadline: 1000 });
    const error = await failure(call, "timeout");
    expect(error.message).toBe(
      "serviceRequests.submit: the deadline of 1000 ms for the whole workflow serviceRequests.submit left no time for its next call. Run the workflow again with a longer `deadline`",
    );
    expect(error).toMatchObject({ limit: "deadline", limitMs: 1000, outcome: undefined });
    sandbox.journal.assertCalls({ "serviceRequests.patch": 0 });
  });

  it("reports the whole deadline and the unknown outcome if the deadline passes during the PATCH", async () => {
    const { sandbox, requests, draft } = await openWorld();
    const id = await draft();
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

  it("passes on the reason of the caller's signal, even if it is the deadline error of another call", async () => {
    const { another, draft } = await openWorld();
    const id = await draft();
    const reason = new RegTimeoutError("another call", { limit: "deadline", limitMs: 5 });
    const end = new AbortController();
    const fetch = () => {
      end.abort(reason);
      return new Promise<Response>(() => {});
    };
    const call = another({ fetch }).serviceRequests.submit(id, { signal: end.signal, deadline: 1000 });
    expect(await rejection(call)).toBe(reason);
  });

  it("end it between two calls by their signal", async () => {
    const { sandbox, another, draft } = await openWorld();
    const id = await draft();
    const end = new AbortController();
    const fetch = async (url: string, init: RequestInit) => {
      const answer = await sandbox.fetch(url, init);
      if (url.endsWith("/components")) end.abort(new Error("enough"));
      return answer;
    };
    const call = another({ fetch }).serviceRequests.submit(id, { signal: end.signal });
    expect(await rejection(call)).toBe(end.signal.reason);
    sandbox.journal.assertCalls({ "serviceRequests.patch": 0 });
  });
});
