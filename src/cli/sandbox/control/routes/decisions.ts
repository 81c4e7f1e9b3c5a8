import * as z from "zod/mini";
import { decisionNames, isDecision } from "../../../../sandbox/actor/review.js";
import type { LessorActor, LessorPolicy } from "../../../../sandbox/index.js";
import { checkedBySandbox, text } from "../fields.js";
import { done } from "../reply.js";
import { type ControlRoute, post } from "../route.js";

const decision = z.enum(decisionNames.filter(isDecision), `must be one of ${decisionNames.join(", ")}`);
const someLines = z.strictObject({ id: text, lines: z.exactOptional(z.array(text)) });
const linesAbout = "{ id, lines }, where lines are the ids of those that it is about; all if left out";

type Decision = "approve" | "deny" | "provisionallyApprove" | "callLessor" | "willCall";

/** What the lessor decides, by path. */
const decisions = [
  ["approve", "approve", "Approves"],
  ["deny", "deny", "Denies"],
  ["provisionally-approve", "provisionallyApprove", "Accepts incomplete lines as they are"],
  ["call-lessor", "callLessor", "Asks the supplier to call"],
  ["will-call", "willCall", "Announces a call"],
] as const satisfies readonly (readonly [string, keyof LessorActor & Decision, string])[];

const policy = z.nullable(
  z.strictObject({
    decide: z.exactOptional(decision),
    after: z.exactOptional(checkedBySandbox<NonNullable<LessorPolicy["after"]>>()),
  }),
);

/** The lessor who decides on requests. */
export const decisionRoutes: readonly ControlRoute[] = [
  ...decisions.map(([path, decide, about]) =>
    post(`/lessor/${path}`, `${about}: ${linesAbout}`, someLines, ({ sandbox }, { id, lines }) => {
      sandbox.lessor[decide](id, lines === undefined ? {} : { lines });
      return done;
    }),
  ),
  post(
    "/lessor/review",
    "Decides line by line: { id, decisions: { <line id>: decision } }; lines that are not named are approved",
    z.strictObject({ id: text, decisions: z.record(z.string(), decision) }),
    ({ sandbox }, { id, decisions: byLine }) => {
      sandbox.lessor.review(id, byLine);
      return done;
    },
  ),
  post(
    "/lessor/policy",
    "Has the lessor decide by itself: { decide, after: { days, hours, minutes, ms } or { reads } }; null: by hand",
    policy,
    ({ sandbox }, chosen) => {
      sandbox.lessor.decideBy(chosen ?? undefined);
      return done;
    },
  ),
];
