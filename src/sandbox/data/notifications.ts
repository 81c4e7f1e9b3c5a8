/** What a lessor announces. The fields are not shown, so these are made up. */
export interface LessorNotification {
  readonly id: number;
  /** The number of the lessor who published it. */
  readonly lessorId: number;
  readonly title: string;
  /** The first day on which it is active, `yyyy-MM-dd` in Amsterdam. */
  readonly validFrom: string;
  /** The last day on which it is active. */
  readonly validUntil: string;
}

/** What the lessors of the seeded world announce. */
export const notifications: readonly LessorNotification[] = [
  { id: 1, lessorId: 1001, title: "New invoice address", validFrom: "2026-01-01", validUntil: "2099-12-31" },
  {
    id: 2,
    lessorId: 1002,
    title: "Winter tires from October",
    validFrom: "2026-01-01",
    validUntil: "2099-12-31",
  },
  {
    id: 3,
    lessorId: 1001,
    title: "Desk closed at New Year",
    validFrom: "2025-12-20",
    validUntil: "2026-01-02",
  },
];
