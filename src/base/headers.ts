const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The response headers that events may show, and the allowed part of each: it cannot contain anything about a person, a
 * vehicle or a token, even if the service echoes the request in a header.
 */
const allowedHeaders: readonly (readonly [name: string, pattern: RegExp])[] = [
  // The common types, whose names are fixed; any other name could be a value.
  [
    "content-type",
    new RegExp(
      `^(${[
        "application/((hal|ld|problem|vnd\\.api)\\+)?json",
        "application/((atom|problem|soap|xhtml)\\+)?xml",
        "application/(gzip|javascript|octet-stream|pdf|x-www-form-urlencoded|zip)",
        "text/(css|csv|html|javascript|json|plain|xml)",
        "image/(gif|jpeg|png|svg\\+xml|tiff|webp)",
        "multipart/(form-data|mixed)",
      ].join("|")})(?=\\s*(;|$))`,
    ),
  ],
  ["content-length", /^\d{1,12}$/],
  ["date", date],
  ["retry-after", new RegExp(`^\\d{1,10}(\\.\\d{1,6})?$|${date.source}`)],
];

/** Picks the part of a response's headers that events may show. */
export function pickAllowedHeaders(headers: Headers): Readonly<Record<string, string>> {
  const allowed = allowedHeaders.flatMap(([name, pattern]) => {
    const value = headers.get(name) ?? "";
    // Types are the same in any case of their letters, which could contain a value.
    const part = pattern.exec(name === "content-type" ? value.toLowerCase() : value)?.[0];
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.freeze(Object.fromEntries(allowed));
}
