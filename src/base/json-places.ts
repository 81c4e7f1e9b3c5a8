/** A value inside parsed JSON. */
export interface JsonPlace {
  readonly value: unknown;
  /** The list or object with the value; undefined for the whole. */
  readonly holder?: JsonPlace;
  /** The index in the list, or the name of the field. */
  readonly key?: string | number;
}

/** Returns what is known of an entry or a field, such as its schema; undefined leaves it out. */
export type ContextOf<Context> = (key: string | number) => Context | undefined;

/**
 * Visits the values of parsed JSON in the order of its text. Not recursive, because JSON can be nested more deeply than
 * calls.
 *
 * @param context what is known of the value, such as its schema
 * @param visit is called with each value; returns the context of its content, or undefined to leave the content out
 */
export function visitJson<Context>(
  value: unknown,
  context: Context,
  visit: (place: JsonPlace, context: Context) => ContextOf<Context> | undefined,
): void {
  interface Pending {
    readonly place: JsonPlace;
    /** It is asked for when the place is visited. */
    readonly contextOf: ContextOf<Context>;
  }
  const pending: Pending[] = [{ place: { value }, contextOf: () => context }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const holder = next.place;
    const ownContext = next.contextOf(holder.key ?? "");
    const contextOf = ownContext === undefined ? undefined : visit(holder, ownContext);
    if (contextOf === undefined || typeof holder.value !== "object" || holder.value === null) continue;
    const isList = Array.isArray(holder.value);
    // The next one is taken from the end.
    for (const [name, inner] of Object.entries(holder.value).reverse())
      pending.push({ place: { value: inner, holder, key: isList ? Number(name) : name }, contextOf });
  }
}

/** The indexes and names that lead to a place. */
export function pathTo({ holder, key }: JsonPlace): readonly (string | number)[] {
  return holder === undefined || key === undefined ? [] : [...pathTo(holder), key];
}

/** Finds the places at a JSON pointer in which `*` stands for every entry of a list, without its first `/`. */
export function placesAt(value: unknown, segments: readonly string[]): readonly JsonPlace[] {
  const found: JsonPlace[] = [];
  visitJson(value, segments, (place, [segment, ...rest]) => {
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
