import { toCents } from "../../base/money.js";
import { readNumber } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { type DraftLine, isCancelled, type RequestDraft } from "../rules/draft.js";
import { inEuros } from "../rules/invoice-input.js";

/** What has a total: a line with its subcomponents. */
export interface PricedLine extends Pick<DraftLine, "price" | "status"> {
  readonly subcomponents?: readonly Pick<DraftLine, "price">[] | undefined;
}

/** What has a total: a request with its lines. */
export interface PricedRequest {
  readonly components?: readonly PricedLine[] | undefined;
}

/**
 * The total of a line with its subcomponents, or of the lines of a request, in euros as decimal text, such as `236.00`.
 * For a request before approval, too, of which `invoicing.totalAmountApproved` is 0.
 *
 * Assumed, as in the sandbox: a price is not multiplied by `value`, those of subcomponents come on top, and each is
 * rounded to whole cents. It excludes VAT (inferred). What has no price counts as 0.00. In a request, cancelled lines
 * do not count, and denied ones do.
 *
 * @throws RegInputError with the field of a price that cannot be read
 *
 * @example
 * totalOf(line); // "236.00"
 * totalOf(await supplier.serviceRequests.get(id));
 *
 * @see supplier-api.md §2.3
 */
export function totalOf(priced: PricedLine | PricedRequest): string {
  return asInput("priced", undefined, () => {
    const { components }: Pick<RequestDraft, "components"> = Object(priced);
    const cents = components === undefined ? lineCents(priced as PricedLine, "") : requestCents(components);
    return inEuros(cents);
  });
}

function requestCents(lines: readonly PricedLine[]): number {
  return lines.reduce(
    (sum, line, index) => (isCancelled(line) ? sum : sum + lineCents(line, `components[${index}].`)),
    0,
  );
}

function lineCents({ price, subcomponents }: PricedLine, prefix: string): number {
  const parts = (subcomponents ?? []).map((part, index) => ({ ...part, at: `${prefix}subcomponents[${index}].price` }));
  return [{ price, at: `${prefix}price` }, ...parts].reduce((sum, each) => sum + centsOf(each.price, each.at), 0);
}

function centsOf(price: unknown, field: string): number {
  const cents = toCents(readNumber(price ?? 0) ?? Number.NaN);
  if (Number.isSafeInteger(cents)) return cents;
  throw new RegInputError(field, "must be an amount of euros");
}
