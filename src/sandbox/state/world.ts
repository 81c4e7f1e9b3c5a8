import { RegInputError } from "../../errors/client-errors.js";
import type { Contract, InvoiceIdentity, Lessor } from "../../generated/supplier/models.js";
import { contractOf } from "../data/contract.js";
import { lessors, suppliers } from "../data/lessors.js";
import { type SandboxVehicle, vehicles } from "../data/vehicles.js";

/** A vehicle with all that hangs on it. */
export interface WorldVehicle {
  readonly contract: Contract;
  readonly lessor: Lessor;
  readonly sublessorCode: string | undefined;
}

/** What exists around the requests: lessors, vehicles and their contracts, suppliers. */
export interface World {
  readonly lessors: readonly Lessor[];
  readonly vehicles: ReadonlyMap<string, WorldVehicle>;
  /** The identity of a supplier on its invoices; undefined for a number without an account. */
  supplier(number: number): InvoiceIdentity | undefined;
}

/** Whose tokens `sandbox.supplier.token()` issues unless told otherwise. */
export const defaultSupplier = suppliers[0].number;

/**
 * Builds the seeded world.
 *
 * @param more vehicles in addition; one with a license plate of the seeded world replaces that
 * @throws RegInputError for a vehicle of a lessor that does not exist
 */
export function createWorld(more: readonly SandboxVehicle[]): World {
  return {
    lessors,
    vehicles: new Map([...vehicles, ...more].map((vehicle) => [vehicle.licensePlate, placed(vehicle)])),
    supplier(number) {
      const found = suppliers.find((supplier) => supplier.number === number);
      if (found === undefined) return undefined;
      const { number: RegNumber, ...address } = found;
      return { ...address, RegNumber };
    },
  };
}

function placed({ sublessorCode, ...given }: SandboxVehicle): WorldVehicle {
  const vehicle = {
    lessorNumber: 1001,
    active: true,
    make: "Skoda",
    model: "Enyaq",
    leaseStart: "2024-01-01",
    damageAllowed: true,
    ...given,
  };
  const lessor = lessors.find(({ number }) => number === vehicle.lessorNumber);
  if (lessor === undefined) {
    const known = lessors.map(({ number }) => number).join(", ");
    throw new RegInputError("vehicles", `name a lessor that does not exist: there are ${known}`);
  }
  return { contract: contractOf(vehicle, lessor.name), lessor, sublessorCode };
}
