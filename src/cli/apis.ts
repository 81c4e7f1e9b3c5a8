import type { AssumptionTable } from "../document/assumptions.js";
import type { OperationForm } from "../document/bodies.js";
import type { OperationTable } from "../document/operation.js";
import { lessorAssumptions } from "../generated/lessor/assumptions.js";
import { lessorForms } from "../generated/lessor/bodies.js";
import { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import { supplierAssumptions } from "../generated/supplier/assumptions.js";
import { supplierForms } from "../generated/supplier/bodies.js";
import { supplierOperations } from "../generated/supplier/operations.js";

/** The name of an API. */
export type ApiName = "supplier" | "lessor";

/** An API as the clients and the documents describe it. */
export interface Description {
  readonly operations: OperationTable;
  readonly forms: Readonly<Record<string, OperationForm>>;
  readonly assumptions: AssumptionTable;
}

/** What is known of each API. The files of options import only the type, because the help must not load the tables. */
export const descriptions: Readonly<Record<ApiName, Description>> = {
  supplier: { operations: supplierOperations, forms: supplierForms, assumptions: supplierAssumptions },
  lessor: {
    operations: { ...lessorOperations, ...lessorTokenOperations },
    forms: lessorForms,
    assumptions: lessorAssumptions,
  },
};
