import { RegInputError } from "../errors/client-errors.js";
import type { WithId } from "./created.js";
import type { AnyCallOptions, Invoke } from "./invoke.js";
import type { Operation, OperationTable } from "./operation.js";
import { resultOf } from "./results.js";

/** A group of named methods and of further groups. */
interface Group {
  [name: string]: Group | ((...args: readonly unknown[]) => Promise<unknown>);
}

/**
 * Makes a named method for every operation of a table; the operationId is its path.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
export function bindMethods(table: OperationTable, invoke: Invoke, withId?: WithId): object {
  const root: Group = {};
  for (const operation of Object.values(table)) {
    const groups = operation.id.split(".");
    const name = groups.pop() ?? "";
    const parent = groups.reduce<Group>((group, next) => subgroup(group, next), root);
    parent[name] = namedMethod(operation, invoke, withId);
  }
  return root;
}

function subgroup(group: Group, name: string): Group {
  const found = group[name];
  if (typeof found === "object") return found;
  const made: Group = {};
  group[name] = made;
  return made;
}

/** Takes the path parameters in order, then what the operation's input is, then options. */
function namedMethod(operation: Operation, invoke: Invoke, withId: WithId | undefined) {
  const { pathParams, input } = operation;
  const most = pathParams.length + (input === "none" ? 1 : 2);
  return (...args: readonly unknown[]) => {
    if (args.length > most) {
      const problem = `are too many: at most ${most} are taken`;
      return Promise.reject(new RegInputError("arguments", problem, { operationId: operation.id }));
    }
    const path: Record<string, unknown> = {};
    for (const [index, name] of pathParams.entries()) path[name] = args[index];
    const given = input === "none" ? undefined : args[pathParams.length];
    const content = input === "query" ? { path, query: given } : { path, body: given };
    const options = args[most - 1] as AnyCallOptions | undefined;
    return invoke(operation, content, options, (answer) => resultOf(operation, answer, path, withId));
  };
}
