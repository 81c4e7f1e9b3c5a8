import { isInstance } from "../../base/instances.js";
import { isObject, nestingOf, toSortedJson } from "../../base/json.js";
import { findClose } from "../../base/similar-names.js";
import { deepestNesting } from "../../document/content.js";
import { checkPathValue, serializeJson } from "../../document/serialize.js";
import { RegInputError } from "../../errors/errors.js";
import { builtin } from "../../state/builtin.js";
import { findPlateDoubt } from "./plates.js";
import { type FleetResource, fleetResources } from "./types.js";

/** One resource of an item. */
export interface ResourceContent {
  readonly resource: FleetResource;
  /** What is to be sent, as JSON would read it back; null clears the resource. */
  readonly body: object | null;
  /** Why it cannot be sent. */
  readonly error?: RegInputError;
}

/** An item after its check. */
export interface FleetEntry {
  readonly licensePlate: string;
  /** In the order in which they are sent. */
  readonly resources: readonly ResourceContent[];
  readonly remove: boolean;
}

/**
 * A license plate that no vehicle has: no item can have it. It is always the same one, so that
 * the request is recognised in logs.
 */
export const impossiblePlate = "NO-SUCH-VEHICLE";

const fields: readonly string[] = ["licensePlate", ...fleetResources, "remove"];

/**
 * Checks an item of the source.
 *
 * @throws RegInputError that names the field, never its value; or the item itself if it is an error
 */
export function parseItem(item: unknown): FleetEntry {
  if (isInstance(item, "Error")) throw item;
  if (!isObject(item)) throw new RegInputError("item", "must be an object with a licensePlate");
  // A class may add a field of this name to all of its objects.
  const remove = Object.hasOwn(item, "remove") ? (item["remove"] ?? false) : false;
  const licensePlate = parseLicensePlate({ licensePlate: item["licensePlate"], remove });
  for (const name of Object.keys(item)) if (!fields.includes(name)) throw unknownField(name);
  const resources = fleetResources
    .filter((resource) => item[resource] !== undefined)
    .map((resource) => parseResource(resource, item[resource], licensePlate));
  if (typeof remove !== "boolean") throw new RegInputError("remove", "must be true or false");
  return { licensePlate, resources, remove };
}

/** @throws RegInputError if the item has no license plate that can be that of a vehicle, or of one that is removed */
export function parseLicensePlate({ licensePlate, remove }: Readonly<Record<string, unknown>>): string {
  const inputError = (problem: string) => new RegInputError("licensePlate", problem);
  if (typeof licensePlate !== "string") throw inputError("must be a non-empty string");
  checkPathValue("licensePlate", licensePlate);
  if (licensePlate !== licensePlate.trim()) throw inputError("must have no spaces around it");
  // A program writes these for a value that it does not have.
  if (["undefined", "null", impossiblePlate].includes(licensePlate)) throw inputError("must be the plate of a vehicle");
  const doubt = findPlateDoubt(licensePlate);
  // Another program may have sent what is no plate: it can be removed.
  if (doubt?.isImpossible && remove !== true) throw inputError(`must be the plate of a vehicle; it ${doubt.why}`);
  return licensePlate;
}

function unknownField(name: string): RegInputError {
  const close = findClose(name, fields);
  const hint = close === undefined ? `use ${fleetResources.join(", ")} or remove` : `did you mean ${close}?`;
  return new RegInputError(name.slice(0, 40), `is not a resource; ${hint}`);
}

/** @throws RegInputError for a value that is no body at all; then the whole item is wrong */
function parseResource(resource: FleetResource, value: unknown, licensePlate: string): ResourceContent {
  if (resource !== "vehicle") {
    if (value === null) return { resource, body: null };
    if (!isObject(value) && !Array.isArray(value))
      throw new RegInputError(resource, "must be an object, an array, or null to clear it");
    return copyBody(resource, value, (copy) => copy);
  }
  if (!isObject(value)) throw new RegInputError("vehicle", "must be an object; a vehicle is removed with remove: true");
  if (value["licensePlate"] !== undefined && value["licensePlate"] !== licensePlate)
    throw new RegInputError("vehicle.licensePlate", "differs from the licensePlate of its item");
  return copyBody(resource, value, (copy) => {
    // Its toJSON may return a list.
    if (!isObject(copy)) throw new RegInputError("vehicle", "must be an object as JSON, too");
    return Object.assign(copy, { licensePlate });
  });
}

/** Copies a body, so that the digest belongs to what is sent, also if the source changes or reuses its objects. */
function copyBody(resource: FleetResource, value: object, complete: (copy: object) => object): ResourceContent {
  const operationId = resource === "vehicle" ? "vehicles.put" : `vehicles.${resource}.put`;
  try {
    const json = serializeJson(value, operationId);
    // The digest of more can fill the stack.
    if (nestingOf(json).deepest > deepestNesting)
      throw new RegInputError("body", `is nested more than ${deepestNesting} levels deep`, { operationId });
    return { resource, body: complete(JSON.parse(json)) };
  } catch (error) {
    if (!(error instanceof RegInputError)) throw error;
    return { resource, body: {}, error };
  }
}

/** The length of a digest in characters of base64url: 72 bits of SHA-256 are enough to tell all contents apart. */
const digestLength = 12;

/**
 * Calculates the digest of a body: of its JSON with the fields of every object in one order, so that a source may write
 * them in any order.
 */
export function hashBody(body: object | null): string {
  return builtin("node:crypto")
    .createHash("sha256")
    .update(toSortedJson(body))
    .digest("base64url")
    .slice(0, digestLength);
}
