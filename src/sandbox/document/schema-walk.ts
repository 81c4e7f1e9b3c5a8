import type { JsonSchema } from "../../generated/bodies.js";

/** Schemas by name, as references name them. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** Every form that a schema allows: what a reference leads to, and the members of a union. */
export function formsOf(schema: unknown, definitions: Definitions): JsonSchema[] {
  if (!isSchema(schema)) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const members = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const target = typeof $ref === "string" ? definitions[$ref.slice("#/$defs/".length)] : undefined;
  return [schema, ...[target, ...members].flatMap((each) => formsOf(each, definitions))];
}

/** What a form says of a field; undefined if it does not declare it. */
export function propertyOf({ properties }: JsonSchema, name: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether a value is a schema, or a record of them. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
