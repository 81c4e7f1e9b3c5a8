/** The kinds of related data of a vehicle, by their names on the client (lessor-api.md §2). */
export const relatedKinds = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
] as const;

/** A kind of related data of a vehicle. */
export type RelatedKind = (typeof relatedKinds)[number];
