import { lessorSections } from "./reference-rows-lessor.js";
import { supplierSection3 } from "./reference-rows-supplier-3.js";
import { supplierSection4 } from "./reference-rows-supplier-4.js";
import { supplierSections7And8 } from "./reference-rows-supplier-7-8.js";

/** A row of a table of the reference, or a rule in the prose under it, and the tests that hold the sandbox to it. */
export interface ReferenceRow {
  /** As it stands in square brackets at the end of the titles of its tests. */
  readonly id: string;
  readonly document: "supplier-api.md" | "lessor-api.md";
  readonly section: string;
  /** The table or the list that it stands in. */
  readonly part: string;
  /** What the row says, in short. */
  readonly row: string;
  /** The file and the titles, such as `test/sandbox/….test.ts > describe > it`. All of them, and at least one. */
  readonly tests: readonly string[];
}

/** Every row of the tables in sections 3, 4, 7 and 8 of both documents, and the rules in the prose under them. */
export const referenceRows: readonly ReferenceRow[] = [
  ...supplierSection3,
  ...supplierSection4,
  ...supplierSections7And8,
  ...lessorSections,
];
