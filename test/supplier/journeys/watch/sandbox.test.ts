import { describe, expect, test, vi } from "vitest";
import { createSandbox, type Sandbox } from "../../../../src/sandbox/index.js";
import type { SandboxOptions } from "../../../../src/sandbox/options.js";
import { createSupplierClient } from "../../../../src/supplier/client.js";
import { damageLine, invoice, monday, repair } from "../../../sandbox/support.js";
import { settle } from "../../../support/clock.js";
import { failure } from "../../../support/errors.js";

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
