/** The headers of an answer by their names. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Fields whose names are in lower case. Those of undici are; an interceptor of the user's dispatcher may add others. */
export function inLowerCase(fields: Fields): Fields {
  if (!hasCapitals(fields)) return fields;
  // Without what every object has, such as a constructor, which may be the name of a header.
  const lower: Record<string, readonly string[]> = Object.create(null);
  for (const [name, value = []] of Object.entries(fields)) {
    const key = name.toLowerCase();
    lower[key] = [...(lower[key] ?? []), ...(typeof value === "string" ? [value] : value)];
  }
  return lower;
}

function hasCapitals(fields: Fields): boolean {
  for (const name in fields) if (name !== name.toLowerCase()) return true;
  return false;
}

/** Headers as fetch would give them. */
export function responseHeaders(fields: Fields): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") headers.append(name, latin1(value));
    else for (const each of value ?? []) headers.append(name, latin1(each));
  }
  return headers;
}

const beyondLatin1 = /[^\0-\xff]/;

/** Fetch reads each byte as a character. Older versions of undici read UTF-8 here, which Headers would refuse. */
function latin1(value: string): string {
  return beyondLatin1.test(value) ? Buffer.from(value).toString("latin1") : value;
}
