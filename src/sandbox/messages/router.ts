import { matchPath } from "../../base/path.js";
import { editDistance, nearest } from "../../base/similar-names.js";
import { RegInputError } from "../../errors/errors.js";
import { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import { ProblemError } from "./problem.js";

/** The two APIs that the sandbox simulates. */
export type Api = "supplier" | "lessor";

/** The parts of an operation that the sandbox needs. */
export interface SandboxOperation {
  readonly api: Api;
  readonly id: OperationId;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly pathParams: readonly string[];
  /** What a call changes: `create` stands for another resource each time. */
  readonly effects: string;
  /** What the operation creates, and the parameter of that path which is its id. */
  readonly created?: { readonly path: string; readonly param: string };
  /** The phases in which the reference allows the operation; left out if it names none. */
  readonly phases?: readonly string[];
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
export const operations: readonly SandboxOperation[] = [
  ...operationsOf("supplier", supplierOperations),
  ...operationsOf("lessor", lessorOperations),
  ...operationsOf("lessor", lessorTokenOperations),
];

function operationsOf(api: Api, table: Readonly<Record<string, Omit<SandboxOperation, "api">>>): SandboxOperation[] {
  return Object.values(table).map((each) => ({ api, ...each }));
}

/** Puts paths with literal segments first, so that `/tires/makes` does not match a path with a parameter. */
export function bySpecificity<Each extends Pick<SandboxOperation, "path">>(templates: readonly Each[]): Each[] {
  return [...templates].sort((one, other) => one.path.split("{").length - other.path.split("{").length);
}

const routes = bySpecificity(operations);

/** Every path of an operation is shorter, so that the rest of a longer path does not matter. */
const longestPath = 200;

/**
 * Finds the operation of a request.
 *
 * @throws ProblemError 404 that names the most similar operation
 */
export function findRoute(method: string, url: URL): Route {
  const [, api, path] = /^\/(supplier|lessor)(\/.*)$/.exec(url.pathname) ?? [];
  if (api === undefined || path === undefined) {
    throw new ProblemError(404, "Paths of this sandbox begin with /supplier or /lessor.");
  }
  for (const operation of routes) {
    if (operation.api !== api || operation.method !== method) continue;
    const params = paramsOf(operation.path, path);
    if (params !== undefined) return { operation, params, base: `${url.origin}/${api}` };
  }
  const nearestOne = nearestOperation(api, method, path.slice(0, longestPath));
  throw new ProblemError(
    404,
    `There is no such operation; the nearest one is ${nearestOne.method} ${nearestOne.path} (${nearestOne.id}).`,
  );
}

function paramsOf(template: string, path: string): Record<string, string> | undefined {
  try {
    return matchPath(template, path);
  } catch {
    throw new ProblemError(400, "The path holds a broken percent encoding.");
  }
}

function nearestOperation(api: string, method: string, path: string): SandboxOperation {
  const given = path.split("/");
  const distanceTo = (operation: SandboxOperation) => {
    const segments = operation.path.split("/").map((name, at) => (name.startsWith("{") ? given[at] : name) || name);
    return editDistance(path, segments.join("/")) + (operation.method === method ? 0 : 0.5);
  };
  return operations
    .filter((operation) => operation.api === api)
    .map((operation) => ({ operation, distance: distanceTo(operation) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best)).operation;
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
