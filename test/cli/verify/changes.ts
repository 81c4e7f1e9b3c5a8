import { isObject } from "../../../src/values/json.js";
import type { Change } from "./differing-fetch.js";

/** Marks a field that is removed. */
const removed = Symbol("removed");

type Edit = (value: unknown) => unknown;

/**
 * Changes the value at a pointer, in which `*` stands for every entry of a list. A place that does not exist stays so.
 */
const at = (pointer: string, edit: Edit): Change => onBody((body) => editAt(body, partsOf(pointer), edit));

/** Replaces the value at a pointer. */
export const set = (pointer: string, value: unknown): Change => at(pointer, () => value);

/** Converts the value at a pointer. */
export const convert = (pointer: string, edit: (value: never) => unknown): Change => at(pointer, edit as Edit);

/** Removes the field at a pointer. */
export const remove = (pointer: string): Change => at(pointer, () => removed);

/** Gives the field at a pointer another name. */
export function rename(pointer: string, name: string): Change {
  const [parent, old] = split(pointer);
  return at(parent, (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key === old ? name : key, field]))
      : value,
  );
}

/** Adds a field at a pointer. */
export function add(pointer: string, field: unknown): Change {
  const [parent, name] = split(pointer);
  return at(parent, (value) => (isObject(value) ? { ...value, [name]: field } : value));
}

/** Changes the whole JSON of a response. */
export const onBody =
  (edit: (body: never) => unknown): Change =>
  (response) =>
    response.body === undefined ? response : { ...response, body: edit(response.body as never) };

/** Changes the status. */
export const status =
  (next: number): Change =>
  (response) => ({ ...response, status: next });

/** Sets a header, or removes it. */
export const header =
  (name: string, value?: string): Change =>
  (response) => {
    const headers = new Headers(response.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return { ...response, headers };
  };

/** Changes the media type. */
export const mediaType = (type: string): Change => header("content-type", type);

/** Sends no body. */
export const empty: Change = (response) => ({ ...response, body: undefined });

/** Makes several changes, one after the other. */
export const inOrder =
  (...changes: readonly Change[]): Change =>
  (response) =>
    changes.reduce((changed, change) => change(changed), response);

/** Writes the names of all fields in PascalCase, at every depth. */
export const toPascalCase: Change = onBody(pascalCased);

function pascalCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pascalCased);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.charAt(0).toUpperCase() + name.slice(1), pascalCased(field)]),
  );
}

const partsOf = (pointer: string) => pointer.split("/").slice(1);

function split(pointer: string): readonly [parent: string, name: string] {
  const end = pointer.lastIndexOf("/");
  return [pointer.slice(0, end), pointer.slice(end + 1)];
}

function editAt(value: unknown, [name, ...rest]: readonly string[], edit: Edit): unknown {
  if (name === undefined) return edit(value);
  if (name === "*") return Array.isArray(value) ? value.map((item) => editAt(item, rest, edit)) : value;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: field, ...others } = value;
  const changed = editAt(field, rest, edit);
  return changed === removed ? others : { ...others, [name]: changed };
}
