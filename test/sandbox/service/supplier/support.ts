import type { SupplierClient } from "@reg/sdk";
import type { Sandbox } from "@reg/sdk/sandbox";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { untyped } from "../../../support/untyped.js";
import { open, reading, repair, work } from "../../support.js";

/** The rejection of a call that the phase of the request does not allow. */
export const wrongPhase = [400, "SANDBOX-PHASE"];

/** The rejection of a further open request for a vehicle. */
export const tooManyRequests = [400, "SANDBOX-OPEN-REQUESTS vehicle.licensePlate"];

/** A draft with only a license plate. */
export const draftOf = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});

/** A repair that requests approval. */
export const submitted = (fields: Partial<ServiceRequestCreate> = {}): ServiceRequestCreate =>
  repair({ status: "ApprovalRequested", ...fields });

/** The status of the last response of the sandbox. */
export const lastStatus = (sandbox: Sandbox) => sandbox.journal.entries.at(-1)?.status;

/**
 * Submits a repair with a reading and two lines of work, and returns the first of these and one more that is not sent.
 */
export async function submitRepair() {
  const setup = await open();
  const requests = setup.supplier.serviceRequests;
  const line = work();
  const components = [reading(), line, work({ reg: { code: "2201" } })];
  const { id } = await requests.create(submitted({ components }));
  const { get, patch } = requests;
  const codes = async () => (await get(id)).components.map(({ status }) => status.code);
  const statusOf = async (lineId: string) => (await get(id)).components.find((each) => each.id === lineId)?.status.code;
  const { id: freshId, ...fresh } = work({ reg: { code: "2901" }, operation: { code: "08" } });
  return { ...setup, requests, id, line, freshId, fresh, get, patch, codes, statusOf };
}

/** Submits a repair whose lines are then all denied. */
export async function submitAndDeny() {
  const setup = await submitRepair();
  setup.sandbox.lessor.deny(setup.id);
  return setup;
}

/** Values of a service level from a later day on. */
export const future = (values: unknown[], validFrom = "2026-07-01") => ({ future: { validFrom, values } });

/** Rates for the oil service. */
export const oil = (price: number) => [{ regCode: "1101", price }];

/** A service level with a current rate for the oil service. */
export const oilNow = (price: number) => ({ repairAndMaintenance: { rates: { current: oil(price) } } });

/** Creates an agreement and returns its id. */
export async function agree(supplier: SupplierClient, body: Record<string, unknown>): Promise<string> {
  const created = await supplier.serviceLevels.agreements.create(untyped(body));
  return created.id ?? "";
}
