import * as z from "zod/mini";
import type { TimeStep } from "../../sandbox/clock.js";
import type { Fault } from "../../sandbox/faults/fault.js";
import { JournalAssertionError } from "../../sandbox/journal/assertions.js";
import { relatedKinds } from "../../sandbox/model.js";
import type { LessorPolicy } from "../../sandbox/reviewer/policy.js";
import { decisionNames, isDecision } from "../../sandbox/reviewer/review.js";
import type { LessorActor, LessorOffice } from "../../sandbox/reviewer/reviewer.js";
import type { Sandbox } from "../../sandbox/sandbox.js";
import { scenarioNames } from "../../sandbox/scenarios.js";
import {
  ControlRefusal,
  type ControlReply,
  type ControlRoute,
  checkedBySandbox,
  done,
  json,
  nothing,
  number,
  optionalText,
  type PlannedFault,
  post,
  text,
} from "./control-route.js";

const client = z.strictObject({ client: optionalText });

/** Tokens, the clients of the lessor API, and what the service itself changes about their vehicles. */
const accessRoutes: readonly ControlRoute[] = [
  post(
    "/tokens/supplier",
    "Issues a supplier token: { supplierNumber, expiresInMs }; gives { token }",
    z.strictObject({ supplierNumber: z.exactOptional(number), expiresInMs: z.exactOptional(number) }),
    async ({ sandbox }, options) => json({ token: await sandbox.supplier.token(options) }),
  ),
  post(
    "/tokens/revoke",
    "Revokes every token of an API so far: { api }, supplier or lessor",
    z.strictObject({ api: z.enum(["supplier", "lessor"], "must be supplier or lessor") }),
    ({ sandbox }, { api }) => {
      if (api === "supplier") sandbox.supplier.revokeTokens();
      else sandbox.lessor.revokeTokens();
      return done;
    },
  ),
  post(
    "/lessor/client",
    "The credentials of another client of the lessor API: { name }; gives { clientId, clientSecret }",
    z.strictObject({ name: text }),
    ({ sandbox }, { name }) => json(sandbox.lessor.client(name)),
  ),
  post(
    "/lessor/rotate-secret",
    "Replaces the secret of a client: { client }, the usual one if left out; gives { clientSecret }",
    client,
    ({ sandbox }, body) => json({ clientSecret: sandbox.lessor.rotateSecret(body.client) }),
  ),
  post(
    "/lessor/disable-client",
    "Has the token endpoint refuse a client: { client }, the usual one if left out",
    client,
    ({ sandbox }, body) => {
      sandbox.lessor.disableClient(body.client);
      return done;
    },
  ),
  post(
    "/lessor/maintain",
    "Has the service change related data of a registered vehicle: { licensePlate, kind, value, client }",
    z.strictObject({
      licensePlate: text,
      kind: z.enum(relatedKinds, `must be one of ${relatedKinds.join(", ")}`),
      value: z.unknown(),
      client: optionalText,
    }),
    ({ sandbox }, { licensePlate, kind, value, client: name }) => {
      sandbox.lessor.maintain(licensePlate, kind, value, name);
      return done;
    },
  ),
];

const instantOf = ({ clock }: Sandbox) => json({ now: clock.iso() });

/** The one clock of the sandbox. */
const clockRoutes: readonly ControlRoute[] = [
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
const decisionRoutes: readonly ControlRoute[] = [
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
const faultRoutes: readonly ControlRoute[] = [
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

const fromZero = "must be a whole number from 0";

const check = z.strictObject({
  mostInAnyMinute: z.exactOptional(number),
  noDuplicateCreates: z.exactOptional(z.literal(true, "must be true, or left out")),
  calls: z.exactOptional(z.record(z.string(), z.int(fromZero).check(z.minimum(0, fromZero)))),
});

/** What was asked of the sandbox. */
const journalRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/journal",
    about: "What was asked of the sandbox, redacted: { requests, calls, entries }",
    run: ({ desk }) => json(desk.sandbox.journal),
  },
  {
    method: "GET",
    path: "/journal/coverage",
    about: "Which operations and codes were reached; with ?format=markdown as tables",
    run: ({ desk, query }) => {
      const coverage = desk.sandbox.journal.coverage();
      return query.get("format") === "markdown" ? markdown(coverage.toMarkdown()) : json(coverage);
    },
  },
  post(
    "/journal/check",
    "Holds the journal against { mostInAnyMinute, noDuplicateCreates: true, calls: { <operationId>: times } }: 409 if not",
    check,
    ({ sandbox: { journal } }, { mostInAnyMinute, noDuplicateCreates, calls }) => {
      try {
        if (mostInAnyMinute !== undefined) journal.assertMostInAnyMinute(mostInAnyMinute);
        if (noDuplicateCreates) journal.assertNoDuplicateCreates();
        if (calls !== undefined) journal.assertCalls(calls);
      } catch (error) {
        if (!(error instanceof JournalAssertionError)) throw error;
        throw new ControlRefusal(409, { message: error.message, entries: error.entries });
      }
      return json({ ok: true });
    },
  ),
];

const markdown = (text: string): ControlReply => ({
  status: 200,
  type: "text/markdown; charset=utf-8",
  text,
});

const lessorNumber = z.strictObject({ lessorNumber: number });

/** What lessors do beside deciding. */
const officeRoutes: readonly ControlRoute[] = [
  post(
    "/lessor/contract",
    "Changes the contract of a vehicle: { licensePlate, changes }",
    z.strictObject({
      licensePlate: text,
      changes: checkedBySandbox<Parameters<LessorOffice["changeContract"]>[1]>(),
    }),
    ({ sandbox }, { licensePlate, changes }) => {
      sandbox.lessor.changeContract(licensePlate, changes);
      return done;
    },
  ),
  post(
    "/lessor/deactivate",
    "Has a lessor leave the service: { lessorNumber }",
    lessorNumber,
    ({ sandbox }, body) => {
      sandbox.lessor.deactivate(body.lessorNumber);
      return done;
    },
  ),
  post("/lessor/activate", "Has a lessor come back: { lessorNumber }", lessorNumber, ({ sandbox }, body) => {
    sandbox.lessor.activate(body.lessorNumber);
    return done;
  }),
  post(
    "/lessor/notify",
    "Publishes a notification: { lessorId, title, validFrom, validUntil }; gives { id }",
    z.strictObject({ lessorId: number, title: text, validFrom: text, validUntil: text }),
    ({ sandbox }, notification) => json({ id: sandbox.lessor.notify(notification) }),
  ),
  post(
    "/lessor/park",
    "Parks a request: { id, remark }",
    z.strictObject({ id: text, remark: optionalText }),
    ({ sandbox }, { id, remark }) => {
      sandbox.lessor.park(id, remark);
      return done;
    },
  ),
  post(
    "/lessor/unpark",
    "Takes a request out of parking: { id }",
    z.strictObject({ id: text }),
    ({ sandbox }, { id }) => {
      sandbox.lessor.unpark(id);
      return done;
    },
  ),
];

const scenario = z.enum(scenarioNames, `must be one of ${scenarioNames.join(", ")}`);

/** What both services hold, as a whole. */
const stateRoutes: readonly ControlRoute[] = [
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

const list: ControlRoute = {
  method: "GET",
  path: "/",
  about: "This list",
  run: () => json({ routes: routes.map(({ method, path, about }) => ({ method, path, about })) }),
};

/** All that the control surface can do. */
export const routes: readonly ControlRoute[] = [
  list,
  ...clockRoutes,
  ...decisionRoutes,
  ...officeRoutes,
  ...accessRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...stateRoutes,
];
