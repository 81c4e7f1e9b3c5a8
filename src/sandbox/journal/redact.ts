import type { JsonSchema } from "../../generated/bodies.js";

/** Stands for a value that is not kept. */
const redacted = "[redacted]";

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * A JSON value with only what its schema declares and does not mark with `x-reg-sensitive`; everything else becomes
 * `[redacted]`. The names of fields stay.
 */
export function redact(value: unknown, schema: JsonSchema | undefined, definitions: Schemas): unknown {
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
    return forms.some(isOfScalar) ? each : redacted;
  };
  return walk(value, formsOf(schema, definitions));
}

/** Every form that a schema allows: what a reference leads to, and the members of a union. */
function formsOf(schema: unknown, definitions: Schemas): JsonSchema[] {
  if (!isSchema(schema)) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const members = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const target = typeof $ref === "string" ? definitions[$ref.slice("#/$defs/".length)] : undefined;
  return [schema, ...[target, ...members].flatMap((each) => formsOf(each, definitions))];
}

function propertyOf({ properties }: JsonSchema, name: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
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

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
