import { isObject } from "../../base/json.js";
import { placesAt, replaceAt } from "../../base/json-places.js";
import { isSuccess } from "../../base/status.js";
import type { TextFormat } from "../../document/forms.js";
import { isOpenKey, knownFieldsOf, responsePlaces } from "../../document/shapes/open-places.js";
import { mergeShapes, noShapes, readShapes } from "../../document/shapes/shapes.js";
import { type BodyShapes, commonFormat, type ObjectShape, type Shape } from "../../document/shapes/types.js";
import { RegInputError } from "../../errors/errors.js";
import { lessorOpenPlaces } from "../../generated/lessor/open-places.js";
import type { SerializedReply } from "./reply.js";
import type { SandboxOperation } from "./router.js";

/**
 * The shapes of the open bodies of a service: what the command `learn` keeps, what a recorder returns, or the JSON
 * report of the command `verify`, of which nothing else is read.
 */
export type GivenShapes = BodyShapes | { readonly shapes: BodyShapes };

/**
 * Reads shapes from what was given.
 *
 * @param name names it in the error, such as the path of its file
 * @throws RegInputError if it has no shapes, shapes of another version, or that of a body which the documents close
 */
export function readGivenShapes(given: unknown, name: string): BodyShapes {
  const shapes = readShapes(given, name);
  const unknown = Object.keys(shapes.bodies).find((key) => !isOpenKey(key));
  if (unknown === undefined) return shapes;
  throw new RegInputError(name, `must be of this version of the package, which has no open body ${unknown}`);
}

/**
 * Reads and merges the option `shapes`.
 *
 * @throws RegInputError that names the first entry that cannot be used
 */
export function readLearned(given: GivenShapes | readonly GivenShapes[]): BodyShapes["bodies"] {
  const all = Array.isArray(given)
    ? given.map((each, index) => readGivenShapes(each, `shapes.${index}`))
    : [readGivenShapes(given, "shapes")];
  return all.reduce(mergeShapes, noShapes).bodies;
}

/**
 * Adds to the open places of a success response what the service always returned there and the sandbox has no value
 * for: an example for each field.
 */
export function addLearned(
  reply: SerializedReply,
  { id }: SandboxOperation,
  learned: BodyShapes["bodies"],
): SerializedReply {
  const { envelope, places } = responsePlaces(id) ?? { envelope: false, places: [] };
  const known = places.flatMap(({ key, path }) => {
    const shape = learned[key];
    return shape === undefined ? [] : [{ key, shape, path: envelope ? ["data", ...path] : path }];
  });
  if (known.length === 0 || reply.text === undefined || !isSuccess(reply.status)) return reply;
  let json: unknown = JSON.parse(reply.text);
  for (const { key, shape, path } of known)
    for (const place of placesAt(json, path)) {
      const isMadeUp = knownFieldsOf(key) === undefined && !storedBodies.has(key);
      const { object, list } = shape;
      const [same, other] = Array.isArray(place.value) ? [list, object] : [object, list];
      const isOther = same === undefined && other !== undefined;
      json = replaceAt(json, place, isMadeUp && isOther ? exampleOf(shape) : complete(place.value, shape));
    }
  return { ...reply, json, text: JSON.stringify(json) };
}

/** The bodies with what was stored: unlike those of lookups, they stay a list or an object if the service differs. */
const storedBodies: ReadonlySet<string> = new Set([
  ...Object.values(lessorOpenPlaces.returnedAs),
  "AttachmentListBody",
  "InvoiceListBody",
  "OldRequestListBody",
  "ServiceLevelAgreementListBody",
]);

function complete(value: unknown, { object, list }: Shape): unknown {
  if (Array.isArray(value)) {
    const items = list?.items;
    return items === undefined ? value : value.map((each) => complete(each, items));
  }
  if (!isObject(value) || object === undefined) return value;
  const own = Object.entries(value).map(([name, field]) => {
    const shape = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
    return [name, shape === undefined ? field : complete(field, shape)];
  });
  const added = examplesOf(object).filter(([name]) => !Object.hasOwn(value, name));
  return Object.fromEntries([...own, ...added]);
}

const examplesOf = ({ seen, fields }: ObjectShape) =>
  Object.entries(fields).flatMap(([name, field]) => (field.seen < seen ? [] : [[name, exampleOf(field)] as const]));

const examples: Readonly<Record<TextFormat, string>> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  guid: "00000000-0000-4000-8000-000000000000",
  // Without a fraction, because it may be a code that consists of digits.
  decimal: "1",
};

/** An example of a shape, in one of the types that were seen. */
function exampleOf({ object, list, text, integer, number, boolean }: Shape): unknown {
  if (object !== undefined) return Object.fromEntries(examplesOf(object));
  if (list !== undefined) return list.items === undefined ? [] : [exampleOf(list.items)];
  if (text !== undefined) {
    const format = commonFormat(text);
    return format === undefined ? "text" : examples[format];
  }
  if (integer !== undefined) return 1;
  if (number !== undefined) return 1.5;
  return boolean === undefined ? null : true;
}
