/** The kinds of request: `supplier.serviceRequests`, or `supplier.damageServiceRequests` (supplier-api.md §1). */
export type RequestKind = "service" | "damage";

/** The encoding of an upload; the reference does not show which of the two the service reads. */
export type UploadEncoding = "binary" | "multipart";
