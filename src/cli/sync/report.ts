import { messageOf, toPrintable, toPrintableJson } from "../../base/text.js";
import { RegError } from "../../errors/errors.js";
import type {
  FleetSyncOptions,
  FleetSyncReport,
  FleetSyncResult,
  FleetSyncStop,
  RemovalRefusal,
} from "../../lessor/sync/types.js";
import { formatDuration, joinLines, plural } from "../help.js";
import type { ContainedPlate } from "./contained.js";
import { describeCounts } from "./progress.js";
import type { ItemLines } from "./records.js";
import type { UnlikelyPlates } from "./unlikely.js";

interface Run {
  readonly file: string;
  readonly startedAt: Date;
  readonly finishedAt?: Date;
}

/** Writes the report of a run as JSON. */
export function toReportText(run: Run, content: object): string {
  return `${toPrintableJson({ ...run, ...content }, toWritable, 2)}\n`;
}

// Errors of the package have toJSON; JSON would have nothing of the others.
function toWritable(_: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}

/** The most results of a kind that a report lists, so that the memory of a run stays bounded. */
const maxListed = 10_000;

/** The results that a report of the command has in addition to that of the client. */
export class ListedResults {
  readonly #lines: ItemLines;
  readonly #failures: object[] = [];
  readonly #planned: object[] = [];
  /** The number of vehicles that were removed, or would be, because the file no longer contains them. */
  removed = 0;
  /** The number of vehicles that were removed, or would be, because their items say so. */
  removedByItems = 0;
  /** The number of vehicles that were not removed, although their items say so. */
  keptOfItems = 0;

  constructor(lines: ItemLines) {
    this.#lines = lines;
  }

  add(result: FleetSyncResult): void {
    const { position, status, error, resource, action } = result;
    if (resource === "vehicle" && action === "delete") {
      if (status === "failed" && position !== undefined) this.keptOfItems += 1;
      else if (status === "sent" || status === "planned") {
        if (position === undefined) this.removed += 1;
        else this.removedByItems += 1;
      }
    }
    if (status !== "planned" && error === undefined) return;
    const list = status === "planned" ? this.#planned : this.#failures;
    if (list.length >= maxListed) return;
    const line = this.#lines.find(position);
    list.push({ ...(line !== undefined && { line }), ...result });
  }

  /** Returns a report with these results. */
  addTo(report: FleetSyncReport): object {
    const planned = this.#planned.length > 0 && { planned: this.#planned };
    return { ...report, failures: this.#failures, ...planned };
  }
}

interface SummaryContext extends Pick<ListedResults, "removed" | "removedByItems"> {
  readonly isDryRun: boolean;
}

/** Summarizes a run for the standard output. */
export function describeReport(report: FleetSyncReport, context: SummaryContext): string {
  const { items, counts, durationMs, missing } = report;
  const { removedByItems, isDryRun } = context;
  const summary = describeCounts(counts) ?? "nothing was sent";
  const lines = [`${plural(items, "item")} in ${formatDuration(durationMs)}: ${summary}.`];
  if (removedByItems > 0) {
    const verb = isDryRun ? "would be" : removedByItems === 1 ? "was" : "were";
    lines.push(`${plural(removedByItems, "vehicle")} ${verb} removed, as the file says.`);
  }
  if (missing !== undefined && missing.vehicles > 0 && missing.refused === undefined)
    lines.push(describeRemovals(missing, context));
  return joinLines(lines);
}

type Missing = NonNullable<FleetSyncReport["missing"]>;

function describeRemovals(missing: Missing, { isDryRun, removed }: SummaryContext): string {
  const { vehicles } = missing;
  if (isDryRun)
    return `${describeMissing(missing, "is")}${removed === vehicles ? " and" : `; ${removed} of them`} would be removed.`;
  const [verb, all] = vehicles === 1 ? ["was", "it"] : ["were", "they"];
  const found = describeMissing(missing, "was");
  if (removed === vehicles) return `${found} and ${verb} removed.`;
  return removed === 0 ? `${found}; ${all} ${verb} not removed.` : `${found}; ${removed} of them removed.`;
}

/** The most failures, and the most license plates, that are printed. */
const maxPrinted = 20;

function describeMissing({ vehicles, licensePlates }: Missing, tense: "is" | "was"): string {
  const verb = vehicles === 1 ? tense : { is: "are", was: "were" }[tense];
  const shown = licensePlates.slice(0, maxPrinted).map((each) => toPrintable(each));
  const others = vehicles > shown.length ? ` and ${vehicles - shown.length} more` : "";
  return `${plural(vehicles, "vehicle")} ${verb} no longer in the file (${shown.join(", ")}${others})`;
}

interface ProblemContext extends Pick<ListedResults, "keptOfItems"> {
  readonly isDryRun: boolean;
  readonly lines: ItemLines;
  readonly unlikely: UnlikelyPlates;
  /** The license plates of missing vehicles that quoted cells contain. */
  readonly contained: readonly ContainedPlate[];
  /** The value of `--max-removals`. */
  readonly maxRemovals: FleetSyncOptions["maxRemovals"];
}

/**
 * Lists what is wrong with a run for the standard error output: its failures, warnings and doubtful license plates, why
 * nothing missing was removed, and why it ended early; empty without any.
 */
export function describeProblems(report: FleetSyncReport, context: ProblemContext): string {
  const { failures, counts, stopped, error, warnings, missing } = report;
  const { lines } = context;
  const messages = new Set(failures.map((result) => result.error?.message));
  // A wrong secret gives each vehicle in progress the same error.
  const shown = stopped === "stop-on" ? failures.filter((result) => messages.delete(result.error?.message)) : failures;
  const described = shown.slice(0, maxPrinted).map((result) => describeFailure(result, lines.find(result.position)));
  const printed = [...warnings.map(({ message }) => `warning: ${message}`), ...described];
  const others = counts.failed + counts.unknown - described.length;
  if (others > 0) printed.push(`${others} more failed`);
  printed.push(...describeUnlikely(context, stopped === undefined), ...describeContained(context.contained));
  if (missing?.refused !== undefined) printed.push(describeRefusal(missing, missing.refused, context));
  // One of --stop-on is among the failures.
  if (error !== undefined && stopped !== "stop-on") printed.push(describeError(error));
  if (stopped !== undefined) printed.push(stopTexts[stopped]);
  return printed.map((line) => `reg: ${line}\n`).join("");
}

const stopTexts: Readonly<Record<FleetSyncStop, string>> = {
  aborted: "interrupted: the next run continues where this one stopped.",
  closed: "stopped, because the client was closed.",
  "max-failures": "stopped, because --max-failures was reached. The next run continues if fewer fail.",
  "stop-on":
    "stopped by an error of a kind that ends a run (see --stop-on). The next run continues when its cause is removed.",
  error: "stopped by an error. The next run continues when its cause is removed.",
};

function describeRefusal(missing: Missing, refusal: RemovalRefusal, context: ProblemContext): string {
  switch (refusal) {
    case "too-many":
      return `${describeMissing(missing, "is")}. None was removed, because ${describeLimit(missing, context)}.`;
    case "unreadable-item":
      return `${describeMissing(missing, "is")}. None was removed, because not every item of the file could be read.`;
    case "doubtful-source":
      return `${describeMissing(missing, "is")}. None was removed, because ${context.unlikely.count > 0 ? "the file has unlikely license plates" : "quoted cells may contain their records"}.`;
    case "unconfirmed-service":
      return `${describeMissing(missing, "is")}. None was removed, because it is not certain that the service itself responded.`;
    case "empty-source":
      return "no vehicle was removed, because the file is empty.";
    case "incomplete-source":
      return "no vehicle was removed, because the file was not read to its end.";
  }
}

/** The limit counts the vehicles that are missing, and those that the file removes. */
function describeLimit({ vehicles }: Missing, { maxRemovals, keptOfItems }: ProblemContext): string {
  const limit = maxRemovals === undefined ? "1%, its default," : maxRemovals;
  return `--max-removals ${limit} permits fewer; --max-removals ${vehicles + keptOfItems} would permit it`;
}

function describeFailure(result: FleetSyncResult, line: number | undefined): string {
  const { position, licensePlate, inSource, resource, action, status, error } = result;
  const message = error?.message ?? status;
  const where = line === undefined ? `item ${position}` : `line ${line}`;
  // The errors of the reader begin with the line.
  const isNamed = /^line \d/.test(message);
  const place = [
    ...(position === undefined || isNamed ? [] : [where]),
    ...(licensePlate === undefined ? [] : [inSource === undefined ? toPrintable(licensePlate) : spell(licensePlate)]),
    ...(inSource === undefined ? [] : [`in the file as ${spell(inSource)}`]),
    ...(resource === undefined ? [] : [action === "delete" ? `${resource} (delete)` : resource]),
  ].join(", ");
  const outcome = status === "unknown" ? "the outcome is unknown: " : "";
  return `${place}${place === "" ? "" : ": "}${outcome}${message}`;
}

/** Shows a license plate, and its characters beyond ASCII as code points: two spellings can look the same. */
function spell(licensePlate: string): string {
  const escaped = licensePlate.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const shown = toPrintable(licensePlate);
  return escaped === licensePlate ? shown : `${shown} (${escaped})`;
}

function describeUnlikely(
  { unlikely: { count, listed, unused }, isDryRun }: ProblemContext,
  isComplete: boolean,
): readonly string[] {
  if (count === 0) return [];
  const shown = listed.slice(0, maxPrinted);
  const printed = shown.map(
    ({ line, licensePlate, why }) => `line ${line}, ${spell(licensePlate)}: the license plate ${why}`,
  );
  if (count > shown.length) printed.push(`${count - shown.length} more are unlikely license plates`);
  const [rows, verb, vehicles] = count === 1 ? ["its row", "was", "a vehicle"] : ["their rows", "were", "vehicles"];
  return [
    ...printed,
    `${plural(count, "unlikely license plate")}: ${rows} ${isDryRun ? "would be" : verb} sent as ${vehicles}, unless an error is listed. Name what is right with --accept-plates, and correct what is wrong in the file: docs/reg-sync.md says what becomes of a wrong vehicle.`,
    ...(isComplete && unused.length > 0 ? [describeUnused(unused)] : []),
  ];
}

function describeUnused(unused: readonly string[]): string {
  const named = unused.slice(0, maxPrinted).map((each) => `"${spell(each)}"`);
  const others = unused.length > named.length ? ` and ${unused.length - named.length} more` : "";
  const are = unused.length === 1 ? "is the license plate" : "are the license plates";
  return `--accept-plates: ${named.join(", ")}${others} ${are} of no line`;
}

function describeContained(contained: readonly ContainedPlate[]): readonly string[] {
  const printed = contained
    .slice(0, maxPrinted)
    .map(
      ({ line, licensePlate }) =>
        `line ${line}: a quoted cell contains the license plate ${spell(licensePlate)}, which is missing: a quote before it may not be closed`,
    );
  const others = contained.length - printed.length;
  return others > 0 ? [...printed, `${others} more are missing license plates within quoted cells`] : printed;
}

function describeError(error: unknown): string {
  if (RegError.is(error)) return error.message;
  return toPrintable(messageOf(error));
}
