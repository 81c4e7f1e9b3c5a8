import { RegError } from "../../errors/errors.js";
import { type ErrorSummary, summarize } from "../../errors/summary.js";
import type { OperationTable } from "../../http/call.js";
import type { ReceivedResponse } from "../../http/validation.js";
import type { Connection } from "./connection.js";
import type { Observer } from "./observer.js";
import { type Parameters, requestGroups, type Step } from "./steps.js";

/** Calls a path of the API with GET, as the path-typed call of a client does. */
export type Get = (path: string, init: GetInit) => Promise<unknown>;

interface GetInit {
  readonly params: { readonly path: Parameters; readonly query: Parameters };
  readonly signal: AbortSignal;
}

/** What a walk uses and reports to. */
export interface WalkParts {
  readonly get: Get;
  readonly operations: OperationTable;
  readonly connection: Connection;
  readonly observer: Pick<Observer, "begin" | "responseOf">;
  readonly signal: AbortSignal;
  /** How many requests are left for what comes after the walk. */
  readonly reserved: number;
}

/** A call that has ended. */
interface FinishedCall {
  /** Undefined if there was none. */
  readonly response: ReceivedResponse | undefined;
  readonly error: ErrorSummary | undefined;
}

/** A step with what has become of it. */
interface StepState {
  readonly step: Step;
  readonly used: Set<Parameters>;
  calls: number;
  /** Whether a call had a success response. */
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
 * @param given the pools to begin with
 * @returns the error that ended the walk early: 401, 429, no token, or a service that cannot be reached
 */
export async function walk(
  table: readonly Step[],
  given: Readonly<Record<string, readonly Parameters[]>>,
  parts: WalkParts,
): Promise<ErrorSummary | undefined> {
  const pools = new Pools(given);
  const states = table.map((step) => ({ step, used: new Set<Parameters>(), calls: 0, isReached: false }));
  let unanswered = 0;
  while (!parts.signal.aborted && parts.connection.remaining > parts.reserved) {
    const next = chooseNext(states, pools);
    if (next === undefined) return undefined;
    const { state, parameters } = next;
    const call = await execute(state.step, parameters, parts);
    const { response, error } = call;
    const isOfOtherKind = response?.status === 404 && pools.isGiven(parameters);
    state.used.add(parameters);
    // The user need not know which kind a request is of.
    if (!(isOfOtherKind && state.step.identifies)) state.calls += 1;
    if (isFatal(call)) return error;
    // Parameters that the client rejects were not sent.
    if (error?.kind !== "input") unanswered = response === undefined ? unanswered + 1 : 0;
    if (unanswered >= maxUnanswered) return error;
    if (response === undefined) continue;
    if (state.step.identifies !== undefined) identify(state.step.identifies, call, { pools, parameters });
    if (response.status < 200 || response.status > 299) continue;
    state.isReached = true;
    for (const [pool, find] of Object.entries(state.step.finds ?? {}))
      pools.add(pool, find(response.body, parameters));
  }
  return undefined;
}

/** Removes a request from the pools of the kinds that it is not of. */
function identify(
  group: string,
  { response }: FinishedCall,
  { pools, parameters }: { readonly pools: Pools; readonly parameters: Parameters },
): void {
  const status = response?.status ?? 0;
  if (status === 404) pools.remove(parameters, group);
  else if (status === 410 || (status >= 200 && status <= 299))
    for (const other of requestGroups) if (other !== group) pools.remove(parameters, other);
}

/** Without access, all further calls would fail in the same way; a 429 after the retry asks to send no more. */
function isFatal({ response, error }: FinishedCall): boolean {
  const status = response?.status;
  return error !== undefined && (status === 401 || status === 429 || error.kind === "token");
}

/** Parameters for further calls by the name of their pool, without those that no longer lead anywhere. */
class Pools {
  readonly #pools = new Map<string, Map<string, Parameters>>();
  /** The same parameters in several pools are one object. */
  readonly #known = new Map<string, Parameters>();
  readonly #given: ReadonlySet<Parameters>;
  /** The parameters that were removed from the pools of a group. */
  readonly #removed = new Map<string, Set<Parameters>>();

  constructor(given: Readonly<Record<string, readonly Parameters[]>>) {
    for (const [name, list] of Object.entries(given)) this.add(name, list);
    this.#given = new Set(this.#known.values());
  }

  add(name: string, list: readonly Parameters[]): void {
    const pool = this.#pools.get(name) ?? new Map<string, Parameters>();
    this.#pools.set(name, pool);
    for (const each of list) {
      const key = JSON.stringify(each);
      const parameters = this.#known.get(key) ?? each;
      this.#known.set(key, parameters);
      pool.set(key, parameters);
    }
  }

  /** Whether the user gave the parameters. */
  isGiven(parameters: Parameters): boolean {
    return this.#given.has(parameters);
  }

  /** Removes parameters from all pools of a group. */
  remove(parameters: Parameters, group: string): void {
    const removed = this.#removed.get(group) ?? new Set();
    this.#removed.set(group, removed.add(parameters));
  }

  /** Returns the first parameters of a pool that were not used yet. */
  next(name: string, used: ReadonlySet<Parameters>): Parameters | undefined {
    const pool = this.#pools.get(name)?.values() ?? [];
    const removed = this.#removed.get(name.split(".")[0] ?? name);
    return [...pool].find((each) => !used.has(each) && !removed?.has(each));
  }

  isEmpty(name: string): boolean {
    return (this.#pools.get(name)?.size ?? 0) === 0;
  }
}

/** The parameters of a step that is called once. */
const noParameters: Parameters = {};

/** Chooses the call that shows most: undefined if everything has been read. */
function chooseNext(
  states: readonly StepState[],
  pools: Pools,
): { readonly state: StepState; readonly parameters: Parameters } | undefined {
  const reached = new Set(states.flatMap(({ step, isReached }) => (isReached ? [step.operationId] : [])));
  const due = states.flatMap((state) => {
    const { step, used, calls, isReached } = state;
    if (!isReached && calls >= maxFailures) return [];
    const first = used.has(noParameters) ? undefined : noParameters;
    const parameters = step.from === undefined ? first : pools.next(step.from, used);
    return parameters === undefined ? [] : [{ state, parameters, rank: rankOf(state, pools, reached) }];
  });
  // Sorting is stable: of equal ones, the first in the table comes first.
  return due.sort((one, other) => one.rank - other.rank || one.state.calls - other.state.calls)[0];
}

/** First operations that were not read yet, then what leads to such operations, then other steps, then further samples. */
function rankOf({ step, calls, isReached }: StepState, pools: Pools, reached: ReadonlySet<string>): number {
  if (!isReached) {
    if (calls >= maxPreferred.failed) return 3;
    return reached.has(step.operationId) ? 2 : 0;
  }
  const findsNothing = Object.keys(step.finds ?? {}).some((pool) => pools.isEmpty(pool));
  return findsNothing && calls < maxPreferred.empty ? 1 : 3;
}

async function execute(step: Step, parameters: Parameters, parts: WalkParts): Promise<FinishedCall> {
  const operation = parts.operations[step.operationId];
  if (operation === undefined || operation.method !== "GET" || operation.effects !== "read")
    throw new Error(`${step.operationId} is no operation that reads`);
  const all = { ...step.query, ...parameters };
  const inPath = (name: string) => operation.pathParams.includes(name);
  const path = Object.fromEntries(Object.entries(all).filter(([name]) => inPath(name)));
  const query = Object.fromEntries(Object.entries(all).filter(([name]) => !inPath(name)));
  parts.observer.begin(all);
  const finished = (error: ErrorSummary | undefined) => ({
    response: parts.observer.responseOf(operation.id),
    error,
  });
  try {
    await parts.get(operation.path, { params: { path, query }, signal: parts.signal });
    return finished(undefined);
  } catch (error) {
    // The walk goes on: the response was recorded, and the summary contains no text of the service.
    return finished(RegError.is(error) ? summarize(error) : { name: "Error" });
  }
}
