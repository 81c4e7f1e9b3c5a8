import type * as z from "zod/mini";
import type { Schema } from "../errors/input.js";
import { factsOf } from "./bodies.js";
import type { Confidence } from "./difference.js";
import { type JsonType, typeOf } from "./forms.js";

/** One of the forms of values that a schema accepts: a schema of zod without references, optional fields and unions. */
export interface ValueForm {
  readonly schema: Schema;
  /** `any`: the document does not say which type. */
  readonly type: JsonType | "any";
  /** The format of a text, such as `date`. */
  readonly format?: string | undefined;
  /** Whether texts must have a format or keep limits. */
  readonly isLimited?: boolean;
  /** The only texts that are permitted. */
  readonly values?: readonly string[];
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** Whether an object may have other fields, because the reference does not show all of them. */
  readonly isOpen?: boolean;
  /** The schema of the entries of a list. */
  readonly items?: Schema;
  /** Whether its values are personal data. */
  readonly isSensitive: boolean;
}

/** The forms of a schema never change, and reading them takes longer than comparing a value with them. */
const knownForms = new WeakMap<Schema, readonly ValueForm[]>();

/** Every form that a generated schema allows: several for a union. */
export function formsOf(schema: Schema): readonly ValueForm[] {
  const known = knownForms.get(schema);
  if (known !== undefined) return known;
  const forms = readForms(schema);
  knownForms.set(schema, forms);
  return forms;
}

function readForms(schema: Schema): readonly ValueForm[] {
  const isSensitive = factsOf(schema).sensitive === true;
  const { def } = internalsOf(schema);
  const target = targetOf(schema);
  const inner = target === undefined && def.type === "union" ? def.options.map(asSchema) : target;
  if (inner === undefined) return [{ schema, isSensitive, ...describe(def) }];
  const forms = [inner].flat().flatMap(formsOf);
  return isSensitive ? forms.map((form) => ({ ...form, isSensitive })) : forms;
}

/** Whether a form accepts values of a type. */
export function acceptsType({ type: accepted }: ValueForm, type: JsonType): boolean {
  return accepted === "any" || accepted === type || (accepted === "number" && type === "integer");
}

/** The first form that accepts a value. A loop, because a function for each value of a body takes memory. */
export function chooseForm(forms: readonly ValueForm[], value: unknown): ValueForm | undefined {
  const type = typeOf(value);
  for (const form of forms) if (acceptsType(form, type)) return form;
  return undefined;
}

/** Whether an object may lack a field with this schema. */
export function isOptional(schema: Schema): boolean {
  return internalsOf(schema).def.type === "optional";
}

/**
 * How sure the document is of a value with this schema: what it says at the place itself counts more than its target.
 */
export function confidenceOf(schema: Schema): Confidence | undefined {
  const target = targetOf(schema);
  return factsOf(schema).confidence ?? (target && confidenceOf(target));
}

/** The schema inside a reference or an optional field; undefined for any other schema. */
function targetOf(schema: Schema): Schema | undefined {
  const internals = internalsOf(schema);
  if (internals.def.type === "optional") return asSchema(internals.def.innerType);
  // `def.getter` would create the schema again.
  return "innerType" in internals ? asSchema(internals.innerType as z.core.$ZodType) : undefined;
}

/** What zod keeps of a schema: it documents this for libraries that read schemas. */
const internalsOf = (schema: Schema) => (schema as unknown as z.core.$ZodTypes)._zod;

const asSchema = (schema: z.core.$ZodType) => schema as unknown as Schema;

type Definition = ReturnType<typeof internalsOf>["def"];

function describe(def: Definition): Omit<ValueForm, "schema" | "isSensitive"> {
  switch (def.type) {
    case "object":
      return {
        type: "object",
        fields: def.shape as unknown as Readonly<Record<string, Schema>>,
        isOpen: def.catchall !== undefined,
      };
    case "array":
      return { type: "list", items: asSchema(def.element) };
    case "string":
      return {
        type: "text",
        format: "format" in def ? String(def.format) : undefined,
        isLimited: "format" in def || def.checks !== undefined,
      };
    case "enum":
      return { type: "text", values: Object.values(def.entries).map(String) };
    case "literal":
      return { type: "text", values: def.values.map(String) };
    case "number":
      return { type: "format" in def ? "integer" : "number" };
    case "boolean":
    case "null":
      return { type: def.type };
    default:
      return { type: "any" };
  }
}
