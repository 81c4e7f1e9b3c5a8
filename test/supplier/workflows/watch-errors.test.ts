import { describe, expect, test, vi } from "vitest";
import { type RegError, RegTokenError } from "../../../src/errors/errors.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import type { SandboxOptions } from "../../../src/sandbox/options.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { isTemporary } from "../../../src/supplier/workflows/watch.js";
import { damageLine, invoice, monday, repair } from "../../sandbox/support.js";
import { settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence } from "../../support/fetch.js";
import { client, item, run } from "./watch-support.js";

describe("errors of a poll", () => {
  const minute = 60_000;
  const list = (...serviceRequests: readonly unknown[]) => json({ serviceRequests, hasMore: false });

  /** A watch whose second poll fails like this, and which may go on from there. */
  async function failing(reply: Reply, listener?: (error: RegError) => void) {
    const made = client(fakeFetch(list(item("a")), reply, list(item("a"), item("b"))), { timeout: 10_000 });
    const errors: RegError[] = [];
    const onError = (error: RegError) => {
      errors.push(error);
      return listener?.(error);
    };
    const watching = run(made.parts, { onError });
    await watching.news();
    await made.clock.advance(minute);
    return { ...made, ...watching, errors };
  }

  describe("an error that may pass", () => {
    test.each([
      ["connection", networkFailure("ECONNRESET")],
      ["server", empty(503)],
      ["rate-limit", empty(429)],
      ["conflict", empty(409)],
      ["response", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
      ["response", list({ href: "/a" })],
      ["response", json({ hasMore: false })],
      ["response", json(null)],
    ] as const)("is told, and the watch goes on at the next interval: %s", async (kind, reply) => {
      const { clock, errors, news, ending } = await failing(reply);
      expect(errors).toMatchObject([
        { kind, operationId: expect.stringMatching(/^serviceRequests\.(list|watch)$/) },
      ]);
      expect(await news()).toEqual([]);
      await clock.advance(minute - 1);
      expect(await news()).toEqual([]);
      await clock.advance(1);
      expect(await news()).toEqual(["new b"]);
      expect(errors).toHaveLength(1);
      expect(ending.is).toBe("open");
    });

    test("can be a timeout, from whose end the next interval counts", async () => {
      const { clock, errors, news } = await failing(silence);
      await clock.advance(10_000);
      expect(errors).toMatchObject([{ kind: "timeout" }]);
      await clock.advance(minute - 1);
      expect(await news()).toEqual([]);
      await clock.advance(1);
      expect(await news()).toEqual(["new b"]);
    });

    test("need not be listened to", async () => {
      const { clock, parts } = client(fakeFetch(empty(503), list(item("a"))));
      const { news } = run(parts);
      await clock.advance(minute);
      expect(await news()).toEqual(["new a"]);
    });

    test.each([
      ["shorter", "30", minute],
      ["longer", "300", 5 * minute],
      ["longer than an hour", "86400", 60 * minute],
    ])("waits for the pause that the service asks for: %s", async (_, seconds, pause) => {
      const { clock, news } = await failing(empty(503, { "retry-after": seconds }));
      await clock.advance(pause - 1);
      expect(await news()).toEqual([]);
      await clock.advance(1);
      expect(await news()).toEqual(["new b"]);
    });
  });

  describe("an error that does not pass by itself", () => {
    test.each([
      ["validation", empty(400)],
      ["authentication", empty(401)],
      ["permission", empty(403)],
      ["not-found", empty(404)],
      ["archived", empty(410)],
      ["api", empty(418)],
    ] as const)("ends the watch, and is told once: %s", async (kind, reply) => {
      const { ending, errors, clock } = await failing(reply);
      expect(ending).toMatchObject({ is: "failed", reason: { kind, operationId: "serviceRequests.list" } });
      expect(errors).toEqual([]);
      expect(clock.pending).toBe(0);
    });

    test("can be a certificate that is refused, which will be refused again", async () => {
      const { ending, errors } = await failing(networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT"));
      expect(ending).toMatchObject({ is: "failed", reason: { kind: "connection", transient: false } });
      expect(errors).toEqual([]);
    });

    test("can be a token that has expired, but not a vault that is out of reach", () => {
      expect(isTemporary(new RegTokenError("the token has expired"))).toBe(false);
      expect(isTemporary(new RegTokenError("no token", { cause: new Error("vault") }))).toBe(true);
      expect(isTemporary(new Error("anything else", { cause: new Error("at all") }))).toBe(false);
    });

    test("can be a defect of this package or of a fetch", async () => {
      const { parts } = client(fakeFetch(list()));
      const defect = new TypeError("no function");
      const broken = { ...parts, requests: { ...parts.requests, list: () => Promise.reject(defect) } };
      const { ending, done } = run(broken, { onError: () => expect.unreachable() });
      await done;
      expect(ending).toEqual({ is: "failed", reason: defect });
    });
  });

  describe("a listener that fails", () => {
    test.each([
      ["throws", () => raise("log is full")],
      ["rejects", () => Promise.reject(new Error("log is full"))],
    ])("ends the watch with its error when it %s", async (_, listener) => {
      const { ending, clock, listeners } = await failing(empty(503), listener);
      expect(ending).toEqual({ is: "failed", reason: new Error("log is full") });
      expect(clock.pending).toBe(0);
      expect(listeners.size).toBe(0);
    });

    test("is heard even if it has closed the client first", async () => {
      const { parts, lifecycle } = client(fakeFetch(empty(503)));
      const onError = () => {
        void lifecycle.close();
        raise("log is full");
      };
      const { ending } = run(parts, { onError });
      await settle();
      expect(ending).toEqual({ is: "failed", reason: new Error("log is full") });
    });

    test("cannot hold up an abort with a promise that stays open", async () => {
      const { parts } = client(fakeFetch(empty(503)));
      const controller = new AbortController();
      const { ending } = run(parts, { signal: controller.signal, onError: () => new Promise(() => {}) });
      await settle();
      controller.abort("enough");
      await settle();
      expect(ending).toEqual({ is: "failed", reason: "enough" });
    });
  });

  function raise(message: string): never {
    throw new Error(message);
  }
});

describe("polling a sandbox", () => {
  /** A client on the clock of its sandbox, and what a watch over its requests gives from poll to poll. */
  async function opened(options: SandboxOptions = {}) {
    const sandbox = createSandbox({ now: monday, ...options });
    const { baseUrl, token } = sandbox.supplier;
    const supplier = createSupplierClient({
      baseUrl,
      token: await token(),
      fetch: sandbox.fetch,
      clock: sandbox.clock,
      retry: false,
    });
    return { sandbox, supplier };
  }

  /** Waits until the watch has been answered so many times, and has taken notice: how long that takes is the machine's affair. */
  async function listed(sandbox: Sandbox, times: number): Promise<void> {
    const lists = () => sandbox.journal.entries.filter(({ operationId }) => operationId?.endsWith(".list"));
    await vi.waitFor(() => expect(lists()).toHaveLength(times), { timeout: 20_000, interval: 1 });
    await settle();
  }

  const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

  describe("a watch over the requests of a sandbox", () => {
    test("follows a request on its whole way, across a restart", async () => {
      const { sandbox, supplier } = await opened();
      const seen: string[] = [];
      let polls = 1;
      let cursor: string | undefined;
      const watching = () => {
        const changes = supplier.serviceRequests.watch({ cursor });
        const done = (async () => {
          for await (const change of changes) {
            seen.push(
              [change.type, change.request?.status, change.request?.invoicing?.status].join(" ").trim(),
            );
            cursor = change.cursor;
          }
        })();
        return () => Promise.all([changes.return(), done]);
      };
      const poll = async () => {
        sandbox.clock.advance({ minutes: 1 });
        polls += 1;
        await listed(sandbox, polls);
        return seen.splice(0);
      };
      let stop = watching();
      await listed(sandbox, polls);
      const { id } = await supplier.serviceRequests.create(repair());
      expect(await poll()).toEqual([expect.stringMatching(/^new Draft/)]);
      await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
      expect(await poll()).toEqual([expect.stringMatching(/^changed ApprovalRequested/)]);
      await stop();
      sandbox.lessor.approve(id);
      stop = watching();
      polls += 1;
      await listed(sandbox, polls);
      expect(seen.splice(0)).toEqual(["changed Approved ReadyForInvoicing"]);
      expect(await poll()).toEqual([]);
      await supplier.serviceRequests.invoices.create(id, invoice());
      expect(await poll()).toHaveLength(1);
      sandbox.clock.advance({ days: 1 });
      polls += 1;
      await listed(sandbox, polls);
      expect(seen.splice(0)).toEqual([expect.stringMatching(/^gone Approved/)]);
      await stop();
    });

    test("sees a request that changes twice within one second", async () => {
      const { sandbox, supplier } = await opened();
      const { id } = await supplier.serviceRequests.create(repair());
      const changes = supplier.serviceRequests.watch({ every: 1000 });
      expect((await changes.next()).value).toMatchObject({ type: "new", id, request: { status: "Draft" } });
      await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
      const next = changes.next();
      sandbox.clock.advance({ ms: 1000 });
      const change = (await next).value;
      expect(change).toMatchObject({ type: "changed", request: { status: "ApprovalRequested" } });
      expect(change?.request?.lastModifiedUtc).toBe(monday);
      await changes.return();
    });

    test("tells of a draft that was deleted, and of those for one vehicle only", async () => {
      const { sandbox, supplier } = await opened();
      const { id } = await supplier.damageServiceRequests.create({ ...draft, components: [damageLine()] });
      const of = (licensePlate: string) => supplier.damageServiceRequests.watch({ licensePlate });
      const [mine, others] = [of("AB-123-C"), of("ZZ-999-Z")];
      expect((await mine.next()).value).toMatchObject({ type: "new", id });
      await supplier.damageServiceRequests.delete(id);
      const [gone, none] = [mine.next(), others.next()];
      await listed(sandbox, 2);
      sandbox.clock.advance({ minutes: 1 });
      expect((await gone).value).toMatchObject({ type: "gone", id, request: { licensePlate: "AB-123-C" } });
      await supplier.close();
      expect(await none).toEqual({ done: true, value: undefined });
      await failure(supplier.serviceRequests.watch().next(), "closed");
    });

    test("reports nothing as gone that a list which is cut short does not show", async () => {
      const { sandbox, supplier } = await opened({ listLimit: 2 });
      const gone: string[] = [];
      const changes = supplier.damageServiceRequests.watch();
      const done = (async () => {
        for await (const { type, id } of changes) if (type === "gone") gone.push(id);
      })();
      await listed(sandbox, 1);
      const ids: string[] = [];
      for (let count = 0; count < 4; count++) {
        ids.push((await supplier.damageServiceRequests.create(draft)).id);
        sandbox.clock.advance({ minutes: 1 });
        await listed(sandbox, count + 2);
      }
      expect(gone).toEqual([]);
      for (const id of ids) await supplier.damageServiceRequests.delete(id);
      sandbox.clock.advance({ minutes: 1 });
      await listed(sandbox, 6);
      expect(new Set(gone).size).toBe(gone.length);
      expect(gone.length).toBeGreaterThanOrEqual(2);
      await changes.return();
      await done;
    });

    test("runs through failures of the service for as long as it takes", async () => {
      const { sandbox, supplier } = await opened({ clock: "jumping" });
      const { id } = await supplier.serviceRequests.create(draft);
      sandbox.fail({ operation: "serviceRequests.list", times: 3, with: "reset" });
      const kinds: string[] = [];
      for await (const change of supplier.serviceRequests.watch({
        onError: ({ kind }) => void kinds.push(kind),
      })) {
        expect(change).toMatchObject({ type: "new", id });
        break;
      }
      expect(kinds).toEqual(["connection", "connection", "connection"]);
      expect(sandbox.clock.now() - Date.parse(monday)).toBe(180_000);
    });
  });
});
