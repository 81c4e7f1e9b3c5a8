import type { Answer } from "./call.js";
import type { WithId } from "./created.js";
import { isObject } from "./input/check-fields.js";
import type { Operation } from "./operation.js";

/**
 * What a named method resolves to: the answer's content without its envelope.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
export function resultOf(
  operation: Operation,
  answer: Answer,
  path: Readonly<Record<string, unknown>>,
  withId: WithId | undefined,
): unknown {
  const { created, output } = operation;
  if (output === "none" && created === undefined) return undefined;
  const content = unwrap(answer.data, operation.envelope === true);
  return created === undefined || withId === undefined
    ? content
    : withId(operation, created, answer, content, path);
}

/** Takes off the `data` envelope where the document has one, and also where it alone makes up the body. */
function unwrap(body: unknown, envelope: boolean): unknown {
  if (!isObject(body) || !Object.hasOwn(body, "data")) return body;
  return envelope || Object.keys(body).length === 1 ? body["data"] : body;
}
