import { randomUUID } from "node:crypto";
import {
  createLessorClient,
  createSupplierClient,
  type LessorClient,
  type LessorClientOptions,
  RegError,
  type RegErrorKind,
  RegInputError,
  type SupplierClient,
  type SupplierClientOptions,
} from "@reg/sdk";
import { createSandbox, type Sandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import type { ComponentInput, ServiceRequestCreate } from "@reg/sdk/supplier";

export { invoice } from "../domain/rules/invoice-support.js";

export const monday = "2026-06-15T09:00:00Z";

/** Creates a sandbox whose clock is stopped on a Monday morning, and clients in process that never retry. */
export async function open(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: monday, ...options });
  return { sandbox, supplier: await supplierOf(sandbox), lessor: lessorOf(sandbox) };
}

/** Creates a supplier client in process that never retries, unless the options say otherwise. */
export async function supplierOf(
  sandbox: Sandbox,
  { supplierNumber = 4711, ...options }: Partial<SupplierClientOptions> & { readonly supplierNumber?: number } = {},
): Promise<SupplierClient> {
  return createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token({ supplierNumber }),
    fetch: sandbox.fetch,
    retry: false,
    throttle: false,
    ...options,
  });
}

/** Creates a lessor client in process that never retries, unless the options say otherwise. */
export function lessorOf(sandbox: Sandbox, options: Partial<LessorClientOptions> = {}): LessorClient {
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const { fetch, clock } = sandbox;
  return createLessorClient({ baseUrl, clientId, clientSecret, fetch, clock, retry: false, ...options });
}

export const reading = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "5401" },
  operation: { code: "19" },
  reason: { code: "99" },
  value: "48210",
  ...fields,
});

export const work = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "1101" },
  operation: { code: "01" },
  reason: { code: "20" },
  price: 129.5,
  ...fields,
});

export const rentalLine = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "9001" },
  operation: { code: "40" },
  reason: { code: "70" },
  price: 147.5,
  ...fields,
});

export const damageLine = (fields: Partial<ComponentInput> = {}): ComponentInput => ({
  id: randomUUID(),
  reg: { code: "7101" },
  operation: { code: "02" },
  reason: { code: "60" },
  price: 129.5,
  ...fields,
});

/** A repair that meets all requirements of approval. */
export const repair = (fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate: "AB-123-C", partialVin: "JF123456" },
  appointment: {
    workshopDate: "2026-06-15",
    workOrderNumber: "WO-1",
    estimatedDurationInDays: 1,
    contact: { name: "Robin", phone: "+31 30 000 00 00" },
  },
  components: [reading(), work()],
  ...fields,
});

/** A rental that meets all requirements of approval. */
export const rental = (fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate: "AB-123-C" },
  appointment: { checkoutDate: "2026-06-15T22:30:00Z", workOrderNumber: "RV-1" },
  components: [rentalLine()],
  ...fields,
});

/** Creates a request that the lessor approves, and returns its id. */
export async function approved(
  { sandbox, supplier }: { sandbox: Sandbox; supplier: SupplierClient },
  content: ServiceRequestCreate = repair(),
): Promise<string> {
  const { id } = await supplier.serviceRequests.create({ ...content, status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  return id;
}

/** Awaits a call that must fail, and returns the status and the codes with their fields. */
export async function refusal(call: Promise<unknown>): Promise<[number, ...string[]]> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!RegError.is(error, "api")) throw new Error("the call was not rejected", { cause: error });
  return [
    error.status,
    ...error.errors.map(({ code, context }) => [code, context["fieldName"]].filter(Boolean).join(" ")),
  ];
}

/** Reads the body of an error response. */
export async function problemOf(response: Response) {
  return (await response.json()) as { detail: string; error?: string; errors: { code: string }[] };
}

/** Awaits a call, and returns the kind of its error. */
export async function kindOf(call: Promise<unknown>): Promise<RegErrorKind | undefined> {
  const error = await call.catch((reason: unknown) => reason);
  return RegError.is(error) ? error.kind : undefined;
}

/** Calls a function that must throw for an invalid input, and returns the error. */
export function catchInputError(call: () => unknown): RegInputError {
  try {
    call();
  } catch (error) {
    if (error instanceof RegInputError) return error;
    throw error;
  }
  throw new Error("the input was accepted");
}
