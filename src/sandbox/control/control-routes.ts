import * as z from "zod/mini";
import { lineDecisions } from "../../domain/phases/line-status.js";
import { relatedKinds } from "../../generated/lessor/operations.js";
import type { TimeStep } from "../common/clock.js";
import { aDate } from "../common/dates.js";
import type { Fault } from "../faults/fault.js";
import { JournalAssertionError } from "../journal/assertions.js";
import type { LessorPolicy } from "../reviewer/automatic-reviewer.js";
import { scenarioNames } from "../scenarios.js";
import { amsterdamMidnight, nextAmsterdamMidnight } from "../state/phase.js";
import type { SupplierTokenOptions } from "../supplier/supplier-api.js";
import type { Sandbox } from "../types.js";
import { describeRequest, listByPhase } from "./board.js";
import {
  ControlError,
  type ControlReply,
  type ControlRequest,
  type ControlRoute,
  checkedBySandbox,
  command,
  done,
  emptyBody,
  get,
  json,
  type NamedFault,
  number,
  optionalText,
  post,
  text,
} from "./control-route.js";
import { describeEntry, listEntries } from "./journal-view.js";
import { describeClock, describePolicy, describeVehicle, listChoices, listFleet, listLessors } from "./world-view.js";

const client = z.strictObject({ client: optionalText });

const accessRoutes: readonly ControlRoute[] = [
  post(
    "/tokens/supplier",
    "Issues a supplier token: { supplierNumber, expiresInMs }; gives { token }",
    checkedBySandbox<SupplierTokenOptions>(),
    async ({ sandbox }, options) => json({ token: await sandbox.supplier.token(options) }),
  ),
  command(
    "/tokens/revoke",
    "Revokes all tokens issued so far for an API: { api }, supplier or lessor",
    z.strictObject({ api: z.enum(["supplier", "lessor"], "must be supplier or lessor") }),
    ({ sandbox }, { api }) => {
      if (api === "supplier") sandbox.supplier.revokeTokens();
      else sandbox.lessor.revokeTokens();
    },
  ),
  post(
    "/lessor/client",
    "Returns the credentials of another client of the lessor API: { name }; gives { clientId, clientSecret }",
    z.strictObject({ name: text }),
    ({ sandbox }, { name }) => json(sandbox.lessor.client(name)),
  ),
  post(
    "/lessor/rotate-secret",
    "Replaces the secret of a client: { client }, the default one if left out; gives { clientSecret }",
    client,
    ({ sandbox }, body) => json({ clientSecret: sandbox.lessor.rotateSecret(body.client) }),
  ),
  command(
    "/lessor/disable-client",
    "Makes the token endpoint reject a client: { client }, the default one if left out",
    client,
    ({ sandbox }, body) => sandbox.lessor.disableClient(body.client),
  ),
  command(
    "/lessor/maintain",
    "Changes related data of a registered vehicle, as the service itself does: { licensePlate, kind, value, client }",
    z.strictObject({
      licensePlate: text,
      kind: z.enum(relatedKinds, `must be one of ${relatedKinds.join(", ")}`),
      value: z.unknown(),
      client: optionalText,
    }),
    ({ sandbox }, { licensePlate, kind, value, client: name }) =>
      sandbox.lessor.maintain(licensePlate, kind, value, name),
  ),
];

const currentTime = ({ clock }: Sandbox) => json({ now: clock.iso() });

const clockRoutes: readonly ControlRoute[] = [
  get("/clock", "Returns the time of the sandbox: { now }", ({ state }) => currentTime(state.sandbox)),
  post(
    "/clock/advance",
    "Advances the clock by the sum of { days, hours, minutes, seconds, ms }",
    checkedBySandbox<TimeStep>(),
    ({ sandbox }, step) => {
      sandbox.clock.advance(step);
      return currentTime(sandbox);
    },
  ),
  post(
    "/clock/set",
    "Advances the clock to an instant: { instant }",
    z.strictObject({ instant: text }),
    ({ sandbox }, { instant }) => {
      sandbox.clock.set(instant);
      return currentTime(sandbox);
    },
  ),
  post(
    "/clock/midnight",
    "Advances the clock to midnight in Amsterdam: { day } begins then; the next midnight if left out",
    z.strictObject({ day: z.exactOptional(aDate) }),
    ({ sandbox }, { day }) => {
      const { clock } = sandbox;
      const midnight =
        day === undefined ? nextAmsterdamMidnight(clock.now()) : amsterdamMidnight(Date.parse(`${day}T00:00:00Z`));
      clock.set(new Date(midnight).toISOString());
      return currentTime(sandbox);
    },
  ),
];

const decision = z.enum(lineDecisions, `must be one of ${lineDecisions.join(", ")}`);
const linesOfRequest = z.strictObject({ id: text, lines: z.exactOptional(z.array(text)) });
const linesAbout = "{ id, lines }, where lines are the ids of the lines concerned; all if left out";

const decisions = [
  ["approve", "approve", "Approves"],
  ["deny", "deny", "Denies"],
  ["provisionally-approve", "provisionallyApprove", "Accepts incomplete lines as they are"],
  ["call-lessor", "callLessor", "Asks the supplier to call"],
  ["will-call", "willCall", "Announces that the lessor will call"],
] as const;

const policy = z.nullable(
  z.strictObject({
    decide: z.exactOptional(decision),
    after: z.exactOptional(checkedBySandbox<NonNullable<LessorPolicy["after"]>>()),
  }),
);

const decisionRoutes: readonly ControlRoute[] = [
  ...decisions.map(([path, decide, about]) =>
    command(`/lessor/${path}`, `${about}: ${linesAbout}`, linesOfRequest, ({ sandbox }, { id, lines }) =>
      sandbox.lessor[decide](id, lines === undefined ? {} : { lines }),
    ),
  ),
  command(
    "/lessor/review",
    "Decides line by line: { id, decisions: { <line id>: decision } }; approves all other lines",
    z.strictObject({ id: text, decisions: z.record(z.string(), decision) }),
    ({ sandbox }, { id, decisions: byLine }) => sandbox.lessor.review(id, byLine),
  ),
  command(
    "/lessor/policy",
    "Makes the lessor decide automatically: { decide, after: { days, hours, minutes, seconds, ms } or { reads } }; " +
      "null: manually",
    policy,
    ({ sandbox }, chosen) => sandbox.lessor.decideBy(chosen ?? undefined),
  ),
];

/** JSON has no Infinity: it is written as a string. */
type FaultInJson = Omit<Fault, "times"> & { readonly times?: number | "Infinity" };

function parseFault({ times, ...fault }: FaultInJson): Fault {
  if (times === undefined) return fault;
  return { ...fault, times: times === "Infinity" ? Number.POSITIVE_INFINITY : times };
}

const countToJson = (count: number | undefined) => (count === Number.POSITIVE_INFINITY ? "Infinity" : count);

const describeFault = ({ id, fault, handle }: NamedFault) => ({
  id,
  fault: { ...fault, times: countToJson(fault.times) },
  remaining: countToJson(handle.remaining),
  happened: handle.happened,
});

const faultRoutes: readonly ControlRoute[] = [
  post(
    "/faults",
    "Plans a fault: { operation, matches, with, when, times, skip, probability }; matches are parameters, such as " +
      '{ licensePlate }; times can be "Infinity"; gives { id }',
    checkedBySandbox<FaultInJson>(),
    (state, fault) => json({ id: state.planFault(parseFault(fault)) }),
  ),
  get("/faults", "Lists the planned faults, each with { id, fault, remaining, happened }", ({ state }) =>
    json({ faults: state.faults.map(describeFault) }),
  ),
  {
    method: "DELETE",
    path: "/faults/{id}",
    about: "Cancels a fault",
    run: ({ state, params }) => {
      state.cancelFault(params["id"] ?? "");
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

const journalRoutes: readonly ControlRoute[] = [
  get(
    "/journal",
    "Returns the requests that the sandbox received, redacted: { requests, calls, entries }",
    ({ state }) => json(state.sandbox.journal),
  ),
  get(
    "/journal/coverage",
    "Returns the operations and codes that were reached; with ?format=markdown as tables",
    ({ state, query }) => {
      const coverage = state.sandbox.journal.coverage();
      if (query.get("format") !== "markdown") return json(coverage);
      return { status: 200, type: "text/markdown; charset=utf-8", text: coverage.toMarkdown() };
    },
  ),
  post(
    "/journal/check",
    "Checks the journal against { mostInAnyMinute, noDuplicateCreates: true, calls: { <operationId>: times } }: " +
      "409 if it differs",
    check,
    ({ sandbox: { journal } }, { mostInAnyMinute, noDuplicateCreates, calls }) => {
      try {
        if (mostInAnyMinute !== undefined) journal.assertMostInAnyMinute(mostInAnyMinute);
        if (noDuplicateCreates) journal.assertNoDuplicateCreates();
        if (calls !== undefined) journal.assertCalls(calls);
      } catch (error) {
        if (!(error instanceof JournalAssertionError)) throw error;
        throw new ControlError(409, { message: error.message, entries: error.entries });
      }
      return json({ ok: true });
    },
  ),
];

const lessorNumber = z.strictObject({ lessorNumber: number });

const actionRoutes: readonly ControlRoute[] = [
  command(
    "/lessor/contract",
    "Changes the contract of a vehicle: { licensePlate, changes }",
    z.strictObject({
      licensePlate: text,
      changes: checkedBySandbox<Parameters<Sandbox["lessor"]["changeContract"]>[1]>(),
    }),
    ({ sandbox }, { licensePlate, changes }) => sandbox.lessor.changeContract(licensePlate, changes),
  ),
  command("/lessor/deactivate", "Deactivates a lessor: { lessorNumber }", lessorNumber, ({ sandbox }, body) =>
    sandbox.lessor.deactivate(body.lessorNumber),
  ),
  command("/lessor/activate", "Activates a lessor again: { lessorNumber }", lessorNumber, ({ sandbox }, body) =>
    sandbox.lessor.activate(body.lessorNumber),
  ),
  post(
    "/lessor/notify",
    "Publishes a notification: { lessorId, title, validFrom, validUntil }; gives { id }",
    checkedBySandbox<Parameters<Sandbox["lessor"]["notify"]>[0]>(),
    ({ sandbox }, notification) => json({ id: sandbox.lessor.notify(notification) }),
  ),
  command(
    "/lessor/park",
    "Parks a request: { id, remark }",
    z.strictObject({ id: text, remark: optionalText }),
    ({ sandbox }, { id, remark }) => sandbox.lessor.park(id, remark),
  ),
  command(
    "/lessor/unpark",
    "Ends the parking of a request: { id }",
    z.strictObject({ id: text }),
    ({ sandbox }, { id }) => sandbox.lessor.unpark(id),
  ),
];

/** The text of a query parameter; empty if it is missing. */
const queryText = ({ query }: ControlRequest, name: string) => query.get(name) ?? "";

/** The longest list; a page that shows more is of no use. */
const longestList = 1000;

/** @throws ControlError 400 for a limit that is not a whole number from 1 to 1000 */
function limitOf({ query }: ControlRequest, otherwise: number): number {
  const text = query.get("limit") ?? String(otherwise);
  const limit = Number(text);
  if (/^\d{1,4}$/.test(text) && limit >= 1 && limit <= longestList) return limit;
  throw new ControlError(400, { message: `limit must be a whole number from 1 to ${longestList}.` });
}

/** @throws ControlError 404 */
function found<Value>(value: Value | undefined, what: string): ControlReply {
  if (value === undefined) throw new ControlError(404, { message: `There is no such ${what}.` });
  return json(value);
}

const journalOf = ({ state: { sandbox, exchanges, interior } }: ControlRequest) => ({
  journal: sandbox.journal,
  exchanges,
  duplicates: interior.duplicates(),
});

const viewRoutes: readonly ControlRoute[] = [
  get("/events", "Sends an event after each change, as server-sent events: change, with { now }", ({ state }) => ({
    status: 200,
    type: "text/event-stream; charset=utf-8",
    text: "",
    stream: (response) => state.changes.open(response),
  })),
  get("/clock/overview", "Returns the time and what will happen next", async ({ state }) =>
    json(await describeClock(state.interior)),
  ),
  get("/choices", "Lists operations, codes, kinds of faults and scenarios", () => json(listChoices())),
  get("/requests", "Lists requests by phase, the latest first: ?search and ?limit for each phase", (request) =>
    json(
      listByPhase(request.state.interior.currentParts(), {
        search: queryText(request, "search"),
        limit: limitOf(request, 50),
      }),
    ),
  ),
  get(
    "/requests/{id}",
    "Returns a request with its contract, files and invoices, and what is possible now",
    (request) => found(describeRequest(request.state.interior.currentParts(), request.params["id"] ?? ""), "request"),
  ),
  get(
    "/journal/entries",
    "Lists entries, the latest first: ?operation, ?status (404, 4xx or none), ?limit",
    (request) =>
      json(
        listEntries(journalOf(request), {
          operation: queryText(request, "operation"),
          status: queryText(request, "status"),
          limit: limitOf(request, 200),
        }),
      ),
  ),
  get(
    "/journal/entries/{number}",
    "Returns an entry with the response, what its codes mean, and a curl line",
    (request) => found(describeEntry(journalOf(request), Number(request.params["number"])), "entry"),
  ),
  get("/lessors", "Lists the lessors with their notifications and vehicles", ({ state }) =>
    json(listLessors(state.interior.currentParts())),
  ),
  get(
    "/lessor/policy",
    "Returns how the lessor decides automatically: { decide, after }; null: manually",
    ({ state }) => json(describePolicy(state.interior)),
  ),
  get("/contracts/{licensePlate}", "Returns the contract of a vehicle", ({ state, params }) =>
    found(state.interior.currentParts().state.world.vehicles.get(params["licensePlate"] ?? "")?.contract, "vehicle"),
  ),
  get("/fleet", "Lists the vehicles of the lessor API: ?search and ?limit", (request) =>
    json(listFleet(request.state.interior.currentParts(), queryText(request, "search"), limitOf(request, 100))),
  ),
  get("/fleet/{client}/{licensePlate}", "Returns a vehicle of the lessor API with its related data", (request) => {
    const { client: id = "", licensePlate = "" } = request.params;
    return found(describeVehicle(request.state.interior.currentParts(), id, licensePlate), "vehicle");
  }),
  get("/snapshots", "Lists the names of the snapshots", ({ state }) => json(state.snapshotNames)),
];

const scenario = z.enum(scenarioNames, `must be one of ${scenarioNames.join(", ")}`);

const stateRoutes: readonly ControlRoute[] = [
  command("/reset", "Removes requests, vehicles, revocations, faults and the journal", emptyBody, (state) =>
    state.reset(),
  ),
  command("/snapshots", "Saves the state of both services: { name }", z.strictObject({ name: text }), (state, body) =>
    state.saveSnapshot(body.name),
  ),
  command(
    "/snapshots/{name}/restore",
    "Restores a snapshot; it can be restored any number of times",
    emptyBody,
    (state, _, { params }) => state.restoreSnapshot(params["name"] ?? ""),
  ),
  post(
    "/seed",
    `Adds the requests of a scenario: { scenario }, one of ${scenarioNames.join(", ")}; gives { requests }`,
    z.strictObject({ scenario }),
    async ({ sandbox }, body) => json({ requests: await sandbox.seed(body.scenario) }),
  ),
];

const list: ControlRoute = get("/", "Returns this list", () =>
  json({ routes: routes.map(({ method, path, about }) => ({ method, path, about })) }),
);

/** All routes of the control surface. */
export const routes: readonly ControlRoute[] = [
  list,
  ...viewRoutes,
  ...clockRoutes,
  ...decisionRoutes,
  ...actionRoutes,
  ...accessRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...stateRoutes,
];
