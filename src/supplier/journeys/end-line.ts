import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import { isOpenOrRefused, reconcileAfter } from "../reconcile/reconcile.js";
import { isCancelled } from "../rules/approval/lines.js";
import type { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** The line with an id, whatever its letters' case; undefined if there is none. */
export function lineIn({ components }: ServiceRequest, id: string): Component | undefined {
  return components.find((line) => line.id.toLowerCase() === id.toLowerCase());
}

/** What became of a line. */
export type LineEnd = "cancelled" | "deleted";

/** Cancels or deletes a line. Where that fails it looks: an answer may be lost, or another caller faster. */
export function endLine(
  { requests }: JourneyParts,
  journey: Journey,
  requestId: string,
  { id }: Component,
  end: LineEnd,
): Promise<LineEnd> {
  const { cancel, delete: remove } = requests.components;
  return reconcileAfter(
    isOpenOrRefused,
    async () => {
      await (end === "deleted" ? remove : cancel)(requestId, id, journey.callOptions());
      return end;
    },
    async () => {
      const line = lineIn(await requests.get(requestId, journey.callOptions()), id);
      if (line === undefined) return "deleted";
      return isCancelled(line) ? "cancelled" : undefined;
    },
  );
}
