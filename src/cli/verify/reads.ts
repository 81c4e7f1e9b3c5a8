import { isSuccess } from "../../base/status.js";
import type { ReceivedResponse } from "../../document/difference.js";
import type { OperationTable } from "../../document/operation.js";
import { RegError } from "../../errors/errors.js";
import { type ErrorSummary, summarize } from "../../errors/summary.js";
import type { Connection } from "./connection.js";
import type { Observer } from "./observer.js";
import { type CallParameters, type IdSource, isUnknown, requestGroups, type Step } from "./steps.js";

/** Calls a path of the API with GET, as the path-typed call of a client does. */
export type Get = (path: string, init: GetInit) => Promise<unknown>;

interface GetInit {
  readonly params: { readonly path: CallParameters; readonly query: CallParameters };
  readonly signal: AbortSignal;
}

interface ReadParts {
  readonly get: Get;
  readonly operations: OperationTable;
  readonly connection: Connection;
  readonly observer: Pick<Observer, "call">;
  readonly signal: AbortSignal;
  /** How many requests are kept for what comes after the reads. */
  readonly reserved: number;
}

interface ReadsEnd {
  /** The error that ended them early: 401, 429, no token, or a service that cannot be reached. */
  readonly error?: ErrorSummary | undefined;
  /** If the limit ended them: the operations that would have been called next. */
  readonly notSent?: readonly string[];
}

interface FinishedCall {
  readonly response: ReceivedResponse | undefined;
  readonly error: ErrorSummary | undefined;
}

interface StepState {
  readonly step: Step;
  readonly used: Set<CallParameters>;
  calls: number;
  isReached: boolean;
}

/** After so many calls, a step that has failed or has found nothing is no longer preferred. */
const maxPreferred = { failed: 3, empty: 8 };

/** A step that has failed so often, and never succeeded, is given up. */
const maxFailures = 5;

/** Without a response to so many calls in a row, the service cannot be reached. */
const maxUnanswered = 3;

/**
 * Calls the steps, from lists to what they list, until everything has been read or the limit is reached: first each
 * step once, then those whose lists were empty with other parameters, and then further samples.
 *
 * @param given the parameters to begin with
 */
export async function readAll(
  table: readonly Step[],
  given: Readonly<Record<string, readonly CallParameters[]>>,
  parts: ReadParts,
): Promise<ReadsEnd> {
  const known = new KnownParameters(given);
  const states = table.map((step) => ({ step, used: new Set<CallParameters>(), calls: 0, isReached: false }));
  let unanswered = 0;
  while (!parts.signal.aborted) {
    const due = listDue(states, known);
    const [next] = due;
    if (next === undefined) return {};
    if (parts.connection.remaining <= parts.reserved)
      return { notSent: [...new Set(due.map(({ state }) => state.step.operationId))] };
    const { state, parameters } = next;
    const ids = idSourceOf(state.step, (name) => known.isFound(name, parameters));
    const call = await execute(state.step, { parameters, ids }, parts);
    const { response, error } = call;
    const isOfOtherKind = response?.status === 404 && known.isGiven(parameters);
    state.used.add(parameters);
    // The user need not know which kind a request is of.
    if (!(isOfOtherKind && state.step.identifies)) state.calls += 1;
    if (isFatal(call)) return { error };
    // Parameters that the client rejects were not sent.
    if (error?.kind !== "input") unanswered = response === undefined ? unanswered + 1 : 0;
    if (unanswered >= maxUnanswered) return { error };
    if (response === undefined) continue;
    if (state.step.identifies !== undefined) identify(state.step.identifies, response.status, { known, parameters });
    if (!isSuccess(response.status)) continue;
    state.isReached = true;
    for (const [name, find] of Object.entries(state.step.finds ?? {})) known.add(name, find(response.body, parameters));
  }
  return {};
}

function identify(
  group: string,
  status: number,
  { known, parameters }: { readonly known: KnownParameters; readonly parameters: CallParameters },
): void {
  if (status === 404) known.remove(parameters, group);
  else if (status === 410 || isSuccess(status))
    for (const other of requestGroups) if (other !== group) known.remove(parameters, other);
}

/** Without access, all further calls would fail in the same way; a 429 after the retry asks to send no more. */
function isFatal({ response, error }: FinishedCall): boolean {
  const status = response?.status;
  return error !== undefined && (status === 401 || status === 429 || error.kind === "token");
}

/** Parameters for further calls by the name under which steps ask for them, such as `plates`. */
class KnownParameters {
  readonly #lists = new Map<string, Map<string, CallParameters>>();
  /** The same parameters under several names are one object. */
  readonly #unique = new Map<string, CallParameters>();
  readonly #given: ReadonlySet<CallParameters>;
  /** Those that the service has named, by name: the user may have named them, too. */
  readonly #found = new Map<string, Set<CallParameters>>();
  readonly #removedFrom = new Map<string, Set<CallParameters>>();

  constructor(given: Readonly<Record<string, readonly CallParameters[]>>) {
    for (const [name, list] of Object.entries(given)) this.add(name, list);
    this.#given = new Set(this.#unique.values());
    this.#found.clear();
  }

  add(name: string, list: readonly CallParameters[]): void {
    const known = this.#lists.get(name) ?? new Map<string, CallParameters>();
    this.#lists.set(name, known);
    for (const each of list) {
      const key = JSON.stringify(each);
      const parameters = this.#unique.get(key) ?? each;
      this.#unique.set(key, parameters);
      known.set(key, parameters);
      this.#found.set(name, (this.#found.get(name) ?? new Set()).add(parameters));
    }
  }

  isFound(name: string, parameters: CallParameters): boolean {
    return this.#found.get(name)?.has(parameters) ?? false;
  }

  isGiven(parameters: CallParameters): boolean {
    return this.#given.has(parameters);
  }

  /** Removes parameters that are of no use for a kind of requests. */
  remove(parameters: CallParameters, group: string): void {
    const removed = this.#removedFrom.get(group) ?? new Set();
    this.#removedFrom.set(group, removed.add(parameters));
  }

  findUnused(name: string, used: ReadonlySet<CallParameters>): CallParameters | undefined {
    const removed = this.#removedFrom.get(name.split(".")[0] ?? name);
    return [...(this.#lists.get(name)?.values() ?? [])].find((each) => !used.has(each) && !removed?.has(each));
  }

  isEmpty(name: string): boolean {
    return (this.#lists.get(name)?.size ?? 0) === 0;
  }
}

const noParameters: CallParameters = {};

interface DueCall {
  readonly state: StepState;
  readonly parameters: CallParameters;
}

/** Lists the next call of each step that is not at its end, the call that shows most first. */
function listDue(states: readonly StepState[], known: KnownParameters): readonly DueCall[] {
  const reached = new Set(states.flatMap(({ step, isReached }) => (isReached ? [step.operationId] : [])));
  const due = states.flatMap((state) => {
    const { step, used, calls, isReached } = state;
    if (!isReached && calls >= maxFailures) return [];
    const first = used.has(noParameters) ? undefined : noParameters;
    const parameters = step.from === undefined ? first : known.findUnused(step.from, used);
    return parameters === undefined ? [] : [{ state, parameters, rank: rankOf(state, known, reached) }];
  });
  // Sorting is stable: of equal ones, the first in the table comes first.
  return due.sort((one, other) => one.rank - other.rank || one.state.calls - other.state.calls);
}

/**
 * First operations that were not read yet, then what leads to such operations, then other steps, then further samples.
 */
function rankOf({ step, calls, isReached }: StepState, known: KnownParameters, reached: ReadonlySet<string>): number {
  if (!isReached) {
    if (calls >= maxPreferred.failed) return 3;
    return reached.has(step.operationId) ? 2 : 0;
  }
  const findsNothing = Object.keys(step.finds ?? {}).some((name) => known.isEmpty(name));
  return findsNothing && calls < maxPreferred.empty ? 1 : 3;
}

function idSourceOf(step: Step, isFound: (name: string) => boolean): IdSource {
  if (isUnknown(step)) return "unknown";
  if (step.from === undefined) return "none";
  return isFound(step.from) ? "service" : "given";
}

async function execute(
  step: Step,
  { parameters, ids }: { readonly parameters: CallParameters; readonly ids: IdSource },
  parts: ReadParts,
): Promise<FinishedCall> {
  const operation = parts.operations[step.operationId];
  if (operation === undefined || operation.method !== "GET" || operation.effects !== "read")
    throw new Error(`${step.operationId} does not read`);
  const all = { ...step.query, ...parameters };
  const inPath = (name: string) => operation.pathParams.includes(name);
  const path = Object.fromEntries(Object.entries(all).filter(([name]) => inPath(name)));
  const query = Object.fromEntries(Object.entries(all).filter(([name]) => !inPath(name)));
  const { get, signal, observer } = parts;
  const send = () => get(operation.path, { params: { path, query }, signal });
  const { error, response } = await observer.call(all, send, { ids });
  if (error === undefined) return { response, error };
  // The summary contains no text of the service.
  return { response, error: RegError.is(error) ? summarize(error) : { name: "Error" } };
}
