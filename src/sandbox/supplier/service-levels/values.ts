import {
  type Categories,
  type Category,
  type CategoryName,
  categoryNames,
  type PartName,
  partNames,
  type Timed,
} from "./model.js";

/** What a clearing method clears. */
export interface Clearing {
  readonly category: CategoryName;
  /** Whose future values are cleared. Left out: the whole category, current and future. */
  readonly part?: PartName;
}

/** The values as they are on a date: those that were to come by then are current. */
export function valuesOn(categories: Categories, today: string): Categories {
  return build((category, part) => timedOn(categories[category]?.[part], today));
}

/** The values after a change; each list that the change has takes the place of the one before (assumed). */
export function withChanges(categories: Categories, changes: Categories, today: string): Categories {
  const before = valuesOn(categories, today);
  return build((category, part) => ({ ...before[category]?.[part], ...changes[category]?.[part] }));
}

/** The values after a clearing. */
export function withoutCleared(categories: Categories, cleared: Clearing, today: string): Categories {
  const before = valuesOn(categories, today);
  return build((category, part) => {
    const timed = before[category]?.[part];
    if (category !== cleared.category) return timed;
    if (cleared.part === undefined) return undefined;
    return part === cleared.part ? withoutFuture(timed) : timed;
  });
}

/** Whether a category has values now; one without falls back (supplier-api.md §1). */
export function hasCurrentValues(category: Category | undefined): boolean {
  return partNames.some((part) => category?.[part]?.current !== undefined);
}

function timedOn(timed: Timed | undefined, today: string): Timed | undefined {
  const future = timed?.future;
  return future !== undefined && future.validFrom <= today ? { current: future.values } : timed;
}

function withoutFuture({ current }: Timed = {}): Timed {
  return current === undefined ? {} : { current };
}

/** Puts a service level together; an empty list of current values is none at all. */
function build(timedOf: (category: CategoryName, part: PartName) => Timed | undefined): Categories {
  const categories: { [name in CategoryName]?: Category } = {};
  for (const name of categoryNames) {
    const category: { [part in PartName]?: Timed } = {};
    for (const part of partNames) {
      const { current = [], future } = timedOf(name, part) ?? {};
      const timed = { ...(current.length > 0 && { current }), ...(future !== undefined && { future }) };
      if (Object.keys(timed).length > 0) category[part] = timed;
    }
    if (Object.keys(category).length > 0) categories[name] = category;
  }
  return categories;
}
