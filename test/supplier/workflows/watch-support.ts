import type { ClientOptions, RequestChange, RequestKind, ServiceRequestListItem, WatchOptions } from "@reg/sdk";
import type { SupplierMethods } from "@reg/sdk/supplier";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import { bindMethods } from "../../../src/http/client.js";
import { createExecute } from "../../../src/http/execute.js";
import { InFlightCalls } from "../../../src/http/in-flight.js";
import { resolveOptions } from "../../../src/http/settings.js";
import { bindEntryList } from "../../../src/supplier/workflows/polling.js";
import type { WorkflowContext } from "../../../src/supplier/workflows/types.js";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { ManualClock, settle } from "../../support/clock.js";
import { type FakeFetch, fakeFetch, json, type Reply } from "../../support/fetch.js";

/** Creates an item of the list of open requests. */
export function createItem(id: string, fields: Partial<ServiceRequestListItem> = {}): ServiceRequestListItem {
  return {
    href: `https://reg.example/v2/servicerequests/${id}`,
    id,
    lastModifiedUtc: "2026-06-15T09:00:00Z",
    lessorId: 100,
    lessorName: "Noordzee Lease",
    serviceRequestNumber: 1,
    supplierId: 4711,
    licensePlate: "AB-123-C",
    workOrderNumber: "WO-1",
    status: "Draft",
    invoicing: {
      status: "ReadyForInvoicing",
      totalAmountApproved: 100,
      totalAmountToInvoice: 100,
      totalAmountInvoiced: 0,
    },
    parking: { isParked: false },
    ...fields,
  };
}

/** Creates a service that lists these requests; a changed list is visible at the next poll. */
export function fakeService(...first: readonly ServiceRequestListItem[]) {
  const state = { serviceRequests: [...first], hasMore: false };
  const fetch = fakeFetch((request) => json(state)(request));
  return { fetch, state };
}

/** Creates a client over a fake service, without retries, and the context that its workflows use. */
export function createContext(fetch: FakeFetch, options: Partial<ClientOptions> = {}, kind: RequestKind = "service") {
  const clock = new ManualClock();
  const inFlight = new InFlightCalls(clock);
  const settings = resolveOptions({ baseUrl: "https://reg.example", fetch, clock, retry: false, ...options });
  const execute = createExecute({ settings, inFlight });
  const calls = bindMethods(supplierOperations, execute) as SupplierMethods;
  const listeners = new Set<() => void>();
  const requests = kind === "service" ? calls.serviceRequests : calls.damageServiceRequests;
  const context: WorkflowContext = {
    kind,
    requests,
    listEntries: bindEntryList(kind, execute),
    contracts: calls.lessors.contracts,
    activeContracts: calls.contracts,
    baseUrl: settings.baseUrl,
    hasTokenFunction: false,
    clock,
    throttle: () => undefined,
    inFlight: {
      rejectIfClosed: (operationId) => inFlight.rejectIfClosed(operationId),
      runWorkflow: (run) => inFlight.runWorkflow(run),
      whenClosing(listener) {
        listeners.add(listener);
        const unlisten = inFlight.whenClosing(listener);
        return () => {
          listeners.delete(listener);
          unlisten();
        };
      },
    },
  };
  return { clock, inFlight, calls, context, listeners };
}

/** Runs a watch in the background and records its changes, as `type id`, and how it ends. */
export function watchInBackground(context: WorkflowContext, options: WatchOptions = {}) {
  return readInBackground(watch(context, options));
}

/** Reads the changes of a watch in the background, and records them as {@link watchInBackground} does. */
export function readInBackground(watching: ReturnType<typeof watch>) {
  const changes: RequestChange[] = [];
  const unread: string[] = [];
  const end: { is: "open" | "over" | "failed"; reason?: unknown } = { is: "open" };
  const done = (async () => {
    for await (const change of watching) {
      changes.push(change);
      unread.push(`${change.type} ${change.id}`);
    }
  })().then(
    () => {
      end.is = "over";
    },
    (reason: unknown) => Object.assign(end, { is: "failed", reason }),
  );
  /** Returns the changes since the last call. */
  const readNew = async () => {
    await settle();
    return unread.splice(0);
  };
  return { changes, readNew, end, done, watching };
}

/** Returns the changes of the first poll of a watch. */
export async function pollOnce(context: WorkflowContext, options: WatchOptions = {}): Promise<RequestChange[]> {
  const { changes, watching, done } = watchInBackground(context, options);
  await settle();
  await watching.return();
  await done;
  return changes;
}

/** Delays a response by the given time of the clock. */
export function delayReply(clock: ManualClock, delay: number, reply: Reply): Reply {
  return async (request) => {
    await new Promise<void>((resolve) => clock.schedule(resolve, delay));
    return reply(request);
  };
}
