import { lessorOpenPlaces } from "../../generated/lessor/open-places.js";
import { supplierOpenPlaces } from "../../generated/supplier/open-places.js";
import type { ApiOpenPlaces, OpenPlaces } from "../open-places.js";

/** No key and no operation occurs in both APIs. */
const openPlaces: ApiOpenPlaces = {
  knownFields: { ...supplierOpenPlaces.knownFields, ...lessorOpenPlaces.knownFields },
  returnedAs: { ...supplierOpenPlaces.returnedAs, ...lessorOpenPlaces.returnedAs },
  closed: [...supplierOpenPlaces.closed, ...lessorOpenPlaces.closed],
  operations: { ...supplierOpenPlaces.operations, ...lessorOpenPlaces.operations },
};

const allOperations = Object.values(openPlaces.operations);
const requestKeys = new Set(allOperations.flatMap(({ request = {} }) => Object.values(request)));
const responseKeys = new Set(allOperations.flatMap(({ response = {} }) => Object.values(response)));

/** Whether users can declare the type of this key in `OpenTypes`. */
export function isOpenKey(key: string): boolean {
  return requestKeys.has(key) || responseKeys.has(key);
}

/** Whether a key stands for a part of requests. */
export function isRequestKey(key: string): boolean {
  return requestKeys.has(key);
}

/** The key for what responses show of a part of requests; undefined if they lack it. */
export function returnedAs(requestKey: string): string | undefined {
  return openPlaces.returnedAs[requestKey];
}

/**
 * The fields that the document shows of the object to which a key adds further ones; undefined for a key that stands
 * for a whole value.
 */
export function knownFieldsOf(key: string): readonly string[] | undefined {
  return openPlaces.knownFields[key];
}

/** The keys of requests whose objects accept no further fields until they are declared. */
export const closedRequestKeys: readonly string[] = openPlaces.closed.filter(isRequestKey);

/** An open place of a body: its key in `OpenTypes`, and its path, in which `*` stands for every entry of a list. */
export interface OpenPlace {
  readonly path: readonly string[];
  readonly key: string;
}

/** The open places of the success response of an operation, without the envelope. */
interface ResponsePlaces {
  /** Whether the document has a `data` envelope around the content. */
  readonly envelope: boolean;
  readonly places: readonly OpenPlace[];
}

/** Finds the open places of a request; empty if the document leaves nothing open. */
export function requestPlaces(operationId: string): readonly OpenPlace[] {
  return toPlaces(openPlaces.operations[operationId]?.request ?? {}, 1);
}

/** Finds the open places of a success response; undefined if the document leaves nothing open. */
export function responsePlaces(operationId: string): ResponsePlaces | undefined {
  const pointers = openPlaces.operations[operationId]?.response;
  if (pointers === undefined) return undefined;
  const envelope = Object.keys(pointers).every((pointer) => /^\/data(\/|$)/.test(pointer));
  return { envelope, places: toPlaces(pointers, envelope ? 2 : 1) };
}

function toPlaces(pointers: OpenPlaces, skipped: number): readonly OpenPlace[] {
  return Object.entries(pointers).map(([pointer, key]) => ({ path: pointer.split("/").slice(skipped), key }));
}
