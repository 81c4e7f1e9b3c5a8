import { toCents } from "../../base/money.js";
import { readNumber } from "../../base/text.js";
import { aboveZero, checkField, commonFields } from "../../domain/lines/fields.js";
import { lineFrom } from "../../domain/lines/line.js";
import {
  commentViolations,
  daysViolations,
  rentalViolations,
  shownField,
  wantedLines,
} from "../../domain/rules/extension.js";
import { RegInputError } from "../../errors/errors.js";
import { anything, custom, optionsSchema } from "../../errors/input.js";
import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { checkReady, describeDone, requestApproval, type SubmitOptions, submitFields } from "./approval.js";
import { sendLine, withChanged } from "./change-line.js";
import type { Turns } from "./turns.js";
import type { WorkflowContext } from "./types.js";
import { rejectIfAny, requirePossible, Workflow } from "./workflow.js";

/** The options of `extendRental`. `deadline` limits all of its calls together. */
export interface ExtendRentalOptions extends SubmitOptions {
  /**
   * The number of all days of the rental, not only of the further ones: a repeated call extends nothing twice. It
   * becomes the line's `value`, as in `rentalVehicle` (assumed).
   */
  readonly days: number | string;
  /**
   * The new price of the line, in euros and whole cents. Default: it stays as it is; whether the service multiplies it
   * by the days is not shown, and the sandbox does not.
   */
  readonly price?: number | undefined;
  /** Why the rental is extended. The contract may require it (`extensionCommentRequired`). Default: none. */
  readonly comment?: string | undefined;
  /**
   * The name of the request's field for the comment, which the reference does not show: ask the operator. It must be
   * given with `comment`, and is none of the fields that the reference shows.
   */
  readonly commentField?: string | undefined;
}

const text = custom((value) => typeof value === "string" && value.trim() !== "", "must be a text that is not empty");

const extendRentalOptions = optionsSchema<ExtendRentalOptions>({
  ...submitFields,
  days: anything,
  price: anything,
  comment: text,
  commentField: text,
});

/** Changes the line of a rental and asks the lessor again. Concurrent calls for one request run one after the other. */
export async function extendRental(
  context: WorkflowContext,
  { id, turns }: { readonly id: string; readonly turns: Turns },
  options: ExtendRentalOptions,
): Promise<ServiceRequest> {
  const workflow = Workflow.begin(context, options, extendRentalOptions);
  const { days, price, comment, commentField } = workflow.options;
  if (days === undefined) throw new RegInputError("days", "must be given: the number of all days");
  checkField(days, "days", aboveZero);
  if (price !== undefined) checkField(price, "price", commonFields.price);
  if (comment !== undefined && commentField === undefined)
    throw new RegInputError(
      "commentField",
      "must be given with a comment: the reference does not show the field's name",
    );
  const shown = shownField(commentField ?? "");
  if (shown !== undefined)
    throw new RegInputError("commentField", `must not be ${shown}, which has another meaning: ask the operator`);
  return turns.take(id, workflow, () => extend(context, workflow, id));
}

async function extend(
  context: WorkflowContext,
  workflow: Workflow<ExtendRentalOptions>,
  id: string,
): Promise<ServiceRequest> {
  const { requests, kind } = context;
  const { days, price, comment, commentField = "", known } = workflow.options;
  const request = await workflow.call((options) => requests.get(id, options));
  rejectIfAny(rentalViolations(request, kind, known));
  const [line] = wantedLines(request) as [Component];
  if (isExtended(request, line, workflow.options)) return request;
  requirePossible(request, "extendRental");
  const changed = lineFrom(line, { value: days, ...(price !== undefined && { price }) });
  await checkReady(context, workflow, {
    ...request,
    draft: { ...request, status: "Modified", components: withChanged(request, [changed]) },
    fromService: true,
    checkContract: (contract) => [
      ...daysViolations(line, days, hasPrice(line, price)),
      ...commentViolations(comment, contract, "comment"),
    ],
  });
  const content = { ...(comment !== undefined && { [commentField]: comment }), components: [changed] };
  const send = async (options: CallOptions) => {
    await requests.patch(id, content, options);
    // The document requires the content of a response to this.
    return true;
  };
  await sendLine(context, workflow, { id, line: changed, before: line, send });
  return workflow.explainFailure(
    () => requestApproval(context, workflow, { id, status: "Modified" }),
    (error) =>
      describeDone([`The line ${line.id} was changed`], error, "call extendRental again with the same options"),
  );
}

/** Whether the lessor has seen the extension: in the phase Response, an earlier call may not have sent it yet. */
function isExtended({ status }: ServiceRequest, line: Component, { days, price }: ExtendRentalOptions): boolean {
  const isSeen = status !== "Draft" && status !== "Modified";
  return isSeen && hasPrice(line, price) && readNumber(line.value) === Number(days);
}

const hasPrice = (line: Component, price: number | undefined) =>
  price === undefined || toCents(readNumber(line.price) ?? Number.NaN) === toCents(price);
