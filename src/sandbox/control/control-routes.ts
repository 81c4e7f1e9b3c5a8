import { describeRequest, listByPhase } from "./board.js";
import { callable, callMethod } from "./calls.js";
import { ControlError, type ControlReply, done, json } from "./control-reply.js";
import type { ControlState, NamedFault } from "./control-state.js";
import { currentServices } from "./interior.js";
import { describeEntry, listEntries } from "./journal-view.js";
import type { FaultView } from "./views.js";
import { describeClock, describePolicy, describeVehicle, listChoices, listFleet, listLessors } from "./world-view.js";

/** An entry in the route table of the control surface. */
export interface ControlRoute {
  readonly method: "GET" | "POST";
  /** A path template with `{name}` for parameters. */
  readonly path: string;
  /** What it does, for the list of routes. */
  readonly about: string;
  readonly run: (request: ControlRequest) => ControlReply | Promise<ControlReply>;
}

/** A request to the control surface that has passed all checks of access. */
export interface ControlRequest {
  readonly state: ControlState;
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body of a POST; otherwise undefined. */
  readonly body: unknown;
}

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

/** @throws ControlError 400 for what is not the number of an entry */
function beforeOf({ query }: ControlRequest): number | undefined {
  const text = query.get("before");
  if (text === null || /^[1-9]\d{0,14}$/.test(text)) return text === null ? undefined : Number(text);
  throw new ControlError(400, { message: "before must be the number of an entry: a whole number from 1." });
}

/** @throws ControlError 400 for what is neither true nor false */
function withReads({ query }: ControlRequest): boolean {
  const text = query.get("reads") ?? "true";
  if (text === "true" || text === "false") return text === "true";
  throw new ControlError(400, { message: "reads must be true or false." });
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

const countToJson = <Count>(count: Count) => (count === Number.POSITIVE_INFINITY ? "Infinity" : count);

const describeFault = ({ id, fault, handle }: NamedFault): FaultView => ({
  id,
  fault: { ...fault, times: countToJson(fault.times) },
  remaining: countToJson(handle.remaining),
  happened: handle.happened,
});

const viewRoutes: readonly ControlRoute[] = [
  get("/events", "Sends an event after each change, as server-sent events: change, with { now }", ({ state }) => ({
    status: 200,
    type: "text/event-stream; charset=utf-8",
    text: "",
    stream: (response) => state.changes.open(response),
  })),
  get("/clock", "Returns the time and what will happen next", async ({ state }) =>
    json(await describeClock(state.interior)),
  ),
  get("/choices", "Lists operations, codes, kinds of faults and scenarios", () => json(listChoices())),
  get("/requests", "Lists requests by phase, the latest first: ?search and ?limit for each phase", (request) =>
    json(
      listByPhase(currentServices(request.state.interior), {
        search: queryText(request, "search"),
        limit: limitOf(request, 50),
      }),
    ),
  ),
  get(
    "/requests/{id}",
    "Returns a request with its contract, files and invoices, and what is possible now",
    (request) => found(describeRequest(currentServices(request.state.interior), request.params["id"] ?? ""), "request"),
  ),
  get(
    "/journal/entries",
    "Lists entries, the latest first: ?operation, ?status (404, 4xx or none), ?reads=false, ?before (a number), ?limit",
    (request) =>
      json(
        listEntries(journalOf(request), {
          operation: queryText(request, "operation"),
          status: queryText(request, "status"),
          withReads: withReads(request),
          before: beforeOf(request),
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
    json(listLessors(currentServices(state.interior))),
  ),
  get(
    "/lessor/policy",
    "Returns how the lessor decides automatically: { decide, after }; null: manually",
    ({ state }) => json(describePolicy(state.interior)),
  ),
  get("/contracts/{licensePlate}", "Returns the contract of a vehicle", ({ state, params }) =>
    found(currentServices(state.interior).state.world.vehicles.get(params["licensePlate"] ?? "")?.contract, "vehicle"),
  ),
  get("/fleet", "Lists the vehicles of the lessor API: ?search and ?limit", (request) =>
    json(listFleet(currentServices(request.state.interior), queryText(request, "search"), limitOf(request, 100))),
  ),
  get("/fleet/{client}/{licensePlate}", "Returns a vehicle of the lessor API with its related data", (request) => {
    const { client: id = "", licensePlate = "" } = request.params;
    return found(describeVehicle(currentServices(request.state.interior), id, licensePlate), "vehicle");
  }),
  get("/snapshots", "Lists the names of the snapshots", ({ state }) => json(state.snapshotNames)),
  get("/faults", "Lists the planned faults, each with { id, fault, remaining, happened }", ({ state }) =>
    json({ faults: state.faults.map(describeFault) }),
  ),
];

const call: ControlRoute = {
  method: "POST",
  path: "/call",
  about: 'Calls a method and returns its result: { "method": "clock.advance", "args": [{ "days": 1 }] }',
  run: async ({ state, body }) => {
    const result = await callMethod(state, body);
    return result === undefined ? done : json(result);
  },
};

const list: ControlRoute = get("/", "Returns this list, and the parameters of each method", () =>
  json({ routes: routes.map(({ method, path, about }) => ({ method, path, about })), methods: callable }),
);

/** All routes of the control surface: one changes the sandbox, the others show it. */
export const routes: readonly ControlRoute[] = [list, call, ...viewRoutes];

/** A route that only reads. */
function get(path: string, about: string, run: ControlRoute["run"]): ControlRoute {
  return { method: "GET", path, about, run };
}
