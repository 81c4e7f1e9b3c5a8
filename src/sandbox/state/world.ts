import { RegInputError } from "../../errors/client-errors.js";
import type { Contract, InvoiceIdentity, Lessor } from "../../generated/supplier/models.js";
import { contractOf } from "../data/contract.js";
import { lessors } from "../data/lessors.js";
import { type LessorNotification, notifications } from "../data/notifications.js";
import { type SandboxSupplier, suppliers } from "../data/suppliers.js";
import { type SandboxVehicle, vehicles } from "../data/vehicles.js";
import type { CheckSchema } from "../document/schema-checker.js";
import { checkedContract } from "./checked-contract.js";

/** What a world can be told; everything can be left out. */
export interface WorldOptions {
  /**
   * The values of `warranty` and `leniency` that you know: others are then refused with REG-SVC000175 and
   * REG-SVC000176. They are not shown, so that any text is taken by default.
   */
  readonly permitted?: PermittedValues;
  /**
   * The most requests that a list holds; if there are more, `hasMore` is true. How to ask for the rest is not shown.
   * Default: no limit.
   */
  readonly listLimit?: number;
  /** Vehicles beside the seeded ones. */
  readonly vehicles?: readonly SandboxVehicle[];
}

/** A vehicle with what hangs on it. */
export interface WorldVehicle {
  contract: Contract;
  readonly sublessorCode: string | undefined;
}

/** A supplier with an account. */
export interface SupplierAccount {
  readonly number: number;
  /** As it stands on its invoices. */
  readonly identity: InvoiceIdentity;
  readonly clusterAdministrator: boolean;
}

/** The values that lines may have, as far as they are known; any text where nothing is. */
export interface PermittedValues {
  readonly warranty?: readonly string[];
  readonly leniency?: readonly string[];
}

/** What exists around the requests. Plain data, which the lessor changes as time goes on. */
export interface World {
  /** By number. */
  readonly lessors: Map<number, Lessor>;
  /** By license plate. */
  readonly vehicles: Map<string, WorldVehicle>;
  /** By number. */
  readonly suppliers: Map<number, SupplierAccount>;
  notifications: readonly LessorNotification[];
  readonly permitted: PermittedValues;
  /** The most requests that a list holds. */
  readonly listLimit: number;
}

/** Whose tokens `sandbox.supplier.token()` issues unless told otherwise. */
export const defaultSupplier: number = suppliers[0].number;

/**
 * Builds the seeded world, with the vehicles in addition; one with a license plate of the seeded world replaces that.
 *
 * @throws RegInputError for a vehicle of a lessor that does not exist, or with a contract that is none
 */
export function createWorld(
  { vehicles: more = [], permitted = {}, listLimit = Number.POSITIVE_INFINITY }: WorldOptions,
  check: CheckSchema,
): World {
  return {
    lessors: new Map(lessors.map((lessor) => [lessor.number ?? 0, lessor])),
    vehicles: new Map([...vehicles.map(seeded), ...checked(more, check)]),
    suppliers: new Map(suppliers.map((supplier) => [supplier.number, account(supplier)])),
    notifications,
    permitted,
    listLimit,
  };
}

const seeded = (vehicle: SandboxVehicle) => [vehicle.licensePlate, placed(vehicle)] as const;

/** Vehicles that the sandbox was given, their contracts checked by the document. */
function checked(given: readonly SandboxVehicle[], check: CheckSchema): (readonly [string, WorldVehicle])[] {
  return given.map((vehicle, index) => {
    const [licensePlate, { contract, ...rest }] = seeded(vehicle);
    return [
      licensePlate,
      { ...rest, contract: checkedContract(check, contract, `vehicles.${index}.contract.`) },
    ];
  });
}

function account({ number, clusterAdministrator = false, ...address }: SandboxSupplier): SupplierAccount {
  return { number, identity: { ...address, RegNumber: number }, clusterAdministrator };
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
  return { contract: contractOf(vehicle, lessor.name), sublessorCode };
}

/** The lessor of a vehicle. */
export function lessorOf({ lessors }: World, { contract }: WorldVehicle): Lessor | undefined {
  return lessors.get(contract.lessor.number);
}
