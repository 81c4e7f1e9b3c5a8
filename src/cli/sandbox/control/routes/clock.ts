import * as z from "zod/mini";
import type { Sandbox, TimeStep } from "../../../../sandbox/index.js";
import { checkedBySandbox, text } from "../fields.js";
import { json } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const instantOf = ({ clock }: Sandbox) => json({ now: clock.iso() });

/** The one clock of the sandbox. */
export const clockRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/clock",
    about: "The sandbox's clock: { now }",
    run: ({ desk }) => instantOf(desk.sandbox),
  },
  post(
    "/clock/advance",
    "Moves the clock on: { days, hours, minutes, ms }, which add up",
    checkedBySandbox<TimeStep>(),
    ({ sandbox }, step) => {
      sandbox.clock.advance(step);
      return instantOf(sandbox);
    },
  ),
  post(
    "/clock/set",
    "Moves the clock on to an instant: { instant }",
    z.strictObject({ instant: text }),
    ({ sandbox }, { instant }) => {
      sandbox.clock.set(instant);
      return instantOf(sandbox);
    },
  ),
];
