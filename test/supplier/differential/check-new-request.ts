import type { RequestKind } from "../../../src/supplier/domain.js";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { ApprovalContext } from "../../../src/supplier/rules/approval-input.js";
import type { OpenRequest } from "../../../src/supplier/rules/draft.js";
import type { Bench } from "./bench.js";
import { type NewRequestCase, situations } from "./cases.js";
import { compare, stageOfRequest } from "./compare.js";
import { completeRequest } from "./contents.js";
import { spoil } from "./flaws.js";
import { knowledgeOf } from "./knowledge.js";
import type { Outcome } from "./outcome.js";
import { lineId, type RequestBody } from "./request-body.js";
import { requestFlaws } from "./request-flaws.js";
import type { Missing } from "./service-only.js";

/** A contract for requests of vehicles that there are not: what they hold does not matter. */
const anyVehicle = "AB-123-C";

/** Creates a request that asks for approval, and checks it before. */
export async function checkNewRequest(bench: Bench, plan: NewRequestCase): Promise<Outcome> {
  await bench.begin();
  const { content, licensePlate } = plan;
  const { kind } = content;
  const view = await bench.view(kind, licensePlate);
  const { contract } = view ?? (await bench.view(kind, anyVehicle)) ?? {};
  if (contract === undefined) throw new Error(`${anyVehicle} is gone`);
  for (const what of situations[plan.situation])
    await bench.about("service", "POST", "", others[what](licensePlate));
  const openRequests = await openRequestsFor(bench, plan);

  const body = spoil(completeRequest(content, licensePlate, contract), requestFlaws, plan.flaws);
  const { known, missing } = knowledgeOf(plan.isKnown, body);
  const context: ApprovalContext = { ...view, kind, known, openRequests };
  const sdk = checkApproval(body, context);
  const { status, entries } = await bench.about(kind, "POST", "", body);
  const unknown: readonly Missing[] = plan.open === "read" ? [] : ["openRequests"];
  return {
    area: "new requests",
    isAccepted: status === 201,
    sent: body,
    verdict: compare({
      sdk,
      sandbox: entries,
      missing: new Set([...missing, ...unknown]),
      stageOf: (finding) => stageOfRequest(finding, body.vehicle.licensePlate),
    }),
  };
}

const draftOf = (licensePlate: string, components: RequestBody["components"] = []): RequestBody => ({
  status: "Draft",
  vehicle: { licensePlate },
  components,
});

/** What may be open beside; the operating hours can be read on every vehicle. */
const others: Readonly<Record<"work" | "rental" | "empty", (licensePlate: string) => RequestBody>> = {
  empty: draftOf,
  work: (licensePlate) =>
    draftOf(licensePlate, [
      { id: lineId(90), reg: { code: "5449" }, operation: { code: "19" }, reason: { code: "99" } },
    ]),
  rental: (licensePlate) => ({
    ...draftOf(licensePlate, [
      { id: lineId(91), reg: { code: "9001" }, operation: { code: "40" }, reason: { code: "70" } },
    ]),
    appointment: { checkoutDate: "2026-06-15T22:30:00Z" },
  }),
};

/** The open requests as far as they are known; they are read one by one to see their lines. */
async function openRequestsFor(
  bench: Bench,
  { open, situation }: NewRequestCase,
): Promise<readonly OpenRequest[] | undefined> {
  if (open === "unknown") return undefined;
  if (situation === "nothing") return [];
  const listed = await bench.openRequests();
  if (open === "listed") return listed;
  const kind: RequestKind = "service";
  const read = await Promise.all(listed.map(({ id }) => bench.read(kind, id)));
  return read.filter((each) => each !== undefined);
}
