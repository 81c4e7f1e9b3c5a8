import { open, readFile, writeFile } from "node:fs/promises";
import { RegError } from "../../errors/errors.js";
import { createLessorClient } from "../../lessor/client.js";
import type {
  FleetSource,
  FleetSyncReport,
  FleetSyncResult,
  FleetSyncStop,
  RemovalRefusal,
} from "../../lessor/sync/types.js";
import { toPrintable } from "../../values/text.js";
import { CommandError, type OptionValues, type Terminal } from "../command.js";
import { joinLines } from "../help.js";
import { type ColumnMapping, parseMapping } from "./columns.js";
import { readSettings, type SyncSettings } from "./options.js";
import { createProgressDisplay, describeCounts, formatDuration } from "./progress.js";
import { estimateItems, readChunks, readItems, unreadable } from "./records.js";

/** The exit code of a run that could not begin. */
const couldNotRun = 2;

/**
 * Sends the fleet of a file or of standard input.
 *
 * @returns 0 if everything is done, 1 if something failed or the run ended early
 * @throws UsageError for arguments or variables that cannot be used; CommandError with exit code 2 if the file, the
 *   columns, the state or the report cannot be used; then nothing was sent
 */
export async function runSync(
  values: OptionValues,
  terminal: Terminal,
  words: readonly string[],
): Promise<number> {
  const settings = readSettings(values, words, terminal.env);
  const mapping = settings.columns === undefined ? undefined : await readMapping(settings.columns);
  if (settings.report !== undefined) await checkWritable(settings.report);
  const listed = new ListedResults();
  const report = await sync(settings, mapping, { terminal, listed });
  terminal.err(describeFailures(report));
  terminal.out(describeReport(report));
  if (settings.report !== undefined) await write(settings.report, listed.toJson(report));
  return report.ok ? 0 : 1;
}

async function readMapping(path: string): Promise<ColumnMapping> {
  let text: string;
  try {
    // Unlike readFile, it removes a byte order mark.
    text = new TextDecoder().decode(await readFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not JSON.`, couldNotRun);
  }
  return parseMapping(mapping);
}

/** Finds out before the run whether its report can be written; the report of the last run stays until then. */
async function checkWritable(path: string): Promise<void> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    throw new CommandError(`the report cannot be written: ${describeError(error)}.`, couldNotRun);
  }
}

/** The parts of a run that receive what happens. */
interface Outputs {
  readonly terminal: Terminal;
  readonly listed: ListedResults;
}

async function sync(
  settings: SyncSettings,
  mapping: ColumnMapping | undefined,
  { terminal, listed }: Outputs,
): Promise<FleetSyncReport> {
  const { path, format, encoding, delimiter } = settings;
  const total = path === undefined ? undefined : await estimateItems(path, format);
  const chunks = readChunks(path, terminal.input);
  const requiresLineEnd = settings.sync.removeMissing === true;
  const items = readItems(chunks, { format, encoding, delimiter, mapping, requiresLineEnd });
  const display = createProgressDisplay(terminal);
  try {
    // The run checks every item.
    const report = await createLessorClient(settings.client).sync(items as FleetSource, {
      ...settings.sync,
      total,
      signal: terminal.interrupted,
      onProgress: (progress) => display.show(progress),
      onResult: (result) => listed.add(result),
    });
    // The file or its columns cannot be used, which its first line has shown.
    if (report.error instanceof CommandError) throw report.error;
    return report;
  } catch (error) {
    throw RegError.is(error) ? new CommandError(`${error.message}.`, couldNotRun) : error;
  } finally {
    display.end();
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`the report cannot be written: ${describeError(error)}.`);
  }
}

/** The most results of a kind that a report lists, so that the memory of a run stays bounded. */
const maxListed = 10_000;

/** The results that a report lists: in a report of the client there are fewer. */
class ListedResults {
  readonly #failures: FleetSyncResult[] = [];
  readonly #planned: FleetSyncResult[] = [];

  add(result: FleetSyncResult): void {
    const list = result.status === "planned" ? this.#planned : this.#failures;
    if ((result.status === "planned" || result.error !== undefined) && list.length < maxListed)
      list.push(result);
  }

  /** Writes a report as JSON. */
  toJson(report: FleetSyncReport): string {
    const content = {
      ...report,
      failures: this.#failures,
      ...(this.#planned.length > 0 && { planned: this.#planned }),
    };
    return `${JSON.stringify(content, toWritable, 2)}\n`;
  }
}

/** Errors of the package have toJSON; JSON would have nothing of the others. */
function toWritable(_: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}

/** Summarizes a run for the standard output. */
function describeReport(report: FleetSyncReport): string {
  const { items, counts, durationMs, missing, stopped } = report;
  const lines = [`${items} vehicles in ${formatDuration(durationMs)}: ${describeCounts(counts)}.`];
  if (missing?.refused !== undefined) lines.push(describeRefusal(missing.vehicles, missing.refused));
  else if (missing !== undefined && missing.vehicles > 0)
    lines.push(`${missing.vehicles} vehicles were no longer in the file.`);
  if (stopped !== undefined) lines.push(stopTexts[stopped]);
  return joinLines(lines);
}

const stopTexts: Readonly<Record<FleetSyncStop, string>> = {
  aborted: "Interrupted: the next run continues where this one stopped.",
  closed: "Stopped, because the client was closed.",
  "max-failures": "Stopped, because --max-failures was reached. The next run continues.",
  "stop-on": "Stopped, because every further request would fail in the same way.",
  error: "Stopped by an error. The next run continues.",
};

function describeRefusal(vehicles: number, refusal: RemovalRefusal): string {
  switch (refusal) {
    case "too-many":
      return `${vehicles} vehicles are no longer in the file. None was removed: these are more than --max-removals allows.`;
    case "unreadable-item":
      return `${vehicles} vehicles are not in the file. None was removed, because the license plate of another one could not be read.`;
    case "empty-source":
      return "No vehicle was removed, because the file is empty.";
    case "incomplete-source":
      return "No vehicle was removed, because the file was not read to its end.";
  }
}

/** The most failures that are printed. */
const maxPrinted = 20;

/** Lists the failures of a run and the error that stopped it; empty without any. */
function describeFailures({ failures, counts, error }: FleetSyncReport): string {
  const printed = failures.slice(0, maxPrinted).map(describeFailure);
  const others = counts.failed + counts.unknown - printed.length;
  if (others > 0) printed.push(`${others} more failed`);
  if (error !== undefined) printed.push(describeError(error));
  return printed.map((line) => `reg: ${line}\n`).join("");
}

function describeFailure({
  position,
  licensePlate,
  resource,
  action,
  status,
  error,
}: FleetSyncResult): string {
  const place = [
    ...(position === undefined ? [] : [`item ${position}`]),
    ...(licensePlate === undefined ? [] : [toPrintable(licensePlate)]),
    ...(resource === undefined ? [] : [action === "delete" ? `${resource} (delete)` : resource]),
  ];
  const outcome = status === "unknown" ? "the outcome is unknown: " : "";
  return `${place.join(", ")}: ${outcome}${error?.message ?? status}`;
}

/** Describes a caught value without a stack. */
function describeError(error: unknown): string {
  if (RegError.is(error)) return error.message;
  return toPrintable(error instanceof Error ? error.message : String(error));
}
