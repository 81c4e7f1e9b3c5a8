import type { Fault } from "../../../../sandbox/index.js";
import type { PlannedFault } from "../desk.js";
import { checkedBySandbox } from "../fields.js";
import { done, json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

/** JSON has no Infinity: there it is written as a text. */
type FaultInJson = Omit<Fault, "times"> & { readonly times?: number | "Infinity" };

function fromJson({ times, ...fault }: FaultInJson): Fault {
  if (times === undefined) return fault;
  return { ...fault, times: times === "Infinity" ? Number.POSITIVE_INFINITY : times };
}

const toJson = (count: number | undefined) => (count === Number.POSITIVE_INFINITY ? "Infinity" : count);

const shown = ({ id, fault, handle }: PlannedFault) => ({
  id,
  fault: { ...fault, times: toJson(fault.times) },
  remaining: toJson(handle.remaining),
  happened: handle.happened,
});

/** What is to go wrong. */
export const faultRoutes: readonly ControlRoute[] = [
  post(
    "/faults",
    'Has something go wrong: { operation, with, when, times, skip, probability }; times can be "Infinity"; gives { id }',
    checkedBySandbox<FaultInJson>(),
    (desk, fault) => json({ id: desk.plan(fromJson(fault)) }),
  ),
  {
    method: "GET",
    path: "/faults",
    about: "The faults, each with { id, fault, remaining, happened }",
    run: ({ desk }) => json({ faults: desk.faults.map(shown) }),
  },
  {
    method: "DELETE",
    path: "/faults/{id}",
    about: "Has a fault not happen any more",
    run: ({ desk, params }) => {
      desk.cancel(params["id"] ?? "");
      return done;
    },
  },
];
