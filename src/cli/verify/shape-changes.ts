import type { ResponseDifference } from "../../document/difference.js";
import { describeForm, textFormats } from "../../document/forms.js";
import { choosePairs, plainName, sameName } from "../../document/moved.js";
import { responsePlaces } from "../../document/shapes/open-places.js";
import {
  type BodyShapes,
  commonFormat,
  type ObjectShape,
  type Shape,
  type TextShape,
} from "../../document/shapes/types.js";
import type { VerifyReport } from "./types.js";

type Change = Pick<ResponseDifference, "pointer" | "kind" | "expected" | "found" | "foundAt">;

/**
 * Compares the open bodies with those of an earlier run: a field that the earlier run did not see (`new`), another type
 * or form (`type`), and a field that was always there and is now in no body (`missing`), unless it has another name
 * (`renamed`), and content that is in another wrapper (`envelope`). What one of the two runs did
 * not see, such as a body, the entries of an empty list or a field that is left out at times, is no change: it depends
 * on the data.
 *
 * The document does not show these places, so the expectation is inferred from the earlier run.
 *
 * @returns the changes at their places in the first operation that succeeded and returns the body
 */
export function findShapeChanges(
  { operations, shapes }: Pick<VerifyReport, "operations" | "shapes">,
  earlier: BodyShapes,
): ResponseDifference[] {
  const compared = new Set<string>();
  return Object.entries(operations).flatMap(([operationId, statuses]) => {
    if (!hadSuccess(statuses)) return [];
    const { envelope, places } = responsePlaces(operationId) ?? { envelope: false, places: [] };
    return places.flatMap(({ key, path }) => {
      const [before, now] = [earlier.bodies[key], shapes.bodies[key]];
      if (before === undefined || now === undefined || compared.has(key)) return [];
      compared.add(key);
      const pointer = [...(envelope ? ["data"] : []), ...path].map((name) => `/${name}`).join("");
      return compare(before, now, pointer).map(
        (change): ResponseDifference => ({ operationId, ...change, confidence: "inferred" }),
      );
    });
  });
}

/** Whether an operation has succeeded, by its statuses. */
export const hadSuccess = (statuses: VerifyReport["operations"][string]) =>
  Object.keys(statuses).some((status) => status.startsWith("2"));

function compare(before: Shape, now: Shape, pointer: string): Change[] {
  const moved = findWrapped(before, now);
  if (moved !== undefined) {
    const { foundAt, shape } = moved;
    const change = {
      pointer,
      kind: "envelope",
      expected: describeBaseline(before),
      found: describeTypes(shape),
    } as const;
    return [{ ...change, foundAt: `${pointer}${foundAt}` }, ...compare(before, shape, pointer)];
  }
  const types = typesOf(before);
  // Where there was only null, the type is not known.
  const isKnown = types.some((type) => type !== "null");
  const added = typesOf(now).filter((type) => isKnown && !types.includes(type));
  const form = before.text && now.text && isOtherForm(before.text, now.text);
  const changed: Change[] =
    added.length > 0 || form
      ? [{ pointer, kind: "type", expected: describeBaseline(before), found: describeTypes(now) }]
      : [];
  return [
    ...changed,
    ...compareParts(before.list?.items, now.list?.items, `${pointer}/*`),
    ...(before.object && now.object ? compareObjects(before.object, now.object, pointer) : []),
  ];
}

interface Wrapped {
  /** Where the value is, from the place where it was. */
  readonly foundAt: string;
  readonly shape: Shape;
}

/** Finds what was at a place in a field of an object that is there now: a list, or an object with its fields. */
function findWrapped(before: Shape, now: Shape): Wrapped | undefined {
  if (now.object === undefined || now.list !== undefined) return undefined;
  const { list, object } = before;
  const names = Object.keys(object?.fields ?? {});
  if (names.some((name) => now.object?.fields[name] !== undefined)) return undefined;
  const isSame = (shape: Shape) =>
    list === undefined
      ? names.filter((name) => shape.object?.fields[name] !== undefined).length * 2 > names.length
      : object === undefined && shape.list !== undefined;
  const [found, ...others] = Object.entries(now.object.fields).filter(([, shape]) => isSame(shape));
  return found === undefined || others.length > 0 ? undefined : { foundAt: `/${found[0]}`, shape: found[1] };
}

function compareParts(before: Shape | undefined, now: Shape | undefined, pointer: string): Change[] {
  return before === undefined || now === undefined ? [] : compare(before, now, pointer);
}

function compareObjects(before: ObjectShape, now: ObjectShape, pointer: string): Change[] {
  if (before.seen === 0 || now.seen === 0) return [];
  const [fields, latest] = [new Map(Object.entries(before.fields)), new Map(Object.entries(now.fields))];
  const renamed = findRenamedShapes(before, now);
  const missing = [...fields].flatMap(([name, field]): Change[] => {
    const otherName = renamed.get(name);
    const current = latest.get(otherName ?? name);
    const place = `${pointer}/${name}`;
    if (otherName !== undefined && current !== undefined) {
      const change = { pointer: place, kind: "renamed", expected: describeBaseline(field) } as const;
      return [{ ...change, found: describeTypes(current), foundAt: `${pointer}/${otherName}` }];
    }
    if (current !== undefined) return compare(field, current, place);
    // A name that is a value in this run is one of the entries.
    if (field.seen < before.seen || now.entries !== undefined) return [];
    return [{ pointer: place, kind: "missing", expected: describeBaseline(field), found: "nothing" }];
  });
  const otherNames = new Set(renamed.values());
  const added = [...latest].flatMap(([name, field]): Change[] =>
    fields.has(name) || otherNames.has(name) || before.entries !== undefined
      ? []
      : [newField(`${pointer}/${name}`, field)],
  );
  const entries =
    before.entries === undefined && now.entries !== undefined ? [newField(`${pointer}/*`, now.entries)] : [];
  return [...missing, ...added, ...entries, ...compareParts(before.entries, now.entries, `${pointer}/*`)];
}

/**
 * Finds the fields that probably have other names now, by the earlier ones: one that was always there and is nowhere,
 * and a new one that is always there. The name is the same in another spelling, or the only one of the same types.
 */
function findRenamedShapes(before: ObjectShape, now: ObjectShape): ReadonlyMap<string, string> {
  const absent = Object.entries(before.fields).filter(
    ([name, field]) => now.fields[name] === undefined && field.seen === before.seen,
  );
  const unknown = Object.entries(now.fields).filter(
    ([name, field]) => before.fields[name] === undefined && field.seen === now.seen,
  );
  const pairs = absent.flatMap(([name, field]) =>
    unknown.flatMap(([otherName, other]) => {
      if (plainName(name) === plainName(otherName)) return [{ name, otherName, score: sameName }];
      return describeTypes(field) === describeTypes(other) ? [{ name, otherName, score: 0 }] : [];
    }),
  );
  return choosePairs(pairs);
}

const newField = (pointer: string, field: Shape): Change => ({
  pointer,
  kind: "new",
  expected: `nothing${inBaseline}`,
  found: describeTypes(field),
});

const inBaseline = " (in the baseline)";

const describeBaseline = (shape: Shape) => `${describeTypes(shape)}${inBaseline}`;

/** The types at a place in words; whole and other numbers are one type, because it depends on the data. */
function typesOf({ text, number, integer, boolean, list, object, null: nulls }: Shape): string[] {
  const seen = { text, number: number ?? integer, boolean, list, object, null: nulls };
  return Object.entries(seen).flatMap(([type, part]) => (part ? [type] : []));
}

function describeTypes(shape: Shape): string {
  const format = shape.text && commonFormat(shape.text);
  const types = typesOf(shape).map((type) => (type === "text" ? describeForm(type, format) : type));
  return types.join(" or ") || "nothing";
}

/** Whether texts that all had a form no longer do, or texts of which none had it all do. */
function isOtherForm(before: TextShape, now: TextShape): boolean {
  return textFormats.some((form) => {
    const [earlier = 0, latest = 0] = [before.formats[form], now.formats[form]];
    if (earlier === before.seen) return latest < now.seen;
    // A text from digits can be a number by chance.
    return earlier === 0 && latest === now.seen && form !== "decimal";
  });
}
