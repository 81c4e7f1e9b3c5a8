import type { JsonSchema } from "../../generated/bodies.js";
import { type Definitions, formsOf, propertyOf } from "./schema-walk.js";

/**
 * The fields of a JSON value that its schema does not declare, as paths such as `components[0].prise`. A schema that
 * is open, because the reference does not show its fields, declares them all.
 */
export function unknownFields(value: unknown, schema: JsonSchema, definitions: Definitions): string[] {
  const walk = (each: unknown, forms: readonly JsonSchema[], path: string): string[] => {
    if (typeof each !== "object" || each === null) return [];
    if (Array.isArray(each)) {
      const items = forms.flatMap((form) => formsOf(form["items"], definitions));
      return each.flatMap((item, index) => walk(item, items, `${path}[${index}]`));
    }
    if (!forms.some(({ properties }) => properties !== undefined)) return [];
    const isOpen = forms.some((form) => form["additionalProperties"] === true);
    return Object.entries(each).flatMap(([name, field]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const declared = forms.map((form) => propertyOf(form, name)).filter((found) => found !== undefined);
      if (declared.length === 0) return isOpen ? [] : [at];
      return walk(
        field,
        declared.flatMap((found) => formsOf(found, definitions)),
        at,
      );
    });
  };
  return walk(value, formsOf(schema, definitions), "");
}
