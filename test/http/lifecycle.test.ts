import { describe, expect, test } from "vitest";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import { startCallState } from "../../src/http/call.js";
import { InFlightCalls } from "../../src/http/in-flight.js";
import { type CloseOptions, createSupplierClient } from "../../src/index.js";
import { lessorOver, lessorService, supplierOver, tokenAnswer } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence } from "../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** A service that answers when it is told to. */
function heldBack(reply: Reply = json([])) {
  const waiting: (() => void)[] = [];
  const fetch = fakeFetch(
    (request) =>
      new Promise<Response>((resolve, reject) => {
        waiting.push(() => resolve(reply(request)));
        request.init.signal?.addEventListener("abort", () => reject(request.init.signal?.reason));
      }),
  );
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { fetch, answer };
}

/** Whether a promise has been settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = () => {
    done = true;
  };
  promise.then(mark, mark);
  await settle();
  return done;
}

describe("a client that is closed", () => {
  test("waits for the calls under way, and takes no others", async () => {
    const { fetch, answer } = heldBack();
    const supplier = supplierOver(fetch);
    const call = supplier.lessors.list();
    const closing = supplier.close();
    const late = await failure(supplier.lessors.list(), "closed");
    expect(late).toMatchObject({ operationId: "lessors.list", outcome: undefined });
    expect(late.message).toContain("nothing was sent");
    expect(await settled(closing)).toBe(false);
    answer();
    expect(await call).toEqual([]);
    await closing;
    expect(fetch.requests).toHaveLength(1);
  });

  test("waits for the last of several", async () => {
    const controller = new AbortController();
    const { fetch, answer } = heldBack();
    const supplier = supplierOver(fetch);
    const calls = [rejection(supplier.lessors.list({ signal: controller.signal })), supplier.lessors.list()];
    const closing = supplier.close();
    controller.abort("first");
    expect(await settled(closing)).toBe(false);
    answer();
    expect(await Promise.all(calls)).toEqual(["first", []]);
    await closing;
  });

  test("is closed at once when nothing is under way", async () => {
    const supplier = supplierOver(fakeFetch(json([])));
    await supplier.lessors.list();
    await supplier.close();
    await failure(supplier.GET("/v2/lessors"), "closed");
  });

  test("aborts what is under way when it is told to, and says what may have been done", async () => {
    const supplier = supplierOver(fakeFetch(silence));
    const calls = [
      failure(supplier.lessors.list(), "closed"),
      failure(supplier.serviceRequests.create(draft), "closed"),
    ];
    await settle();
    await supplier.close({ abort: true });
    const [read, create] = await Promise.all(calls);
    expect(read).toMatchObject({ operationId: "lessors.list", outcome: undefined });
    expect(read?.message).toContain("was closed while the call was under way");
    expect(create).toMatchObject({ operationId: "serviceRequests.create", outcome: "unknown" });
  });

  test("aborts what is still under way after the timeout, and leaves no timer", async () => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(silence), { clock });
    const call = failure(supplier.lessors.list(), "closed");
    await settle();
    const closing = supplier.close({ timeout: 5000 });
    await clock.advance(4999);
    expect(await settled(closing)).toBe(false);
    await clock.advance(1);
    await closing;
    await call;
    expect(clock.pending).toBe(0);
  });

  test("leaves no timer when everything ends before the timeout", async () => {
    const clock = new ManualClock();
    const { fetch, answer } = heldBack();
    const supplier = supplierOver(fetch, { clock });
    const call = supplier.lessors.list();
    const closing = supplier.close({ timeout: 5000 });
    await settle();
    answer();
    await Promise.all([call, closing]);
    expect(clock.pending).toBe(0);
  });

  test("is as good closed twice as once, and a second close can abort what the first waits for", async () => {
    const supplier = supplierOver(fakeFetch(silence));
    const call = failure(supplier.lessors.list(), "closed");
    await settle();
    const first = supplier.close();
    const second = supplier.close();
    expect(await settled(Promise.race([first, second]))).toBe(false);
    await supplier.close({ abort: true });
    await Promise.all([first, second, call, supplier.close()]);
  });

  test.each([
    ["in the back-off", { random: () => 1 }, empty(503)],
    ["in the waiting line", { throttle: { limit: 1 }, retry: { retries: 1 } }, empty(503)],
    ["while a token is awaited", { token: () => new Promise<string>(() => {}) }, json([])],
  ] as const)("ends a call %s", async (_, options, reply) => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(reply), { clock, ...options });
    const call = failure(supplier.lessors.list(), "closed");
    await settle();
    await supplier.close({ abort: true });
    await call;
    await settle();
    expect(clock.pending).toBe(0);
  });

  test("lets a call under way that has a signal of its own end by it", async () => {
    const supplier = supplierOver(fakeFetch(silence));
    const controller = new AbortController();
    const call = rejection(supplier.lessors.list({ signal: controller.signal }));
    const closing = supplier.close();
    controller.abort("mine");
    expect(await call).toBe("mine");
    await closing;
  });

  test("waits for a file that is still being read, and ends its stream when it is to be aborted", async () => {
    const pdf: Reply = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) }), {
        headers: { "content-type": "application/pdf" },
      });
    const supplier = supplierOver(fakeFetch(pdf));
    const file = await supplier.serviceRequests.invoices.pdf.get("R-1", 7, { as: "stream" });
    const closing = supplier.close();
    expect(await settled(closing)).toBe(false);
    await file.stream.cancel();
    await closing;
  });

  test("by await using, waits as close() does", async () => {
    const { fetch, answer } = heldBack();
    const supplier = supplierOver(fetch);
    const call = supplier.lessors.list();
    const disposing = supplier[Symbol.asyncDispose]();
    expect(await settled(disposing)).toBe(false);
    answer();
    await Promise.all([disposing, call]);
    await failure(supplier.lessors.list(), "closed");
  });

  test.each([
    [{ abort: "yes" }, "abort"],
    [{ timeout: -1 }, "timeout"],
    [{ timeout: "5 s" }, "timeout"],
    [{ after: 5 }, "after"],
  ])("cannot be closed with %j", async (options, field) => {
    const supplier = supplierOver(fakeFetch(json([])));
    const error = await failure(
      Promise.resolve().then(() => supplier.close(options as CloseOptions)),
      "input",
    );
    expect(error.field).toBe(field);
    expect(await supplier.lessors.list()).toEqual([]);
  });
});

describe("whoever listens for the close of a client", () => {
  test("is told once, before the calls under way have ended", async () => {
    const lifecycle = new InFlightCalls(new ManualClock());
    const running = lifecycle.begin(begun(), undefined);
    const told: string[] = [];
    lifecycle.whenClosing(() => told.push("one"));
    lifecycle.whenClosing(() => told.push("two"));
    const closing = lifecycle.close();
    expect(told).toEqual(["one", "two"]);
    lifecycle.end(running);
    await closing;
    await lifecycle.close({ abort: true });
    expect(told).toEqual(["one", "two"]);
  });

  test("is told before the calls under way are aborted", async () => {
    const lifecycle = new InFlightCalls(new ManualClock());
    const running = lifecycle.begin(begun(), undefined);
    const { cancellation } = running;
    cancellation.listen(() => lifecycle.end(running));
    let aborted: boolean | undefined;
    lifecycle.whenClosing(() => {
      aborted = cancellation.aborted;
    });
    await lifecycle.close({ abort: true });
    expect(aborted).toBe(false);
    expect(cancellation.aborted).toBe(true);
  });

  test("is not told after taking the listener off, each time for itself", async () => {
    const lifecycle = new InFlightCalls(new ManualClock());
    let told = 0;
    const listener = () => {
      told += 1;
    };
    const unlisten = lifecycle.whenClosing(listener);
    lifecycle.whenClosing(listener);
    lifecycle.whenClosing(listener);
    unlisten();
    unlisten();
    await lifecycle.close();
    expect(told).toBe(2);
  });

  test("learns nothing of a client that is closed already", async () => {
    const lifecycle = new InFlightCalls(new ManualClock());
    await lifecycle.close();
    lifecycle.whenClosing(() => expect.unreachable());
    await lifecycle.close();
    expect(() => lifecycle.begin(begun(), undefined)).toThrow("has been closed");
  });
});

/** A call that begins. */
function begun() {
  return { operation: supplierOperations["lessors.list"], state: startCallState() };
}

describe("a lessor client that is closed", () => {
  test("gets the token that a call under way still needs", async () => {
    const { fetch, api } = lessorService([json({})]);
    const lessor = lessorOver(fetch);
    const call = lessor.vehicles.get("AB-123-C");
    await lessor.close();
    expect(await call).toEqual({});
    expect(api.requests).toHaveLength(1);
    await failure(lessor.vehicles.get("AB-123-C"), "closed");
  });

  test("ends a renewal in the background, which nobody waits for", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const aborted: unknown[] = [];
    const token: Reply = (request) => {
      asked += 1;
      request.init.signal?.addEventListener("abort", () => aborted.push(request.init.signal?.reason));
      return asked === 1 ? tokenAnswer({ expires_in: 100 })(request) : silence(request);
    };
    const { fetch } = lessorService([json({})], token);
    const lessor = lessorOver(fetch, { clock });
    await lessor.vehicles.get("AB-123-C");
    await clock.advance(90_000);
    await lessor.vehicles.get("AB-123-C");
    expect(asked).toBe(2);
    await lessor.close();
    expect(aborted).toHaveLength(1);
    await settle();
    expect(clock.pending).toBe(0);
  });
});

describe("a client that was never closed", () => {
  test("cannot be made of options that nobody knows", () => {
    const options = { baseUrl: "https://reg.example", token: "abc", timeOut: 5 };
    expect(thrown(() => createSupplierClient(options), "input").field).toBe("timeOut");
  });
});
