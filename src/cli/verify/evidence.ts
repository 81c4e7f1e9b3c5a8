import { pickAllowedHeaders } from "../../base/headers.js";
import { isObject } from "../../base/json.js";
import { placesAt } from "../../base/json-places.js";
import { isSuccess } from "../../base/status.js";
import type { AssumptionTable, FieldAssumption, OperationAssumption } from "../../document/assumptions.js";
import { segmentsOf } from "../../document/bridge.js";
import type { ReceivedResponse, ResponseDifference } from "../../document/difference.js";
import { typeOf } from "../../document/forms.js";
import type { Operation } from "../../document/operation.js";
import { RenamedFields } from "./renamed.js";
import type { CallParameters, IdSource } from "./steps.js";
import type { AssumptionVerdict, FailedOperation, Finding } from "./types.js";

/** A response with the call that it belongs to. */
export interface SeenResponse extends ReceivedResponse {
  readonly operation: Operation;
  readonly parameters: CallParameters;
  /** Where the ids in the parameters come from. Default: from the options. */
  readonly ids?: IdSource | undefined;
}

/** A difference with the statuses of the responses that had it: an error says nothing about the body of a success. */
export interface SeenDifference extends ResponseDifference {
  readonly statuses: ReadonlySet<number>;
}

interface OperationEvidence {
  readonly statuses: Map<number, number>;
  /** The same, without responses that may come from another service. */
  readonly usable: Map<number, number>;
  readonly parameters: Set<string>;
  readonly mediaTypes: Map<number, Set<string>>;
  /** The statuses whose body had nothing but one object or list, although the document does not have a wrapper. */
  readonly wrapped: Set<number>;
  readonly locations: Map<number, number>;
  /** Where the ids of the calls came from. */
  readonly ids: Set<IdSource>;
  readonly isRead: boolean;
}

/** Collects what the responses of a run show of the assumptions. It keeps types and counts, and no values. */
export class Evidence {
  readonly #table: AssumptionTable;
  readonly #fieldsOf: ReadonlyMap<string, readonly FieldAssumption[]>;
  readonly #operations = new Map<string, OperationEvidence>();
  /** The types that were seen, and how often, by the id of the field's row. */
  readonly #seen = new Map<string, Map<string, number>>();
  readonly #renamed = new RenamedFields();

  constructor(table: AssumptionTable) {
    this.#table = table;
    this.#fieldsOf = groupBySchema(table.fields);
  }

  /** The number of responses by operation and status. */
  get operations(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    return Object.fromEntries([...this.#operations].map(([id, { statuses }]) => [id, Object.fromEntries(statuses)]));
  }

  /** The bridges of fields whose assumed names are refuted. */
  get bridges(): ReturnType<RenamedFields["bridges"]> {
    return this.#renamed.bridges();
  }

  add(response: SeenResponse): void {
    const { status, headers, body, operation, parameters } = response;
    const seen = this.#evidenceOf(operation);
    increase(seen.statuses, status);
    seen.ids.add(response.ids ?? "given");
    const isUsable = !lacksJson(response);
    if (isUsable) increase(seen.usable, status);
    if (isUsable && isSuccess(status)) for (const name of Object.keys(parameters)) seen.parameters.add(name);
    const types = seen.mediaTypes.get(status) ?? new Set();
    seen.mediaTypes.set(status, types.add(describeMediaType(headers)));
    if (isWrapped(body) && operation.envelope !== true) seen.wrapped.add(status);
    if (headers.has("location")) increase(seen.locations, status);
    this.#addFields(operation.id, status, body);
    this.#renamed.add(response);
  }

  #evidenceOf({ id, effects }: Operation): OperationEvidence {
    const known = this.#operations.get(id);
    if (known !== undefined) return known;
    const created = {
      statuses: new Map(),
      usable: new Map(),
      parameters: new Set<string>(),
      mediaTypes: new Map(),
      wrapped: new Set<number>(),
      locations: new Map(),
      ids: new Set<IdSource>(),
      isRead: effects === "read",
    };
    this.#operations.set(id, created);
    return created;
  }

  #addFields(operationId: string, status: number, body: unknown): void {
    const byStatus = this.#table.responses[operationId] ?? {};
    const root = Object.entries(byStatus).find(([pattern]) => matchesStatus(pattern, status))?.[1];
    if (root === undefined || body === undefined) return;
    for (const [schema, pointer] of this.#table.places[root] ?? []) {
      const holders = placesAt(body, segmentsOf(pointer));
      for (const { id, pointer: field } of this.#fieldsOf.get(schema) ?? []) {
        const types = this.#seen.get(id) ?? new Map<string, number>();
        for (const { value } of holders.flatMap((holder) => placesAt(holder.value, segmentsOf(field))))
          increase(types, typeOf(value));
        this.#seen.set(id, types);
      }
    }
  }

  /**
   * Lists the operations of which no call succeeded, without those of which a difference says so.
   */
  withoutSuccess(differences: readonly SeenDifference[]): FailedOperation[] {
    return [...this.#operations].flatMap(([operationId, { statuses, usable, ids: sources, isRead }]) => {
      const ids = (["service", "none", "given"] as const).find((each) => sources.has(each));
      if (ids === undefined || [...usable.keys()].some(isSuccess)) return [];
      const isExplained = differences.some(
        (each) => each.operationId === operationId && each.pointer === "" && saysThatItFails(each),
      );
      if (isExplained) return [];
      // Who may read something, what is archived, and what a write takes depends on the user and on the data.
      const depends = [...statuses.keys()].every(
        (status) => status === 403 || status === 410 || (status === 400 && !isRead),
      );
      return [{ operationId, statuses: Object.fromEntries(statuses), ids, isUnexpected: ids !== "given" && !depends }];
    });
  }

  /** Judges everything that concerns an operation that was called. */
  judge(differences: readonly SeenDifference[]): AssumptionVerdict[] {
    const { operations, fields } = this.#table;
    return [
      ...operations.flatMap((row) => {
        const seen = this.#operations.get(row.operationId);
        return seen === undefined ? [] : [toVerdict(row, judgeOperation(row, seen, differences))];
      }),
      ...fields.flatMap((row) => {
        const places = this.#placesOf(row);
        return places.length === 0 ? [] : [toVerdict(row, this.#judgeField(row, places, differences))];
      }),
    ];
  }

  #placesOf({ schema, pointer }: FieldAssumption): FieldPlace[] {
    return [...this.#operations.keys()].flatMap((operationId) => {
      const roots = Object.entries(this.#table.responses[operationId] ?? {});
      return roots.flatMap(([status, root]) =>
        (this.#table.places[root] ?? [])
          .filter(([name]) => name === schema)
          .map(([, at]) => ({ operationId, status, pointer: `${at}${pointer}` })),
      );
    });
  }

  #judgeField(
    { id, otherValues }: FieldAssumption,
    places: readonly FieldPlace[],
    differences: readonly SeenDifference[],
  ): Finding {
    const here = differences.filter((difference) =>
      places.some(
        ({ operationId, status, pointer }) =>
          difference.operationId === operationId &&
          difference.pointer === pointer &&
          [...difference.statuses].some((each) => matchesStatus(status, each)),
      ),
    );
    if (otherValues) {
      const other = here.find(({ kind }) => kind === "new");
      return other === undefined
        ? notSeen(`a value that the reference does not list, in ${describePlaces(places)}`)
        : { verdict: "confirmed", evidence: `another value, in ${describePlaces([other])}` };
    }
    const refuting = here.filter(({ kind }) => kind !== "new");
    if (refuting.length > 0) return refuted(refuting);
    const types = [...(this.#seen.get(id) ?? [])];
    if (types.length === 0)
      return this.#renamed.refute(id) ?? notSeen(`a response with a value in ${describePlaces(places)}`);
    return {
      verdict: "confirmed",
      evidence: types.map(([type, count]) => `${type}, ${times(count)}`).join("; "),
    };
  }
}

/** Whether a difference shows that an operation is not there, or succeeds without its body. */
function saysThatItFails({ kind, statuses }: SeenDifference): boolean {
  return kind === "status" || [...statuses].some(isSuccess);
}

interface FieldPlace {
  readonly operationId: string;
  /** The status in the document, such as `200` or `2XX`. */
  readonly status: string;
  readonly pointer: string;
}

function judgeOperation(
  row: OperationAssumption,
  seen: OperationEvidence,
  differences: readonly SeenDifference[],
): Finding {
  const name = row.name ?? "";
  const statuses = `status ${[...seen.statuses.keys()].join(", ")}`;
  switch (row.part) {
    case "operation":
      return judgeExistence(seen, statuses);
    case "parameter":
      return seen.parameters.has(name)
        ? { verdict: "confirmed", evidence: "a call with it succeeded" }
        : notSeen("a call with it that succeeds");
    case "input":
      return [...seen.usable.keys()].some(isSuccess)
        ? { verdict: "confirmed", evidence: statuses }
        : // An error can have many reasons besides the form of the request.
          notSeen(`a call that succeeds (so far ${statuses})`);
    case "status":
      return judgeStatus(name, seen, statuses);
    case "location":
      return judgeLocation(name, seen);
    case "body":
      return judgeBody(row, seen, differences);
  }
}

function judgeExistence({ statuses: seen, usable, mediaTypes }: OperationEvidence, statuses: string): Finding {
  if ([...usable.keys()].some(isSuccess)) return { verdict: "confirmed", evidence: statuses };
  // A page of a gateway says nothing of the service.
  const isRefutedBy = (status: number) => seen.has(status) && !mediaTypes.get(status)?.has("text/html");
  if ([403, 405, 501].some(isRefutedBy)) return { verdict: "refuted", evidence: statuses };
  if ([...seen.keys()].some(isSuccess)) return notSeen(`a response with JSON (so far ${statuses} without)`);
  const isJson = mediaTypes.get(404)?.has("application/json") ?? false;
  const hint = seen.has(404) && !isJson ? "; a 404 without JSON may mean that the path does not exist" : "";
  return notSeen(`a vehicle that has such data (so far ${statuses}${hint})`);
}

function judgeStatus(name: string, { usable: seen }: OperationEvidence, statuses: string): Finding {
  const matching = [...seen].filter(([status]) => matchesStatus(name, status));
  const count = matching.reduce((sum, [, each]) => sum + each, 0);
  if (count > 0) return { verdict: "confirmed", evidence: `status ${name}, ${times(count)}` };
  // Of the success statuses, the document has one; of the others, any can come.
  if (name.startsWith("2") && [...seen.keys()].some(isSuccess)) return { verdict: "refuted", evidence: statuses };
  return notSeen(`a response with the status ${name}`);
}

function judgeLocation(name: string, { usable, locations }: OperationEvidence): Finding {
  const status = Number(name);
  const all = usable.get(status) ?? 0;
  if (all === 0) return notSeen(`a response with the status ${name}`);
  const count = locations.get(status) ?? 0;
  return count > 0
    ? { verdict: "confirmed", evidence: `a header, ${times(count)}` }
    : { verdict: "refuted", evidence: `no header in a ${name}` };
}

function judgeBody(
  { name = "", operationId }: OperationAssumption,
  { statuses, usable, mediaTypes, wrapped }: OperationEvidence,
  differences: readonly SeenDifference[],
): Finding {
  const status = Number(name);
  if (!statuses.has(status)) return notSeen(`a response with the status ${name}`);
  const here = differences.filter((each) => each.operationId === operationId && each.statuses.has(status));
  const refuting = here.filter(
    ({ kind, pointer }) => kind === "media-type" || kind === "envelope" || (pointer === "" && kind === "type"),
  );
  if (refuting.length > 0) return refuted(refuting);
  if (!usable.has(status)) return notSeen(`a response with the status ${name} and a body`);
  if (wrapped.has(status)) return { verdict: "refuted", evidence: "an object with a single field" };
  // Without them, it may be anything.
  const lacksFields = here.some(({ kind, pointer }) => kind === "missing" && /^(\/data)?(\/[^/]+)?$/.test(pointer));
  if (lacksFields) return notSeen(`a response with the status ${status} and all required fields`);
  return { verdict: "confirmed", evidence: [...(mediaTypes.get(status) ?? [])].join(", ") };
}

/**
 * Whether a response shows nothing because it has no JSON where the document promises some, or is an error without
 * JSON. A proxy may have sent it.
 */
export function lacksJson({ status, headers, body, operation }: Omit<SeenResponse, "parameters">): boolean {
  if (body !== undefined || (isSuccess(status) && ["none", "binary"].includes(operation.output))) return false;
  if (headers.has("content-type")) return true;
  return status === 200 && operation.output === "json" && operation.method === "GET";
}

const notSeen = (evidence: string): Finding => ({ verdict: "not-seen", evidence });

function refuted(differences: readonly ResponseDifference[]): Finding {
  const texts = differences.map((each) =>
    each.kind === "renamed"
      ? `the field is ${each.foundAt?.split("/").at(-1)}`
      : each.kind === "envelope"
        ? `the content is ${each.foundAt === "" ? "the whole body" : `at ${each.foundAt}`}`
        : `${each.found} instead of ${each.expected}`,
  );
  return { verdict: "refuted", evidence: [...new Set(texts)].join("; ") };
}

/** Adds a verdict to a row of a table. */
export function toVerdict(
  { id, confidence, statement }: Omit<AssumptionVerdict, keyof Finding>,
  finding: Finding,
): AssumptionVerdict {
  return { id, confidence, statement, ...finding };
}

const maxNamed = 2;

function describePlaces(places: readonly Omit<FieldPlace, "status">[]): string {
  const texts = [...new Set(places.map(({ operationId, pointer }) => `${operationId} ${pointer}`.trim()))];
  const others = texts.length - maxNamed;
  return `${texts.slice(0, maxNamed).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

export const times = (count: number) => (count === 1 ? "once" : `${count} times`);

function groupBySchema(rows: readonly FieldAssumption[]): ReadonlyMap<string, readonly FieldAssumption[]> {
  const groups = new Map<string, FieldAssumption[]>();
  for (const row of rows) groups.set(row.schema, [...(groups.get(row.schema) ?? []), row]);
  return groups;
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function matchesStatus(pattern: string, status: number): boolean {
  return pattern === String(status) || pattern === `${Math.floor(status / 100)}XX`;
}

/** Whether a body is an object with nothing but an object or a list. */
function isWrapped(body: unknown): boolean {
  const [only, ...others] = isObject(body) ? Object.values(body) : [];
  return others.length === 0 && (isObject(only) || Array.isArray(only));
}

/** The media type of a response. An uncommon one is not named, because it could contain a value. */
export function describeMediaType(headers: Headers): string {
  if (!headers.has("content-type")) return "no media type";
  return pickAllowedHeaders(headers)["content-type"] ?? "another media type";
}
