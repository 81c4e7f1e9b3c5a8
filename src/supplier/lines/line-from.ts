import { RegInputError } from "../../errors/client-errors.js";
import type { Component, ComponentInput, SubcomponentInput } from "../../generated/supplier/models.js";
import { pick } from "./pick.js";
import { tireContent } from "./tire-part.js";

/** What is to be different in a line. A field that is undefined is left out of it. */
export type LineChanges = {
  readonly [Name in keyof ComponentInput]?: ComponentInput[Name] | undefined;
};

/** What can be sent of a line and of a subcomponent; not its status, which is the lessor's to change. */
const writable = [
  "id",
  "reg",
  "supplierCode",
  "operation",
  "reason",
  "location",
  "value",
  "price",
  "part",
  "damage",
  "warranty",
  "leniency",
] as const satisfies readonly (keyof SubcomponentInput)[];

/**
 * What can be sent of a line that was read: all but its status and those of its subcomponents, with changes. It shares
 * nothing with the line. Source: supplier-api.md §2.3, §4.1.
 *
 * @example
 * // The lessor denied it: ask again for less.
 * await supplier.serviceRequests.components.put(id, line.id, lineFrom(line, { price: 15 }));
 * await supplier.serviceRequests.resubmit(id);
 *
 * @throws RegInputError with the field `operation` or `reason` if neither the line nor the changes have it
 */
export function lineFrom(component: Component, changes: LineChanges = {}): ComponentInput {
  const { subcomponents, ...line } = { ...component, ...changes };
  const { operation, reason, ...content } = contentOf(line);
  if (operation === undefined) throw lacking("operation");
  if (reason === undefined) throw lacking("reason");
  return {
    id: component.id,
    operation,
    reason,
    ...content,
    ...(subcomponents && { subcomponents: subcomponents.map(contentOf) }),
  };
}

function contentOf(from: Readable) {
  const content = structuredClone(pick(from, writable));
  const { part } = content;
  return part === undefined ? content : { ...content, part: tireContent(part) };
}

/** A line or a subcomponent, read or changed. */
type Readable = { readonly [Name in (typeof writable)[number]]?: ComponentInput[Name] | null | undefined };

function lacking(field: string): RegInputError {
  return new RegInputError(field, "must be given in the changes: the line that was read has none");
}
