import { RegInputError } from "../../errors/errors.js";
import type { Contract, Lessor } from "../../generated/supplier/models.js";
import { checkSchema, supplierSchema, unknownFields } from "../messages/schema.js";
import { contractOf } from "./contracts.js";
import {
  createSupplier,
  type LessorNotification,
  lessors,
  notifications,
  type SupplierAccount,
  suppliers,
} from "./organisations.js";
import { type SandboxVehicle, vehicles } from "./vehicles.js";

/** The values of the option `archive`. */
export const archiveTimes = ["midnight", "at-once"] as const;

/** The options of a sandbox that concern its data; each is optional. */
export interface WorldOptions {
  /**
   * The values of `warranty` and `leniency` that you know: other values are then rejected with REG-SVC000175 and
   * REG-SVC000176. The reference does not show the values, so that by default every single word in PascalCase is
   * accepted, the form of all other values in the reference.
   */
  readonly permitted?: PermittedValues | undefined;
  /**
   * The maximum number of requests in a list; if there are more, `hasMore` is true. How to get the rest is not shown.
   * Default: no limit.
   */
  readonly listLimit?: number | undefined;
  /**
   * When a request with nothing left to invoice is archived: at the next midnight in Amsterdam, or at once, without
   * waiting for a required discount. The reference shows both (supplier-api.md §3). Default `midnight` (assumed).
   */
  readonly archive?: (typeof archiveTimes)[number] | undefined;
  /** Vehicles in addition to the seeded ones. */
  readonly vehicles?: readonly SandboxVehicle[] | undefined;
  /**
   * The numbers of suppliers in addition to 4711, 4712 and 4713, for software that works for many: each has an account and
   * requests of its own.
   */
  readonly suppliers?: readonly number[] | undefined;
}

/** The known values of fields of lines; a field without known values accepts any word in PascalCase. */
export interface PermittedValues {
  readonly warranty?: readonly string[] | undefined;
  readonly leniency?: readonly string[] | undefined;
}

/** The data around the requests: plain data, which the lessor can change. */
export interface World {
  /** By number. */
  readonly lessors: Map<number, Lessor>;
  /** By license plate. */
  readonly vehicles: Map<string, WorldVehicle>;
  /** By number. */
  readonly suppliers: Map<number, SupplierAccount>;
  notifications: readonly LessorNotification[];
  readonly permitted: PermittedValues;
  /** The maximum number of requests in a list. */
  readonly listLimit: number;
  readonly archivesAtOnce: boolean;
}

/** A vehicle with its contract. */
export interface WorldVehicle {
  contract: Contract;
  readonly sublessorCode: string | undefined;
}

/** The supplier for which `sandbox.supplier.token()` issues tokens by default. */
export const defaultSupplier = 4711;

/**
 * Checks that a supplier has an account, because nothing would happen for any other one.
 *
 * @throws RegInputError that names those that have one
 */
export function checkSupplierNumber({ suppliers }: World, supplierNumber: number): void {
  if (suppliers.has(supplierNumber)) return;
  const known = [...suppliers.keys()].slice(-10).join(", ");
  throw new RegInputError("supplierNumber", `is not that of a supplier with an account: use ${known}`);
}

/**
 * Creates the seeded world with additional vehicles; a vehicle with a license plate of the seeded world replaces the
 * seeded vehicle.
 *
 * @throws RegInputError for a vehicle whose lessor does not exist or whose contract is invalid
 */
export function createWorld({
  vehicles: added = [],
  suppliers: addedSuppliers = [],
  permitted = {},
  listLimit = Number.POSITIVE_INFINITY,
  archive,
}: WorldOptions): World {
  return {
    lessors: new Map(lessors.map((lessor) => [lessor.number ?? 0, lessor])),
    vehicles: new Map([
      ...seededVehicles.map((vehicle) => [vehicle.contract.vehicle.licensePlate, { ...vehicle }] as const),
      ...added.map((vehicle, index) => [vehicle.licensePlate, createCheckedVehicle(vehicle, index)] as const),
    ]),
    suppliers: new Map([...addedSuppliers.map(createSupplier), ...suppliers].map((each) => [each.number, each])),
    notifications,
    permitted,
    listLimit,
    archivesAtOnce: archive === "at-once",
  };
}

/** Every world has a copy of each: a change of a contract replaces it. */
const seededVehicles = vehicles.map(createVehicle);

function createCheckedVehicle(given: SandboxVehicle, index: number): WorldVehicle {
  const vehicle = createVehicle(given);
  // Of what a caller gives, only these can make a contract that the document does not allow.
  if (given.contract === undefined && given.leaseStart === undefined) return vehicle;
  return { ...vehicle, contract: checkedContract(vehicle.contract, `vehicles.${index}.contract.`) };
}

function createVehicle({
  sublessorCode,
  lessorNumber = 1001,
  active = true,
  make = "Skoda",
  model = "Enyaq",
  leaseStart = "2024-01-01",
  damageAllowed = true,
  ...others
}: SandboxVehicle): WorldVehicle {
  const lessor = lessors.find(({ number }) => number === lessorNumber);
  if (lessor === undefined) {
    const known = lessors.map(({ number }) => number).join(", ");
    throw new RegInputError("vehicles", `name a lessor that does not exist: there are ${known}`);
  }
  const vehicle = { ...others, lessorNumber, active, make, model, leaseStart, damageAllowed };
  return { contract: contractOf(vehicle, lessor.name), sublessorCode };
}

/**
 * Checks a contract that a caller has supplied or changed, and returns it as a copy that went through JSON.
 *
 * @param prefix precedes the names of the fields in errors, such as `vehicles[0].contract.`
 * @throws RegInputError that names the first field that the OpenAPI document does not allow
 */
export function checkedContract(contract: Contract, prefix = ""): Contract {
  const plain = copyAsJson(contract, prefix);
  const schema = supplierSchema("contracts.get", 200);
  const [issue] = checkSchema(schema, plain);
  if (issue !== undefined) throw new RegInputError(`${prefix}${issue.path.join(".")}`, issue.problem);
  const [unknown] = unknownFields(plain, schema);
  if (unknown !== undefined) throw new RegInputError(`${prefix}${unknown}`, "is not a field of a contract");
  return plain;
}

function copyAsJson(contract: Contract, prefix: string): Contract {
  try {
    return JSON.parse(JSON.stringify(contract));
  } catch {
    throw new RegInputError(prefix.slice(0, -1) || "changes", "must be what JSON can hold");
  }
}

/** The lessor of a vehicle. */
export function lessorOf({ lessors }: World, { contract }: WorldVehicle): Lessor | undefined {
  return lessors.get(contract.lessor.number);
}
