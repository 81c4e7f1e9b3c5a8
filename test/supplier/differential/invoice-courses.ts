import fc from "fast-check";
import { choose, weighted } from "./choose.js";
import { type ContentPlan, contentPlan } from "./contents.js";
import { licensePlate } from "./vehicles.js";

/** What can happen to a request on its way to an invoice. */
export type Step = "create" | "submit" | "approve" | "deny" | "discount" | "invoice" | "decline" | "credit";

/** How far a request has come: what happens on the first day, and what on the second, after midnight has archived it. */
export const courses = {
  draft: { first: [], second: ["create"] },
  waiting: { first: [], second: ["submit"] },
  denied: { first: [], second: ["submit", "deny"] },
  approved: { first: [], second: ["submit", "approve"] },
  invoiced: { first: [], second: ["submit", "approve", "invoice"] },
  discounted: { first: [], second: ["submit", "approve", "discount"] },
  "not invoiced": { first: [], second: ["submit", "approve", "decline"] },
  archived: { first: ["submit", "approve", "discount", "invoice"], second: [] },
  "archived, a cent credited": { first: ["submit", "approve", "discount", "invoice"], second: ["credit"] },
  "archived, not invoiced": { first: ["submit", "approve", "decline"], second: [] },
} as const satisfies Readonly<
  Record<string, { readonly first: readonly Step[]; readonly second: readonly Step[] }>
>;

/** A request that is to be put into the sandbox. */
export interface SeedPlan {
  readonly course: keyof typeof courses;
  readonly content: ContentPlan;
  readonly licensePlate: string;
}

/** Days and instants around midnight in Amsterdam, and around the changes of summer time. */
export const seedPlan: fc.Arbitrary<SeedPlan> = fc.record(
  {
    course: weighted<SeedPlan["course"]>(
      [1, "draft"],
      [1, "waiting"],
      [1, "denied"],
      [12, "approved"],
      [2, "invoiced"],
      [3, "discounted"],
      [1, "not invoiced"],
      [5, "archived"],
      [3, "archived, a cent credited"],
      [1, "archived, not invoiced"],
    ),
    licensePlate,
    content: fc
      .record({
        content: contentPlan,
        isRental: fc.boolean(),
        workshopDate: choose("2026-06-14", "2026-06-15", "2026-12-31", "2028-02-29"),
        checkoutDate: choose(
          "2026-06-14T21:59:59Z",
          "2026-06-14T22:00:00Z",
          "2026-03-28T23:00:00Z",
          "2026-03-29T21:59:59Z",
          "2026-03-29T22:00:00Z",
          "2026-10-24T22:00:00Z",
          "2026-10-25T22:59:59.999Z",
          "2026-10-25T23:00:00Z",
          "2026-12-31T23:59:59+01:00",
          "2027-01-01T00:00:00+02:00",
        ),
      })
      .map(({ content, ...dates }) => ({ ...content, ...dates })),
  },
  { noNullPrototype: true },
);
