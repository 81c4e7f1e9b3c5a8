/** The named fields that are there: neither undefined nor null, which a service may write for what it does not know. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): { [Each in Name]?: NonNullable<From[Each]> } {
  const picked: { [Each in Name]?: NonNullable<From[Each]> } = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}
