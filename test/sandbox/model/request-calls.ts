import { move, Refused, statusAfter, submit, writeLine } from "./attempt.js";
import { type AppointmentName, appointments, type Content, contentBody, lineBody } from "./content.js";
import type { LineKind } from "./line-kinds.js";
import type { Planner } from "./request-command.js";
import { phaseOf, type RequestKind } from "./state.js";
import { canMoveTo, hasDuplicateIds, isAcceptable } from "./written.js";

/** Reads the request; what it shows is compared after every command anyway. */
export const get: Planner = () => ({ carryOut: () => ({ status: 200 }) });

/** Deletes the request, which the model then keeps to see that it is gone. */
export const remove: Planner = (request) => ({
  carryOut(attempt) {
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
export function overwrite(contents: Readonly<Record<RequestKind, Content>>): Planner {
  return (request) => ({
    json: contentBody(contents[request?.kind ?? "service"]),
    carryOut(attempt) {
      const { model, next } = attempt;
      const { licensePlate, partialVin, appointment, lines, status } = contents[next.kind];
      if (!canMoveTo(licensePlate, next)) throw new Refused(400, "not with this vehicle");
      Object.assign(next, {
        licensePlate,
        partialVin,
        appointment: appointment === undefined ? undefined : appointments[appointment],
        lines: lines.map((line) => ({ ...line, status: statusAfter(attempt, "none", "write") })),
      });
      if (!isAcceptable(next, model)) throw new Refused(400, "the content breaks a rule");
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
export function patch({
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
      carryOut(attempt) {
        const { model, next } = attempt;
        const isChange = changes.some((change) => change !== undefined);
        // Only a change leads from Invoicing to Response.
        if (!isChange && phaseOf(next, model.now) === "Invoicing")
          throw new Refused(400, "nothing is changed");
        if (isChange) {
          if (!canMoveTo(licensePlate ?? next.licensePlate, next))
            throw new Refused(400, "not with this vehicle");
          next.licensePlate = licensePlate ?? next.licensePlate;
          next.partialVin = partialVin ?? next.partialVin;
          if (appointment !== undefined)
            next.appointment = { ...next.appointment, ...appointments[appointment] };
          if (hasDuplicateIds(lines ?? [])) throw new Refused(400, "an id is there twice");
          for (const line of lines ?? []) writeLine(attempt, line);
          if (!isAcceptable(next, model)) throw new Refused(400, "the content breaks a rule");
          move(attempt, "change");
        }
        if (status === "ApprovalRequested") submit(attempt);
        // No row of the table leads back to Draft.
        if (status === "Draft" && next.status !== "Draft") throw new Refused(400, "it is no draft any more");
        return { status: 200 };
      },
    };
  };
}
