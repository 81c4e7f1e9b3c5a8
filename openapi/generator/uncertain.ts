import type { Assumption, OperationAssumption } from "../../src/document/assumptions.js";
import { childrenOf, nameOf, type Schema, type SpecDocument, type SpecOperation } from "./document.js";
import { sentence } from "./text.js";

/** A part of an operation that is not documented. */
export interface UncertainPart extends Pick<OperationAssumption, "confidence" | "statement" | "part"> {
  /** The name of the parameter, or the status of the response. */
  readonly name: string | undefined;
}

/** A field of a schema that is not documented. */
export interface UncertainField extends Pick<Assumption, "confidence" | "statement"> {
  /** The field as a JSON pointer from the schema; empty for the schema itself. */
  readonly pointer: string;
  /** Of an open enumeration: whether it is about its known values, or says that there are others. */
  readonly values: "known" | "other" | undefined;
}

/** Lists the parts of an operation that are not documented. */
export function uncertainParts(operation: SpecOperation, document: SpecDocument): UncertainPart[] {
  const { method, path, requestBody } = operation;
  const part = (
    kind: UncertainPart["part"],
    name: string | undefined,
    { node, statement }: { readonly node: object | undefined; readonly statement: string },
  ): UncertainPart[] => {
    const confidence = node && doubtOf(document.resolve(node));
    if (confidence === undefined) return [];
    return [{ confidence, statement: sentence(statement.replaceAll(/\s+/g, " ")), part: kind, name }];
  };
  return [
    ...part("operation", undefined, {
      node: operation,
      statement: `The operation exists: ${method} ${path}. ${operation.description ?? ""}`,
    }),
    ...[...operation.pathParams, ...operation.queryParams].flatMap((each) =>
      part("parameter", each.name, {
        node: each,
        statement: `The parameter \`${each.name}\` is ${typeOf(each.schema)}. ${each.description ?? ""}`,
      }),
    ),
    ...part("input", undefined, {
      node: requestBody,
      statement: requestBody?.description ?? "The body.",
    }),
    ...Object.entries(operation.responses).flatMap(([status, given]) => {
      const response = document.resolve(given);
      const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
      return [
        ...part("status", status, {
          node: response,
          statement: `A response can have the status ${status}. ${response.description}`,
        }),
        ...part("body", status, {
          node: content,
          statement: `The body of a ${status} is ${describeBody(type, content?.schema)}. ${response.description}`,
        }),
        ...part("location", status, {
          node: response.headers?.["Location"],
          statement: `A ${status} has the header \`Location\` with the address of what was created.`,
        }),
      ];
    }),
  ];
}

function describeBody(type: string | undefined, schema: Schema | undefined): string {
  if (type !== "application/json") return type === "*/*" ? "the file itself" : `a file (${type})`;
  return `\`${nameOf(schema)}\`, without a wrapper`;
}

/** Lists the fields of a schema, at any depth, that are not documented. Those of other schemas are not included. */
export function uncertainFields(schemaName: string, schema: Schema): UncertainField[] {
  const visit = (node: Schema, pointer: string, values?: "known" | "other"): UncertainField[] => {
    const confidence = doubtOf(node);
    const field = pointer.slice(1).replaceAll("/", ".");
    const subject = field === "" ? `\`${schemaName}\`` : `\`${field}\` of \`${schemaName}\``;
    const what = values === "other" ? "has values besides the known ones" : `is ${typeOf(node)}`;
    const statement = `${subject} ${what}. ${sentence((node.description ?? "").replaceAll(/\s+/g, " "))}`;
    return [
      ...(confidence === undefined ? [] : [{ confidence, statement, pointer, values }]),
      ...childrenOf(node).flatMap(([key, child]) => visit(child, `${pointer}/${key}`)),
      ...(node.anyOf ?? []).flatMap((each) => visit(each, pointer, each.enum === undefined ? "other" : "known")),
    ];
  };
  return visit(schema, "");
}

function doubtOf(node: { readonly "x-reg-confidence"?: string }): Assumption["confidence"] | undefined {
  const confidence = node["x-reg-confidence"];
  return confidence === "inferred" || confidence === "assumed" ? confidence : undefined;
}

/** The type of a value in words. */
function typeOf({ $ref, type, format }: Schema): string {
  if ($ref !== undefined) return `a \`${nameOf({ $ref })}\``;
  const names = [type ?? []].flat().map((each) => typeNames[each] ?? each);
  const text = names.length === 0 ? "any value" : names.join(" or ");
  return format === undefined ? text : `${text} (${format})`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
