/** A constant that is made when it is first asked for, and then kept: for one that is costly, and seldom needed. */
export function lazy<T>(make: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
