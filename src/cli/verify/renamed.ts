import { isObject } from "../../base/json.js";
import type { ReceivedResponse } from "../../document/difference.js";

/** A field whose name is assumed, and how to recognise it under another name. */
interface AssumedName {
  readonly name: string;
  /** The form of other names: letters only, because a name with digits could be a value. */
  readonly names: RegExp;
  readonly values: RegExp;
}

type OtherNames = ReadonlyMap<string, readonly string[]>;

/**
 * The fields of an invoice that the reference mentions without their names (supplier-api.md §2.7), by their
 * assumptions.
 */
const assumedNames: Readonly<Record<string, AssumedName>> = {
  "Invoice.invoiceNumber": {
    name: "invoiceNumber",
    names: /^[a-z]*(number|nummer|num|nr)$/i,
    values: /./,
  },
  "Invoice.invoiceDate": {
    name: "invoiceDate",
    names: /^[a-z]*(date|datum)$/i,
    values: /^\d{4}-\d{2}-\d{2}/,
  },
};

/** The names of the fields of an invoice that may be meant, by the assumption; undefined for another response. */
export function otherNamesIn({ operationId, status, body }: ReceivedResponse): OtherNames | undefined {
  if (!operationId.endsWith(".invoices.get") || status !== 200 || !isObject(body)) return undefined;
  return new Map(Object.entries(assumedNames).map(([id, assumed]) => [id, namesIn(body, assumed)]));
}

/** Finds the assumed names that are refuted: exactly one other field of all invoices fits. */
export function commonNames(
  invoices: readonly OtherNames[],
): ReadonlyMap<string, { readonly name: string; readonly otherName: string }> {
  const [first, ...others] = invoices;
  const found = Object.entries(assumedNames).flatMap(([id, { name }]) => {
    const common = first?.get(id)?.filter((each) => others.every((names) => names.get(id)?.includes(each))) ?? [];
    const [otherName] = common;
    return otherName === undefined || common.length > 1 ? [] : [[id, { name, otherName }] as const];
  });
  return new Map(found);
}

/** The fields that may be meant; none if the assumed one is there. */
function namesIn(invoice: object, { name: assumed, names, values }: AssumedName): string[] {
  if (Object.hasOwn(invoice, assumed)) return [];
  return Object.entries(invoice).flatMap(([name, value]) => {
    const isValue = ["string", "number"].includes(typeof value) && values.test(String(value));
    return isValue && names.test(name) ? [name] : [];
  });
}
