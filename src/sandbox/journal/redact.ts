import type { JsonSchema } from "../../generated/bodies.js";
import { documents } from "../document/forms.js";
import type { CheckSchema } from "../document/schema-checker.js";
import { formsOf, propertyOf } from "../document/schema-walk.js";
import type { Api } from "../tokens/tokens.js";

/** Stands for a value that is not kept. */
export const redacted = "[redacted]";

/**
 * A JSON value with only what its schema declares and does not mark with `x-reg-sensitive`; everything else becomes
 * `[redacted]`, and so does a value that does not fit what is declared: nobody knows what it is. The names of fields
 * stay.
 */
export function redact(check: CheckSchema, api: Api, schema: JsonSchema, value: unknown): unknown {
  const definitions = documents[api].schemas;
  const walk = (each: unknown, forms: readonly JsonSchema[]): unknown => {
    if (forms.length === 0 || forms.some((form) => form["x-reg-sensitive"] === true)) return redacted;
    if (each === null) return each;
    if (Array.isArray(each)) {
      const items = forms.flatMap((form) => formsOf(form["items"], definitions));
      return each.map((item) => walk(item, items));
    }
    if (typeof each === "object") {
      const fields = Object.entries(each).map(([name, field]) => {
        const declared = forms.flatMap((form) => formsOf(propertyOf(form, name), definitions));
        return [name, walk(field, declared)];
      });
      return Object.fromEntries(fields);
    }
    const fits = forms.some((form) => isOfScalar(form) && check(api, form, each).length === 0);
    return fits ? each : redacted;
  };
  return walk(value, formsOf(schema, definitions));
}

/** A schema that says nothing about the type declares no value either. */
function isOfScalar({ type, enum: values, const: value }: JsonSchema): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return (
    values !== undefined ||
    value !== undefined ||
    types.some((each) => ["string", "number", "integer", "boolean"].includes(String(each)))
  );
}
