import { toSortedJson } from "../../base/json.js";
import { readNumber } from "../../base/text.js";
import { lineFrom } from "../../domain/lines/line.js";
import type { DraftLine } from "../../domain/rules/draft.js";
import type { Component, ComponentInput, ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { unconfirmed } from "../lookup.js";
import { isUnknownOrRejected, reconcileAfter } from "../reconcile.js";
import type { WorkflowContext } from "./types.js";
import type { Workflow } from "./workflow.js";

/** Finds a line by its id, ignoring case. */
export function findLine({ components }: ServiceRequest, id: string): Component | undefined {
  return components.find((line) => line.id.toLowerCase() === id.toLowerCase());
}

/** How a changed line of a request is sent. */
interface LineToSend {
  readonly id: string;
  readonly line: ComponentInput;
  /** The line as it was read. */
  readonly before: Component;
  /** Resolves to whether the response shows anything of what was sent. */
  readonly send: (options: CallOptions) => Promise<boolean>;
}

/**
 * Sends a changed line. If that fails, it reads the line, because the response may be lost or another caller may have
 * sent the same.
 */
export async function sendLine(
  { requests }: WorkflowContext,
  workflow: Workflow,
  { id, line, before, send }: LineToSend,
): Promise<void> {
  const isStored = async () => {
    const found = findLine(await workflow.call((options) => requests.get(id, options)), line.id);
    return found !== undefined && hasChanges(lineFrom(found), line, before);
  };
  await reconcileAfter(
    isUnknownOrRejected,
    async () => {
      if (!(await workflow.call(send)) && !(await isStored())) throw unconfirmed(`the line ${line.id}`);
      return true;
    },
    async () => (await isStored()) || undefined,
  );
}

/** Whether a line has what was changed. The service may write the rest in another form. */
function hasChanges(found: ComponentInput, line: ComponentInput, before: Component): boolean {
  return Object.keys({ ...before, ...line }).every((name) => {
    const [wanted, now, then] = [line, found, before].map((each) => comparable({ [name]: Reflect.get(each, name) }));
    return wanted === now || wanted === then;
  });
}

/** Equal for equal contents: without descriptions, which the service adds, and with numbers in one form. */
function comparable(content: object): string {
  const clean = JSON.stringify(content, (name, each) => {
    if (name === "description") return undefined;
    return name === "value" || name === "price" ? (readNumber(each) ?? each) : each;
  });
  return toSortedJson(JSON.parse(clean));
}

/** The lines of a request as they will be: a changed one is to be approved again, whatever its status was. */
export function withChanged({ components }: ServiceRequest, changed: readonly ComponentInput[]): DraftLine[] {
  return components.map((line) => {
    const next = changed.find(({ id }) => id === line.id);
    return next === undefined ? line : { ...next, status: { code: "Changed" } };
  });
}
