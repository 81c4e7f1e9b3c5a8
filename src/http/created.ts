import { RegResponseError } from "../errors/client-errors.js";
import type { Answer } from "./call.js";
import { isObject } from "./input/check-fields.js";
import type { Created as CreatedRule, Operation } from "./operation.js";

/** What a call made: the body of the answer, with the id and address of the new thing. */
export type Created<Body, Id> = Body & {
  /** The id that the service gave it. */
  readonly id: Id;
  /** Its address, as the answer's `Location` has it; undefined where the answer had none. */
  readonly location: string | undefined;
};

/** How the id of what was made is added to an answer. */
export type WithId = typeof withId;

/**
 * Adds the id and address of what a call made to the content of its answer.
 *
 * @throws RegResponseError if the reference promises an id, and there is none
 */
export function withId(
  operation: Operation,
  created: CreatedRule,
  answer: Answer,
  content: unknown,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const body = isObject(content) ? content : {};
  const location = answer.headers.get("location") ?? undefined;
  const id = idFrom(created, location) ?? body["id"] ?? path[created.param];
  if (id === undefined && created.promised) {
    throw new RegResponseError(`the answer with status ${answer.status} holds no id`, {
      operationId: operation.id,
      status: answer.status,
      outcome: "unknown",
    });
  }
  return { ...body, id, location };
}

/** The last parameter of the path that `Location` names, which may stand under any host and prefix. */
function idFrom({ path, integer }: CreatedRule, location = ""): string | number | undefined {
  const given = location
    .replace(/\/?(?:[?#].*)?$/s, "")
    .split("/")
    .reverse();
  const wanted = path.split("/").slice(1).reverse();
  const isParam = (name: string) => name.startsWith("{");
  if (!wanted.every((name, at) => (isParam(name) ? given[at] : given[at] === name))) return undefined;
  const segment = given[wanted.findIndex(isParam)];
  if (segment === undefined) return undefined;
  if (integer) return /^\d+$/.test(segment) ? Number(segment) : undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
