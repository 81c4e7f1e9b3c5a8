import { type ApiName, operationTables } from "../document/apis.js";
import type { AssumptionTable } from "../document/assumptions.js";
import type { OperationTable } from "../document/operation.js";
import { lessorAssumptions } from "../generated/lessor/assumptions.js";
import { supplierAssumptions } from "../generated/supplier/assumptions.js";

/** An API as the clients and the documents describe it. */
export interface Description {
  readonly operations: OperationTable;
  readonly assumptions: AssumptionTable;
}

/** What is known of each API. The files of options do not import it, because the help must not load the tables. */
export const descriptions: Readonly<Record<ApiName, Description>> = {
  supplier: { operations: operationTables.supplier, assumptions: supplierAssumptions },
  lessor: { operations: operationTables.lessor, assumptions: lessorAssumptions },
};
