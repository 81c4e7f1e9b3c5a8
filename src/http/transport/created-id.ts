import { isObject } from "../../base/json.js";
import { matchEnd } from "../../base/path.js";
import { isBareId } from "../../base/text.js";
import { isRounded, unwrap } from "../../document/content.js";
import type { LocationRule } from "../../document/operation.js";
import { isPathValue } from "../../document/serialize.js";
import type { Call, CreatedResource } from "../call/call.js";

/** Whether `Location` contains the id of what was created. */
export function isAddressed(rule: LocationRule, headers: Headers): boolean {
  return readId(paramsIn(rule.path, headers.get("location"))[rule.param], rule) !== undefined;
}

/**
 * Finds the id of what was created: in `Location`, in the body, in the address of the request, or as the whole body.
 *
 * @returns the end of a sentence about the response, if it cannot be that of the service
 */
export function findCreated(
  rule: LocationRule,
  { operation, url }: Pick<Call, "operation" | "url">,
  { headers, body }: { readonly headers: Headers; readonly body: unknown },
): CreatedResource | string {
  const location = headers.get("location") ?? undefined;
  // `Headers` joins several of them. An address contains no blank, and its path no comma in the form of the document.
  if (/\s|^[^?#]*,/.test(location ?? "")) return "has more than one Location";
  const requested = paramsIn(operation.path, url);
  const created = paramsIn(rule.path, location);
  for (const [name, value] of Object.entries(created))
    if ((requested[name] ?? value).toLowerCase() !== value.toLowerCase()) return "has the Location of something else";
  const content = unwrap(body, operation.envelope);
  const inBody = isObject(content) ? content["id"] : undefined;
  // The reference does not show where the id is. Other texts that are the whole body are those of a gateway.
  const places = [created[rule.param], inBody, requested[rule.param], isBareId(content) && content];
  const id = places.map((value) => readId(value, rule)).find((found) => found !== undefined);
  if (isRounded(id)) return "contains an id that is larger than JavaScript can represent exactly";
  if (id === undefined && rule.promised) return "contains no id";
  if (id !== undefined && !isPathValue(id)) return "contains an id that no request can name";
  return { id, location };
}

/** Reads the parameters in an address, which may have any host and prefix; none if it is that of something else. */
function paramsIn(template: string, address: string | null | undefined): Readonly<Record<string, string>> {
  try {
    return matchEnd(template, (address ?? "").replace(/\/?(?:[?#].*)?$/s, "")) ?? {};
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
