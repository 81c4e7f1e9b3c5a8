import { onTestFinished } from "vitest";
import { RegError, type RegErrorKind } from "../../../src/errors/index.js";
import type { ComponentInput, ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/index.js";
import { createSupplierClient, type SupplierClientOptions } from "../../../src/supplier/client.js";
import { damageLine, monday, reading, repair, work } from "../../sandbox/support.js";

export const groups = ["serviceRequests", "damageServiceRequests"] as const;
export type Group = (typeof groups)[number];

/** A sandbox that must not see a duplicate, whose clock skips waits, and a client that goes by it and never retries. */
export async function openWorld(
  group: Group = "serviceRequests",
  client: Partial<SupplierClientOptions> = {},
  options: SandboxOptions = {},
  sandbox: Sandbox = createSandbox({ now: monday, clock: "jumping", ...options }),
) {
  onTestFinished(() => sandbox.journal.assertNoDuplicateCreates());
  const { supplier, fetch, clock } = sandbox;
  const settings = { baseUrl: supplier.baseUrl, token: await supplier.token(), fetch, clock };
  const another = (own: Partial<SupplierClientOptions> = {}) =>
    createSupplierClient({ ...settings, retry: false, ...client, ...own });
  const reg = another();
  const requests = reg[group];
  const order = group === "serviceRequests" ? [reading(), work()] : [damageLine()];
  const draft = async (content: Partial<ServiceRequestCreate> = {}) =>
    (await requests.create({ ...repair({ components: order }), ...content })).id;
  const approved = async (content: Partial<ServiceRequestCreate> = {}) => {
    const id = await draft({ ...content, status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    return id;
  };
  return { sandbox, reg, another, requests, group, order, draft, approved };
}

/** A world of journeys. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A line beside those of an order. */
export const otherLine = (group: Group): ComponentInput =>
  group === "serviceRequests"
    ? work({ reg: { code: "2201" }, reason: { code: "10" } })
    : damageLine({ reg: { code: "7201" }, operation: { code: "01" } });

/** A request for another vehicle, since one vehicle has few open ones. Its lessor wants a discount on a damage. */
export const otherVehicle = { vehicle: { licensePlate: "JK-707-N", partialVin: "JF123456" } };

/** What is known of how a call ended. */
export async function endOf(call: Promise<unknown>): Promise<"resolved" | "unknown" | RegErrorKind> {
  try {
    await call;
    return "resolved";
  } catch (error) {
    if (!RegError.is(error)) throw error;
    return error.outcome ?? error.kind;
  }
}

/** The codes and fields of the rules that a call found broken before it sent anything. */
export async function brokenRules(call: Promise<unknown>): Promise<string[]> {
  const error = await call.catch((reason: unknown) => reason);
  if (!RegError.is(error, "precondition")) throw new Error("no rule was broken", { cause: error });
  return error.violations.map(({ code, context }) => `${code} ${context.fieldName}`);
}

/** An invoice as the sandbox lists it. */
interface ListedInvoice {
  readonly id: number;
  readonly invoiceNumber: string;
  readonly total: number;
}

/** The invoices that the service has for a request. */
export async function invoicesOf(requests: World["requests"], id: string): Promise<readonly ListedInvoice[]> {
  return Reflect.get(await requests.invoices.list(id), "invoices") as readonly ListedInvoice[];
}

/** A PDF, as far as anyone looks. */
export const pdf = new Blob(["%PDF-1.7"], { type: "application/pdf" });
