import { expect, onTestFinished } from "vitest";
import { RegError } from "../../../src/errors/index.js";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { createSandbox, type FaultKind, type OperationId, type Sandbox } from "../../../src/sandbox/index.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { damageLine, monday, repair } from "../../sandbox/support.js";

export const kinds = ["serviceRequests", "damageServiceRequests"] as const;
type Kind = (typeof kinds)[number];

/** How an answer can get lost, and the kind of error that this is. */
export const losses: readonly [string, FaultKind, string][] = [
  ["a reset", "reset", "connection"],
  ["no answer in time", "stall", "timeout"],
  ["an answer that stalls", "stall-body", "timeout"],
  ["an answer that is cut", "cut-body", "connection"],
  ["a gateway's page", { status: 502 }, "server"],
];

/** A sandbox that must not see a duplicate in this test, with a client that goes by its clock. */
export async function world(kind: Kind, options: { listLimit?: number } = {}) {
  const sandbox = createSandbox({ now: monday, ...options });
  onTestFinished(() => sandbox.journal.assertNoDuplicateCreates());
  const { fetch, clock, supplier } = sandbox;
  const { baseUrl } = supplier;
  const client = createSupplierClient({
    baseUrl,
    token: await supplier.token(),
    fetch,
    clock,
    retry: false,
  });
  return { sandbox, requests: client[kind] };
}

/** The same, with an approved request that can be invoiced. */
export async function readyToInvoice(kind: Kind) {
  const { sandbox, requests } = await world(kind);
  const { id } = await requests.create({ ...order(kind, "WO-0"), status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  return { sandbox, requests, id };
}

/** Runs a call whose answer gets lost, and waits out its timeout if it needs that. */
export async function withLoss<T>(
  sandbox: Sandbox,
  fault: { operation: OperationId; when: "before-commit" | "after-commit"; with: FaultKind },
  run: () => Promise<T>,
): Promise<T> {
  const handle = sandbox.fail(fault);
  const call = run();
  call.catch(() => {});
  await expect.poll(() => handle.happened).toBe(1);
  if (fault.with === "stall" || fault.with === "stall-body") sandbox.clock.advance({ minutes: 1 });
  return call;
}

/** A request with this work order number, for either kind. */
export function order(kind: Kind, workOrderNumber: string): ServiceRequestCreate {
  return repair({
    appointment: { ...repair().appointment, workOrderNumber },
    ...(kind === "damageServiceRequests" && { components: [damageLine()] }),
  });
}

/** What is known of the error of a call. */
export async function failed(call: Promise<unknown>): Promise<object> {
  const error = await call.catch((reason: unknown) => reason);
  if (!RegError.is(error)) throw new Error("the call did not fail with a RegError", { cause: error });
  return { kind: error.kind, outcome: error.outcome };
}
