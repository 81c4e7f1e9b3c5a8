/** What fields stand for, where their names do not say it. */
const meanings = new Map([
  ["components", "lines"],
  ["reg", "component"],
]);

/** A field for people: `components[1].price` is "the price of line 2". */
export function fieldInWords(field: string): string {
  return field.split(".").reverse().map(segmentInWords).join(" of ");
}

function segmentInWords(segment: string): string {
  const [, name = "", index] = /^(\w+)\[(\d+)\]$/.exec(segment) ?? [undefined, segment];
  const words = (meanings.get(name) ?? name)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\bvin\b|\bvat\b/g, (short) => short.toUpperCase());
  if (index === undefined) return `the ${words}`;
  return `${words.replace(/s$/, "")} ${Number(index) + 1}`;
}

/** A sentence about a field, which begins with it. */
export function sentenceAbout(field: string, rest: string): string {
  const words = fieldInWords(field);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${rest}`;
}
