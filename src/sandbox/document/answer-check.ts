import type { AnswerForm } from "../../generated/bodies.js";
import { jsonText, type Reply } from "../core/reply.js";
import type { SandboxOperation } from "../core/router.js";
import { SandboxDefect } from "./defect.js";
import { formOf } from "./forms.js";
import type { CheckSchema } from "./schema-checker.js";

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
