import { expect } from "vitest";
import { type Attempt, move, moveLine, Refused, statusAfter, writeLine } from "./attempt.js";
import { fieldIn } from "./compare.js";
import { lineBody } from "./content.js";
import type { LineKind } from "./line-kinds.js";
import type { Planner } from "./request-command.js";
import { lineId, type ModelLine, type ModelRequest, type RequestKind } from "./state.js";
import { hasDuplicates, isAllowed, isWithinLimit } from "./written.js";

/** Which line a command is about: one of the request's, counted from its latest and going round; or a new one. */
export interface LineTarget {
  readonly index: number;
  readonly isNew: boolean;
}

/** Creates or overwrites a line; with another id in the body it is refused. */
export function put(
  target: LineTarget,
  kinds: Readonly<Record<RequestKind, LineKind>>,
  withOtherId: boolean,
): Planner {
  return (request) => {
    const kind = kinds[request?.kind ?? "service"];
    const slot = slotOf(request, target);
    const { id, ...content } = lineBody({ slot, kind });
    return {
      params: { componentId: id },
      json: withOtherId ? { ...content, id: lineId((slot + 1) % 10) } : content,
      carryOut(attempt) {
        const { model, next } = attempt;
        if (withOtherId) throw new Refused(400, "the ids differ");
        const existed = writeLine(attempt, { slot, kind });
        const isTaken =
          isAllowed(kind, next.kind, next.licensePlate) && !hasDuplicates(next) && isWithinLimit(next, model);
        if (!isTaken) throw new Refused(400, "the line breaks a rule");
        move(attempt, "change");
        if (existed) return { status: 200 };
        return {
          status: 201,
          learn: ({ location }) => expect(location).toMatch(new RegExp(`/${next.id}/components/${id}$`)),
        };
      },
    };
  };
}

/** Removes a line. */
export function remove(target: LineTarget): Planner {
  return (request) => ({
    params: { componentId: lineId(slotOf(request, target)) },
    carryOut(attempt) {
      const line = lineAt(attempt, target);
      if (moveLine(attempt, line.status, "delete") !== "removed") throw new Error("the table keeps the line");
      attempt.next.lines = attempt.next.lines.filter((each) => each !== line);
      move(attempt, "change");
      return { status: 204 };
    },
  });
}

/** Cancels a line. */
export function cancel(target: LineTarget): Planner {
  return (request) => ({
    params: { componentId: lineId(slotOf(request, target)) },
    carryOut(attempt) {
      const line = lineAt(attempt, target);
      const cancelled = { ...line, status: statusAfter(attempt, line.status, "cancel") };
      attempt.next.lines = replaced(attempt.next, cancelled);
      move(attempt, "change");
      const learn = ({ json }: { readonly json: unknown }) =>
        expect(fieldIn(fieldIn(fieldIn(json, "component"), "status"), "code")).toBe(cancelled.status);
      return { status: 200, learn };
    },
  });
}

const replaced = ({ lines }: ModelRequest, line: ModelLine) =>
  lines.map((each) => (each.slot === line.slot ? line : each));

/** A new line has the first slot that is free. */
function slotOf(request: ModelRequest | undefined, { index, isNew }: LineTarget): number {
  const slots = request?.lines.map(({ slot }) => slot) ?? [];
  const free = Array.from({ length: 10 }, (_, slot) => slot).filter((slot) => !slots.includes(slot));
  return (isNew ? undefined : slots[slots.length - 1 - (index % Math.max(1, slots.length))]) ?? free[0] ?? 0;
}

function lineAt({ next }: Attempt, target: LineTarget): ModelLine {
  const slot = slotOf(next, target);
  const line = next.lines.find((each) => each.slot === slot);
  if (line === undefined) throw new Refused(404, "there is no such line");
  return line;
}
