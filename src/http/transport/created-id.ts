import { isObject } from "../../base/json.js";
import { matchEnd } from "../../base/path.js";
import { isBareId } from "../../base/text.js";
import type { LocationRule } from "../../document/operation.js";

/** Where the id of what was created may be. */
interface CreateResult {
  readonly headers: Headers;
  /** The parameters of the request. Default: none. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** The body without its envelope. Default: none. */
  readonly content?: unknown;
}

/** Finds the id of what was created: in `Location`, in the body, in the address of the request, or as the whole body. */
export function findId(rule: LocationRule, { headers, path = {}, content }: CreateResult): string | number | undefined {
  const inBody = isObject(content) ? content["id"] : undefined;
  const places = [paramsInLocation(rule, headers)[rule.param], inBody, path[rule.param]];
  // The reference does not show where the id is. Other texts that are the whole body are those of a gateway.
  return [...places, isBareId(content) && content].map((value) => readId(value, rule)).find((id) => id !== undefined);
}

/** Reads all ids in the path of `Location`, whose address may have any host and prefix; none if it is of something else. */
export function paramsInLocation({ path }: LocationRule, headers: Headers): Readonly<Record<string, string>> {
  const address = (headers.get("location") ?? "").replace(/\/?(?:[?#].*)?$/s, "");
  try {
    return matchEnd(path, address) ?? {};
  } catch {
    return {};
  }
}

/** Converts an id to its documented type; a number is a whole one from 0. */
function readId(value: unknown, { integer }: LocationRule): string | number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  if (!integer) return text === "" ? undefined : text;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
