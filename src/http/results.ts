import { RegResponseError } from "../errors/client-errors.js";
import type { Answer } from "./call.js";
import type { Created as CreatedRule, Operation } from "./operation.js";

/** What a call made: the body of the answer, with the id and address of the new thing. */
export type Created<Body, Id> = Body & {
  /** The id that the service gave it. */
  readonly id: Id;
  /** Its address, as the answer's `Location` has it; undefined where the answer had none. */
  readonly location: string | undefined;
};

/** What a named method resolves to: the answer's content without its envelope. */
export function resultOf(
  operation: Operation,
  answer: Answer,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const { created, output } = operation;
  if (output === "none" && created === undefined) return undefined;
  const content = unwrap(answer.data, operation.envelope === true);
  return created === undefined ? content : withId(operation, created, answer, content, path);
}

/** Takes off the `data` envelope where the document has one, and also where it alone makes up the body. */
function unwrap(body: unknown, envelope: boolean): unknown {
  if (!isObject(body) || !Object.hasOwn(body, "data")) return body;
  return envelope || Object.keys(body).length === 1 ? body["data"] : body;
}

function withId(
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
    throw new RegResponseError(
      "the service accepted it, but its answer holds no id; look for it before you send it again",
      {
        operationId: operation.id,
        status: answer.status,
        outcome: "unknown",
      },
    );
  }
  return { ...body, id, location };
}

/** The last parameter of the path that `Location` names, which may stand under any host and prefix. */
function idFrom({ path, integer }: CreatedRule, location: string | undefined): string | number | undefined {
  if (location === undefined) return undefined;
  const template = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^{}]+\}/g, "([^/?#]+)");
  const segment = new RegExp(`${template}/?(?:[?#].*)?$`).exec(location)?.at(-1);
  if (segment === undefined) return undefined;
  if (integer) return /^\d+$/.test(segment) ? Number(segment) : undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
