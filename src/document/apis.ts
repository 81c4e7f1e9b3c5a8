import { lessorSchemas } from "../generated/lessor/bodies.js";
import { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import { supplierSchemas } from "../generated/supplier/bodies.js";
import { supplierOperations } from "../generated/supplier/operations.js";
import type { OperationSchemas } from "./bodies.js";
import type { OperationTable } from "./operation.js";

/** The name of an API. */
export type ApiName = "supplier" | "lessor";

/** The operations of each API by id. A client does not use this table: it loads those of its own API only. */
export const operationTables = {
  supplier: supplierOperations,
  lessor: { ...lessorOperations, ...lessorTokenOperations },
} as const satisfies Readonly<Record<ApiName, OperationTable>>;

/** The parameters and bodies of every operation by id: no operation of one API has the id of one of the other. */
export const operationSchemas: Readonly<Record<string, OperationSchemas>> = { ...supplierSchemas, ...lessorSchemas };
