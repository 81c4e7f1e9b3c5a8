/** Values that JSON can have in place of any other. */
const oddValues = [null, true, -1, 1.5, "", "x", [], ["x"], [null], {}, { code: 5 }];

/** Yields the value with each of its parts, and all of it, replaced by odd values, one after the other. */
export function* replaceByOddValues(value: unknown): Generator<unknown> {
  yield* oddValues;
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value))
    for (const changed of replaceByOddValues(each)) {
      const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
      Reflect.set(Object(copy), key, changed);
      yield copy;
    }
}
