import { type ResponseSchemas, responseSchemasOf } from "../../document/bodies.js";
import { RegInputError } from "../../errors/errors.js";
import type { Reply, SerializedReply } from "./reply.js";
import type { SandboxOperation } from "./router.js";
import { checkSchema, schemasOf } from "./schema.js";

/**
 * A defect of the sandbox: a handler failed, its response is not what the OpenAPI document promises, or a function that
 * was passed to the sandbox failed. It never becomes a response, because a client would retry a 500; it is thrown where
 * it cannot be overlooked.
 */
export class SandboxDefect extends Error {
  override readonly name = "SandboxDefect";
  /** The operation whose response failed. */
  readonly operationId: string;

  /** @internal */
  constructor(operationId: string, what: string, options?: { readonly cause?: unknown }) {
    const isInput = options?.cause instanceof RegInputError;
    const origin = isInput ? "The sandbox was given it" : "This is a defect of the sandbox, not of your program";
    super(`${operationId}: ${what}. ${origin}.`, options);
    this.operationId = operationId;
  }
}

/**
 * Checks a response against the OpenAPI document. Its JSON is checked as it is sent.
 *
 * @throws SandboxDefect if the response is not what the document promises
 */
export function checkResponse({ id }: SandboxOperation, reply: SerializedReply): void {
  const schemas = responseSchemasOf(schemasOf(id), reply.status);
  if (schemas === undefined) throw new SandboxDefect(id, `the document has no response ${reply.status}`);
  if (schemas.location === "always" && reply.headers?.["location"] === undefined) {
    throw new SandboxDefect(id, `the response ${reply.status} has no Location`);
  }
  const schema = schemas.content?.["application/json"];
  if (schema === undefined) {
    checkBodyWithoutJson(id, reply, schemas);
    return;
  }
  const value: unknown = reply.text === undefined ? undefined : JSON.parse(reply.text);
  const [issue] = checkSchema(schema, value);
  if (issue !== undefined) {
    const field = issue.path.map(String).join(".") || "the body";
    throw new SandboxDefect(id, `in the response ${reply.status}, ${field} ${issue.problem}`);
  }
}

/** A response without JSON in the document has a file or no body. */
function checkBodyWithoutJson(id: string, { status, json, file }: Reply, { content }: ResponseSchemas): void {
  if (json !== undefined) throw new SandboxDefect(id, `the document promises no JSON in the response ${status}`);
  if ((file === undefined) !== (content === undefined)) {
    const not = content === undefined ? "not " : "";
    throw new SandboxDefect(id, `the response ${status} must ${not}contain a file`);
  }
  const type = file?.type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (content !== undefined && content["*/*"] === undefined && content[type] === undefined)
    throw new SandboxDefect(id, `the document has no file of the type ${type} in the response ${status}`);
}
