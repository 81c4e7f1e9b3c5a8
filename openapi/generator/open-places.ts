import { childrenOf, type Schema, type SpecDocument, type SpecOperation } from "./document.js";
import { banner } from "./text.js";

/** Writes where the bodies of each operation are open: learned types and the sandbox are based on it. */
export function writeOpenPlaces(document: SpecDocument, source: string, api: string): string {
  const open = [...openPlacesOf(document.schemas).values()];
  const closed = open.flatMap(({ name, schema }) => (schema.additionalProperties === true ? [] : [name]));
  const rows = document.operations.flatMap((operation) => {
    const { requestBody, operationId } = operation;
    const request = placesOf(jsonSchemas([requestBody]), document);
    const response = placesOf(jsonSchemas(operation.successes), document);
    return request === undefined && response === undefined
      ? []
      : [`    "${operationId}": ${JSON.stringify({ request, response })},\n`];
  });
  const known = open.flatMap(({ name, schema }) =>
    Array.isArray(schema.type) ? [] : [`    ${name}: ${JSON.stringify(Object.keys(schema.properties ?? {}))},\n`],
  );
  const returned = open.flatMap(({ name, schema: { "x-reg-returned-as": key } }) => {
    if (key === undefined) return [];
    if (!open.some((each) => each.name === key)) throw new Error(`${name}: x-reg-returned-as ${key} is no x-reg-open`);
    return [`    ${name}: ${JSON.stringify(key)},\n`];
  });
  return `${banner(source)}
import type { ApiOpenPlaces } from "../../document/open-places.js";

/** Where the bodies are open. */
export const ${api}OpenPlaces: ApiOpenPlaces = {
  knownFields: {
${known.join("")}  },
  returnedAs: {
${returned.join("")}  },
  closed: ${JSON.stringify(closed)},
  operations: {
${rows.join("")}  },
};
`;
}

function jsonSchemas(bodies: readonly (SpecOperation["requestBody"] | undefined)[]): readonly Schema[] {
  return bodies.flatMap((body) => body?.content?.["application/json"]?.schema ?? []);
}

/** Finds the open places of a body; undefined if there are none. */
function placesOf(schemas: readonly Schema[], document: SpecDocument): object | undefined {
  const places = new Map<string, string>();
  const visit = (schema: Schema, pointer: string, outer: readonly Schema[]): void => {
    const resolved = document.resolve(schema);
    // A schema that contains itself has no end.
    if (outer.includes(resolved)) return;
    const { "x-reg-open": name } = resolved;
    const path = [...outer, resolved];
    if (name !== undefined) places.set(pointer, name);
    for (const [key, inner] of childrenOf(resolved)) visit(inner, `${pointer}/${key}`, path);
  };
  for (const schema of schemas) visit(schema, "", []);
  return places.size === 0 ? undefined : Object.fromEntries(places);
}

/** A schema with fields that users can declare, and the key of `OpenTypes` for them. */
export interface OpenPlace {
  readonly name: string;
  readonly schema: Schema;
}

/** Finds all open places by the path that openapi-typescript uses: the path of the schema and the property names. */
export function openPlacesOf(schemas: SpecDocument["schemas"]): ReadonlyMap<string, OpenPlace> {
  const places = new Map<string, OpenPlace>();
  const visit = (schema: Schema, path: string): void => {
    const { "x-reg-open": name } = schema;
    if (name !== undefined) places.set(path, { name, schema });
    for (const [key, inner] of childrenOf(schema)) visit(inner, `${path}/${key}`);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, `#/components/schemas/${name}`);
  return places;
}
