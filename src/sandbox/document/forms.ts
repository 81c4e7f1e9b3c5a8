import type { JsonSchema, OperationForm } from "../../generated/bodies.js";
import { lessorForms, lessorSchemas } from "../../generated/lessor/bodies.js";
import { supplierForms, supplierSchemas } from "../../generated/supplier/bodies.js";
import type { Api } from "../tokens/tokens.js";

/** What the OpenAPI document of an API says about bodies and parameters. */
interface DocumentForms {
  readonly forms: Readonly<Record<string, OperationForm>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The two documents. */
export const documents: Readonly<Record<Api, DocumentForms>> = {
  supplier: { forms: supplierForms, schemas: supplierSchemas },
  lessor: { forms: lessorForms, schemas: lessorSchemas },
};

/** What an operation takes and answers. */
export function formOf(api: Api, operationId: string): OperationForm {
  const form = documents[api].forms[operationId];
  if (form === undefined) throw new Error(`no document holds ${operationId}`);
  return form;
}
