import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { usual } from "../../src/document/operation.js";

/** A schema object or a reference, with the keys that the generator reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly "x-reg-open"?: string;
  readonly "x-reg-returned-as"?: string;
  readonly "x-reg-confidence"?: string;
  readonly "x-reg-sensitive"?: boolean;
  readonly "x-reg-source"?: string;
}

/** A parameter in a path or query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The bodies of a request or a response by media type. */
export interface Content {
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly schema: Schema;
  readonly "x-reg-confidence"?: string;
}

interface RequestBody extends Content {
  readonly required?: boolean;
  readonly description?: string;
}

export interface Response extends Content {
  /** Set in a reference, which has no other fields. */
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly "x-reg-confidence"?: string;
}

/** An operation with its path and method and its resolved parameters. */
export interface SpecOperation {
  readonly operationId: string;
  readonly method: keyof typeof usual;
  readonly path: string;
  readonly pathParams: readonly Parameter[];
  readonly queryParams: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** The responses by status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** The success responses. */
  readonly successes: readonly Response[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly "x-reg-source": string;
  readonly "x-reg-confidence": string;
  readonly "x-reg-effects": string;
  readonly "x-reg-phases"?: readonly string[];
  readonly "x-reg-errors": readonly string[];
  readonly "x-reg-open-query"?: boolean;
  readonly "x-reg-location"?: string;
  /** A call of the named method. Only the token request has none. */
  readonly "x-reg-example"?: string;
  /** Of a deprecated operation: the operation to call instead. */
  readonly "x-reg-successor"?: string;
}

/** One entry of the code catalogue. */
interface SpecCode {
  readonly status: number;
  readonly meaning: string;
  readonly cause: string;
  readonly action: string;
  /** The invalid field, if it is known. */
  readonly field?: string;
  readonly source: string;
  readonly retryable: boolean;
  /** The checks that detect it before a request is sent, if there are any. */
  readonly caughtBy?: readonly string[];
}

type RawOperation = Omit<
  SpecOperation,
  "method" | "path" | "pathParams" | "queryParams" | "requestBody" | "successes"
> & {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
};

/** An OpenAPI document, read for the generator. */
export interface SpecDocument {
  readonly raw: object;
  readonly tags: ReadonlyMap<string, string>;
  readonly operations: readonly SpecOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The responses that operations refer to, by name. */
  readonly responses: Readonly<Record<string, Response>>;
  readonly codes: Readonly<Record<string, SpecCode>>;
  /** Returns the node itself or the target of its `$ref`. */
  resolve<T extends object>(node: T): T;
}

/** The fields of an object and, as `*`, the entries of a list. */
export function childrenOf({ properties = {}, items }: Schema): (readonly [key: string, child: Schema])[] {
  return [...Object.entries(properties), ...(items === undefined ? [] : [["*", items] as const])];
}

/** The operations that need a token. */
export const securedOperations = ({ operations }: SpecDocument) =>
  operations.filter(({ security }) => security?.length !== 0);

/** The name of the schema or the response to which a reference leads; undefined if it is none. */
export const nameOf = (node: { readonly $ref?: string } | undefined) => node?.$ref?.split("/").at(-1);

const methods = Object.keys(usual) as SpecOperation["method"][];

/** Reads a YAML document and prepares its operations for the writers. */
export function readDocument(file: URL): SpecDocument {
  const raw = parse(readFileSync(file, "utf8"));
  const resolve = <T extends object>(node: T): T => {
    if (!("$ref" in node)) return node;
    const target = String(node.$ref)
      .slice(2)
      .split("/")
      .reduce((at: Record<string, unknown>, key) => at[key] as Record<string, unknown>, raw);
    if (target === undefined) throw new Error(`${node.$ref} leads nowhere in ${file.pathname}`);
    return resolve(target as unknown as T);
  };
  const operations = Object.entries<Record<string, unknown>>(raw.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method.toLowerCase() in item)
      .map((method) =>
        readOperation(path, method, item[method.toLowerCase()] as RawOperation, item["parameters"], resolve),
      ),
  );
  return {
    raw,
    tags: new Map(raw.tags.map((tag: { name: string; description: string }) => [tag.name, tag.description])),
    operations,
    schemas: raw.components.schemas,
    responses: raw.components.responses ?? {},
    codes: raw["x-reg-codes"] ?? {},
    resolve,
  };
}

function readOperation(
  path: string,
  method: SpecOperation["method"],
  raw: RawOperation,
  shared: unknown,
  resolve: SpecDocument["resolve"],
): SpecOperation {
  const parameters = [...((shared as unknown[]) ?? []), ...(raw.parameters ?? [])].map((each) =>
    resolve(each as Parameter),
  );
  const order = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const pathParams = order.map((name) => {
    const found = parameters.find((each) => each.in === "path" && each.name === name);
    if (found === undefined) throw new Error(`${raw.operationId}: {${name}} is not declared`);
    return found;
  });
  return {
    ...raw,
    method,
    path,
    pathParams,
    queryParams: parameters.filter((each) => each.in === "query"),
    requestBody: raw.requestBody === undefined ? undefined : resolve(raw.requestBody as RequestBody),
    successes: Object.entries(raw.responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => resolve(response)),
  };
}
