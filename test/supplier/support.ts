import { createSupplierClient, RegError, type RegErrorKind, type SupplierClientOptions } from "@reg/sdk";
import { createSandbox, type FaultKind, type OperationId, type Sandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import type { ComponentInput, ServiceRequestCreate } from "@reg/sdk/supplier";
import { expect, onTestFinished } from "vitest";
import { damageLine, monday, reading, repair, work } from "../sandbox/support.js";

export const groups = ["serviceRequests", "damageServiceRequests"] as const;
export type Group = (typeof groups)[number];

/**
 * Creates a sandbox in which a duplicate fails the test, and a client that never retries. The clock of both skips
 * waits.
 */
export async function setUp(
  group: Group = "serviceRequests",
  {
    client = {},
    options = {},
    sandbox = createSandbox({ now: monday, clock: "jumping", ...options }),
  }: { client?: Partial<SupplierClientOptions>; options?: SandboxOptions; sandbox?: Sandbox } = {},
) {
  onTestFinished(() => sandbox.journal.assertNoDuplicateCreates());
  const { fetch, clock } = sandbox;
  const { baseUrl } = sandbox.supplier;
  const settings = { baseUrl, token: await sandbox.supplier.token(), fetch, clock };
  const createClient = (own: Partial<SupplierClientOptions> = {}) =>
    createSupplierClient({ ...settings, retry: false, ...client, ...own });
  const supplier = createClient();
  const requests = supplier[group];
  const lines = group === "serviceRequests" ? [reading(), work()] : [damageLine()];
  const createDraft = async (content: Partial<ServiceRequestCreate> = {}) =>
    (await requests.create({ ...repair({ components: lines }), ...content })).id;
  const createApproved = async (content: Partial<ServiceRequestCreate> = {}) => {
    const id = await createDraft({ ...content, status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    return id;
  };
  return { sandbox, supplier, createClient, requests, group, lines, createDraft, createApproved };
}

export type Setup = Awaited<ReturnType<typeof setUp>>;

/** Creates an approved request that can be invoiced. */
export async function setUpInvoicing(group: Group) {
  const setup = await setUp(group);
  return { ...setup, id: await setup.createApproved() };
}

/** Runs a call of which one response is lost. */
export async function withLoss<T>(
  sandbox: Sandbox,
  fault: { operation: OperationId; when: "before-commit" | "after-commit"; with: FaultKind },
  run: () => Promise<T>,
): Promise<T> {
  const handle = sandbox.fail(fault);
  try {
    return await run();
  } finally {
    expect(handle.happened).toBe(1);
  }
}

/** Creates a request of which the lessor has denied one line. */
export async function createDenied({ sandbox, group, lines, createDraft }: Setup) {
  const line = createOtherLine(group);
  const id = await createDraft({ components: [...lines, line], status: "ApprovalRequested" });
  sandbox.lessor.deny(id, { lines: [line.id] });
  return { id, line: line.id };
}

/** Creates a line that differs from those that `setUp` puts into a request. */
export const createOtherLine = (group: Group): ComponentInput =>
  group === "serviceRequests"
    ? work({ reg: { code: "2201" }, reason: { code: "10" } })
    : damageLine({ reg: { code: "7201" }, operation: { code: "01" } });

/** Another vehicle, because a vehicle can only have few open requests. Its lessor requires a discount on a damage. */
export const otherVehicle = { vehicle: { licensePlate: "JK-707-N", partialVin: "JF123456" } };

/** The ways in which a response can be lost, and the kind of the error that follows. */
export const losses: readonly [name: string, fault: FaultKind, kind: RegErrorKind][] = [
  ["a connection reset", "reset", "connection"],
  ["a timeout", "stall", "timeout"],
  ["a timeout in the response body", "stall-body", "timeout"],
  ["a response that is cut off", "cut-body", "connection"],
  ["a 502 of a gateway", { status: 502 }, "server"],
];

/** Describes how a call ended: by its outcome if that is unknown, otherwise by the kind of its error. */
export async function describeEnd(call: Promise<unknown>): Promise<"resolved" | "unknown" | RegErrorKind> {
  try {
    await call;
    return "resolved";
  } catch (error) {
    if (!RegError.is(error)) throw error;
    return error.outcome ?? error.kind;
  }
}

/** Returns the codes and fields of the rules that a call would have violated. */
export async function listViolations(call: Promise<unknown>): Promise<string[]> {
  const error = await call.catch((reason: unknown) => reason);
  if (!RegError.is(error, "precondition")) throw new Error("no rule was violated", { cause: error });
  return error.violations.map(({ code, context }) => `${code} ${context.fieldName}`);
}

/** An invoice as the sandbox lists it. */
interface ListedInvoice {
  readonly id: number;
  readonly invoiceNumber: string;
  readonly total: number;
}

/** Lists the invoices that the service has for a request. */
export async function listInvoices(requests: Setup["requests"], id: string): Promise<readonly ListedInvoice[]> {
  return Reflect.get(await requests.invoices.list(id), "invoices") as readonly ListedInvoice[];
}

/** Begins like a PDF; the sandbox reads no more of it. */
export const pdf = new Blob(["%PDF-1.7"], { type: "application/pdf" });

/** Creates a fetch that edits the text of each response of the sandbox. */
export function editResponses(sandbox: Sandbox, edit: (text: string, url: string) => string) {
  return async (url: string, init: RequestInit) => {
    const response = await sandbox.fetch(url, init);
    const { status, headers } = response;
    const body = status === 204 ? null : edit(await response.text(), url);
    return new Response(body, { status, headers });
  };
}
