import openapiTS, { astToString, type OpenAPI3, oapiRef } from "openapi-typescript";
import ts from "typescript";
import type { Schema, SpecDocument } from "./document.js";
import { type OpenPlace, openPlacesOf } from "./open-places.js";
import { queryNameOf } from "./shapes.js";
import { banner, docComment } from "./text.js";

const { factory } = ts;

/** Writes an interface or a type for every schema and every query, with openapi-typescript. */
export async function writeModels(document: SpecDocument, source: string): Promise<string> {
  const queries = querySchemas(document);
  const schemas = { ...document.schemas, ...queries };
  const places = openPlacesOf(schemas);
  const nodes = await openapiTS(
    { ...document.raw, paths: {}, components: { schemas: describe(schemas, document) } } as OpenAPI3,
    {
      defaultNonNullable: false,
      silent: true,
      transform: (schema) => (schema.format === "binary" ? reference("Blob") : undefined),
      postTransform: (type, { path = "" }) => {
        if (type.kind === ts.SyntaxKind.StringKeyword && /\/anyOf\/1$/.test(path)) return openString();
        const place = places.get(path);
        return place && path.split("/").length > rootDepth ? withOpenPlace(type, place) : undefined;
      },
    },
  );
  const inputs = inputNames(document, queries);
  const declarations = schemaNodes(nodes).map(({ name, type }) => {
    const schema = schemas[name] ?? {};
    const comment = docComment([schema.description, openness(name, places), sourceLine(schema)]);
    const written = declare(name, type, { schema, place: places.get(rootPath(name)) });
    return `${comment}\n${plainText(inputs.has(name) ? widenInput(written) : written)}`;
  });
  return `${banner(source)}\n${importsOf(places)}\n${declarations.join("\n")}`;
}

const rootPath = (name: string) => `#/components/schemas/${name}`;
const rootDepth = rootPath("").split("/").length;

/**
 * The query of every operation that takes one, as a schema, so that its type is written like that of a body.
 *
 * @throws Error if a schema has the name of a query
 */
function querySchemas({ operations, schemas }: SpecDocument): Record<string, Schema> {
  const queries = operations.flatMap((operation): [string, Schema][] => {
    const { operationId, queryParams, "x-reg-open-query": isOpen } = operation;
    const name = queryNameOf(operation);
    if (name === undefined) return [];
    if (name in schemas) throw new Error(`${operationId}: ${name} is the name of a schema`);
    const description = `The query of \`${operationId}\`. An array repeats its parameter.`;
    const open = isOpen === true ? { "x-reg-open": name } : {};
    const properties = queryParams.map(({ name, schema, in: _in, required: _required, ...facts }) => [
      name,
      { ...schema, ...facts },
    ]);
    const required = queryParams.filter((param) => param.required === true).map((param) => param.name);
    return [[name, { description, type: "object", properties: Object.fromEntries(properties), required, ...open }]];
  });
  return Object.fromEntries(queries);
}

/** The names of the schemas that a request can contain. */
function inputNames(document: SpecDocument, queries: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const names = new Set(Object.keys(queries));
  const visit = (node: unknown): void => {
    for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(document.schemas[name]);
    }
  };
  visit([queries, document.operations.map(({ requestBody }) => requestBody)]);
  return names;
}

/** Finds the types that openapi-typescript wrote for the schemas. */
function schemaNodes(nodes: readonly ts.Node[]): readonly { name: string; type: ts.TypeNode }[] {
  const components = nodes.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === "components",
  );
  const [schemas] = components?.members ?? [];
  return propertiesOf(schemas && ts.isPropertySignature(schemas) ? schemas.type : undefined);
}

function propertiesOf(type: ts.TypeNode | undefined): readonly { name: string; type: ts.TypeNode }[] {
  if (type === undefined || !ts.isTypeLiteralNode(type)) throw new Error("openapi-typescript wrote no schemas");
  return type.members
    .filter(ts.isPropertySignature)
    .flatMap(({ name, type }) => (ts.isIdentifier(name) && type ? [{ name: name.text, type }] : []));
}

/**
 * Widens the type of an input: an optional field accepts undefined, also under `exactOptionalPropertyTypes`, because
 * such a field is not sent, and a list can be `readonly`.
 */
function widenInput(node: ts.Node): ts.Node {
  const visited = ts.visitEachChild(node, widenInput, undefined);
  if (ts.isArrayTypeNode(visited)) return factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, visited);
  // An open body can be a list, also where the user has declared its type.
  const isOpenBody =
    ts.isTypeReferenceNode(visited) && ts.isIdentifier(visited.typeName) && visited.typeName.text === "OpenBody";
  if (isOpenBody) return reference("Readonly", [visited]);
  if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
  const types = ts.isUnionTypeNode(visited.type) ? visited.type.types : [visited.type];
  const type = factory.createUnionTypeNode([...types, factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)]);
  return factory.updatePropertySignature(visited, visited.modifiers, visited.name, visited.questionToken, type);
}

/** Declares an interface for an object, because messages and editors show its name; another type otherwise. */
function declare(
  name: string,
  type: ts.TypeNode,
  { schema, place }: { schema: Schema; place: OpenPlace | undefined },
): ts.Node {
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const fields = place && openFieldsOf(place);
  const isObject = schema.properties !== undefined || (place !== undefined && wrapperOf(schema) !== "OpenBody");
  if (!isObject) return factory.createTypeAliasDeclaration(modifiers, name, undefined, fields ?? type);
  const base =
    fields && factory.createExpressionWithTypeArguments(fields.typeName as ts.Identifier, fields.typeArguments);
  const heritage = base && [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [base])];
  const members = place === undefined ? membersOf(type) : namedFieldsOf(type);
  return factory.createInterfaceDeclaration(modifiers, name, undefined, heritage, members);
}

/** The fields of an object and its index signature. */
function membersOf(type: ts.TypeNode): readonly ts.TypeElement[] {
  const parts: readonly ts.TypeNode[] = ts.isIntersectionTypeNode(type) ? type.types : [type];
  return parts.filter(ts.isTypeLiteralNode).flatMap(({ members }) => members);
}

/** The fields of an object, without the index signature of an open schema, because the open place provides it. */
const namedFieldsOf = (type: ts.TypeNode) => membersOf(type).filter(ts.isPropertySignature);

/** Prints a declaration; models refer to each other by name, and descriptions need no tag. */
function plainText(node: ts.Node): string {
  return astToString(node)
    .replace(/components\["schemas"\]\["(\w+)"\]/g, "$1")
    .replace(/\* Format: (\S+)\n\s+\* @description (.*)/g, "* $2 Format: $1.")
    .replaceAll("@description ", "");
}

function importsOf(places: ReadonlyMap<string, OpenPlace>): string {
  const wrappers = ["Open", "OpenBody"].filter((wrapper) =>
    [...places.values()].some(({ schema }) => wrapperOf(schema) === wrapper),
  );
  return places.size > 0
    ? `import type { ${[...wrappers, "OpenType"].join(", ")} } from "../../document/open.js";\n`
    : "";
}

/** States which keys of `OpenTypes` declare what the reference does not show of a schema. */
function openness(schema: string, places: ReadonlyMap<string, OpenPlace>): string | undefined {
  const root = rootPath(schema);
  const names = [...places].flatMap(([path, { name }]) =>
    path === root || path.startsWith(`${root}/`) ? [`\`${name}\``] : [],
  );
  if (names.length === 0) return undefined;
  return `The reference does not show all of it: declare what you know in \`OpenTypes\`, as ${names.join(", ")}.`;
}

/** The type that keeps a place open until a user declares its fields; undefined: closed. */
function wrapperOf(schema: Schema): "Open" | "OpenBody" | undefined {
  if (Array.isArray(schema.type)) return "OpenBody";
  return schema.additionalProperties === true ? "Open" : undefined;
}

/** The type of the fields that users can declare. */
function openFieldsOf({ name, schema }: OpenPlace): ts.TypeReferenceNode {
  const wrapper = wrapperOf(schema);
  const items = schema.items?.$ref;
  const declared = reference("OpenType", [factory.createLiteralTypeNode(factory.createStringLiteral(name))]);
  const args = items === undefined ? [declared] : [declared, oapiRef(items)];
  return wrapper === undefined ? declared : reference(wrapper, args);
}

/** Writes the type of a field whose own fields users can declare. */
function withOpenPlace(type: ts.TypeNode, place: OpenPlace): ts.TypeNode {
  if (place.schema.properties === undefined) return openFieldsOf(place);
  return factory.createIntersectionTypeNode([factory.createTypeLiteralNode(namedFieldsOf(type)), openFieldsOf(place)]);
}

const reference = (name: string, args?: ts.TypeNode[]) => factory.createTypeReferenceNode(name, args);

/** Writes `string & {}`, which accepts any string. In a union, `string` would hide the known values from completion. */
function openString(): ts.TypeNode {
  const anyString = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return factory.createParenthesizedType(
    factory.createIntersectionTypeNode([anyString, factory.createTypeLiteralNode([])]),
  );
}

/**
 * Completes each description, so that editors show it: a field without one takes that of the schema that it refers to,
 * and its confidence follows, unless the last sentence names it.
 */
function describe(node: unknown, document: SpecDocument): unknown {
  if (Array.isArray(node)) return node.map((each) => describe(each, document));
  if (typeof node !== "object" || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, describe(value, document)]),
  );
  if (typeof copy["$ref"] === "string") copy["description"] ??= document.resolve<Schema>(node).description;
  const confidence = copy["x-reg-confidence"];
  const description = String(copy["description"] ?? "");
  if ((confidence === "inferred" || confidence === "assumed") && !endsWith(description, confidence))
    copy["description"] = `${description} (${confidence})`.trim();
  return copy;
}

const endsWith = (text: string, confidence: string) => new RegExp(`\\(${confidence}\\b[^()]*\\)\\.$`).test(text);

function sourceLine(schema: Schema): string | undefined {
  const source = schema["x-reg-source"];
  return source === undefined ? undefined : `Source: ${source}.`;
}
