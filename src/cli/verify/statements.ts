import { isObject } from "../../base/json.js";
import type { Assumption } from "../../document/assumptions.js";
import { fieldOf, itemsIn } from "./body.js";
import { describeMediaType, type SeenResponse, times, toVerdict } from "./evidence.js";
import type { AssumptionVerdict, Finding } from "./types.js";

/** What a response says of a statement: whether it holds, and what was seen as types; undefined if it says nothing. */
type Check = (response: SeenResponse) => { readonly holds: boolean; readonly seen: string } | undefined;

/** The statements about several operations that responses show, by their ids in the ledger. */
const checks: Readonly<Record<string, { readonly check: Check; readonly shownBy: string }>> = {
  "answers.media-type": {
    check: ({ body, headers }) => {
      if (body === undefined) return undefined;
      const type = describeMediaType(headers);
      return { holds: type === "application/json", seen: type };
    },
    shownBy: "a response with JSON",
  },
  "answers.problem-elsewhere": {
    check: (response) => (response.status === 400 ? undefined : checkProblem(response)),
    shownBy: "an error other than 400",
  },
  "answers.problem-lessor": { check: checkProblem, shownBy: "an error" },
  "lookups.locations": {
    check: ({ operationId, body, status }) => {
      if (!/[cC]omponents$/.test(operationId) || status !== 200) return undefined;
      const locations = itemsIn(body).flatMap((item) => itemsIn(fieldOf(item, "locations")));
      const [first] = locations;
      if (first === undefined) return undefined;
      const arePositions = locations.every((each) => fieldOf(each, "positionCode1") !== undefined);
      return { holds: arePositions, seen: arePositions ? "positionCode1" : "entries without positionCode1" };
    },
    shownBy: "an allowed component with `locations`",
  },
  "token-endpoint.lifetime": {
    check: ({ operationId, body }) => {
      const seconds = operationId === "token.create" ? fieldOf(body, "expires_in") : undefined;
      if (seconds === undefined) return undefined;
      return { holds: Number(seconds) === secondsOfAnHour, seen: `${Number(seconds)} s` };
    },
    shownBy: "a token",
  },
};

const secondsOfAnHour = 3600;

const problemFields = ["type", "title", "status", "detail", "traceId"] as const;

function checkProblem({ status, body, operationId }: SeenResponse): ReturnType<Check> {
  // Any server may have sent an error without JSON.
  if (status < 400 || operationId === "token.create" || body === undefined) return undefined;
  const missing = problemFields.filter((name) => !hasField(body, name));
  return missing.length === 0
    ? { holds: true, seen: "all fields" }
    : { holds: false, seen: `${status} without ${missing.join(", ")}` };
}

const hasField = (body: unknown, name: string) => isObject(body) && Object.hasOwn(body, name);

/** Collects what the responses of a run show of the statements. */
export class StatementEvidence {
  readonly #statements: readonly Assumption[];
  readonly #findings = new Map<string, { count: number; readonly broken: Set<string>; readonly kept: Set<string> }>();

  constructor(statements: readonly Assumption[]) {
    this.#statements = statements;
  }

  add(response: SeenResponse): void {
    for (const { id } of this.#statements) {
      const result = checks[id]?.check(response);
      if (result === undefined) continue;
      const finding = this.#findings.get(id) ?? { count: 0, broken: new Set(), kept: new Set() };
      finding.count += 1;
      (result.holds ? finding.kept : finding.broken).add(result.seen);
      this.#findings.set(id, finding);
    }
  }

  /** Judges every statement that responses show. */
  judge(): AssumptionVerdict[] {
    return this.#statements.flatMap((statement) => {
      const check = checks[statement.id];
      return check === undefined ? [] : [toVerdict(statement, this.#judge(statement.id, check.shownBy))];
    });
  }

  #judge(id: string, shownBy: string): Finding {
    const finding = this.#findings.get(id);
    if (finding === undefined) return { verdict: "not-seen", evidence: shownBy };
    const { count, broken, kept } = finding;
    if (broken.size > 0) return { verdict: "refuted", evidence: [...broken].join("; ") };
    return { verdict: "confirmed", evidence: `${[...kept].join(", ")}, ${times(count)}` };
  }
}
