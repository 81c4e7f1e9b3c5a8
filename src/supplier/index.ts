export * from "../generated/supplier/models.js";
export * from "../generated/supplier/open-fields.js";
export { createSupplierClient, type SupplierClient, type SupplierClientOptions } from "./client.js";
export * from "./journeys/index.js";
export * from "./lines/index.js";
export * from "./phases/index.js";
export * from "./reconcile/index.js";
export * from "./rules/index.js";
