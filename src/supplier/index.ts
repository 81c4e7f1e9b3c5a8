export * from "../generated/supplier/models.js";
export * from "../generated/supplier/open-fields.js";
export { createSupplierClient, type SupplierClient, type SupplierClientOptions } from "./client.js";
export * from "./reconcile/index.js";
