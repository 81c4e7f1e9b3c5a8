import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { Bench } from "./bench.js";
import type { ResubmissionCase } from "./cases.js";
import { compare } from "./compare.js";
import { knowledgeOf } from "./knowledge.js";
import type { Outcome } from "./outcome.js";
import type { RequestBody } from "./request-body.js";
import { bringOnTheWay, submission } from "./way-of-a-request.js";

/** Brings a request on its way, and has it ask for approval; undefined where the vehicle stands in the way of it. */
export async function checkResubmission(bench: Bench, plan: ResubmissionCase): Promise<Outcome | undefined> {
  await bench.begin();
  const { content, licensePlate } = plan;
  const { kind } = content;
  const view = await bench.view(kind, licensePlate);
  if (view === undefined) return undefined;
  const id = await bringOnTheWay(bench, plan, view.contract);
  if (id === undefined) return undefined;
  if (plan.change !== undefined) bench.sandbox.lessor.changeContract(licensePlate, plan.change);

  const shown = await bench.read(kind, id);
  const now = plan.change === undefined ? view : await bench.readView(kind, licensePlate);
  if (shown === undefined || now === undefined) throw new Error("the request or its vehicle is gone");
  if (isBeyondYears(shown.appointment?.checkoutDate)) return undefined;
  const { known, missing } = knowledgeOf(plan.isKnown, shown as RequestBody);
  const openRequests = await bench.openRequests();
  const sdk = checkApproval(shown, {
    ...now,
    kind,
    known,
    openRequests: openRequests.map((each) => (each.id === id ? shown : each)),
  });
  const { status, entries } = await bench.about(kind, "PATCH", `/${id}`, submission);
  return {
    area: "resubmissions",
    isAccepted: status === 200,
    sent: shown,
    verdict: compare({
      sdk,
      sandbox: entries,
      missing: new Set(missing),
      stageOf: ({ code }) => (code.endsWith("-PHASE") ? "phase" : "approval"),
    }),
  };
}

/**
 * A checkout in a year that the service takes, by its offset, can be shown in another, since answers are in UTC. Which of
 * the two counts is not shown (supplier-api.md §2.1, §8).
 */
const isBeyondYears = (checkoutDate = "") => /^(1999|2101)-/.test(checkoutDate);
