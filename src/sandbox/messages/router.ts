import { matchSegments } from "../../base/path.js";
import { editDistance, nearest } from "../../base/similar-names.js";
import { type ApiName, operationTables } from "../../document/apis.js";
import type { Operation } from "../../document/operation.js";
import { RegInputError } from "../../errors/errors.js";
import type { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import type { supplierOperations } from "../../generated/supplier/operations.js";
import { ProblemError } from "./problem.js";

/** An operation of either API. */
export interface SandboxOperation extends Operation {
  readonly api: ApiName;
  readonly id: OperationId;
}

/** The id of an operation of either API. */
export type OperationId =
  | keyof typeof supplierOperations
  | keyof typeof lessorOperations
  | keyof typeof lessorTokenOperations;

/** The operation of a request, with its parameters. */
export interface Route {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  /** The base address of the API, such as `http://127.0.0.1:4010/supplier`. */
  readonly base: string;
}

/** Every operation of both APIs. */
export const operations: readonly SandboxOperation[] = (["supplier", "lessor"] as const).flatMap((api) =>
  Object.values<Operation & { readonly id: OperationId }>(operationTables[api]).map((each) => ({ ...each, api })),
);

/** Where a service has an operation. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: SandboxOperation;
}

/**
 * Lists the endpoints of a service. Paths with literal segments come first, so that `/tires/makes` does not match a path
 * with a parameter.
 */
export function endpointsOf(
  locate: (operation: SandboxOperation) => Pick<Endpoint, "method" | "path">,
): readonly Endpoint[] {
  return operations
    .map((operation) => ({ operation, ...locate(operation) }))
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length);
}

const documentEndpoints = endpointsOf((operation) => operation);

/** Every path of an operation is shorter, so that the rest of a longer path does not matter. */
const longestPath = 200;

/**
 * Finds the operation of a request. The parameters are those of the path at the service.
 *
 * @throws ProblemError 404 that names the most similar operation
 */
export function findRoute(method: string, url: URL, endpoints: readonly Endpoint[] = documentEndpoints): Route {
  const [, api, path] = /^\/(supplier|lessor)(\/.*)$/.exec(url.pathname) ?? [];
  if (api === undefined || path === undefined) {
    throw new ProblemError(404, "Paths of this sandbox begin with /supplier or /lessor.");
  }
  const segments = path.split("/");
  for (const { operation, method: own, path: template } of endpoints) {
    const params = own === method && operation.api === api ? paramsOf(template, segments) : undefined;
    if (params !== undefined) return { operation, params, base: `${url.origin}/${api}` };
  }
  const ofApi = endpoints.filter(({ operation }) => operation.api === api);
  const near = nearestEndpoint(ofApi, method, path.slice(0, longestPath));
  throw new ProblemError(
    404,
    `There is no such operation; the nearest one is ${near.method} ${near.path} (${near.operation.id}).`,
  );
}

/**
 * Reads the parameters of a path; undefined if it does not match the template.
 *
 * @throws ProblemError 400 for a broken percent encoding
 */
function paramsOf(template: string, segments: readonly string[]): Route["params"] | undefined {
  try {
    return matchSegments(template, segments);
  } catch {
    throw new ProblemError(400, "The path holds a broken percent encoding.");
  }
}

function nearestEndpoint(endpoints: readonly Endpoint[], method: string, path: string): Endpoint {
  const given = path.split("/");
  const distanceTo = (endpoint: Endpoint) => {
    const segments = endpoint.path.split("/").map((name, at) => (name.startsWith("{") ? given[at] : name) || name);
    return editDistance(path, segments.join("/")) + (endpoint.method === method ? 0 : 0.5);
  };
  return endpoints
    .map((endpoint) => ({ endpoint, distance: distanceTo(endpoint) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best)).endpoint;
}

/**
 * Checks the id of an operation: a misspelt id must not make an assertion hold.
 *
 * @param wanted describes the accepted values, if there are others than ids
 * @throws RegInputError that names the three most similar ids if the operation does not exist
 */
export function checkedOperation(name: unknown, wanted = "an operationId"): OperationId {
  const operation = operations.find(({ id }) => id === name);
  if (operation !== undefined) return operation.id;
  const ids = operations.map(({ id }) => id);
  if (typeof name !== "string") throw new RegInputError("operation", `must be ${wanted}, as text`);
  const near = nearest(name, ids, 3).join(", ");
  throw new RegInputError("operation", `must be ${wanted}; ${name} is none: the nearest ones are ${near}`);
}
