const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The headers of an answer that events may show, and the part of each that they may: none of it can say anything
 * about a person, a vehicle or a token, even if the service repeats in a header what it was sent.
 */
const harmless: readonly (readonly [name: string, shape: RegExp])[] = [
  [
    "content-type",
    /^(application\/(json|problem\+json|xml|pdf|octet-stream|zip)|text\/(plain|html|xml|csv)|image\/(jpeg|png|gif|tiff|webp))(?=$|;)/,
  ],
  ["content-length", /^\d{1,12}$/],
  ["date", date],
  ["retry-after", new RegExp(`^\\d{1,10}$|${date.source}`)],
];

/** What events show of an answer's headers. */
export function harmlessHeaders(headers: Headers): Readonly<Record<string, string>> {
  const shown = harmless.flatMap(([name, shape]) => {
    const part = shape.exec(headers.get(name) ?? "")?.[0];
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.freeze(Object.fromEntries(shown));
}
