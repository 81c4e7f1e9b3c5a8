import type { Reply } from "./fetch.js";
import { empty, json, text } from "./fetch.js";
import { type UntypedClient, untypedClient } from "./untyped.js";

/** An operation of an OpenAPI document, read without the generator. */
export interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams: readonly { readonly name: string; readonly integer: boolean }[];
  readonly takesQuery: boolean;
  readonly body: "json" | "form" | "binary" | "none";
  readonly binaryType: string;
  readonly hasBinaryResponse: boolean;
  /** The last status of a success, if the reference shows it. */
  readonly shownSuccess: number | undefined;
  /** How certain the operation is: whether the reference shows it. */
  readonly confidence: string;
}

type Json = { readonly [key: string]: Json | undefined } & { readonly [index: number]: Json };

const methods = ["get", "put", "post", "patch", "delete"];

/** Lists every operation of a document with its parameters and media types. */
export function documentedOperations(document: unknown): Documented[] {
  const root = document as Json;
  const resolve = (node: Json | undefined): Json | undefined =>
    typeof node?.["$ref"] === "string"
      ? resolve(
          String(node["$ref"])
            .slice(2)
            .split("/")
            .reduce<Json | undefined>((at, key) => at?.[key], root),
        )
      : node;
  const entries = (node: Json | undefined) => Object.entries(resolve(node) ?? {}) as [string, Json][];
  return entries(root["paths"]).flatMap(([path, item]) =>
    entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]): Documented => {
        const parameters = [item["parameters"], operation["parameters"]]
          .flatMap((list) => (list === undefined ? [] : (list as unknown as Json[])))
          .map((each) => resolve(each) as Json);
        const requestTypes = entries(resolve(operation["requestBody"])?.["content"]).map(([type]) => type);
        const successes = entries(operation["responses"]).filter(([status]) => status.startsWith("2"));
        const responseTypes = successes.flatMap(([, response]) =>
          entries(resolve(response)?.["content"]).map(([type]) => type),
        );
        return {
          id: String(operation["operationId"]),
          method: method.toUpperCase(),
          path,
          pathParams: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => {
            const schema = resolve(parameters.find((each) => String(each["name"]) === name)?.["schema"]);
            return { name, integer: String(schema?.["type"]) === "integer" };
          }),
          takesQuery:
            parameters.some((each) => String(each["in"]) === "query") ||
            String(operation["x-reg-open-query"]) === "true",
          body: bodyKind(requestTypes),
          binaryType: requestTypes.find((type) => !/[*]|multipart/.test(type)) ?? "application/octet-stream",
          confidence: String(operation["x-reg-confidence"]),
          shownSuccess:
            Number(
              successes.findLast(([, response]) => resolve(response)?.["x-reg-confidence"] === undefined)?.[0] ??
                Number.NaN,
            ) || undefined,
          hasBinaryResponse: responseTypes.length > 0 && !responseTypes.some((type) => type.includes("json")),
        };
      }),
  );
}

function bodyKind(types: readonly string[]): Documented["body"] {
  if (types.length === 0) return "none";
  if (types.some((type) => type.includes("json"))) return "json";
  return types.includes("application/x-www-form-urlencoded") ? "form" : "binary";
}

/** The content that the client requires of any response. */
const contentOfEvery = {
  id: "4711",
  status: "Draft",
  components: [],
  component: { id: "4712", status: {} },
  serviceRequests: [],
  subLessors: [],
};

/** Creates a success response of the operation. */
export function exampleResponse({ hasBinaryResponse, shownSuccess }: Documented): Reply {
  if (hasBinaryResponse) return text("%PDF", { headers: { "content-type": "application/pdf" } });
  if (shownSuccess === 204) return empty();
  return json(contentOfEvery, { status: shownSuccess ?? 200, headers: { location: "/elsewhere" } });
}

/** Creates a call of the operation in each style, and the path that the call must request. */
export function sampleArguments(each: Documented) {
  const params = each.pathParams.map(({ name, integer }) => [name, integer ? 4711 : `${name} 1?2`] as const);
  const query = each.takesQuery ? { licensePlate: "AB-123-C", page: 2 } : undefined;
  const body =
    each.body === "binary" ? new Blob(["%PDF"]) : each.body === "json" ? { sample: ["AB-123-C"] } : undefined;
  const path = params.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    each.path,
  );
  const input = each.takesQuery && body === undefined ? query : body;
  const init = { params: { path: Object.fromEntries(params), ...(query && { query }) }, ...(body && { body }) };
  return {
    path,
    callByName(client: object): Promise<unknown> {
      const [method, ...groups] = each.id.split(".").reverse();
      const group = groups.reverse().reduce((at, name) => at[name] as UntypedClient, untypedClient(client));
      return (group[method ?? ""] as UntypedClient)(
        ...params.map(([, value]) => value),
        ...(input === undefined ? [] : [input]),
      );
    },
    callByPath(client: object): Promise<unknown> {
      const call = untypedClient(client)[each.method] as UntypedClient;
      return call(each.path, init);
    },
    callUntyped(client: object): Promise<unknown> {
      const request = untypedClient(client)["request"] as UntypedClient;
      return request(each.method, each.path, { ...init, ...(each.hasBinaryResponse && { as: "blob" }) });
    },
  };
}

/** Lists the paths of all functions of an object and of its inner objects, such as `serviceRequests.components.put`. */
export function methodsOf(group: object): string[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "function" ? [name] : methodsOf(value as object).map((inner) => `${name}.${inner}`),
  );
}
