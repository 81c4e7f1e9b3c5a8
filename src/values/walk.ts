/** A value inside parsed JSON. */
export interface JsonPlace {
  readonly value: unknown;
  /** The list or object with the value; undefined for the whole. */
  readonly holder?: JsonPlace;
  /** The index in the list, or the name of the field. */
  readonly key?: string | number;
}

/**
 * Says what leads to the content of a list or an object, such as the schema of a field; undefined: the content is left
 * out.
 */
export type GuideTo<Guide> = (key: string | number) => Guide | undefined;

/**
 * Walks through parsed JSON in the order of its text. Not recursive, because JSON can be nested more deeply than calls.
 *
 * @param guide what leads the walk, such as the schema of the value
 * @param enter is called with each value; returns what leads to its content, or undefined to leave it out
 */
export function walkJson<Guide>(
  value: unknown,
  guide: Guide,
  enter: (place: JsonPlace, guide: Guide) => GuideTo<Guide> | undefined,
): void {
  interface Pending {
    readonly place: JsonPlace;
    /** What leads to it is looked up in its turn. */
    readonly guideTo: () => Guide | undefined;
  }
  const pending: Pending[] = [{ place: { value }, guideTo: () => guide }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const holder = next.place;
    const ownGuide = next.guideTo();
    const guideTo = ownGuide === undefined ? undefined : enter(holder, ownGuide);
    if (guideTo === undefined || typeof holder.value !== "object" || holder.value === null) continue;
    const isList = Array.isArray(holder.value);
    // The next one is taken from the end.
    for (const [name, inner] of Object.entries(holder.value).reverse()) {
      const key = isList ? Number(name) : name;
      pending.push({ place: { value: inner, holder, key }, guideTo: () => guideTo(key) });
    }
  }
}

/** The indexes and names that lead to a place. */
export function pathTo({ holder, key }: JsonPlace): readonly (string | number)[] {
  return holder === undefined || key === undefined ? [] : [...pathTo(holder), key];
}

/** Finds the places at a JSON pointer in which `*` stands for every entry of a list, without its first `/`. */
export function placesAt(value: unknown, segments: readonly string[]): readonly JsonPlace[] {
  const found: JsonPlace[] = [];
  walkJson(value, segments, (place, [segment, ...rest]) => {
    if (segment === undefined) found.push(place);
    return (key) => (segment === (typeof key === "number" ? "*" : key) ? rest : undefined);
  });
  return found;
}

/** Puts another value at a place, and returns the whole. */
export function replaceAt(whole: unknown, { holder, key = "" }: JsonPlace, value: unknown): unknown {
  if (holder === undefined) return value;
  Reflect.set(Object(holder.value), key, value);
  return whole;
}
