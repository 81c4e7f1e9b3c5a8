/** Any of a list, by any number. */
export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}

/** The same, taken off the list. */
export function take<T>(list: T[], at: number): T | undefined {
  return list.splice(at % Math.max(1, list.length), 1)[0];
}
