/** Returns a function that creates a value when it is first called: for what takes long, and few programs need. */
// @__NO_SIDE_EFFECTS__
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Returns a function that imports a part of the package at its first call, because few programs need it. An import that
 * has failed is tried again.
 */
// @__NO_SIDE_EFFECTS__
export function importedOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
