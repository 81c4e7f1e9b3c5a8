import { expect } from "vitest";
import type { Planner } from "./commands.js";
import {
  type AppointmentName,
  appointments,
  type Content,
  contentBody,
  type LineKind,
  lineBody,
} from "./content.js";
import { fieldIn } from "./driver.js";
import { lineId, type ModelLine, type ModelRequest, phaseOf, type RequestKind } from "./model.js";
import {
  canMoveTo,
  hasDuplicateIds,
  hasDuplicates,
  isAcceptable,
  isAllowed,
  isWithinLimit,
} from "./rules.js";
import { type Attempt, move, moveLine, Rejected, statusAfter, submit, writeLine } from "./transitions.js";

/** Reads the request; what it shows is compared after every command anyway. */
export const getRequest: Planner = () => ({ execute: () => ({ status: 200 }) });

/** Deletes the request, which the model then keeps to see that it is gone. */
export const deleteRequest: Planner = (request) => ({
  execute(attempt) {
    const { model } = attempt;
    move(attempt, "delete");
    const learn = () => {
      if (request === undefined) return;
      model.requests.splice(model.requests.indexOf(request), 1);
      model.removed.push(request);
    };
    return { status: 204, learn };
  },
});

/** Overwrites the request with the content for its kind; what is left out is gone. */
export function overwriteRequest(contents: Readonly<Record<RequestKind, Content>>): Planner {
  return (request) => ({
    json: contentBody(contents[request?.kind ?? "service"]),
    execute(attempt) {
      const { model, next } = attempt;
      const { licensePlate, partialVin, appointment, lines, status } = contents[next.kind];
      if (!canMoveTo(licensePlate, next)) throw new Rejected(400, "not with this vehicle");
      Object.assign(next, {
        licensePlate,
        partialVin,
        appointment: appointment === undefined ? undefined : appointments[appointment],
        lines: lines.map((line) => ({ ...line, status: statusAfter(attempt, "none", "write") })),
      });
      if (!isAcceptable(next, model)) throw new Rejected(400, "the content breaks a rule");
      if (status === "ApprovalRequested") submit(attempt);
      else move(attempt, "change");
      return { status: 200 };
    },
  });
}

/** A line for a request of each kind. */
export interface LineChoice {
  readonly slot: number;
  readonly kinds: Readonly<Record<RequestKind, LineKind>>;
}

/** What a PATCH carries. */
export interface Patch {
  /** `Approved` is one that a supplier cannot set. */
  readonly status?: "Draft" | "ApprovalRequested" | "Approved" | undefined;
  readonly licensePlate?: string | undefined;
  readonly partialVin?: string | undefined;
  readonly appointment?: AppointmentName | undefined;
  readonly lines?: readonly LineChoice[] | undefined;
  readonly remarks?: string | undefined;
}

/** Changes the request, sends its status, or both. */
export function patchRequest({
  status,
  licensePlate,
  partialVin,
  appointment,
  lines: choices,
  remarks,
}: Patch): Planner {
  const isVehicle = licensePlate !== undefined || partialVin !== undefined;
  const changes = [isVehicle ? "vehicle" : undefined, appointment, choices, remarks];
  return (request) => {
    const lines = choices?.map(({ slot, kinds }) => ({ slot, kind: kinds[request?.kind ?? "service"] }));
    return {
      json: {
        status,
        remarks,
        vehicle: isVehicle ? { licensePlate, partialVin } : undefined,
        appointment: appointment === undefined ? undefined : appointments[appointment],
        components: lines?.map(lineBody),
      },
      isInvalid: status === "Approved",
      execute(attempt) {
        const { model, next } = attempt;
        const isChange = changes.some((change) => change !== undefined);
        // Only a change leads from Invoicing to Response.
        if (!isChange && phaseOf(next, model.now) === "Invoicing")
          throw new Rejected(400, "nothing is changed");
        if (isChange) {
          if (!canMoveTo(licensePlate ?? next.licensePlate, next))
            throw new Rejected(400, "not with this vehicle");
          next.licensePlate = licensePlate ?? next.licensePlate;
          next.partialVin = partialVin ?? next.partialVin;
          if (appointment !== undefined)
            next.appointment = { ...next.appointment, ...appointments[appointment] };
          if (hasDuplicateIds(lines ?? [])) throw new Rejected(400, "an id is there twice");
          for (const line of lines ?? []) writeLine(attempt, line);
          if (!isAcceptable(next, model)) throw new Rejected(400, "the content breaks a rule");
          move(attempt, "change");
        }
        if (status === "ApprovalRequested") submit(attempt);
        // No row of the table leads back to Draft.
        if (status === "Draft" && next.status !== "Draft") throw new Rejected(400, "it is no draft any more");
        return { status: 200 };
      },
    };
  };
}

/** Which line a command is about: one of the request's, counted from its latest and going round; or a new one. */
export interface LineTarget {
  readonly index: number;
  readonly isNew: boolean;
}

/** Creates or overwrites a line; with another id in the body it is refused. */
export function putLine(
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
      execute(attempt) {
        const { model, next } = attempt;
        if (withOtherId) throw new Rejected(400, "the ids differ");
        const existed = writeLine(attempt, { slot, kind });
        const isTaken =
          isAllowed(kind, next.kind, next.licensePlate) && !hasDuplicates(next) && isWithinLimit(next, model);
        if (!isTaken) throw new Rejected(400, "the line breaks a rule");
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
export function deleteLine(target: LineTarget): Planner {
  return (request) => ({
    params: { componentId: lineId(slotOf(request, target)) },
    execute(attempt) {
      const line = lineAt(attempt, target);
      if (moveLine(attempt, line.status, "delete") !== "removed") throw new Error("the table keeps the line");
      attempt.next.lines = attempt.next.lines.filter((each) => each !== line);
      move(attempt, "change");
      return { status: 204 };
    },
  });
}

/** Cancels a line. */
export function cancelLine(target: LineTarget): Planner {
  return (request) => ({
    params: { componentId: lineId(slotOf(request, target)) },
    execute(attempt) {
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
  if (line === undefined) throw new Rejected(404, "there is no such line");
  return line;
}
