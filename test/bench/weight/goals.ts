import { type Goal, lowest, most } from "../goals.js";
import { kB, ms } from "../text.js";
import type { Weight } from "./measure.js";

/** What is judged of an entry point. */
export interface Judged {
  readonly name: string;
  readonly import: Pick<Weight["import"], "milliseconds">;
  readonly bundle: { readonly atImport: Pick<Weight["bundle"]["atImport"], "gzip"> };
}

/** What was asked of the entry points. */
export function weightGoals(ours: readonly Judged[]): readonly Goal[] {
  const entry = (name: string) => ours.find((each) => each.name === name);
  const imported = (name: string) => entry(name)?.import.milliseconds;
  const bundled = (name: string) => entry(name)?.bundle.atImport.gzip;
  return [
    { what: "cold import of `.`", figure: imported("."), most: most.import, text: ms },
    // Less than `.` may take, and less than it does take.
    ...["./supplier", "./lessor"].map((name) => ({
      what: `cold import of \`${name}\`, less than \`.\``,
      figure: imported(name),
      most: lowest([imported("."), most.import]),
      text: ms,
    })),
    { what: "bundle of `.`, gzipped", figure: bundled("."), most: most.bundle, text: kB },
    { what: "bundle of `./lessor`, gzipped", figure: bundled("./lessor"), most: most.lessorBundle, text: kB },
  ];
}
