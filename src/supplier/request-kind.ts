/** The kinds of request: `supplier.serviceRequests`, or `supplier.damageServiceRequests` (supplier-api.md §1). */
export type RequestKind = "service" | "damage";

/** The group of each kind on the client, which is also the beginning of its operationIds. */
export const groupOf = {
  service: "serviceRequests",
  damage: "damageServiceRequests",
} as const satisfies Readonly<Record<RequestKind, string>>;
