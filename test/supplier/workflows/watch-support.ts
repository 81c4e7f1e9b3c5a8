import type { SupplierMethods } from "../../../src/generated/supplier/methods.js";
import type { ServiceRequestListItem } from "../../../src/generated/supplier/models.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { bindMethods } from "../../../src/http/client.js";
import { createExecute } from "../../../src/http/execute.js";
import { InFlightCalls } from "../../../src/http/in-flight.js";
import type { ClientOptions } from "../../../src/http/options.js";
import { resolveOptions } from "../../../src/http/settings.js";
import type { RequestKind } from "../../../src/supplier/domain.js";
import type { RequestChange, WatchOptions, WorkflowContext } from "../../../src/supplier/workflows/types.js";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { ManualClock, settle } from "../../support/clock.js";
import { type FakeFetch, fakeFetch, json, type Reply } from "../../support/fetch.js";

/** An open request in brief; two with the same fields are the same. */
export function item(id: string, fields: Partial<ServiceRequestListItem> = {}): ServiceRequestListItem {
  return {
    href: `https://reg.example/v2/servicerequests/${id}`,
    id,
    lastModifiedUtc: "2026-06-15T09:00:00Z",
    lessorId: 100,
    supplierId: 4711,
    licensePlate: "AB-123-C",
    workOrderNumber: "WO-1",
    status: "Draft",
    invoicing: { status: "ReadyForInvoicing", totalAmountApproved: 100 },
    parking: { isParked: false },
    ...fields,
  };
}

/** A service that lists these requests; a changed list is visible at the next poll. */
export function openRequests(...first: readonly ServiceRequestListItem[]) {
  const state = { serviceRequests: [...first], hasMore: false };
  const fetch = fakeFetch((request) => json(state)(request));
  return { fetch, state };
}

/** A client over a fake service, without retries, and the parts that its workflows use. */
export function client(
  fetch: FakeFetch,
  options: Partial<ClientOptions> = {},
  kind: RequestKind = "service",
) {
  const clock = new ManualClock();
  const lifecycle = new InFlightCalls(clock);
  const settings = resolveOptions({ baseUrl: "https://reg.example", fetch, clock, retry: false, ...options });
  const calls = bindMethods(
    supplierOperations,
    createExecute({ settings, calls: lifecycle }),
  ) as SupplierMethods;
  const listeners = new Set<() => void>();
  const parts: WorkflowContext = {
    kind,
    requests: kind === "service" ? calls.serviceRequests : calls.damageServiceRequests,
    contracts: calls.lessors.contracts,
    baseUrl: settings.baseUrl,
    clock,
    whenClosing(listener) {
      listeners.add(listener);
      const unlisten = lifecycle.whenClosing(listener);
      return () => {
        listeners.delete(listener);
        unlisten();
      };
    },
  };
  return { clock, lifecycle, calls, parts, listeners };
}

/** Runs a watch in the background and records its changes, as `type id`, and how it ends. */
export function run(parts: WorkflowContext, options: WatchOptions = {}) {
  const changes: RequestChange[] = [];
  const notes: string[] = [];
  const ending: { is: "open" | "over" | "failed"; reason?: unknown } = { is: "open" };
  const watching = watch(parts, options);
  const done = (async () => {
    for await (const change of watching) {
      changes.push(change);
      notes.push(`${change.type} ${change.id}`);
    }
  })().then(
    () => {
      ending.is = "over";
    },
    (reason: unknown) => Object.assign(ending, { is: "failed", reason }),
  );
  /** Returns the changes since the last call. */
  const news = async () => {
    await settle();
    return notes.splice(0);
  };
  return { changes, news, ending, done, watching };
}

/** Returns the changes of the first poll of a watch. */
export async function firstPoll(
  parts: WorkflowContext,
  options: WatchOptions = {},
): Promise<RequestChange[]> {
  const { changes, watching, done } = run(parts, options);
  await settle();
  await watching.return();
  await done;
  return changes;
}

/** Delays a response by the given time of the clock. */
export function after(clock: ManualClock, delay: number, reply: Reply): Reply {
  return async (request) => {
    await new Promise<void>((resolve) => clock.schedule(resolve, delay));
    return reply(request);
  };
}
