import { isObject } from "../../base/json.js";
import type { Assumption } from "../../document/assumptions.js";
import { fieldIn, itemsIn } from "./body.js";
import { describeMediaType, type SeenResponse, times } from "./response.js";
import type { Judgement, Need } from "./types.js";

/** What a response says of a statement: whether it holds, and what was seen as types. */
interface StatementResult {
  readonly holds: boolean;
  readonly seen: string;
}

/** What a response says, by the ids of the statements of which it says something. */
export type StatementResults = ReadonlyMap<string, StatementResult>;

type Check = (response: SeenResponse) => StatementResult | undefined;

/** The statements about several operations that responses show, by their ids in the ledger. */
const checks: Readonly<Record<string, { readonly check: Check; readonly shownBy: string; readonly needs?: Need }>> = {
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
    needs: "error",
  },
  "answers.problem-lessor": { check: checkProblem, shownBy: "an error", needs: "error" },
  "lookups.locations": {
    check: ({ operationId, body, status }) => {
      if (!/[cC]omponents$/.test(operationId) || status !== 200) return undefined;
      const locations = itemsIn(body).flatMap((item) => itemsIn(fieldIn(item, "locations")));
      const [first] = locations;
      if (first === undefined) return undefined;
      const arePositions = locations.every((each) => fieldIn(each, "positionCode1") !== undefined);
      return { holds: arePositions, seen: arePositions ? "positionCode1" : "entries without positionCode1" };
    },
    shownBy: "an allowed component with `locations`",
  },
  "token-endpoint.lifetime": {
    check: ({ operationId, body }) => {
      const seconds = operationId === "token.create" ? fieldIn(body, "expires_in") : undefined;
      if (seconds === undefined) return undefined;
      return { holds: Number(seconds) === secondsOfAnHour, seen: `${Number(seconds)} s` };
    },
    shownBy: "a token",
  },
};

const secondsOfAnHour = 3600;

const problemFields = ["type", "title", "status", "detail", "traceId"] as const;

function checkProblem({ status, body, operationId }: SeenResponse): StatementResult | undefined {
  // Any server may have sent an error without JSON.
  if (status < 400 || operationId === "token.create" || body === undefined) return undefined;
  const missing = problemFields.filter((name) => !hasField(body, name));
  return missing.length === 0
    ? { holds: true, seen: "all fields" }
    : { holds: false, seen: `${status} without ${missing.join(", ")}` };
}

const hasField = (body: unknown, name: string) => isObject(body) && Object.hasOwn(body, name);

/** What a response says of each statement. */
export function checkStatements(statements: readonly Assumption[], response: SeenResponse): StatementResults {
  const results = statements.flatMap(({ id }) => {
    const result = checks[id]?.check(response);
    return result === undefined ? [] : [[id, result] as const];
  });
  return new Map(results);
}

/** Judges a statement; undefined if no response can show it. */
export function judgeStatement(id: string, responses: readonly StatementResults[]): Judgement | undefined {
  const check = checks[id];
  if (check === undefined) return undefined;
  const results = responses.flatMap((each) => each.get(id) ?? []);
  if (results.length === 0) return { verdict: "not-seen", evidence: check.shownBy, needs: check.needs ?? "other-data" };
  const broken = results.filter(({ holds }) => !holds);
  const seen = (list: typeof results) => [...new Set(list.map((each) => each.seen))];
  if (broken.length > 0) return { verdict: "refuted", evidence: seen(broken).join("; ") };
  return { verdict: "confirmed", evidence: `${seen(results).join(", ")}, ${times(results.length)}` };
}
