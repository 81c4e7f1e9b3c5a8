import { RegInputError } from "../errors/errors.js";
import type { Contract, InvoiceIdentity, Lessor } from "../generated/supplier/models.js";
import { contractOf } from "./data/contracts.js";
import {
  type LessorNotification,
  lessors,
  notifications,
  type SandboxSupplier,
  suppliers,
} from "./data/organisations.js";
import { type SandboxVehicle, vehicles } from "./data/vehicles.js";
import { type CheckSchema, documents, unknownFields } from "./schema/checker.js";

const schema = { $ref: "#/$defs/Contract" };

/**
 * A contract that somebody has had a hand in, as it would be after it went through JSON.
 *
 * @param place what stands before the names of its fields, such as `vehicles[0].contract.`
 * @throws RegInputError that names the first field which the document would not have so
 */
export function checkedContract(check: CheckSchema, contract: Contract, place = ""): Contract {
  const plain = plainCopy(contract, place);
  const [issue] = check("supplier", schema, plain);
  if (issue !== undefined) throw new RegInputError(`${place}${issue.path.join(".")}`, issue.problem);
  const [unknown] = unknownFields(plain, schema, documents.supplier.schemas);
  if (unknown !== undefined) throw new RegInputError(`${place}${unknown}`, "is not a field of a contract");
  return plain;
}

function plainCopy(contract: Contract, place: string): Contract {
  try {
    return JSON.parse(JSON.stringify(contract));
  } catch {
    throw new RegInputError(place.slice(0, -1) || "changes", "must be what JSON can hold");
  }
}

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
