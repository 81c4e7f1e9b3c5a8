import openapiTS, { astToString, type OpenAPI3, oapiRef } from "openapi-typescript";
import ts from "typescript";
import type { Schema, SpecDocument } from "./document.js";
import { banner, docComment } from "./text.js";

const { factory } = ts;

/** Writes the types of all schemas and operations, with openapi-typescript. */
export async function writeSchemaTypes(document: SpecDocument, source: string): Promise<string> {
  const holes = holesOf(document);
  const nodes = await openapiTS(withConfidence(document.raw) as OpenAPI3, {
    defaultNonNullable: false,
    alphabetize: false,
    silent: true,
    transform: (schema) => (schema.format === "binary" ? reference("Blob") : undefined),
    postTransform: (type, { path = "" }) => {
      if (type.kind === ts.SyntaxKind.StringKeyword && /\/anyOf\/1$/.test(path)) return openString();
      const hole = holes.get(path);
      return hole && withHole(type, hole);
    },
  });
  const names = [...new Set([...holes.values()].map(({ name }) => name))].sort();
  const wrappers = ["Open", "OpenBody"].filter((wrapper) =>
    [...holes.values()].some((hole) => hole.wrapper === wrapper),
  );
  const imports = [
    wrappers.length > 0 ? `import type { ${wrappers.join(", ")} } from "../open.js";\n` : "",
    names.length > 0 ? `import type { ${names.join(", ")} } from "./open-fields.js";\n` : "",
  ];
  return `${banner(source)}\n${imports.join("")}\n${astToString(nodes)}`;
}

interface Hole {
  readonly name: string;
  /** The type that keeps the hole open until a user declares its fields; undefined: closed. */
  readonly wrapper: "Open" | "OpenBody" | undefined;
  /** Whether the schema has no other fields. */
  readonly alone: boolean;
  /** The reference of the items, if they are known. */
  readonly items: string | undefined;
}

/** Finds all holes by the path that openapi-typescript uses: the path of the schema and the property names. */
function holesOf(document: SpecDocument): ReadonlyMap<string, Hole> {
  const holes = new Map<string, Hole>();
  const visit = (schema: Schema, path: string): void => {
    const name = schema["x-reg-hole"];
    if (name !== undefined) {
      const alone = schema.properties === undefined;
      holes.set(path, { name, wrapper: wrapperOf(schema), alone, items: schema.items?.$ref });
    }
    for (const [key, property] of Object.entries(schema.properties ?? {})) visit(property, `${path}/${key}`);
  };
  for (const [name, schema] of Object.entries(document.schemas))
    visit(schema, `#/components/schemas/${name}`);
  return holes;
}

function wrapperOf(schema: Schema): Hole["wrapper"] {
  if (Array.isArray(schema.type)) return "OpenBody";
  return schema.additionalProperties === true ? "Open" : undefined;
}

/** Writes the type of a schema whose fields users can declare. */
function withHole(type: ts.TypeNode, { name, wrapper, alone, items }: Hole): ts.TypeNode {
  const args = items === undefined ? [reference(name)] : [reference(name), oapiRef(items)];
  const fields = wrapper === undefined ? reference(name) : reference(wrapper, args);
  return alone ? fields : factory.createIntersectionTypeNode([withoutIndex(type), fields]);
}

/** Removes the index signature of an open schema, because the hole provides it. */
function withoutIndex(type: ts.TypeNode): ts.TypeNode {
  if (!ts.isIntersectionTypeNode(type)) return type;
  return (
    type.types.find((part) => ts.isTypeLiteralNode(part) && part.members.some(ts.isPropertySignature)) ?? type
  );
}

const reference = (name: string, args?: ts.TypeNode[]) => factory.createTypeReferenceNode(name, args);

/** `string & {}`: any string. Unlike `string`, it keeps the literals of the union for completion. */
function openString(): ts.TypeNode {
  const anyString = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return factory.createParenthesizedType(
    factory.createIntersectionTypeNode([anyString, factory.createTypeLiteralNode([])]),
  );
}

/** Adds the confidence to each description, so that editors show it. */
function withConfidence(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withConfidence);
  if (typeof node !== "object" || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withConfidence(value)]),
  );
  const confidence = copy["x-reg-confidence"];
  const isOperation = "operationId" in copy;
  if (!isOperation && (confidence === "inferred" || confidence === "assumed")) {
    copy["description"] =
      `${copy["description"] ?? ""} (${confidence}: the reference does not show it)`.trim();
  }
  return copy;
}

/** Writes the interfaces that users extend by declaration merging. */
export function writeOpenFields(document: SpecDocument, source: string): string {
  const places = new Map<string, string[]>();
  for (const [path, { name }] of holesOf(document)) {
    const place = path.replace("#/components/schemas/", "").replaceAll("/", ".");
    places.set(name, [...(places.get(name) ?? []), place]);
  }
  const interfaces = [...places].sort().map(([name, schemas]) => {
    const comment = docComment([
      `What the reference does not show of ${schemas.map((schema) => `\`${schema}\``).join(", ")}.`,
      `Say it with \`declare module "@reg/sdk" { interface ${name} { … } }\`.`,
    ]);
    return `${comment}\nexport interface ${name} {}\n`;
  });
  return `${banner(source)}\n${interfaces.join("\n")}`;
}

/** The types that keep a hole open until a user declares its fields. */
export const openTypes = `// Written by openapi/generate.ts.

/** An object of any fields, until the user names them. */
export type Open<Fields> = keyof Fields extends never ? { [field: string]: unknown } : Fields;

/** Any object, or an array of items as far as they are known, until the user says which. */
export type OpenBody<Body, Item = unknown> = keyof Body extends never ? { [field: string]: unknown } | Item[] : Body;
`;

/** Writes an alias for every schema. */
export function writeModels(document: SpecDocument, source: string): string {
  const aliases = Object.entries(document.schemas).map(([name, schema]) => {
    const comment = docComment([schema.description, sourceLine(schema)]);
    return `${comment}\nexport type ${name} = components["schemas"]["${name}"];\n`;
  });
  return `${banner(source)}\nimport type { components } from "./schema.js";\n\n${aliases.join("\n")}`;
}

function sourceLine(schema: Schema): string | undefined {
  const source = schema["x-reg-source"];
  return source === undefined ? undefined : `Source: ${source}.`;
}
