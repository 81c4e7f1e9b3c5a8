/** Returns a function that creates a value when it is first called: for what takes long, and few programs need. */
// @__NO_SIDE_EFFECTS__
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
