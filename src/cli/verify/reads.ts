import { isSuccess } from "../../base/status.js";
import type { OperationTable } from "../../document/operation.js";
import { summarize } from "../../errors/summary.js";
import type { Connection } from "./connection.js";
import type { EndedCall, Observer } from "./observer.js";
import { type CallParameters, type IdSource, type RequestGroup, requestGroups, type Step } from "./steps.js";

interface ReadParts {
  /** The client: the id of an operation is its path on it. */
  readonly client: object;
  readonly operations: OperationTable;
  readonly connection: Pick<Connection, "remaining">;
  readonly observer: Pick<Observer, "call">;
  readonly signal: AbortSignal;
  /** How many requests are kept for what comes after the reads. */
  readonly reserved: number;
}

interface ReadsEnd {
  /** The error that ended them early: 401, 429, no token, or a service that cannot be reached. */
  readonly error?: unknown;
  /** If the limit ended them: the operations that would have been called next. */
  readonly notSent?: readonly string[];
}

interface StepState {
  readonly step: Step;
  /** The keys of the parameters of its calls. */
  readonly used: Set<string>;
  calls: number;
  isReached: boolean;
}

/** A step that has failed so often, and never succeeded, is given up; one that has led to nothing so often can wait. */
const maxTries = 5;

/** Without a response to so many calls in a row, the service cannot be reached. */
const maxUnanswered = 3;

/**
 * Calls the steps until everything has been read or the limit is reached: first each operation, then what leads to
 * operations that were not read, and then further samples.
 *
 * @param given the parameters to begin with
 */
export async function readAll(
  table: readonly Step[],
  given: Readonly<Record<string, readonly CallParameters[]>>,
  parts: ReadParts,
): Promise<ReadsEnd> {
  const known = new KnownParameters(given);
  const states = table.map((step) => ({ step, used: new Set<string>(), calls: 0, isReached: false }));
  let unanswered = 0;
  for (let state = findNext({ states, known }); state !== undefined; state = findNext({ states, known })) {
    if (parts.signal.aborted) return {};
    if (parts.connection.remaining <= parts.reserved) {
      const due = states.filter((each) => isDue(each, known));
      return { notSent: [...new Set(due.map(({ step }) => step.operationId))] };
    }
    const { step } = state;
    const sample = known.findUnused(state);
    if (sample === undefined) continue;
    state.used.add(sample.key);
    const { error: thrown, response } = await read(step, sample, parts);
    // The summary contains no text of the service.
    const error = thrown === undefined ? undefined : summarize(thrown);
    const status = response?.status;
    // The user need not know which kind a request is of.
    if (!(step.identifies && status === 404 && sample.ids === "given")) state.calls += 1;
    // Without access, all further calls would fail in the same way; a 429 after the retry asks to send no more.
    if (error !== undefined && (status === 401 || status === 429 || error.kind === "token")) return { error: thrown };
    // Parameters that the client rejects were not sent.
    if (error?.kind !== "input") unanswered = response === undefined ? unanswered + 1 : 0;
    if (unanswered >= maxUnanswered) return { error: thrown };
    if (status !== undefined && step.identifies !== undefined) known.identify(sample, step.identifies, status);
    if (response === undefined || !isSuccess(response.status)) continue;
    state.isReached = true;
    for (const [name, find] of Object.entries(step.finds ?? {}))
      known.add(name, find(response.body, sample.parameters), "service");
  }
  return {};
}

/** Which steps come first; of those with as few calls, the first in the table. */
const preferences: readonly ((state: StepState, parts: StepParts) => boolean)[] = [
  // Operations that were not read yet.
  (state, { states }) =>
    !states.some(({ step, isReached }) => isReached && step.operationId === state.step.operationId),
  // What has not led to such operations.
  ({ step, calls, isReached }, { known }) =>
    isReached && calls < maxTries && Object.keys(step.finds ?? {}).some((name) => !known.has(name)),
  // Other steps.
  ({ isReached }) => !isReached,
  // Further samples.
  () => true,
];

interface StepParts {
  readonly states: readonly StepState[];
  readonly known: KnownParameters;
}

function findNext({ states, known }: StepParts): StepState | undefined {
  const due = states.filter((state) => isDue(state, known));
  for (const isPreferred of preferences) {
    const preferred = due.filter((state) => isPreferred(state, { states, known }));
    const fewest = Math.min(...preferred.map(({ calls }) => calls));
    if (preferred.length > 0) return preferred.find(({ calls }) => calls === fewest);
  }
  return undefined;
}

function isDue(state: StepState, known: KnownParameters): boolean {
  return (state.isReached || state.calls < maxTries) && known.findUnused(state) !== undefined;
}

/** Parameters of a call, and where they come from. */
interface Sample {
  readonly parameters: CallParameters;
  readonly ids: IdSource;
  readonly key: string;
}

/** Parameters by the names under which steps ask for them, such as `plates`. */
class KnownParameters {
  readonly #lists = new Map<string, Map<string, Sample>>();
  /** The keys of requests that are not of a kind. */
  readonly #others: Readonly<Record<RequestGroup, Set<string>>> = {
    serviceRequests: new Set(),
    damageServiceRequests: new Set(),
  };

  constructor(given: Readonly<Record<string, readonly CallParameters[]>>) {
    for (const [name, list] of Object.entries(given)) this.add(name, list, "given");
  }

  add(name: string, list: readonly CallParameters[], ids: IdSource): void {
    const known = this.#lists.get(name) ?? new Map<string, Sample>();
    this.#lists.set(name, known);
    for (const parameters of list) {
      const key = JSON.stringify(parameters);
      known.set(key, { parameters, ids, key });
    }
  }

  has(name: string): boolean {
    return (this.#lists.get(name)?.size ?? 0) > 0;
  }

  findUnused({ step: { from, madeUp }, used }: StepState): Sample | undefined {
    if (from === undefined) {
      const ids = madeUp === undefined ? "none" : "unknown";
      return used.size > 0 ? undefined : { parameters: madeUp?.() ?? {}, ids, key: "" };
    }
    const group = requestGroups.find((each) => from.split(".")[0] === each);
    const others = group && this.#others[group];
    return [...(this.#lists.get(from)?.values() ?? [])].find(({ key }) => !used.has(key) && !others?.has(key));
  }

  /** Notes which kind a request is of: a 404 means that it is not of this one, a success or a 410 that it is. */
  identify({ key }: Sample, kind: RequestGroup, status: number): void {
    if (status === 404) this.#others[kind].add(key);
    else if (status === 410 || isSuccess(status))
      for (const other of requestGroups) if (other !== kind) this.#others[other].add(key);
  }
}

function read(step: Step, { parameters, ids }: Sample, parts: ReadParts): Promise<EndedCall<unknown>> {
  const { operationId, query } = step;
  const { pathParams = [], input } = parts.operations[operationId] ?? {};
  const all = { ...query, ...parameters };
  const others = Object.entries(all).filter(([name]) => !pathParams.includes(name));
  const args = [
    ...pathParams.map((name) => Reflect.get(all, name)),
    ...(input === "query" ? [Object.fromEntries(others)] : []),
    { signal: parts.signal },
  ];
  const [name = "", ...groups] = operationId.split(".").reverse();
  const group = groups.reduceRight<object>((parent, each) => Reflect.get(parent, each), parts.client);
  return parts.observer.call({ parameters: all, ids }, () => Reflect.get(group, name)(...args));
}
