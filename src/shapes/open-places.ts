import { lessorOpenPlaces } from "../generated/lessor/open-places.js";
import type { ApiOpenPlaces } from "../generated/open-places.js";
import { supplierOpenPlaces } from "../generated/supplier/open-places.js";

/** No key and no operation occurs in both APIs. */
const openPlaces: ApiOpenPlaces = {
  knownFields: { ...supplierOpenPlaces.knownFields, ...lessorOpenPlaces.knownFields },
  operations: { ...supplierOpenPlaces.operations, ...lessorOpenPlaces.operations },
};

const keys: ReadonlySet<string> = new Set(
  Object.values(openPlaces.operations).flatMap(({ request = {}, response = {} }) => [
    ...Object.values(request),
    ...Object.values(response),
  ]),
);

/** Whether users can declare the type of this key in `OpenTypes`. */
export function isOpenKey(key: string): boolean {
  return keys.has(key);
}

/**
 * The fields that the document shows of the object to which a key adds further ones; undefined for a key that stands
 * for a whole value.
 */
export function knownFieldsOf(key: string): readonly string[] | undefined {
  return openPlaces.knownFields[key];
}

/** The open places of the success response of an operation, without the envelope. */
export interface ResponsePlaces {
  /** Whether the document has a `data` envelope around the content. */
  readonly envelope: boolean;
  /** The keys of `OpenTypes` by their paths; `*` stands for every entry of a list. */
  readonly places: readonly { readonly path: readonly string[]; readonly key: string }[];
}

/** Finds the open places of a success response; undefined if the document leaves nothing open. */
export function responsePlaces(operationId: string): ResponsePlaces | undefined {
  const pointers = openPlaces.operations[operationId]?.response;
  if (pointers === undefined) return undefined;
  const envelope = Object.keys(pointers).every((pointer) => /^\/data(\/|$)/.test(pointer));
  const places = Object.entries(pointers).map(([pointer, key]) => ({
    path: pointer.split("/").slice(envelope ? 2 : 1),
    key,
  }));
  return { envelope, places };
}
