import type { Contract } from "../../../src/generated/supplier/models.js";
import type { Answer, Bench } from "./bench.js";
import type { ResubmissionCase } from "./cases.js";
import { completeRequest } from "./contents.js";
import { spoil } from "./flaws.js";
import { lineId, type RequestBody } from "./request-body.js";
import { requestFlaws } from "./request-flaws.js";

/** Asks for approval, and changes nothing else. */
export const submission = { status: "ApprovalRequested" } as const;

/** Creates a request and brings it as far as the case wants it; gives its id, or undefined where the vehicle forbids it. */
export async function bringOnTheWay(
  bench: Bench,
  plan: ResubmissionCase,
  contract: Contract,
): Promise<string | undefined> {
  const complete = completeRequest(plan.content, plan.licensePlate, contract);
  return plan.decisions === undefined ? draft(bench, plan, complete) : answered(bench, plan, complete);
}

/** Sends with as many flaws as the service takes at all, the first ones first. */
async function whileTaken(
  { flaws }: ResubmissionCase,
  send: (flaws: ResubmissionCase["flaws"]) => Promise<Answer>,
): Promise<Answer> {
  for (let count = flaws.length; ; count -= 1) {
    const answer = await send(flaws.slice(0, count));
    if (answer.status < 300 || count === 0) return answer;
  }
}

/** A draft, with what is wrong with it as far as a draft may. */
async function draft(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { json } = await whileTaken(plan, (flaws) => {
    const body = spoil({ ...structuredClone(complete), status: "Draft" }, requestFlaws, flaws);
    return bench.about(plan.content.kind, "POST", "", body);
  });
  return textOf(json["id"]);
}

/** A request on which the lessor has decided, and that the supplier has changed since. */
async function answered(
  bench: Bench,
  plan: ResubmissionCase,
  complete: RequestBody,
): Promise<string | undefined> {
  const { kind } = plan.content;
  const id = textOf((await bench.about(kind, "POST", "", complete)).json["id"]);
  if (id === undefined) return undefined;
  await decide(bench, plan, id, 0);
  await change(bench, plan, id);
  if (plan.isSecondRound) {
    const { status } = await bench.about(kind, "PATCH", `/${id}`, submission);
    if (status === 200) await decide(bench, plan, id, 1);
  }
  return id;
}

async function decide(
  bench: Bench,
  { content, decisions = [] }: ResubmissionCase,
  id: string,
  round: number,
) {
  const { components = [] } = (await bench.read(content.kind, id)) ?? {};
  const chosen = components.map((line, index) => [line.id, decisions[(index + round) % decisions.length]]);
  bench.sandbox.lessor.review(id, Object.fromEntries(chosen));
}

/** Cancels, changes, removes and adds lines, as far as that is possible; then whatever else shall be wrong. */
async function change(bench: Bench, plan: ResubmissionCase, id: string): Promise<void> {
  const { kind } = plan.content;
  for (const { step, line } of plan.steps) {
    const { components = [] } = (await bench.read(kind, id)) ?? {};
    const found = components[line % Math.max(1, components.length)];
    if (found === undefined) continue;
    const { id: lineOfStep, status: _, ...content } = found;
    const path = `/${id}/components/${step === "add" ? lineId(70) : lineOfStep}`;
    if (step === "cancel") await bench.about(kind, "POST", `${path}/cancel`);
    else if (step === "delete") await bench.about(kind, "DELETE", path);
    else await bench.about(kind, "PUT", path, { ...content, ...(step === "change" ? { price: 77.7 } : {}) });
  }
  const shown = await bench.read(kind, id);
  if (shown === undefined || plan.flaws.length === 0) return;
  await whileTaken(plan, (flaws) =>
    bench.about(kind, "PATCH", `/${id}`, patchOf(shown as RequestBody, flaws)),
  );
}

/** What the flaws change about a request: lines that stay as they are keep their status. */
function patchOf(shown: RequestBody, flaws: ResubmissionCase["flaws"]): object {
  const body = spoil(structuredClone(shown), requestFlaws, flaws);
  const before = new Set(shown.components?.map((line) => JSON.stringify(line)));
  const lines = body.components?.filter((line) => !before.has(JSON.stringify(line))) ?? [];
  return {
    ...(body.appointment === undefined ? {} : { appointment: body.appointment }),
    vehicle: body.vehicle,
    components: lines.map((line) => ({ ...line, status: undefined })),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
