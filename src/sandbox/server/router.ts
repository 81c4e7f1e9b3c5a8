import { RegInputError } from "../../errors/errors.js";
import { editDistance, nearest } from "../../errors/messages.js";
import { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import type { Api } from "../tokens.js";
import { ProblemError } from "./problem.js";

/** An operation of either API, as far as the sandbox needs to know it. */
export interface SandboxOperation {
  readonly api: Api;
  readonly id: OperationId;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The phases in which the reference allows it; undefined where it names none. */
  readonly phases: readonly string[] | undefined;
}

/** The id of any operation of both APIs. */
export type OperationId =
  | keyof typeof supplierOperations
  | keyof typeof lessorOperations
  | keyof typeof lessorTokenOperations;

/** Where a request leads. */
export interface Route {
  readonly operation: SandboxOperation;
  readonly params: Readonly<Record<string, string>>;
  /** The address that templates are appended to, such as `http://127.0.0.1:4010/supplier`. */
  readonly base: string;
}

/** Every operation of both APIs. */
export const operations: readonly SandboxOperation[] = [
  ...rows("supplier", supplierOperations),
  ...rows("lessor", lessorOperations),
  ...rows("lessor", lessorTokenOperations),
];

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly phases?: readonly string[];
}

function rows(api: Api, table: Readonly<Record<string, Row>>): SandboxOperation[] {
  return Object.values(table).map(({ id, method, path, phases }) => ({
    api,
    id: id as OperationId,
    method,
    path,
    phases,
  }));
}

/** Literal segments before parameters, so that `/tires/makes` is not taken for a parameter. */
const bySpecificity = [...operations].sort(
  (one, other) => one.path.split("{").length - other.path.split("{").length,
);

/** No path of an operation is longer; the rest of one that is does not matter. */
const longestPath = 200;

/** Finds the operation of a request; refuses with 404, naming the nearest one. */
export function findRoute(method: string, url: URL): Route {
  const [, api, path] = /^\/(supplier|lessor)(\/.*)$/.exec(url.pathname) ?? [];
  if (api === undefined || path === undefined) {
    throw new ProblemError(404, "Paths of this sandbox begin with /supplier or /lessor.");
  }
  for (const operation of bySpecificity) {
    if (operation.api !== api || operation.method !== method) continue;
    const params = match(operation.path, path);
    if (params !== undefined) return { operation, params, base: `${url.origin}/${api}` };
  }
  const { id, method: itsMethod, path: itsPath } = nearestTo(api, method, path.slice(0, longestPath));
  throw new ProblemError(
    404,
    `There is no such operation; the nearest one is ${itsMethod} ${itsPath} (${id}).`,
  );
}

function match(template: string, path: string): Record<string, string> | undefined {
  const names = template.split("/");
  const values = path.split("/");
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? "";
    if (!name.startsWith("{")) {
      if (name !== value) return undefined;
    } else if (value === "") {
      return undefined;
    } else {
      params[name.slice(1, -1)] = decode(value);
    }
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ProblemError(400, "The path holds a broken percent encoding.");
  }
}

/** The operation that the fewest letters keep apart from what was asked for. */
function nearestTo(api: string, method: string, path: string): SandboxOperation {
  const given = path.split("/");
  const distanceTo = (operation: SandboxOperation) => {
    const segments = operation.path
      .split("/")
      .map((name, at) => (name.startsWith("{") ? given[at] : name) || name);
    return editDistance(path, segments.join("/")) + (operation.method === method ? 0 : 0.5);
  };
  return operations
    .filter((operation) => operation.api === api)
    .map((operation) => ({ operation, distance: distanceTo(operation) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best)).operation;
}

/** The three operationIds that the fewest letters keep apart from a name. */
function nearestOperations(name: string): readonly OperationId[] {
  return nearest(
    name,
    operations.map(({ id }) => id),
    3,
  );
}

/**
 * The id of an operation.
 *
 * @throws RegInputError that names the nearest ones if there is no such operation: a slip of the pen must not make an
 *   assertion hold
 * @param wanted what it must be, where there are other choices
 */
export function checkedOperation(name: unknown, wanted = "an operationId"): OperationId {
  const operation = operations.find(({ id }) => id === name);
  if (operation !== undefined) return operation.id;
  const near = nearestOperations(String(name)).join(", ");
  throw new RegInputError(
    "operation",
    `must be ${wanted}; ${String(name)} is none: the nearest ones are ${near}`,
  );
}
