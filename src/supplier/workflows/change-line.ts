import { toSortedJson } from "../../base/json.js";
import { aboutLine, decimalText } from "../../domain/lines/allowed-component.js";
import { type LineChanges, lineFrom } from "../../domain/lines/line.js";
import type { DraftLine } from "../../domain/rules/draft.js";
import type { Component, ComponentInput, ServiceRequest } from "../../generated/supplier/models.js";

/** The changes of a line of a request. A field that is undefined is removed from it. */
export interface LineUpdate extends Omit<LineChanges, "id" | "price" | "value"> {
  /** In euros and whole cents: a number, or a decimal number as text, such as `95.50`. */
  readonly price?: number | string | undefined;
  /** A reading or a quantity: a number, or a decimal number as text. */
  readonly value?: number | string | undefined;
}

/**
 * Makes the line that is sent for one that was read.
 *
 * @throws RegInputError as `lineFrom` does
 */
export function updateLine(line: Component, update: LineUpdate): ComponentInput {
  const { price, value } = update;
  const changes = aboutLine(line.reg?.code, () => ({
    // A field that is there and undefined is removed.
    ...update,
    ...(typeof price === "string" && { price: Number(decimalText(price, "price")) }),
    ...(value !== undefined && { value: decimalText(value, "value") }),
  }));
  return lineFrom(line, changes as LineChanges);
}

/** Finds a line by its id, ignoring case. */
export function findLine({ components }: ServiceRequest, id: string): Component | undefined {
  return components.find((line) => line.id.toLowerCase() === id.toLowerCase());
}

/** Whether a request has a line with this content, as after a change whose response was lost. */
export function hasLine(request: ServiceRequest, line: ComponentInput): boolean {
  const found = findLine(request, line.id);
  return found !== undefined && toSortedJson(lineFrom(found)) === toSortedJson(line);
}

/** The lines of a request as they will be: a changed one is to be approved again, whatever its status was. */
export function withChanged({ components }: ServiceRequest, changed: readonly ComponentInput[]): DraftLine[] {
  return components.map((line) => {
    const next = changed.find(({ id }) => id === line.id);
    return next === undefined ? line : { ...next, status: { code: "Changed" } };
  });
}
