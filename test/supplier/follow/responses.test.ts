import { describe, expect, test } from "vitest";
import { empty, json, type Reply, text } from "../../support/fetch.js";
import { ownError, setUpListed, withoutLock } from "./support.js";

const html = { "content-type": "text/html" };
const page = (status: number) => text("<!doctype html><title>Gateway</title>", { status, headers: html });

const foreign: readonly [string, Reply][] = [
  ["a page with 404", page(404)],
  ["a page with 410", page(410)],
  ["a text with 404", text("404 page not found", { status: 404, headers: { "content-type": "text/plain" } })],
  ["an empty 404", empty(404)],
  ["an empty 410", empty(410)],
  ["JSON with 404 that is no error of the service", json({ message: "no route" }, { status: 404 })],
  ["JSON with 410 that is no error of the service", json({ message: "no route" }, { status: 410 })],
];

describe("a request that is no longer listed", () => {
  async function followDenied(status = "Denied") {
    const setup = setUpListed();
    setup.service.put("R-1", status);
    const { handled, ...following } = await setup.follow();
    expect(handled).toEqual([]);
    setup.service.unlist("R-1");
    return { ...setup, ...following, handled };
  }

  test.each(foreign)("is neither decided nor forgotten after %s", async (_, reply) => {
    const { service, handled, errors, pass } = await followDenied();
    service.replies.set("R-1", reply);
    for (let polls = 0; polls < 5; polls += 1) await pass();
    expect(handled).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
    service.replies.clear();
    service.put("R-1", "Approved");
    for (let polls = 0; polls < 60; polls += 1) await pass();
    expect(handled).toEqual(["R-1 submitted", "R-1 approved"]);
  });

  test("is archived after a 410 of the service, and no other request is", async () => {
    const { service, handled, errors, pass } = await followDenied("ApprovalRequested");
    service.replies.set("R-1", ownError(410));
    await pass();
    expect(handled).toEqual(["R-1 approved", "R-1 archived"]);
    expect(errors).toEqual([]);
  });

  test("was deleted after a 404 of the service, if it was a draft", async () => {
    const { service, handled, errors, store, pass } = await followDenied("Draft");
    service.remove("R-1");
    await pass();
    await pass();
    expect(handled).toEqual(["R-1 draft-deleted"]);
    expect(errors).toEqual([]);
    expect([...store.keys()].filter((key) => key.includes("R-1"))).toEqual([]);
  });

  test("is reported, kept and no longer read after 404s of the service, if it was none", async () => {
    const { service, handled, errors, store, pass, follow, end } = await followDenied();
    service.replies.set("R-1", ownError(404));
    for (let polls = 0; polls < 40; polls += 1) await pass();
    expect(handled).toEqual([]);
    expect(errors.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => "not-found"));
    await pass(600_000);
    await end();
    const { handled: after, errors: later } = await follow({ state: withoutLock(store) });
    for (let polls = 0; polls < 5; polls += 1) await pass();
    expect(later).toEqual([]);
    expect(service.reads).toHaveLength(7);
    // It was known: that it is listed again is no event, but what has changed is.
    service.replies.clear();
    service.put("R-1", "Denied", { fields: { parking: { isParked: true } } });
    await pass();
    expect(after).toEqual(["R-1 parked"]);
  });

  test("is no deleted draft if it was submitted since it was read", async () => {
    const { service, handled, pass } = await followDenied("Draft");
    service.put("R-1", "ApprovalRequested");
    service.replies.set("R-1", ownError(404));
    await pass();
    service.unlist("R-1");
    for (let polls = 0; polls < 60; polls += 1) await pass();
    expect(handled).toEqual([]);
  });
});

describe("a list", () => {
  test.each(foreign)("that is %s for a moment is reported, and following goes on", async (_, reply) => {
    const { service, follow, pass } = setUpListed();
    const { handled, errors } = await follow();
    service.replies.set("servicerequests", reply);
    service.put("R-1", "Draft");
    await pass();
    await pass();
    expect(handled).toEqual([]);
    expect(errors.length).toBeGreaterThan(1);
    service.replies.clear();
    await pass();
    expect(handled).toEqual(["R-1 created"]);
  });

  test.each([400, 401, 403, 405, 407, 413, 414, 421, 431, 451])(
    "that is a page with %i, as both lists are, is reported at each poll, and following goes on",
    async (status) => {
      const { service, follow, pass } = setUpListed();
      const { handled, errors } = await follow();
      for (const path of Object.keys(service.lists)) service.replies.set(path, page(status));
      service.put("R-1", "Draft");
      await pass();
      await pass();
      expect(errors.map((error) => Reflect.get(error, "status"))).toEqual([status, status, status, status]);
      service.replies.clear();
      await pass();
      expect(handled).toEqual(["R-1 created"]);
    },
  );

  test("that the account may not read is told apart from a page with 403 in place of the other one", async () => {
    const { service, follow, pass } = setUpListed();
    service.replies.set("servicerequests", page(403));
    service.replies.set("damageservicerequests", ownError(403));
    const { handled, errors, ended } = await follow();
    expect(errors).toMatchObject([{ kind: "permission" }, { kind: "permission" }]);
    service.replies.delete("servicerequests");
    await pass();
    service.put("R-1", "Draft");
    await pass();
    expect(handled).toEqual(["R-1 created"]);
    service.replies.set("servicerequests", ownError(403));
    await pass();
    expect(await ended).toMatchObject({ kind: "permission" });
  });

  test("that the service itself does not know ends following", async () => {
    const { service, follow, pass } = setUpListed();
    service.replies.set("servicerequests", ownError(404));
    const { ended, errors } = await follow();
    await pass();
    expect(await ended).toMatchObject({ kind: "not-found", operationId: "serviceRequests.list" });
    expect(errors).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["whose status is null", { id: "R-2", status: null, supplierId: 4711 }],
    ["without an id", { status: "Draft" }],
    ["that is null", null],
    ["that is a text", "R-2"],
    ["whose id is empty", { id: "", status: "Draft", supplierId: 4711 }],
    ["whose id has a slash, which no request can name", { id: "R-2/x", status: "Draft", supplierId: 4711 }],
    ["whose id has half of a pair of characters", { id: "R-\ud83d", status: "Draft", supplierId: 4711 }],
    ["whose supplier is an object that is no text", { id: "R-2", status: "Draft", supplierId: { toString: 1 } }],
    ["whose supplier is empty", { id: "R-2", status: "Draft", supplierId: "" }],
    ["whose supplier is a fraction", { id: "R-2", status: "Draft", supplierId: 4711.5 }],
  ])("with an entry %s still shows the other ones, and reports it", async (_, entry) => {
    const { service, follow, pass } = setUpListed();
    const { handled, errors } = await follow();
    service.lists.servicerequests.push(entry);
    service.put("R-1", "Draft");
    await pass();
    expect(handled).toEqual(["R-1 created"]);
    service.put("R-1", "ApprovalRequested");
    await pass();
    expect(handled).toEqual(["R-1 created", "R-1 submitted"]);
    const operationId = "serviceRequests.list";
    expect(errors[0]).toMatchObject({ kind: "response", operationId, message: expect.stringMatching(/^follow: /) });
    expect(errors[0]?.message).toMatch(/contains no (id|status|usable supplierId) in serviceRequests\[0\]/);
  });

  test("with an entry without an id does not show which requests are gone", async () => {
    const { service, follow, pass } = setUpListed();
    service.put("R-1", "Draft");
    const { handled } = await follow();
    service.remove("R-1");
    service.lists.servicerequests.push({ status: "Draft" });
    await pass();
    expect(handled).toEqual([]);
    service.lists.servicerequests.pop();
    await pass();
    expect(handled).toEqual(["R-1 draft-deleted"]);
  });
});

describe("a request that existed before the state", () => {
  const approved = { invoicing: { status: "ReadyForInvoicing", totalAmountInvoiced: 5 }, parking: { isParked: true } };

  test("is decided between the first list and its first reading, also in the next process", async () => {
    const { service, store, follow, pass } = setUpListed();
    service.put("R-1", "ApprovalRequested");
    service.replies.set("R-1", ownError(503));
    const first = await follow();
    expect(first.errors).toHaveLength(1);
    await first.end();
    service.put("R-1", "Approved", { fields: approved });
    service.replies.clear();
    const second = await follow({ state: withoutLock(store) });
    expect(second.handled).toEqual(["R-1 approved", "R-1 ready-to-invoice"]);
    await pass();
    expect(second.handled).toHaveLength(2);
  });

  test.each<[string, string, object, string[]]>([
    ["Approved", "Approved", approved, []],
    ["Draft", "ApprovalRequested", {}, ["submitted"]],
    // Its lines are from an earlier review.
    ["Modified", "ApprovalRequested", lines("Denied"), ["submitted"]],
    ["Denied", "Denied", lines("Denied"), []],
    ["ApprovalRequested", "Denied", lines("Denied", "CallLessor"), ["denied", "call-lessor"]],
    ["OnHold", "Approved", approved, []],
  ])("listed as %s and read as %s shows only what follows from both", async (listed, read, fields, expected) => {
    const { service, follow } = setUpListed();
    service.put("R-1", read, { fields });
    service.lists.servicerequests.splice(0, 1, { id: "R-1", status: listed, supplierId: 4711 });
    const { handled } = await follow();
    expect(handled).toEqual(expected.map((type) => `R-1 ${type}`));
  });

  function lines(...statuses: string[]) {
    return { components: statuses.map((code, index) => ({ id: `line-${index}`, status: { code } })) };
  }
});

describe("requests of which one list shows only some (hasMore)", () => {
  const ready = { fields: { invoicing: { status: "ReadyForInvoicing" } } };

  /** Lists the first two requests of a kind. */
  function setUpCut() {
    const setup = setUpListed();
    const { servicerequests } = setup.service.lists;
    setup.service.replies.set("servicerequests", (sent) => {
      const hasMore = servicerequests.length > 2;
      return json({ serviceRequests: servicerequests.slice(0, 2), hasMore })(sent);
    });
    for (let index = 0; index < 4; index += 1) setup.service.put(`R-old${index}`, "ApprovalRequested");
    return setup;
  }

  test("are no events when they are shown later, but what happens to them is, and it is reported once", async () => {
    const { service, store, follow, pass } = setUpCut();
    const { handled, errors, end } = await follow();
    for (const id of ["R-old0", "R-old1"]) {
      service.unlist(id);
      service.replies.set(id, ownError(410));
      await pass();
    }
    service.put("R-old2", "Approved", ready);
    await pass();
    await pass();
    const operationId = "serviceRequests.list";
    expect(errors).toMatchObject([{ kind: "response", operationId, message: expect.stringMatching(/existing: true/) }]);
    expect(handled.sort()).toEqual([
      "R-old0 approved",
      "R-old0 archived",
      "R-old1 approved",
      "R-old1 archived",
      "R-old2 approved",
      "R-old2 ready-to-invoice",
    ]);
    await end();
    // The list is complete now.
    const again = await follow({ state: withoutLock(store) });
    service.remove("R-old3");
    service.put("R-new", "Draft");
    await pass();
    expect(again.handled).toEqual(["R-new created"]);
    expect(again.errors.filter(({ kind }) => kind === "response")).toEqual([]);
  });

  test("are all events if existing requests are", async () => {
    const { service, follow, pass } = setUpCut();
    const { handled, errors } = await follow({ existing: true });
    service.unlist("R-old0");
    service.replies.set("R-old0", ownError(410));
    await pass();
    expect(handled).toContain("R-old2 created");
    expect(errors).toEqual([]);
  });
});

describe("a handler that throws something without a text", () => {
  const throwsInToString = {
    toString() {
      throw new Error("no text");
    },
  };
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  test.each<[string, () => unknown]>([
    ["an object without a prototype", () => Object.create(null)],
    ["an object whose toString throws", () => throwsInToString],
    ["a proxy that was revoked", revoked],
    [
      "an error whose message cannot be read",
      () => Object.defineProperty(new Error(), "message", { get: throwsInToString.toString }),
    ],
    ["a symbol", () => Symbol("gone")],
  ])("has its event set aside: %s", async (_, thrown) => {
    const { service, store, follow, pass } = setUpListed();
    const created = () => {
      throw thrown();
    };
    const { handled, following, end } = await follow({ attempts: 2, on: { created } });
    service.put("R-1", "ApprovalRequested");
    await pass();
    await pass();
    expect(handled).toEqual(["R-1 submitted"]);
    const setAside = [{ event: { type: "created" }, error: expect.any(String) }];
    expect(following.setAside()).toMatchObject(setAside);
    await end();
    expect((await follow({ state: withoutLock(store) })).following.setAside()).toMatchObject(setAside);
  });
});
