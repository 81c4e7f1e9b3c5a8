import { randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { Fault, OperationId } from "../../src/sandbox/index.js";
import { noTimers, openTimers } from "../support/timers.js";
import { approved, invoice, kindOf, open, problemOf, refusal, repair, untyped } from "./support.js";

const list = "lessors.list" satisfies OperationId;
const error = { status: 503 } as const;

describe("which requests a fault befalls", () => {
  /** Asks so often for the lessors, and tells which of the calls failed. */
  async function failures(faults: readonly Omit<Fault, "operation">[], calls: number, seed = 1) {
    const { sandbox, supplier } = await open({ seed });
    for (const fault of faults) sandbox.fail({ operation: list, ...fault });
    const failed: number[] = [];
    for (let call = 1; call <= calls; call++) {
      if ((await kindOf(supplier.lessors.list())) !== undefined) failed.push(call);
    }
    return failed;
  }

  it.each<[string, Omit<Fault, "operation">, number[]]>([
    ["the first one", { with: error }, [1]],
    ["so many", { times: 3, with: error }, [1, 2, 3]],
    ["all", { times: Number.POSITIVE_INFINITY, with: error }, [1, 2, 3, 4, 5, 6]],
    ["the third one", { skip: 2, with: error }, [3]],
    ["two after the third one", { skip: 3, times: 2, with: error }, [4, 5]],
    ["none", { probability: 0, with: error }, []],
    ["certainly", { probability: 1, with: error }, [1]],
  ])("%s", async (_, fault, failed) => {
    expect(await failures([fault], 6)).toEqual(failed);
  });

  it("some, by chance: the same ones in every run with the same seed", async () => {
    const fault = { probability: 0.5, times: Number.POSITIVE_INFINITY, with: error };
    const one = await failures([fault], 40);
    expect(one.length).toBeGreaterThan(10);
    expect(one.length).toBeLessThan(30);
    expect(await failures([fault], 40)).toEqual(one);
    expect(await failures([fault], 40, 2)).not.toEqual(one);
  });

  it("some, by the same chance after a reset", async () => {
    const { sandbox, supplier } = await open();
    const run = async () => {
      sandbox.fail({ operation: list, probability: 0.5, times: Number.POSITIVE_INFINITY, with: error });
      const kinds = [];
      for (let call = 0; call < 20; call++) kinds.push(await kindOf(supplier.lessors.list()));
      return kinds;
    };
    const first = await run();
    sandbox.reset();
    expect(await run()).toEqual(first);
  });

  it("each by a chance of its own", async () => {
    const rare = { probability: 0.5, times: Number.POSITIVE_INFINITY, with: error };
    const both = await failures([{ ...rare, skip: 20 }, rare], 20);
    expect(both).not.toEqual(await failures([rare], 20));
  });

  it("counts what another fault befalls among those to be skipped", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: list, times: 2, with: error });
    sandbox.fail({ operation: list, skip: 2, with: { status: 500 } });
    const statuses = [];
    for (let call = 0; call < 4; call++) {
      statuses.push(
        await supplier.lessors.list().then(
          () => 200,
          ({ status }) => status,
        ),
      );
    }
    expect(statuses).toEqual([503, 503, 500, 200]);
  });

  it("of several operations, or of every one", async () => {
    const { sandbox, supplier, lessor } = await open();
    sandbox.fail({ operation: [list, "dealerships.list"], times: 2, with: error });
    expect(await kindOf(supplier.serviceRequests.list())).toBeUndefined();
    expect(await refusal(supplier.dealerships.list())).toEqual([503]);
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(await kindOf(supplier.lessors.list())).toBeUndefined();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "*", times: 2, with: error });
    expect(await refusal(supplier.serviceRequests.list())).toEqual([503]);
    expect(await refusal(lessor.vehicles.get("ZX-987-Y"))).toEqual([503]);
  });

  it("that a function picks by path, header or body", async () => {
    const { sandbox, supplier } = await open();
    const workOrder = (workOrderNumber: string) =>
      repair({ appointment: { ...repair().appointment, workOrderNumber } });
    sandbox.fail({
      operation: "serviceRequests.create",
      matches: ({ body, operationId }) =>
        operationId === "serviceRequests.create" && new TextDecoder().decode(body).includes("WO-BAD"),
      with: error,
    });
    const { id } = await supplier.serviceRequests.create(workOrder("WO-1"));
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.create(workOrder("WO-BAD")))).toEqual([503]);
    const [one, two] = [randomUUID(), randomUUID()];
    sandbox.fail({
      operation: "serviceRequests.get",
      skip: 1,
      matches: ({ params, request }) =>
        params["id"] === two && request.headers.has("authorization") && request.url.endsWith(`/${two}`),
      with: error,
    });
    const get = (id: string) => refusal(supplier.serviceRequests.get(id));
    expect([await get(two), await get(one), await get(two)]).toEqual([[404], [404], [503]]);
  });

  it("only ones within the limit and with a good token", async () => {
    const { sandbox, supplier } = await open({ rateLimit: { limit: 2 } });
    const fault = sandbox.fail({ operation: list, with: error });
    expect((await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`)).status).toBe(401);
    expect(fault.happened).toBe(0);
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
  });
});

describe("a function that picks requests", () => {
  it("must answer at once: a promise would always count as true", async () => {
    const defects: Error[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    sandbox.fail({ operation: list, matches: untyped(async () => false), with: error });
    expect(await kindOf(supplier.lessors.list())).toBe("connection");
    expect(defects.map(({ message }) => message)).toEqual([
      expect.stringContaining("matches must return true or false; a promise is not accepted"),
    ]);
  });
});

describe("the handle of a fault", () => {
  it("tells what happened and what is left", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: list, times: 2, with: error });
    expect(fault).toMatchObject({ remaining: 2, happened: 0 });
    await kindOf(supplier.lessors.list());
    expect(fault).toMatchObject({ remaining: 1, happened: 1 });
    await kindOf(supplier.lessors.list());
    await supplier.lessors.list();
    expect(fault).toMatchObject({ remaining: 0, happened: 2 });
  });

  it("cancels it, and nothing else", async () => {
    const { sandbox, supplier } = await open();
    const endless = sandbox.fail({ operation: list, times: Number.POSITIVE_INFINITY, with: error });
    sandbox.fail({ operation: list, with: { status: 500 } });
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(endless).toMatchObject({ remaining: Number.POSITIVE_INFINITY, happened: 1 });
    endless.cancel();
    endless.cancel();
    expect(endless).toMatchObject({ remaining: 0, happened: 1 });
    expect(await refusal(supplier.lessors.list())).toEqual([500]);
    await supplier.lessors.list();
  });

  it("has nothing left after a reset", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: list, times: 2, with: error });
    sandbox.reset();
    expect(fault).toMatchObject({ remaining: 0, happened: 0 });
    await supplier.lessors.list();
  });
});

describe("what a fault answers", () => {
  async function answerTo(fault: Omit<Fault, "operation">) {
    const { sandbox } = await open();
    sandbox.fail({ operation: list, ...fault });
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    return { answer, type: answer.headers.get("content-type"), sandbox };
  }

  it("a status: the service's error body", async () => {
    const { answer, type } = await answerTo({ with: { status: 503, headers: { "retry-after": "7" } } });
    expect([answer.status, type, answer.headers.get("retry-after")]).toEqual([503, "application/json", "7"]);
    expect(await answer.json()).toMatchObject({
      status: 503,
      title: "Service Unavailable",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      errors: [],
    });
  });

  it("codes: the service's own entries, with the status that goes with them", async () => {
    const code = "REG-INV000018";
    const { answer } = await answerTo({ with: { code, codes: ["REG-INV000105"] } });
    const { errors } = await problemOf(answer);
    expect([answer.status, errors.map((entry) => entry.code)]).toEqual([400, [code, "REG-INV000105"]]);
    expect(errors[0]).toMatchObject({ description: expect.stringMatching(/\w/), context: {} });
    expect((await answerTo({ with: { status: 409, code } })).answer.status).toBe(409);
  });

  it("a body of its own, or none", async () => {
    const { answer, type } = await answerTo({ with: { status: 500, body: ["as told"] } });
    expect([answer.status, type, await answer.json()]).toEqual([500, "application/json", ["as told"]]);
    const empty = (await answerTo({ with: { status: 204, body: "is ignored" } })).answer;
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
    const success = (await answerTo({ with: { status: 200 } })).answer;
    expect([success.status, await success.text()]).toEqual([200, ""]);
  });

  it("a success without a body, which the client takes as it is", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 204, body: { ignored: true } } });
    expect(await supplier.lessors.list()).toBeUndefined();
  });

  it("a redirect", async () => {
    const { answer } = await answerTo({ with: { redirect: "https://elsewhere.invalid/" } });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://elsewhere.invalid/"]);
    expect((await answerTo({ with: { redirect: "/there", status: 308 } })).answer.status).toBe(308);
  });

  it.each([1, 11, 65_536, 200_000])("%i bytes", async (oversized) => {
    const { answer, type } = await answerTo({ with: { oversized } });
    const text = await answer.text();
    expect([answer.status, type, text.length]).toEqual([200, "application/json", oversized]);
    if (oversized >= 11) expect(JSON.parse(text)).toEqual({ data: {} });
  });

  it("the real body under another content type", async () => {
    const { answer, type, sandbox } = await answerTo({ with: { contentType: "text/plain" } });
    expect([answer.status, type]).toEqual([200, "text/plain"]);
    expect(JSON.parse(await answer.text())).toHaveProperty("lessors");
    expect(sandbox.journal.entries).toHaveLength(1);
  });

  it.each([
    ["empty", 200, null, ""],
    ["html", 200, "text/html", "<!doctype html><title>Gateway</title>"],
    ["bad-json", 200, "application/json", '{"data":{"id":'],
  ] as const)("%s", async (kind, status, contentType, body) => {
    const { answer, type } = await answerTo({ with: kind });
    expect([answer.status, type, await answer.text()]).toEqual([status, contentType, body]);
  });

  it("after the commit, with the status of the answer that it spoils", async () => {
    const { sandbox, supplier } = await open();
    const headers = {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    };
    const base = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "empty" });
    const init = { method: "POST", headers, body: JSON.stringify(repair()) };
    const created = await sandbox.fetch(base, init);
    expect([created.status, created.headers.get("location"), await created.text()]).toEqual([201, null, ""]);
    const [request] = (await supplier.serviceRequests.list()).serviceRequests;
    expect(request).toBeDefined();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "html" });
    expect((await sandbox.fetch(`${base}/${randomUUID()}`, { headers })).status).toBe(404);
    // A 204 has no body: what is spoilt is made up.
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "cut-body" });
    expect(await kindOf(supplier.serviceRequests.delete(String(request?.id)))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });
});

describe("before and after the commit", () => {
  it("nothing was done, and everything", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const operation = "serviceRequests.invoices.create";
    sandbox.fail({ operation, with: { code: "REG-INV000018" } });
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    const create = () => supplier.serviceRequests.invoices.create(id, invoice());
    expect(await refusal(create())).toEqual([400, "REG-INV000018"]);
    expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await kindOf(create())).toBe("connection");
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });

  it("a refusal that is spoilt keeps its status", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "html" });
    const call = supplier.serviceRequests.get(randomUUID());
    await expect(call).rejects.toMatchObject({ status: 404, detail: undefined });
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "html" });
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
  });

  it("a refusal is lost as well", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "reset" });
    expect(await kindOf(supplier.serviceRequests.get("nothing"))).toBe("connection");
  });

  it("what needs the real answer comes after it, also after a delay", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({
      operation: "serviceRequests.create",
      with: { delay: 0, with: { contentType: "text/plain" } },
    });
    const call = kindOf(supplier.serviceRequests.create(repair()));
    expect(await call).toBe("response");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });
});

/** Lets everything run that waits for nothing but its turn. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Waits for something that needs no more than its turn. */
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await settle();
};

describe("time", () => {
  it("holds an answer back until the sandbox's clock has moved on", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 30_000 } });
    let answered = false;
    const call = supplier.serviceRequests.create(repair()).finally(() => {
      answered = true;
    });
    await until(() => fault.happened === 1);
    sandbox.clock.advance({ ms: 29_999 });
    await settle();
    expect([answered, (await supplier.serviceRequests.list()).serviceRequests.length]).toEqual([false, 0]);
    sandbox.clock.advance({ ms: 1 });
    expect(await call).toHaveProperty("id");
  });

  it("holds the answer back, but not the deed, after the commit", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, when: "after-commit", with: { delay: 1000, with: error } });
    const call = refusal(supplier.serviceRequests.create(repair()));
    await until(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
    await settle();
    sandbox.clock.advance({ ms: 1000 });
    expect(await call).toEqual([503]);
  });

  it("goes on after a delay although the caller has given up", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 1000 } });
    const controller = new AbortController();
    const call = supplier.serviceRequests.create(repair(), { signal: controller.signal });
    await until(() => fault.happened === 1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    sandbox.clock.advance({ ms: 1000 });
    await until(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
  });

  it("lets a body drip", async () => {
    const { sandbox } = await open();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const url = `${sandbox.supplier.baseUrl}/v2/lessors`;
    const real = await sandbox.fetch(url, { headers }).then((each) => each.arrayBuffer());
    sandbox.fail({ operation: list, with: { drip: 10 } });
    const answer = await sandbox.fetch(url, { headers });
    expect(answer.headers.get("content-length")).toBe(String(real.byteLength));
    const reader = answer.body?.getReader();
    for (const byte of new Uint8Array(real).slice(0, 3)) {
      const next = reader?.read();
      await settle();
      sandbox.clock.advance({ ms: 9 });
      expect(await Promise.race([next, settle().then(() => "nothing")])).toBe("nothing");
      sandbox.clock.advance({ ms: 1 });
      expect((await next)?.value).toEqual(Uint8Array.of(byte));
    }
    await reader?.cancel();
  });
});

describe("in process, one who gives up or is given up", () => {
  it.each(["stall", "stall-body", { drip: 1000 }] as const)(
    "leaves %j without a listener on the signal",
    async (kind) => {
      const { sandbox } = await open();
      sandbox.fail({ operation: list, with: kind });
      const { signal, abort } = controllerOf();
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      const call = sandbox
        .fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal })
        .then((answer) => answer.text());
      const failed = expect(call).rejects.toThrow("enough");
      await settle();
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      abort();
      await failed;
      await settle();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  it("has no listener left once a body has broken off", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: list, with: "cut-body" });
    const { signal } = controllerOf();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    await expect(answer.text()).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
    await settle();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("leaves no timer behind", async () => {
    const { sandbox } = await open({ now: untyped(undefined) });
    await noTimers();
    sandbox.fail({ operation: list, with: { drip: 100_000 } });
    const { signal, abort } = controllerOf();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    const reading = expect(answer.text()).rejects.toThrow("enough");
    await settle();
    expect(openTimers()).toBe(1);
    abort();
    await reading;
    await settle();
    expect(openTimers()).toBe(0);
  });
});

describe("on loopback, one who gives up", () => {
  it.each(["stall", "stall-body", { drip: 100_000 }, { oversized: 1_000_000_000 }] as const)(
    "leaves %j without a connection, a timer or a reader",
    async (kind) => {
      const { sandbox } = await open({ now: untyped(undefined) });
      const server = await sandbox.listen();
      const resources = () =>
        process.getActiveResourcesInfo().filter((name) => /^Timeout|TCPSocketWrap/.test(name)).length;
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      await noTimers();
      const before = resources();
      const fault = sandbox.fail({ operation: list, with: kind });
      const { signal, abort } = controllerOf();
      // Where fetch loses a connection, it opens another one and keeps it for four seconds.
      const failed = new Promise((resolve) => {
        request(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal, agent: false })
          .on("response", (answer) => answer.on("error", resolve).resume())
          .on("error", resolve)
          .end();
      });
      await until(() => fault.happened === 1);
      await settle();
      abort();
      await failed;
      await until(() => resources() <= before);
      await server.close();
    },
  );

  it("is nothing to the rest: a late answer is thrown away", async () => {
    const { sandbox, supplier } = await open();
    const server = await sandbox.listen();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const fault = sandbox.fail({ operation: list, with: { delay: 1000 } });
    const { signal, abort } = controllerOf();
    const failed = expect(
      fetch(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal }),
    ).rejects.toThrow("enough");
    await until(() => fault.happened === 1);
    abort();
    await failed;
    sandbox.clock.advance({ ms: 1000 });
    await until(() => sandbox.journal.entries.length === 1);
    await supplier.lessors.list();
    await server.close();
  });
});

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("enough")) };
}

describe("a fault that is none is refused", () => {
  const fault = { operation: list, with: "reset" };
  it.each([
    [
      { ...fault, operation: "serviceRequests.gett" },
      "operation must be * or operationIds; serviceRequests.gett is none: the nearest ones are serviceRequests.get",
    ],
    [
      { ...fault, operation: [list, "lessor.list"] },
      "lessor.list is none: the nearest ones are lessors.list",
    ],
    [{ ...fault, operation: [] }, "operation must name at least one operation"],
    [{ with: "reset" }, "operation must be"],
    [{ ...fault, times: 0 }, "times must be a whole number from 1, or Infinity"],
    [{ ...fault, times: 1.5 }, "times must be a whole number from 1, or Infinity"],
    [{ ...fault, skip: -1 }, "skip must be a whole number from 0"],
    [{ ...fault, probability: 1.1 }, "probability must be a number from 0 to 1"],
    [{ ...fault, probability: Number.NaN }, "probability must be a number from 0 to 1"],
    [{ ...fault, matches: true }, "matches must be a function"],
    [{ ...fault, when: "later" }, "when must be before-commit or after-commit"],
    [{ ...fault, tims: 2 }, "tims is not part of a fault"],
    [
      { operation: list },
      "with must be reset, stall, stall-body, cut-body, bad-json, html, empty, or an object with",
    ],
    [{ ...fault, with: "explode" }, "with must be reset"],
    [{ ...fault, with: {} }, "with must be reset"],
    [{ ...fault, with: { status: 99 } }, "with.status must be a whole number from 200 to 599"],
    [{ ...fault, with: { status: 503, code: "REG-X" } }, "with.code must be a code of the catalogue"],
    [{ ...fault, with: { codes: [] } }, "with.codes must hold at least one code"],
    [{ ...fault, with: { codes: ["REG-X"] } }, "with.codes.0 must be a code of the catalogue"],
    [
      { ...fault, with: { status: 200, code: "REG-INV000018" } },
      "with.status must be 400 or above with a code",
    ],
    [{ ...fault, with: { code: "REG-INV000018", body: 1 } }, "with.body cannot stand beside a code"],
    [{ ...fault, with: { status: 503, header: {} } }, "with.header does not belong to this fault"],
    [{ ...fault, with: { status: 503, headers: { "a b": "c" } } }, "with.headers must be names and values"],
    [{ ...fault, with: { status: 503, headers: { a: 7 } } }, "with.headers must be names and values"],
    [{ ...fault, with: { redirect: "" } }, "with.redirect must be an address"],
    [{ ...fault, with: { redirect: "/", status: 200 } }, "with.status must be 301, 302, 303, 307 or 308"],
    [{ ...fault, with: { oversized: 0 } }, "with.oversized must be a whole number from 1"],
    [{ ...fault, with: { contentType: "a\nb" } }, "with.contentType must be a content type"],
    [{ ...fault, with: { drip: 0 } }, "with.drip must be a positive number of milliseconds"],
    [{ ...fault, with: { delay: "long" } }, "with.delay must be a number of milliseconds from 0"],
    [
      { ...fault, with: { delay: 1, with: { delay: 1, with: { status: 1 } } } },
      "with.with.with.status must be",
    ],
    [
      { ...fault, when: "before-commit", with: { drip: 1 } },
      "when must be after-commit with contentType and drip",
    ],
    [undefined, "fault must be of type object"],
  ])("%j", async (given, message) => {
    const { sandbox } = await open();
    expect(() => sandbox.fail(untyped(given))).toThrow(message);
  });
});
