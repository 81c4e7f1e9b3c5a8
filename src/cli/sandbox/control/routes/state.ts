import * as z from "zod/mini";
import { scenarioNames } from "../../../../sandbox/index.js";
import { nothing, text } from "../fields.js";
import { done, json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const scenario = z.enum(scenarioNames, `must be one of ${scenarioNames.join(", ")}`);

/** What both services hold, as a whole. */
export const stateRoutes: readonly ControlRoute[] = [
  post("/reset", "Forgets requests, vehicles, revocations, faults and the journal", nothing, (desk) => {
    desk.reset();
    return done;
  }),
  post(
    "/snapshots",
    "Keeps what both services hold: { name }",
    z.strictObject({ name: text }),
    (desk, body) => {
      desk.keep(body.name);
      return done;
    },
  ),
  post(
    "/snapshots/{name}/restore",
    "Goes back to a snapshot, as often as you like",
    nothing,
    (desk, _, { params }) => {
      desk.restore(params["name"] ?? "");
      return done;
    },
  ),
  post(
    "/seed",
    `Adds the requests of a scenario: { scenario }, one of ${scenarioNames.join(", ")}; gives { requests }`,
    z.strictObject({ scenario }),
    async ({ sandbox }, body) => json({ requests: await sandbox.seed(body.scenario) }),
  ),
];
