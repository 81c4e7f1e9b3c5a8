import * as z from "zod";
import type { JsonSchema } from "../../generated/bodies.js";
import type { Api } from "../tokens/tokens.js";
import { documents } from "./forms.js";
import { guidPattern } from "./guid.js";
import { problemOf } from "./problems.js";

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  /** Where in the value. */
  readonly path: readonly PropertyKey[];
  /** What is wrong there, such as `must be of type string`; never the value itself. */
  readonly problem: string;
  /** Whether it is a property that must be there and is not. Default false. */
  readonly isMissing?: boolean;
}

/** What is wrong with a value; nothing if it is as the schema wants it. */
export type CheckSchema = (api: Api, schema: JsonSchema, value: unknown) => readonly SchemaIssue[];

const guid = { type: "string", pattern: guidPattern } as const;

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
    const issues = checker.safeParse(value).error?.issues ?? [];
    return issues.map((issue) => ({
      path: issue.path,
      problem: problemOf(issue),
      isMissing: isMissing(value, issue.path),
    }));
  };
}

/** A value that is not there at all is no property that is missing. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value);
  return value !== undefined && found === undefined;
}

function prepare<T extends JsonSchema>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    Reflect.get(Object(value), "format") === "uuid" ? guid : value,
  );
}
