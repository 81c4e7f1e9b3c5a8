import { aFunction, anything, checkInput, custom, optionsSchema, type Schema } from "../errors/input.js";
import type { OperationAdapters } from "./adapter.js";
import type { OperationTable } from "./operation.js";
import { isHttpMethod, isTemplate } from "./operation.js";

/** The adapters of both APIs; `readAdapters` checks those of one. */
export const aServiceAdapter: Schema = optionsSchema(
  { supplier: anything, lessor: anything },
  "must be an object with the adapters of supplier or of lessor",
);

/**
 * Reads the adapters of an API; undefined without any.
 *
 * @throws RegInputError for an operation that does not exist, and for an adapter that cannot be used
 */
export function readAdapters<Api extends "supplier" | "lessor">(
  adapter: { readonly [Name in Api]?: object | undefined } | undefined,
  api: Api,
  operations: OperationTable,
): OperationAdapters | undefined {
  const adapters = adapter?.[api];
  if (adapters === undefined) return undefined;
  const ids = Object.keys(operations).map((id) => [id, ofOperation]);
  checkInput(optionsSchema(Object.fromEntries([...ids, ["*", ofAll]])), adapters, { below: `adapter.${api}` });
  return adapters as OperationAdapters;
}

/** Returns a table in which what is a POST or a PATCH at the service is not repeated, as a PUT or a DELETE is. */
export function operationsAtService(operations: OperationTable, adapters: OperationAdapters = {}): OperationTable {
  const moved = Object.values(operations).flatMap((operation) => {
    const isUnsafe = /^(POST|PATCH)$/.test(adapters[operation.id]?.method ?? "");
    return isUnsafe && operation.effects === "idempotent"
      ? [[operation.id, { ...operation, effects: "transition" }]]
      : [];
  });
  return { ...operations, ...Object.fromEntries(moved) };
}

const functions = { request: aFunction, response: aFunction, error: aFunction };

const fields = {
  ...functions,
  reverse: optionsSchema(functions, "must be an object with the functions request, response and error"),
};

const ofAll = optionsSchema(fields);

const ofOperation = optionsSchema({
  ...fields,
  method: custom(isHttpMethod, "must be one of GET, PUT, POST, PATCH and DELETE"),
  path: custom(isTemplate, "must be a path such as /v2/things/{id}, without a query"),
});
