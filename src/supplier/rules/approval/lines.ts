import type { DraftLine, DraftPart } from "./context.js";

/** A line or a subcomponent, and where it stands in the request, such as `components[0].`. */
export interface Placed<T> {
  readonly content: T;
  readonly prefix: string;
}

const cancelled: readonly unknown[] = ["Cancelled", "CancellationApproved"];

/** Whether a line is cancelled, whatever the lessor may yet say to it. */
export function isCancelled({ status }: Pick<DraftLine, "status">): boolean {
  return cancelled.includes(status?.code);
}

/** Whether nothing about a line is open any more: it is cancelled, or the lessor has approved it. */
export function isSettled(line: Pick<DraftLine, "status">): boolean {
  return isCancelled(line) || line.status?.code === "Approved";
}

/** The lines about which something is open. */
export function openLines(lines: readonly DraftLine[]): Placed<DraftLine>[] {
  return lines.flatMap((content, index) =>
    isSettled(content) ? [] : [{ content, prefix: `components[${index}].` }],
  );
}

/** The subcomponents of a line. */
export function partsOf({ content: { subcomponents = [] }, prefix }: Placed<DraftLine>): Placed<DraftPart>[] {
  return subcomponents.map((content, index) => ({ content, prefix: `${prefix}subcomponents[${index}].` }));
}

/** The lines and their subcomponents. */
export function withParts(lines: readonly Placed<DraftLine>[]): Placed<DraftPart>[] {
  return lines.flatMap((line) => [line, ...partsOf(line)]);
}
