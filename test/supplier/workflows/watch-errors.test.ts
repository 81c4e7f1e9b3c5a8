import { createSupplierClient, type RegError } from "@reg/sdk";
import { createSandbox, type Sandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { describe, expect, test, vi } from "vitest";
import { invoice, monday, repair } from "../../sandbox/support.js";
import { draft, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, problem, type Reply, silence, text } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";
import { createContext, createItem, readInBackground, watchInBackground } from "./watch-support.js";

/** A page of a gateway with this status. */
const pageOf = (status: number): Reply =>
  text("<!doctype html><title>Gateway</title>", { status, headers: { "content-type": "text/html" } });

/** Rejects as fetch does, with a cause that has no code. */
const networkFailureOf = (cause: Error): Reply => {
  return () => {
    throw new TypeError("fetch failed", { cause });
  };
};

describe("a watch whose poll fails", () => {
  const minute = 60_000;
  const list = (...serviceRequests: readonly unknown[]) => json({ serviceRequests, hasMore: false });

  /** Starts a watch whose second poll gets this reply; the third one would succeed. */
  async function failSecondPoll(reply: Reply, listener?: (error: RegError) => void) {
    const created = createContext(fakeFetch(list(createItem("a")), reply, list(createItem("a"), createItem("b"))), {
      timeout: 10_000,
    });
    const errors: RegError[] = [];
    const onError = (error: RegError) => {
      errors.push(error);
      return listener?.(error);
    };
    const watching = watchInBackground(created.context, { onError });
    await watching.readNew();
    await created.clock.advance(minute);
    return { ...created, ...watching, errors };
  }

  describe("with a temporary error", () => {
    test.each([
      ["connection", networkFailure("ECONNRESET")],
      ["server", empty(503)],
      ["rate-limit", empty(429)],
      ["conflict", problem(409)],
      ["response", empty(409)],
      ["response", empty(404)],
      ["api", empty(408)],
      ["connection", networkFailure("CERT_HAS_EXPIRED")],
      ["connection", networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT")],
      ["connection", networkFailure("ERR_SSL_WRONG_VERSION_NUMBER")],
      ["connection", networkFailureOf(new Error("Proxy response (403) !== 200 when HTTP Tunneling"))],
      ["validation", empty(400)],
      ["validation", pageOf(400)],
      ["authentication", pageOf(401)],
      ["permission", pageOf(403)],
      ["api", empty(418)],
      ["api", json({ message: "Method Not Allowed" }, { status: 405 })],
      ...[405, 407, 413, 414, 421, 431, 451].map((status) => ["api", pageOf(status)] as const),
      ["response", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
      ["response", list({ href: "/a" })],
      ["response", json({ hasMore: false })],
      ["response", json(null)],
    ] as const)("calls onError once and continues at the next interval: %s", async (kind, reply) => {
      const { clock, errors, readNew, end } = await failSecondPoll(reply);
      expect(errors).toMatchObject([{ kind, operationId: expect.stringMatching(/^serviceRequests\.(list|watch)$/) }]);
      expect(await readNew()).toEqual([]);
      await clock.advance(minute - 1);
      expect(await readNew()).toEqual([]);
      await clock.advance(1);
      expect(await readNew()).toEqual(["new b"]);
      expect(errors).toHaveLength(1);
      expect(end.is).toBe("open");
    });

    test("starts the next interval at the end of a timeout", async () => {
      const { clock, errors, readNew } = await failSecondPoll(silence);
      await clock.advance(10_000);
      expect(errors).toMatchObject([{ kind: "timeout" }]);
      await clock.advance(minute - 1);
      expect(await readNew()).toEqual([]);
      await clock.advance(1);
      expect(await readNew()).toEqual(["new b"]);
    });

    test("continues without onError", async () => {
      const { clock, context } = createContext(fakeFetch(empty(503), list(createItem("a"))));
      const { readNew } = watchInBackground(context);
      await clock.advance(minute);
      expect(await readNew()).toEqual(["new a"]);
    });

    test.each([
      ["shorter", "30", minute],
      ["longer", "300", 5 * minute],
      ["longer than an hour", "86400", 60 * minute],
    ])(
      "waits for the longer of the interval and the Retry-After of the service, up to an hour: %s",
      async (_, seconds, pause) => {
        const { clock, readNew } = await failSecondPoll(empty(503, { "retry-after": seconds }));
        await clock.advance(pause - 1);
        expect(await readNew()).toEqual([]);
        await clock.advance(1);
        expect(await readNew()).toEqual(["new b"]);
      },
    );
  });

  describe("because the function that supplies the token returns none that is valid", () => {
    test("calls onError and calls the function again at each interval, until the token is valid", async () => {
      const clock = new ManualClock();
      const fetch = fakeFetch((request) =>
        (request.headers["authorization"] === "Bearer current" ? list(createItem("a")) : empty(401))(request),
      );
      let token = (): string | Promise<string> => "revoked";
      const client = supplierOver(fetch, { token: () => token(), clock, retry: false });
      const errors: string[] = [];
      const { end, readNew } = readInBackground(
        client.serviceRequests.watch({ onError: ({ kind }) => void errors.push(kind) }),
      );
      await readNew();
      expect(errors).toEqual(["authentication"]);
      token = () => Promise.reject(new Error("the vault is closed"));
      await clock.advance(minute);
      token = () => expiredToken(clock);
      await clock.advance(minute);
      token = () => "";
      await clock.advance(minute);
      expect(errors).toEqual(["authentication", "token", "token", "token"]);
      token = () => "current";
      await clock.advance(minute - 1);
      expect(await readNew()).toEqual([]);
      await clock.advance(1);
      expect(await readNew()).toEqual(["new a"]);
      expect(end.is).toBe("open");
      await client.close();
    });

    test("ends with a 403, because another token of the same account has the same permissions", async () => {
      const client = supplierOver(fakeFetch(empty(403)), { token: async () => "current" });
      await failure(client.serviceRequests.watch().next(), "permission");
    });
  });

  describe("with an error that is not temporary", () => {
    test.each([
      ["validation", problem(400)],
      ["authentication", empty(401)],
      ["permission", empty(403)],
      ["not-found", problem(404)],
      ["archived", problem(410)],
      ["api", problem(418)],
    ] as const)("ends without calling onError: %s", async (kind, reply) => {
      const { end, errors, clock } = await failSecondPoll(reply);
      expect(end).toMatchObject({ is: "failed", reason: { kind, operationId: "serviceRequests.list" } });
      expect(errors).toEqual([]);
      expect(clock.pending).toBe(0);
    });

    test.each<[string, Reply]>([
      ["because fetch rejects its input", networkFailure("UND_ERR_INVALID_ARG")],
      ["because fetch does not connect to this port", networkFailureOf(new Error("bad port"))],
      ["because its fetch has a defect", () => Reflect.get(Object(undefined), "defect").call()],
    ])("ends after an error of the program %s", async (_, reply) => {
      const { end, errors } = await failSecondPoll(reply);
      expect(end).toMatchObject({ is: "failed", reason: { kind: "connection", transient: false } });
      expect(errors).toEqual([]);
    });

    test("ends for a token that is given as text and has expired", async () => {
      const clock = new ManualClock();
      const client = supplierOver(fakeFetch(list()), { token: expiredToken(clock), clock });
      const { end } = readInBackground(client.serviceRequests.watch({ onError: () => expect.unreachable() }));
      await settle();
      expect(end).toMatchObject({ is: "failed", reason: { kind: "token" } });
    });

    test("ends with an error that is not of this package", async () => {
      const { context } = createContext(fakeFetch(list()));
      const defect = new TypeError("no function");
      const throwDefect = (): never => {
        throw defect;
      };
      const broken = { ...context, listEntries: throwDefect };
      const { end, done } = watchInBackground(broken, { onError: () => expect.unreachable() });
      await done;
      expect(end).toEqual({ is: "failed", reason: defect });
    });

    test("ends with the error of onError even if that closed the client first", async () => {
      const { context, inFlight } = createContext(fakeFetch(empty(503)));
      const onError = () => {
        void inFlight.close();
        raise("the log is full");
      };
      const { end } = watchInBackground(context, { onError });
      await settle();
      expect(end).toEqual({ is: "failed", reason: new Error("the log is full") });
    });
  });

  describe("and whose onError fails", () => {
    test.each([
      ["throws", () => raise("the log is full")],
      ["rejects", () => Promise.reject(new Error("the log is full"))],
    ])("ends with the error of onError if it %s", async (_, listener) => {
      const { end, clock, listeners } = await failSecondPoll(empty(503), listener);
      expect(end).toEqual({ is: "failed", reason: new Error("the log is full") });
      expect(clock.pending).toBe(0);
      expect(listeners.size).toBe(0);
    });

    test("ends when its signal aborts, although onError is still pending", async () => {
      const { context } = createContext(fakeFetch(empty(503)));
      const controller = new AbortController();
      const { end } = watchInBackground(context, {
        signal: controller.signal,
        onError: () => new Promise(() => {}),
      });
      await settle();
      controller.abort("enough");
      await settle();
      expect(end).toEqual({ is: "failed", reason: "enough" });
    });
  });

  const expiredToken = (clock: ManualClock) => jwt({ exp: clock.now() / 1000 - 1 });

  function raise(message: string): never {
    throw new Error(message);
  }
});

describe("a watch over a sandbox", () => {
  /** Creates a client that uses the clock of its sandbox. */
  async function openSandbox(options: SandboxOptions = {}) {
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

  /** Waits until the watch has received this number of responses and has processed them. */
  async function waitForPolls(sandbox: Sandbox, times: number): Promise<void> {
    const lists = () => sandbox.journal.entries.filter(({ operationId }) => operationId?.endsWith(".list"));
    await vi.waitFor(() => expect(lists()).toHaveLength(times), { timeout: 20_000, interval: 1 });
    await settle();
  }

  test("reports each step of a request from draft to archive, across a restart", async () => {
    const { sandbox, supplier } = await openSandbox();
    const seen: string[] = [];
    let polls = 1;
    let cursor: string | undefined;
    const watching = () => {
      const changes = supplier.serviceRequests.watch({ cursor });
      const done = (async () => {
        for await (const change of changes) {
          seen.push([change.type, change.request?.status, change.request?.invoicing?.status].join(" ").trim());
          cursor = change.cursor;
        }
      })();
      return () => Promise.all([changes.return(), done]);
    };
    const poll = async () => {
      sandbox.clock.advance({ minutes: 1 });
      polls += 1;
      await waitForPolls(sandbox, polls);
      return seen.splice(0);
    };
    let stop = watching();
    await waitForPolls(sandbox, polls);
    const { id } = await supplier.serviceRequests.create(repair());
    expect(await poll()).toEqual([expect.stringMatching(/^new Draft/)]);
    await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await poll()).toEqual([expect.stringMatching(/^changed ApprovalRequested/)]);
    await stop();
    sandbox.lessor.approve(id);
    stop = watching();
    polls += 1;
    await waitForPolls(sandbox, polls);
    expect(seen.splice(0)).toEqual(["changed Approved ReadyForInvoicing"]);
    expect(await poll()).toEqual([]);
    await supplier.serviceRequests.invoices.create(id, invoice());
    expect(await poll()).toHaveLength(1);
    sandbox.clock.advance({ days: 1 });
    polls += 1;
    await waitForPolls(sandbox, polls);
    expect(seen.splice(0)).toEqual([expect.stringMatching(/^gone Approved/)]);
    await stop();
  });

  test("continues through several failures of the service", async () => {
    const { sandbox, supplier } = await openSandbox({ clock: "jumping" });
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
