import { isObject } from "../../base/json.js";
import { placesAt } from "../../base/json-places.js";
import { isSuccess } from "../../base/status.js";
import type { ApiName } from "../../document/apis.js";
import type { Assumption, AssumptionTable, FieldAssumption, OperationAssumption } from "../../document/assumptions.js";
import { type Bridge, segmentsOf } from "../../document/bridge.js";
import type { ResponseDifference } from "../../document/difference.js";
import { typeOf } from "../../document/forms.js";
import type { Operation } from "../../document/operation.js";
import { commonNames, otherNamesIn } from "./renamed.js";
import { describeMediaType, lacksJson, type SeenResponse, times } from "./response.js";
import { checkStatements, judgeStatement, type StatementResults } from "./statements.js";
import { type IdSource, needOf } from "./steps.js";
import type { AssumptionVerdict, FailedOperation, Judgement, Need } from "./types.js";

/** A difference with the statuses of the responses that had it: an error says nothing about the body of a success. */
export interface SeenDifference extends ResponseDifference {
  readonly statuses: ReadonlySet<number>;
}

/** What decides how an assumption that was not seen may be seen. */
export interface EvidenceContext {
  readonly api: ApiName;
  /** The operations of which the limit of requests has kept calls from being sent. */
  readonly notSent: readonly string[];
}

/** What a response has shown: types and counts, and no values. */
interface ShownFacts {
  readonly operation: Operation;
  readonly status: number;
  readonly ids: IdSource;
  /** The names of the parameters of the call. */
  readonly parameters: readonly string[];
  readonly mediaType: string;
  /** Whether it shows something: see `lacksJson`. */
  readonly isUsable: boolean;
  /** Whether the body has nothing but one object or list, although the document does not have a wrapper. */
  readonly isWrapped: boolean;
  readonly hasLocation: boolean;
  /** The types of the values of fields, by the assumptions about them. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly statements: StatementResults;
  /** Of an invoice: the names that fields with assumed names may have, by the assumptions. */
  readonly otherNames: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Collects what the responses of a run show of the assumptions. */
export class Evidence {
  readonly #table: AssumptionTable;
  readonly #shown: ShownFacts[] = [];

  constructor(table: AssumptionTable) {
    this.#table = table;
  }

  /** The number of responses by operation and status. */
  get operations(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    return Object.fromEntries([...this.#byOperation].map(([id, shown]) => [id, countStatuses(shown)]));
  }

  /** The bridges of fields whose assumed names are refuted. */
  get bridges(): readonly { readonly operationId: string; readonly bridge: Bridge }[] {
    const invoices = this.#shown.filter(({ otherNames }) => otherNames !== undefined);
    const operationIds = [...new Set(invoices.map(({ operation }) => operation.id))];
    const bridges = [...this.#otherNames.values()].map(({ name, otherName }) => ({
      at: `/${name}`,
      is: `/${otherName}`,
    }));
    return operationIds.flatMap((operationId) => bridges.map((bridge) => ({ operationId, bridge })));
  }

  get #otherNames(): ReturnType<typeof commonNames> {
    return commonNames(this.#shown.flatMap(({ otherNames }) => otherNames ?? []));
  }

  get #byOperation(): ReadonlyMap<string, readonly ShownFacts[]> {
    return groupBy(this.#shown, ({ operation }) => operation.id);
  }

  add(response: SeenResponse): void {
    const { status, headers, body, operation, parameters, ids = "given" } = response;
    this.#shown.push({
      operation,
      status,
      ids,
      parameters: Object.keys(parameters),
      mediaType: describeMediaType(headers),
      isUsable: !lacksJson(response),
      isWrapped: isWrapped(body) && operation.envelope !== true,
      hasLocation: headers.has("location"),
      types: typesIn(response, this.#table),
      statements: checkStatements(this.#table.rules, response),
      otherNames: otherNamesIn(response),
    });
  }

  /** Lists the operations of which no call succeeded, without those of which a difference says so. */
  withoutSuccess(differences: readonly SeenDifference[]): FailedOperation[] {
    return [...this.#byOperation].flatMap(([operationId, shown]) => {
      const ids = (["service", "none", "given"] as const).find((source) => shown.some((each) => each.ids === source));
      if (ids === undefined || shown.some(isUsableSuccess)) return [];
      const isExplained = differences.some(
        (each) => each.operationId === operationId && each.pointer === "" && saysThatItFails(each),
      );
      if (isExplained) return [];
      // Who may read something, what is archived, and what a write takes depends on the user and on the data.
      const depends = shown.every(
        ({ status, operation }) => status === 403 || status === 410 || (status === 400 && operation.effects !== "read"),
      );
      return [{ operationId, statuses: countStatuses(shown), ids, isUnexpected: ids !== "given" && !depends }];
    });
  }

  /** Judges everything that concerns an operation that was called, and the statements about several operations. */
  judge(differences: readonly SeenDifference[], { api, notSent }: EvidenceContext): AssumptionVerdict[] {
    const { operations, fields, rules } = this.#table;
    const byOperation = this.#byOperation;
    const needFor = (operationIds: readonly string[]): Need =>
      operationIds.some((id) => notSent.includes(id)) ? "max-requests" : needOf(api, operationIds[0] ?? "");
    return [
      ...operations.flatMap((row) => {
        const shown = byOperation.get(row.operationId);
        if (shown === undefined) return [];
        // An archived request has 410.
        const isOfError = /^[45]/.test(row.name ?? "") && row.name !== "410" && row.part !== "parameter";
        const need = isOfError ? "error" : needFor([row.operationId]);
        return [toVerdict(row, judgeOperation(row, shown, differences), need)];
      }),
      ...fields.flatMap((row) => {
        const places = this.#placesOf(row, [...byOperation.keys()]);
        if (places.length === 0) return [];
        const need = row.otherValues ? "other-value" : needFor(places.map(({ operationId }) => operationId));
        return [toVerdict(row, this.#judgeField(row, places, differences), need)];
      }),
      ...rules.flatMap((statement) => {
        const judgement = judgeStatement(
          statement.id,
          this.#shown.map(({ statements }) => statements),
        );
        return judgement === undefined ? [] : [toVerdict(statement, judgement)];
      }),
    ];
  }

  #placesOf({ schema, pointer }: FieldAssumption, operationIds: readonly string[]): FieldPlace[] {
    return operationIds.flatMap((operationId) => {
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
  ): Judgement {
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
    const types = [...count(this.#shown.flatMap((shown) => shown.types.get(id) ?? []))];
    if (types.length > 0)
      return { verdict: "confirmed", evidence: types.map(([type, seen]) => `${type}, ${times(seen)}`).join("; ") };
    const other = this.#otherNames.get(id);
    return other === undefined
      ? notSeen(`a response with a value in ${describePlaces(places)}`)
      : { verdict: "refuted", evidence: `the field is ${other.otherName}` };
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
  shown: readonly ShownFacts[],
  differences: readonly SeenDifference[],
): Judgement {
  const name = row.name ?? "";
  const statuses = `status ${[...new Set(shown.map(({ status }) => status))].join(", ")}`;
  switch (row.part) {
    case "operation":
      return judgeExistence(shown, statuses);
    case "parameter":
      return shown.some((each) => isUsableSuccess(each) && each.parameters.includes(name))
        ? { verdict: "confirmed", evidence: "a call with it succeeded" }
        : notSeen("a call with it that succeeds");
    case "input":
      return shown.some(isUsableSuccess)
        ? { verdict: "confirmed", evidence: statuses }
        : // An error can have many reasons besides the form of the request.
          notSeen(`a call that succeeds (so far ${statuses})`);
    case "status":
      return judgeStatus(name, shown, statuses);
    case "location":
      return judgeLocation(name, shown);
    case "body":
      return judgeBody(row, shown, differences);
  }
}

function judgeExistence(shown: readonly ShownFacts[], statuses: string): Judgement {
  if (shown.some(isUsableSuccess)) return { verdict: "confirmed", evidence: statuses };
  const has = (wanted: number, type: string) => shown.some((each) => each.status === wanted && each.mediaType === type);
  // A page of a gateway says nothing of the service.
  const isRefuted = shown.some(({ status }) => [403, 405, 501].includes(status) && !has(status, "text/html"));
  if (isRefuted) return { verdict: "refuted", evidence: statuses };
  if (shown.some(({ status }) => isSuccess(status)))
    return notSeen(`a response with JSON (so far ${statuses} without)`);
  const isPathDoubtful = shown.some(({ status }) => status === 404) && !has(404, "application/json");
  const hint = isPathDoubtful ? "; a 404 without JSON may mean that the path does not exist" : "";
  return notSeen(`a vehicle that has such data (so far ${statuses}${hint})`);
}

function judgeStatus(name: string, shown: readonly ShownFacts[], statuses: string): Judgement {
  const matching = shown.filter(({ status, isUsable }) => isUsable && matchesStatus(name, status));
  if (matching.length > 0) return { verdict: "confirmed", evidence: `status ${name}, ${times(matching.length)}` };
  // Of the success statuses, the document has one; of the others, any can come.
  if (name.startsWith("2") && shown.some(isUsableSuccess)) return { verdict: "refuted", evidence: statuses };
  return notSeen(`a response with the status ${name}`);
}

function judgeLocation(name: string, shown: readonly ShownFacts[]): Judgement {
  const here = shown.filter(({ status }) => String(status) === name);
  if (!here.some(({ isUsable }) => isUsable)) return notSeen(`a response with the status ${name}`);
  const located = here.filter(({ hasLocation }) => hasLocation).length;
  return located > 0
    ? { verdict: "confirmed", evidence: `a header, ${times(located)}` }
    : { verdict: "refuted", evidence: `no header in a ${name}` };
}

function judgeBody(
  { name = "", operationId }: OperationAssumption,
  shown: readonly ShownFacts[],
  differences: readonly SeenDifference[],
): Judgement {
  const status = Number(name);
  const responses = shown.filter((each) => each.status === status);
  if (responses.length === 0) return notSeen(`a response with the status ${name}`);
  const here = differences.filter((each) => each.operationId === operationId && each.statuses.has(status));
  const refuting = here.filter(
    ({ kind, pointer }) => kind === "media-type" || kind === "envelope" || (pointer === "" && kind === "type"),
  );
  if (refuting.length > 0) return refuted(refuting);
  if (!responses.some(({ isUsable }) => isUsable)) return notSeen(`a response with the status ${name} and a body`);
  if (responses.some((each) => each.isWrapped))
    return { verdict: "refuted", evidence: "an object with a single field" };
  // Without them, it may be anything.
  const lacksFields = here.some(({ kind, pointer }) => kind === "missing" && /^(\/data)?(\/[^/]+)?$/.test(pointer));
  if (lacksFields) return notSeen(`a response with the status ${status} and all required fields`);
  return { verdict: "confirmed", evidence: [...new Set(responses.map(({ mediaType }) => mediaType))].join(", ") };
}

/** The types of the values of fields, by the assumptions about them. */
function typesIn({ operation, status, body }: SeenResponse, table: AssumptionTable): ShownFacts["types"] {
  const byStatus = Object.entries(table.responses[operation.id] ?? {});
  const [, root] = byStatus.find(([pattern]) => matchesStatus(pattern, status)) ?? [];
  if (root === undefined || body === undefined) return new Map();
  const types = (table.places[root] ?? []).flatMap(([schema, pointer]) => {
    const holders = placesAt(body, segmentsOf(pointer));
    return table.fields
      .filter((row) => row.schema === schema)
      .flatMap((row) =>
        holders
          .flatMap((holder) => placesAt(holder.value, segmentsOf(row.pointer)))
          .map(({ value }) => [row.id, typeOf(value)] as const),
      );
  });
  const byField = groupBy(types, ([id]) => id);
  return new Map([...byField].map(([id, list]) => [id, list.map(([, type]) => type)]));
}

const notSeen = (evidence: string): Judgement => ({ verdict: "not-seen", evidence });

function refuted(differences: readonly ResponseDifference[]): Judgement {
  const texts = differences.map((each) =>
    each.kind === "renamed"
      ? `the field is ${each.foundAt?.split("/").at(-1)}`
      : each.kind === "envelope"
        ? `the content is ${each.foundAt === "" ? "the whole body" : `at ${each.foundAt}`}`
        : `${each.found} instead of ${each.expected}`,
  );
  return { verdict: "refuted", evidence: [...new Set(texts)].join("; ") };
}

/** Adds a verdict to a row of a table, and what may show what was not seen. */
export function toVerdict(
  { id, confidence, statement }: Assumption,
  { verdict, evidence, needs: ownNeed }: Judgement,
  need?: Need,
): AssumptionVerdict {
  const needs = verdict === "not-seen" ? (ownNeed ?? need) : undefined;
  return { id, confidence, statement, verdict, evidence, ...(needs !== undefined && { needs }) };
}

const maxNamed = 2;

function describePlaces(places: readonly Omit<FieldPlace, "status">[]): string {
  const texts = [...new Set(places.map(({ operationId, pointer }) => `${operationId} ${pointer}`.trim()))];
  const others = texts.length - maxNamed;
  return `${texts.slice(0, maxNamed).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}

function count<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  return new Map([...groupBy(items, (item) => item)].map(([item, group]) => [item, group.length]));
}

const countStatuses = (shown: readonly ShownFacts[]): Readonly<Record<string, number>> =>
  Object.fromEntries(count(shown.map(({ status }) => status)));

const isUsableSuccess = ({ isUsable, status }: ShownFacts) => isUsable && isSuccess(status);

function matchesStatus(pattern: string, status: number): boolean {
  return pattern === String(status) || pattern === `${Math.floor(status / 100)}XX`;
}

/** Whether a body is an object with nothing but an object or a list. */
function isWrapped(body: unknown): boolean {
  const [only, ...others] = isObject(body) ? Object.values(body) : [];
  return others.length === 0 && (isObject(only) || Array.isArray(only));
}
