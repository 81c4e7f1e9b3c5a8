import type { Route } from "../core/router.js";
import { formOf } from "../document/forms.js";
import { typed } from "../document/request-check.js";
import type { CheckSchema } from "../document/schema-checker.js";
import { isSchema } from "../document/schema-walk.js";
import type { Api } from "../tokens/tokens.js";
import type { JournalEntry } from "./entry.js";
import { redacted } from "./redact.js";

/** The values in a path, those that are what the document says of them. */
export function recordedParams(
  check: CheckSchema,
  { operation: { api, id }, params }: Route,
): JournalEntry["params"] {
  const { path = {} } = formOf(api, id);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, kept(check, api, path[name], value)]),
  );
}

/** The declared parameters only: what else stands in a query may be a secret, name and all. */
export function recordedQuery(
  check: CheckSchema,
  { operation: { api, id } }: Route,
  given: URLSearchParams,
): JournalEntry["query"] {
  const declared = Object.entries(formOf(api, id).query ?? {}).filter(([name]) => given.has(name));
  return Object.fromEntries(
    declared.map(([name, schema]) => {
      const each = schema["type"] === "array" ? schema["items"] : schema;
      return [name, given.getAll(name).map((value) => kept(check, api, each, value))];
    }),
  );
}

function kept(check: CheckSchema, api: Api, schema: unknown, value: string): string {
  const fits = isSchema(schema) && check(api, schema, typed(value, schema)).length === 0;
  return fits ? value : redacted;
}
