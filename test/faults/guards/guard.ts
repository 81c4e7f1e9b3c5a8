import type { Row, Section } from "../rows.js";

/**
 * The code that keeps a fault from doing harm, and what stands in its place when it is taken out. A row's tests must
 * then fail; `npm run faults` sees to it.
 */
export interface Guard {
  /** Below `src`, such as `http/retry/retry-policy.ts`. */
  readonly file: string;
  /** A piece of that file, which stands there exactly once. */
  readonly find: string;
  /** What is put in its place. It must still be a program: types are not checked. */
  readonly replace: string;
}

/** The guards of a section's rows: each is taken out by itself. */
export type Guards<S extends Section> = Readonly<Record<Row<S>, readonly [Guard, ...Guard[]]>>;
