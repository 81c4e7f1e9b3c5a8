import { readFileSync } from "node:fs";

/** The sections of README.md, in its order. Each section has a test file of its name. */
export const sections = [
  "token",
  "throttle",
  "retry",
  "errors",
  "input",
  "transport",
  "secrets",
  "concurrency",
] as const;

/** A section of the list. */
export type Section = (typeof sections)[number];

/** The number of a fault in a section. */
export type Row<_S extends Section = Section> = number;

const [, ...parts] = readFileSync(new URL("./README.md", import.meta.url), "utf8").split(/^## /m);
const entries = parts.map((part) => [
  part.slice(0, part.indexOf("\n")).toLowerCase(),
  [...part.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row)),
]);

/** The numbers of the faults by section, as README.md lists them. */
export const rows: Readonly<Record<Section, readonly number[]>> = Object.fromEntries(entries);
