import * as z from "zod";
import type { JsonSchema } from "../../generated/bodies.js";
import type { Api } from "../core/tokens.js";
import { documents } from "./forms.js";

/** What is wrong with a value, as zod says it; nothing if it is as the schema wants it. */
export type CheckSchema = (api: Api, schema: JsonSchema, value: unknown) => readonly z.core.$ZodIssue[];

/** A GUID need not be one of the versions that RFC 9562 knows. */
const guid = { type: "string", pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" } as const;

/** The pattern by which a GUID is told. */
export const guidPattern: string = guid.pattern;

/** Makes a checker, which turns each schema of the documents into a zod schema when it is first needed. */
export function createSchemaChecker(): CheckSchema {
  const compiled = new Map<JsonSchema, z.ZodType>();
  const definitions = new Map<Api, Readonly<Record<string, JsonSchema>>>();

  const definitionsOf = (api: Api) => {
    const known = definitions.get(api);
    if (known !== undefined) return known;
    const prepared = prepare(documents[api].schemas);
    definitions.set(api, prepared);
    return prepared;
  };
  return (api, schema, value) => {
    let checker = compiled.get(schema);
    if (checker === undefined) {
      const prepared = prepare(schema);
      // The definitions take longest, and most schemas do without them.
      const hasReference = JSON.stringify(prepared).includes('"$ref"');
      checker = z.fromJSONSchema(hasReference ? { ...prepared, $defs: definitionsOf(api) } : prepared);
      compiled.set(schema, checker);
    }
    return checker.safeParse(value).error?.issues ?? [];
  };
}

function prepare<T extends JsonSchema>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    Reflect.get(Object(value), "format") === "uuid" ? guid : value,
  );
}
