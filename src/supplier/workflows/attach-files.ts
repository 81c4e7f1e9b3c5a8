import { attachmentHeader, fileNameIn } from "../../base/content-disposition.js";
import { isInstance } from "../../base/instances.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { RegInputError } from "../../errors/errors.js";
import { custom, isMediaType, listOf } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type { ServiceRequestOverwrite } from "../../generated/supplier/models.js";
import { findFiles, type NamedFile } from "../attachment-list.js";
import { unconfirmed } from "../lookup.js";
import { isUncertain, reconcileAfter } from "../reconcile.js";
import type { WorkflowContext } from "./types.js";
import { rejectIfAny, type Workflow } from "./workflow.js";

/** The schema of files that are found again by their names. */
export const namedFiles = listOf(
  custom(
    (file) =>
      isInstance(file, "File") && file.name !== "" && file.size > 0 && (file.type === "" || isMediaType(file.type)),
    "must be a File with content and a name, and a media type or none",
  ),
  "must be a list of files",
);

/**
 * @throws RegInputError for a name that a service may not store as it is, such as one with a path; for two files with
 *   one name, in any case and Unicode form: whether the second would replace the first is not shown
 */
export function requireOwnNames(files: readonly NamedFile[]): void {
  const names = files.map(({ name }) => name.normalize().toLowerCase());
  for (const [index, { name }] of files.entries()) {
    const field = `attachments[${index}].name`;
    if (fileNameIn(attachmentHeader(name)) !== name)
      throw new RegInputError(field, "must be a file name without a path, control characters and half surrogate pairs");
    if (names.indexOf(names[index] ?? "") < index)
      throw new RegInputError(field, "must not be the name of another file, also in upper or lower case");
  }
}

interface FilesOfRequest {
  readonly id: string;
  readonly files: readonly NamedFile[];
}

async function readStates(
  { requests: { attachments } }: WorkflowContext,
  workflow: Workflow,
  { id, files }: FilesOfRequest,
): Promise<ReturnType<typeof findFiles>> {
  return findFiles(await workflow.call((options) => attachments.list(id, options)), files);
}

/** Names the files that a request does not have, such as `attachments[0]`. */
export async function findDifferingFiles(
  context: WorkflowContext,
  workflow: Workflow,
  request: FilesOfRequest,
): Promise<string[]> {
  if (request.files.length === 0) return [];
  const states = await readStates(context, workflow, request);
  return states.flatMap((state, index) => (state === "attached" ? [] : [`attachments[${index}]`]));
}

interface DraftToComplete extends FilesOfRequest {
  /** The new content of the draft. Undefined: it stays as it is. */
  readonly overwriteWith: ServiceRequestOverwrite | undefined;
}

/**
 * Overwrites a draft that has other content, and then uploads the files that it does not have: whether an attachment
 * remains when a draft is overwritten is not shown. It uploads one after the other, so that after a crash the next run can
 * do what is left. After a lost response, it looks for the file instead of sending it again.
 *
 * @throws RegPreconditionError `RULE-CONTENT` for a file whose name an attachment of another size has
 */
export async function completeDraft(
  context: WorkflowContext,
  workflow: Workflow,
  draft: DraftToComplete,
): Promise<void> {
  const { id, files, overwriteWith } = draft;
  const { requests } = context;
  const checkNames = async () => {
    const states = await readStates(context, workflow, draft);
    rejectIfAny(states.flatMap((state, index) => (state === "different" ? [nameIsTaken(id, index)] : [])));
    return states;
  };
  if (overwriteWith !== undefined) {
    await checkNames();
    await workflow.call((options) => requests.overwrite(id, { ...overwriteWith, status: "Draft" }, options));
  }
  const states = await checkNames();
  for (const [index, file] of files.entries()) {
    if (states[index] === "attached") continue;
    const isAttached = async () => (await readStates(context, workflow, draft))[index] === "attached";
    await reconcileAfter(
      isUncertain,
      async () => {
        const stored = await workflow.call((options) => requests.attachments.upload(id, file, options));
        if (stored.id === undefined && !(await isAttached())) throw unconfirmed(`attachments[${index}]`);
        return true;
      },
      async () => (await isAttached()) || undefined,
    );
  }
}

function nameIsTaken(request: string, index: number): Violation {
  const field = `attachments[${index}]`;
  const description = `The draft ${request} has an attachment with the name of ${field}, and another size. Give the file another name, or delete that attachment.`;
  return ruleViolation({ rule: "other-content", field, description, values: { request, field } });
}
