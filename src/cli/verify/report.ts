import { isObject } from "../../base/json.js";
import { type DifferenceKind, describeFound, keyOf, type ResponseDifference } from "../../document/difference.js";
import { knownFieldsOf } from "../../document/shapes/open-places.js";
import { readShapes } from "../../document/shapes/shapes.js";
import type { BodyShapes } from "../../document/shapes/types.js";
import { CommandError } from "../command.js";
import { columns, formatDuration, joinLines } from "../help.js";
import { parseJson, readText } from "../input-file.js";
import type { VerifySettings } from "./options.js";
import { findShapeChanges, hadSuccess } from "./shape-changes.js";
import { type Step, steps } from "./steps.js";
import type { AssumptionVerdict, FailedOperation, Need, ServiceFacts, VerifyReport } from "./types.js";
import { deletionRequests } from "./write.js";

/** Describes what a run sends and how much: without license plates, ids and credentials. */
export function describePlan(settings: VerifySettings): string {
  const { api, access, licensePlates, ids, intervalMs, maxRequests, write } = settings;
  const origin = access === undefined ? "the service" : new URL(access.baseUrl).origin;
  const seconds = Math.ceil((maxRequests * intervalMs) / 1000);
  const isPlanOnly = access === undefined;
  const all = steps[api];
  const madeUp = all.filter((step) => step.madeUp !== undefined);
  const lines = [
    `npx @reg/sdk verify ${api}: at most ${maxRequests} requests to ${origin} in about ${seconds} s, with ${intervalMs / 1000} s or more between them.`,
    !write && "It only reads: nothing is created, changed or deleted.",
    write &&
      "It also writes: it creates one draft for the given license plate, uploads two small files to it, changes its partial VIN, and deletes it.",
    write && `If the draft is hard to find or to delete, it sends up to ${deletionRequests} requests more.`,
    api === "lessor" && "POST /token once; all other requests are GET.",
    api === "lessor" &&
      licensePlates.length === 0 &&
      "To run, it needs --license-plate, because the API has no list of vehicles.",
    licensePlates.length > 0 && `It begins with the given license plates: ${licensePlates.length}.`,
    ids.length > 0 && `It begins with the given ids of service requests: ${ids.length}.`,
    isPlanOnly &&
      api === "supplier" &&
      `GET without an id: ${namesOf(all.filter((step) => step.from === undefined && step.madeUp === undefined))}.`,
    isPlanOnly &&
      `GET with ${api === "supplier" ? "ids and license plates of those responses" : "each license plate"}: ${namesOf(all.filter(({ from }) => from !== undefined))}.`,
    isPlanOnly && api === "supplier" && `GET of what does not exist: ${namesOf(madeUp)}.`,
  ];
  return joinLines(lines.filter((line) => line !== false));
}

const namesOf = (list: readonly Step[]) => [...new Set(list.map(({ operationId }) => operationId))].join(", ");

/** The parts of an earlier report that a new one is compared with. */
type Baseline = Pick<
  VerifyReport,
  "api" | "complete" | "differences" | "assumptions" | "operations" | "shapes" | "known"
>;

/**
 * Reads an earlier report.
 *
 * @throws CommandError with exit code 2 if it cannot be read, or is not a complete report of this API
 */
export async function readBaseline(path: string, api: VerifyReport["api"]): Promise<Baseline> {
  const report = parseJson(await readText(path), path);
  if (!isBaseline(report)) throw new CommandError("the file of --baseline is not a report of npx @reg/sdk verify.", 2);
  if (report.api !== api) throw new CommandError("the report of --baseline is about the other API.", 2);
  if (report.complete === false)
    throw new CommandError("the run of --baseline did not reach its end: use the report of one that did.", 2);
  if (report.known !== undefined)
    throw new CommandError("the report of --baseline contains only what was new: use one without --baseline.", 2);
  return { ...report, shapes: readShapesOf(report) };
}

function readShapesOf(report: object): BodyShapes {
  try {
    return readShapes(report, "the file of --baseline");
  } catch {
    throw new CommandError("the shapes in the file of --baseline cannot be read by this version.", 2);
  }
}

function isBaseline(value: unknown): value is Omit<Baseline, "shapes"> {
  if (!isObject(value)) return false;
  const { differences, assumptions, operations } = value;
  return (
    isObject(operations) && [differences, assumptions].every((list) => Array.isArray(list) && list.every(isObject))
  );
}

/**
 * Leaves only what is new in a report: differences that the baseline does not have, changes of open bodies, and things
 * that the run has shown and of which the baseline says something else. What the run did not see is not new: that
 * depends on the data.
 */
export function onlyNew(
  report: VerifyReport,
  baseline: Pick<Baseline, "differences" | "assumptions" | "operations" | "shapes">,
): VerifyReport {
  const { differences, assumptions, shapes, operations } = baseline;
  const known = new Set(differences.map(keyOf));
  const verdicts = new Map(assumptions.map(({ id, verdict }) => [id, verdict]));
  const added = report.differences.filter((each) => !known.has(keyOf(each)));
  const shown = report.assumptions.filter(({ verdict }) => verdict !== "not-seen");
  const changed = shown.filter(({ id, verdict }) => verdicts.get(id) !== verdict);
  return {
    ...report,
    differences: [...added, ...findShapeChanges(report, shapes)],
    withoutSuccess: report.withoutSuccess.flatMap((each) => {
      const earlier = operations[each.operationId];
      if (earlier === undefined) return [each];
      return hadSuccess(earlier) ? [{ ...each, isUnexpected: true }] : [];
    }),
    assumptions: changed,
    known: {
      differences: report.differences.length - added.length,
      assumptions: shown.length - changed.length,
    },
  };
}

/** Whether the service is as the documents say, as far as the report shows. */
export function isClean({ differences, withoutSuccess, assumptions }: VerifyReport): boolean {
  return (
    differences.length === 0 &&
    withoutSuccess.every(({ isUnexpected }) => !isUnexpected) &&
    assumptions.every(({ verdict }) => verdict !== "refuted")
  );
}

/** Writes a report for people. */
export function describeReport(report: VerifyReport): string {
  const { differences, withoutSuccess, assumptions } = report;
  const [confirmed, refuted, notSeen] = byVerdict(assumptions);
  return joinLines([
    ...section(
      report.known === undefined ? "Differences from the document" : "Differences, new since the baseline",
      differences.map(describeDifference),
    ),
    ...section("Operations without a success", withoutSuccess.map(describeFailed)),
    ...section("Refuted assumptions", refuted.map(describeVerdict)),
    // With a baseline, they are news.
    ...(report.known === undefined ? [] : section("Confirmed assumptions", confirmed.map(describeVerdict))),
    ...section("Not seen, by what may show it", groupNotSeen(report).map(toColumns), notSeen.length),
    ...section("Bodies with fields that the reference does not show", listOpenFields(report).map(toColumns)),
    ...columns(describeService(report)),
    "",
    `${describeTotals(report)} ${limits}${notSeen.length > 0 ? notSeenHint : ""}`,
    ...describeNotSent(report),
  ]);
}

const limits = "Every verdict rests on the responses of this run alone.";

const notSeenHint = " --json says of each assumption what confirms it, or what would show it.";

interface NamedGroup {
  readonly title: string;
  readonly names: readonly string[];
}

const toColumns = ({ title, names }: NamedGroup) => [title, `${names.length}: ${shorten(names)}`] as const;

/** The most characters of names in a line, except that there is always one. */
const maxLength = 110;

function shorten([first = "", ...others]: readonly string[]): string {
  let text = first;
  for (const [index, name] of others.entries()) {
    if (text.length + name.length > maxLength) return `${text} and ${others.length - index} more`;
    text += `, ${name}`;
  }
  return text;
}

function groupNotSeen(report: VerifyReport): NamedGroup[] {
  const groups = new Map<string, string[]>();
  for (const row of report.assumptions.filter(({ verdict }) => verdict === "not-seen")) {
    const title = needs[row.needs ?? "other-data"];
    groups.set(title, [...(groups.get(title) ?? []), row.id]);
  }
  return [...groups].map(([title, names]) => ({ title, names }));
}

const needs: Readonly<Record<Need, string>> = {
  "other-value": "a value that the reference does not list",
  error: "an error of the service",
  "max-requests": "a higher --max-requests",
  "license-plate": "--license-plate of other vehicles",
  id: "--id of other requests",
  write: "--write for another vehicle",
  "other-data": "other data of the service",
};

/**
 * Lists the fields beyond those that the document names. They are no differences: the document says of these bodies
 * that they have fields that the reference does not show.
 */
function listOpenFields({ shapes, known }: VerifyReport): NamedGroup[] {
  // The differences from a baseline have the fields that are new.
  if (known !== undefined) return [];
  return Object.entries(shapes.bodies).flatMap(([key, { object }]) => {
    const names = Object.keys(object?.fields ?? {});
    const isShownInPart = (knownFieldsOf(key) ?? []).length > 0;
    return isShownInPart && names.length > 0 ? [{ title: key, names }] : [];
  });
}

function describeDifference(difference: ResponseDifference) {
  const { operationId, pointer, kind, expected, confidence } = difference;
  const place = `${operationId} ${pointer}`.trim();
  const found = describeFound(difference);
  return [`${place}  ${describeKind(kind)}`, `${found} instead of ${expected} (${confidence})`] as const;
}

const describeKind = (kind: DifferenceKind) => (kind === "renamed" ? "renamed (probably)" : kind);

function describeFailed(failed: FailedOperation): readonly [string, string] {
  const { operationId, statuses, isUnexpected } = failed;
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [operationId, `${counts.join(", ")} (${isUnexpected ? describeIds(failed) : "this may be so"})`];
}

const describeIds = ({ ids }: FailedOperation) =>
  ({
    service: "with ids from the service",
    given: "it succeeded in the baseline",
    none: "it takes no id",
  })[ids];

function describeVerdict({ id, confidence, evidence }: AssumptionVerdict): readonly [string, string] {
  return [id, `${evidence} (${confidence})`];
}

function section(title: string, rows: readonly (readonly [string, string])[], count = rows.length): string[] {
  return rows.length === 0 ? [] : [`${title}: ${count}`, ...columns(rows, "  "), ""];
}

function byVerdict(all: readonly AssumptionVerdict[]) {
  const of = (wanted: AssumptionVerdict["verdict"]) => all.filter(({ verdict }) => verdict === wanted);
  return [of("confirmed"), of("refuted"), of("not-seen")] as const;
}

function describeTotals(report: VerifyReport): string {
  const { api, complete, differences, assumptions, operations, requests, known } = report;
  const [confirmed, refuted, notSeen] = byVerdict(assumptions);
  const called = Object.keys(operations).length;
  const run = `${api} API.${complete ? "" : " The run did not reach its end."} Requests: ${requests}, operations: ${called}`;
  const verdicts = `${confirmed.length} confirmed, ${refuted.length} refuted`;
  return known === undefined
    ? `${run}, differences: ${differences.length}. Assumptions: ${verdicts}, ${notSeen.length} not seen.`
    : `${run}. Differences: ${differences.length} new since the baseline; ${known.differences} known. Verdicts: ${confirmed.length + refuted.length} new since the baseline (${verdicts}); ${known.assumptions} known.`;
}

/** Says what the limit of requests kept from being sent; nothing if the run read everything. */
function describeNotSent({ notSent = [] }: VerifyReport): string[] {
  return notSent.length === 0
    ? []
    : ["", `The limit of --max-requests was reached. Not sent: further calls of ${notSent.join(", ")}.`];
}

function describeService({ service, operations }: VerifyReport): [string, string][] {
  return [...describeFacts(service), ["Responses", describeStatuses(operations)]];
}

function describeFacts(service: ServiceFacts): [string, string][] {
  const { clockSkewMs, tokenLifetimeMs, latencyMs, rateLimitHeaders } = service;
  return [
    ["Clock of the service", clockSkewMs === undefined ? "not seen" : describeSkew(clockSkewMs)],
    ["Lifetime of a token", tokenLifetimeMs === undefined ? "not seen" : formatDuration(tokenLifetimeMs)],
    [
      "Latency",
      latencyMs === undefined ? "not seen" : `median ${latencyMs.median} ms, maximum ${latencyMs.maximum} ms`,
    ],
    ["Rate limit headers", rateLimitHeaders.join(", ") || "none"],
  ];
}

/** The `Date` of a response is cut to seconds, so that a smaller difference means nothing. */
const accuracyMs = 1000;

function describeSkew(skew: number): string {
  if (Math.abs(skew) <= accuracyMs) return "as the local clock, within a second";
  return `${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? "ahead of" : "behind"} the local clock`;
}

/** Counts the responses by status, such as `200: 56, 404: 4`. */
export function describeStatuses(operations: VerifyReport["operations"]): string {
  const counts = new Map<string, number>();
  for (const statuses of Object.values(operations))
    for (const [status, count] of Object.entries(statuses)) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(", ");
}
