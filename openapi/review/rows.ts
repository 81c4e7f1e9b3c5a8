import type { SpecDocument, SpecOperation } from "../generator/document.js";

/** How sure a statement is, the surest first; the last one stands for bodies that the document leaves open. */
export const confidences = ["documented", "inferred", "assumed", "not shown"] as const;

/** One statement of an OpenAPI document. */
export interface ReviewRow {
  /** The sections of the reference that it comes from, such as `2.2`; empty if the document names none. */
  readonly sections: readonly string[];
  readonly confidence: (typeof confidences)[number];
  /** The place in the document, such as `ServiceRequest.parking` or `serviceRequests.get: 200`. */
  readonly place: string;
  /** Whether a field, a parameter, a body or a header is required. */
  readonly isRequired: boolean;
  /** The type of a field or a parameter; empty for other statements. */
  readonly type: string;
  readonly description: string;
  /** The other places that share the parameter, the body or the response; often those of most operations. */
  readonly sharedWith: readonly string[];
}

/** Any node of a document, with the keys that a review reads. */
interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly schema?: Node;
  readonly required?: boolean | readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly "x-reg-source"?: string;
  readonly "x-reg-confidence"?: string;
  readonly "x-reg-hole"?: string;
}

/** A node with its place, whether it is required, and the source and confidence of what is around it. */
interface Statement {
  readonly place: string;
  readonly node: Node;
  readonly isRequired?: boolean;
  readonly source: string;
  readonly confidence?: string | undefined;
  readonly sharedWith?: readonly string[];
}

/** Lists the operations, parameters, bodies, statuses and fields of a document, in the document's order. */
export function listReviewRows(document: SpecDocument): ReviewRow[] {
  const schemas = Object.entries(document.schemas) as [string, Node][];
  const statements = [
    ...mergeShared(document.operations.flatMap((operation) => statementsOfOperation(operation, document))),
    ...schemas.flatMap(([place, node]) => statementsOfSchema({ place, node, source: "" })),
  ];
  return statements.map((statement) => createRow(statement, document));
}

function statementsOfOperation(operation: SpecOperation, document: SpecDocument): Statement[] {
  const { operationId, pathParams, queryParams, requestBody, responses } = operation;
  const source = operation["x-reg-source"];
  const statement = (part: string, node: Node): Statement => ({
    place: `${operationId}: ${part}`,
    node,
    isRequired: node.required === true,
    source,
  });
  return [
    { place: operationId, node: operation as Node, source },
    ...[...pathParams, ...queryParams].map((each) => statement(`parameter ${each.name}`, each)),
    ...(requestBody === undefined ? [] : [statement("body", requestBody)]),
    ...Object.entries(responses).flatMap(([status, each]) => {
      const response = document.resolve(each);
      const headers = Object.entries(response.headers ?? {});
      return [
        statement(status, response),
        ...headers.map(([name, header]) => statement(`${name} of ${status}`, document.resolve(header))),
        ...Object.entries(response.content ?? {}).map(([type, body]) =>
          statement(`${type} of ${status}`, body),
        ),
      ];
    }),
  ];
}

/** Operations share parameters and responses. Each of these is reviewed once, at the first operation that has it. */
function mergeShared(statements: readonly Statement[]): Statement[] {
  const places = new Map<Node, string[]>();
  for (const { node, place } of statements) places.set(node, [...(places.get(node) ?? []), place]);
  return statements
    .filter(({ node, place }) => places.get(node)?.[0] === place)
    .map((statement) => {
      const others = (places.get(statement.node) ?? []).slice(1);
      return others.length === 0 ? statement : { ...statement, sharedWith: others };
    });
}

/** A field without a source or a confidence of its own has that of the schema around it. */
function statementsOfSchema(statement: Statement): Statement[] {
  const { place, node } = statement;
  const source = node["x-reg-source"] ?? statement.source;
  const confidence = node["x-reg-confidence"] ?? statement.confidence;
  const fieldsOf = (owner: string, { properties = {}, required }: Node) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      return statementsOfSchema({ place: `${owner}.${name}`, node: field, isRequired, source, confidence });
    });
  const otherValues = node.anyOf?.find((each) => each.$ref === undefined && each.enum === undefined);
  return [
    statement,
    ...(otherValues === undefined ? [] : [{ place: `${place}: other values`, node: otherValues, source }]),
    ...fieldsOf(place, node),
    ...(node.items === undefined ? [] : fieldsOf(`${place}[]`, node.items)),
  ];
}

function createRow(statement: Statement, document: SpecDocument): ReviewRow {
  const { place, node, isRequired = false, source, sharedWith = [] } = statement;
  const target = document.resolve(node.schema ?? node);
  const isOpen = target["x-reg-hole"] !== undefined && target.properties === undefined;
  const own = node["x-reg-confidence"] ?? (isOpen ? "not shown" : target["x-reg-confidence"]);
  const confidence = own ?? statement.confidence;
  return {
    sections: sectionsOf(node["x-reg-source"] ?? source),
    confidence: confidences.find((each) => each === confidence) ?? "documented",
    place,
    isRequired,
    type: typeOf(node.schema ?? node),
    description: node.summary ?? node.description ?? target.description ?? "",
    sharedWith,
  };
}

/** What follows the first semicolon is a note about the source. */
function sectionsOf(source: string): string[] {
  const [place = ""] = source.split(";");
  return [...place.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section = ""]) => section);
}

function typeOf({ $ref, type, format, const: value, anyOf, enum: values, items }: Node): string {
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (value !== undefined) return value;
  if (values !== undefined) return values.join(" | ");
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" | ");
  if (type === "array" && items !== undefined) return `${typeOf(items) || "any"}[]`;
  return [[type ?? ""].flat().join(" | "), format].filter(Boolean).join(" ");
}
