import { RegInputError } from "../../errors/errors.js";
import type { AnswerForm } from "../../generated/bodies.js";
import { jsonText, type Reply } from "../server/reply.js";
import type { SandboxOperation } from "../server/router.js";
import { type CheckSchema, formOf } from "./checker.js";

/**
 * The sandbox is wrong: a handler failed, or its answer is not what the OpenAPI document promises; or a function that
 * it was given is. It never becomes an answer, since a client would retry a 500; it is thrown where nobody can
 * overlook it.
 */
export class SandboxDefect extends Error {
  override readonly name = "SandboxDefect";
  /** The operation whose answer it would have been. */
  readonly operationId: string;

  /** @internal */
  constructor(operationId: string, what: string, options?: ErrorOptions) {
    const isInput = options?.cause instanceof RegInputError;
    const whose = isInput
      ? "The sandbox was given it"
      : "This is a defect of the sandbox, not of your program";
    super(`${operationId}: ${what}. ${whose}.`, options);
    this.operationId = operationId;
  }
}

/**
 * Checks an answer against the OpenAPI document. Its JSON is checked as it is sent: `text` is the body.
 *
 * @throws SandboxDefect if it is not what the document promises
 */
export function checkAnswer(
  check: CheckSchema,
  { api, id }: SandboxOperation,
  reply: Reply,
  text: string | undefined = jsonText(reply),
): void {
  const { answers } = formOf(api, id);
  const form = answers[reply.status] ?? answers[`${String(reply.status)[0]}XX`];
  if (form === undefined) throw new SandboxDefect(id, `the document knows no answer ${reply.status}`);
  if (form.location === "always" && reply.headers?.["location"] === undefined) {
    throw new SandboxDefect(id, `the answer ${reply.status} has no Location`);
  }
  const schema = form.content?.["application/json"];
  if (schema === undefined) {
    checkOther(id, reply, form);
    return;
  }
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  const issue = check(api, schema, value)[0];
  if (issue !== undefined) {
    const where = issue.path.map(String).join(".") || "the body";
    throw new SandboxDefect(id, `in the answer ${reply.status}, ${where} ${issue.problem}`);
  }
}

/** What has no JSON in the document: a file, or nothing at all. */
function checkOther(id: string, { status, json, file }: Reply, { content }: AnswerForm): void {
  if (json !== undefined)
    throw new SandboxDefect(id, `the document promises no JSON in the answer ${status}`);
  if ((file === undefined) !== (content === undefined)) {
    throw new SandboxDefect(
      id,
      `the answer ${status} must ${content === undefined ? "not " : ""}hold a file`,
    );
  }
}
