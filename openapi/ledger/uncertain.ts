import type { SpecDocument, SpecOperation } from "../generator/document.js";

/** How sure a part of the document is, where it is not documented. */
export type Doubt = (typeof doubts)[number];

const doubts = ["inferred", "assumed"] as const;

/** A part of an operation or of a schema that is not documented. */
export interface UncertainPart {
  readonly part: string;
  readonly confidence: Doubt;
}

type Node = Readonly<Record<string, unknown>>;

/** What of parameters, bodies and responses of an operation is not documented; fields are apart, by schema. */
export function uncertainParts(operation: SpecOperation, document: SpecDocument): UncertainPart[] {
  const responses = Object.entries(operation.responses).map(
    ([status, each]) => [status, document.resolve(each)] as const,
  );
  const parameters = [...operation.pathParams, ...operation.queryParams];
  const nodes: readonly (readonly [part: string, node: object | undefined])[] = [
    ...parameters.map((each) => [`parameter \`${each.name}\``, each] as const),
    ["body", operation.requestBody],
    ...responses.map(
      ([status, { headers }]) => [`\`Location\` of ${status}`, headers?.["Location"]] as const,
    ),
    ...responses.flatMap(([status, { content = {} }]) =>
      Object.values(content).map((body) => [`form of ${status}`, body] as const),
    ),
  ];
  return [
    ...nodes.flatMap(([part, node]) => {
      const confidence = node && doubtOf(document.resolve(node));
      return confidence === undefined ? [] : [{ part, confidence }];
    }),
    ...doubts.flatMap((confidence) => {
      const statuses = responses.filter(([, each]) => doubtOf(each) === confidence).map(([status]) => status);
      const noun = statuses.length === 1 ? "response" : "responses";
      return statuses.length === 0 ? [] : [{ part: `${noun} ${statuses.join(", ")}`, confidence }];
    }),
  ];
}

/** The fields of a schema, however deep, that are not documented, or the schema itself; other schemas are left to themselves. */
export function uncertainFields(schema: unknown, path = ""): UncertainPart[] {
  if (!isNode(schema)) return [];
  const confidence = doubtOf(schema);
  const own = confidence === undefined ? [] : [{ part: path || "all of it", confidence }];
  const fields = Object.entries(isNode(schema["properties"]) ? schema["properties"] : {});
  return [
    ...own,
    ...fields.flatMap(([name, field]) => uncertainFields(field, path === "" ? name : `${path}.${name}`)),
    ...uncertainFields(schema["items"], `${path}[]`),
    ...asList(schema["anyOf"]).flatMap((each) => uncertainFields(each, `${path} (other values)`.trim())),
  ];
}

/** The names of the schemas that an operation takes or gives in a success, and of those within them. */
export function schemasOf(operation: SpecOperation, document: SpecDocument): string[] {
  const contents = [operation.requestBody, ...operation.successes].map((each) => each?.content);
  const found = new Set(references(contents));
  for (const name of found) for (const inner of references(document.schemas[name])) found.add(inner);
  return [...found];
}

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isNode(value)) return [];
  const target = value["$ref"];
  const own = typeof target === "string" ? [target.slice(target.lastIndexOf("/") + 1)] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

/** How sure the document is of a node, if that is not documented. */
export function doubtOf(node: object): Doubt | undefined {
  const confidence: unknown = Reflect.get(node, "x-reg-confidence");
  return doubts.find((each) => each === confidence);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
