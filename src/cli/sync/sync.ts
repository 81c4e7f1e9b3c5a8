import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { RegError } from "../../errors/errors.js";
import { createLessorClient } from "../../lessor/client.js";
import type { FleetSource, FleetSyncReport } from "../../lessor/sync/types.js";
import { CommandError, type OptionValues, type Terminal } from "../command.js";
import { type ColumnMapping, parseMapping } from "./columns.js";
import { readReportPath, readSettings, type SyncSettings } from "./options.js";
import { createProgressDisplay, plural } from "./progress.js";
import { estimateItems, ItemLines, readChunks, readItems, unreadable } from "./records.js";
import { describeFailures, describeReport, ListedResults, ReportFile } from "./report.js";

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
  const path = readReportPath(values, words);
  const file = path === undefined ? undefined : new ReportFile(path, words.join(" "));
  try {
    return await run(readSettings(values, words, terminal.env), terminal, file);
  } catch (error) {
    // A monitoring system must not read the report of an earlier run.
    await file?.write({ ok: false, error }).catch(() => {});
    throw error;
  }
}

async function run(
  settings: SyncSettings,
  terminal: Terminal,
  file: ReportFile | undefined,
): Promise<number> {
  const mapping = settings.columns === undefined ? undefined : await readMapping(settings.columns);
  await file?.check();
  const lines = new ItemLines();
  const listed = new ListedResults(lines);
  const report = await sync(settings, mapping, { terminal, lines, listed });
  terminal.err(describeFailures(report, lines));
  if (!(settings.isQuiet && report.ok))
    terminal.out(
      describeReport(report, { isDryRun: settings.sync.dryRun === true, removed: listed.removed }),
    );
  await file?.write(listed.addTo(report));
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

/** The parts of a run that receive what happens. */
interface Outputs {
  readonly terminal: Terminal;
  readonly lines: ItemLines;
  readonly listed: ListedResults;
}

/** After this time, a lock is not that of an active run, which would have been recognised, in milliseconds. */
const lockNoteMs = 2000;

async function sync(
  settings: SyncSettings,
  mapping: ColumnMapping | undefined,
  { terminal, lines, listed }: Outputs,
): Promise<FleetSyncReport> {
  const { path, format, encoding, delimiter, isQuiet } = settings;
  const total = path === undefined ? undefined : await estimateItems(path, format);
  const items = readItems(readChunks(path, terminal.input), {
    format,
    encoding,
    delimiter,
    mapping,
    requiresLineEnd: settings.sync.removeMissing === true,
    onItem: (line) => lines.add(line),
  });
  const display = createProgressDisplay(terminal);
  const { interrupted } = terminal;
  let lockTimer: NodeJS.Timeout | undefined;
  let onInterrupt = () => {};
  try {
    const client = createLessorClient(settings.client);
    onInterrupt = () => display.note(describeStopping(client.throttleStatistics()?.inFlight));
    interrupted.addEventListener("abort", onInterrupt, { once: true });
    if (!isQuiet && existsSync(`${settings.sync.state}.lock`))
      lockTimer = setTimeout(
        () => display.note("waiting for the lock of a run that may have been killed"),
        lockNoteMs,
      );
    // The run checks every item.
    const report = await client.sync(items as FleetSource, {
      ...settings.sync,
      total,
      signal: interrupted,
      onProgress: (progress) => {
        clearTimeout(lockTimer);
        if (!isQuiet) display.show(progress);
      },
      onResult: (result) => listed.add(result),
    });
    // The file or its columns cannot be used, which its first line has shown.
    if (report.error instanceof CommandError) throw report.error;
    return report;
  } catch (error) {
    throw RegError.is(error) ? new CommandError(`${error.message}.`, couldNotRun) : error;
  } finally {
    clearTimeout(lockTimer);
    interrupted.removeEventListener("abort", onInterrupt);
    display.end();
  }
}

/** Explains why a run continues after a signal. */
function describeStopping(inFlight = 0): string {
  const requests = inFlight > 0 ? `: ${plural(inFlight, "request")} in flight will finish first` : "";
  return `stopping${requests}; another signal ends the run at once, which does no harm`;
}
