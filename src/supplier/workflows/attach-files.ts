import { isInstance } from "../../base/instances.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { RegInputError } from "../../errors/errors.js";
import { custom, isMediaType, listOf } from "../../errors/input.js";
import { findFiles, type NamedFile } from "../attachment-list.js";
import { isUncertain, reconcileAfter } from "../reconcile.js";
import type { WorkflowContext } from "./types.js";
import { rejectIfAny, type Workflow } from "./workflow.js";

/** The schema of files that are found again by their names. */
export const namedFiles = listOf(
  custom(
    (file) => isInstance(file, "File") && file.name !== "" && (file.type === "" || isMediaType(file.type)),
    "must be a File that has a name, and a media type or none",
  ),
  "must be a list of files",
);

/** @throws RegInputError for two files with one name: whether the second would replace the first is not shown */
export function requireOwnNames(files: readonly NamedFile[]): void {
  const names = files.map(({ name }) => name);
  const index = names.findIndex((name, each) => names.indexOf(name) < each);
  if (index >= 0) throw new RegInputError(`attachments[${index}].name`, "must not be the name of another file");
}

interface FilesOfRequest {
  readonly id: string;
  readonly files: readonly NamedFile[];
}

/** Reads how a request has each of the files. */
export async function readFileStates(
  { requests: { attachments } }: WorkflowContext,
  workflow: Workflow,
  { id, files }: FilesOfRequest,
): Promise<ReturnType<typeof findFiles>> {
  if (files.length === 0) return [];
  return findFiles(await workflow.call((options) => attachments.list(id, options)), files);
}

/**
 * Reads which of the files a draft has.
 *
 * @throws RegPreconditionError `RULE-CONTENT` for a file whose name an attachment of another size has
 */
export async function checkFileNames(
  context: WorkflowContext,
  workflow: Workflow,
  draft: FilesOfRequest,
): Promise<ReturnType<typeof findFiles>> {
  const states = await readFileStates(context, workflow, draft);
  rejectIfAny(states.flatMap((state, index) => (state === "different" ? [nameIsTaken(draft.id, index)] : [])));
  return states;
}

/**
 * Uploads the files that a draft does not have, one after the other, so that after a crash the next run can do what is
 * left. After a lost response, it looks for the file instead of sending it again.
 */
export async function attachFiles(context: WorkflowContext, workflow: Workflow, draft: FilesOfRequest): Promise<void> {
  const states = await checkFileNames(context, workflow, draft);
  for (const [index, file] of draft.files.entries()) {
    if (states[index] === "attached") continue;
    await reconcileAfter(
      isUncertain,
      async () => {
        await workflow.call((options) => context.requests.attachments.upload(draft.id, file, options));
        return true;
      },
      async () => (await readFileStates(context, workflow, draft))[index] === "attached" || undefined,
    );
  }
}

function nameIsTaken(request: string, index: number) {
  const field = `attachments[${index}]`;
  const description = `The draft ${request} has an attachment with the name of ${field}, and another size. Give the file another name, or delete that attachment.`;
  return ruleViolation({ rule: "other-content", field, description, values: { request, field } });
}
