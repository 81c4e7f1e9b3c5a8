import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { onAbort } from "../../base/abort.js";
import { unlessSignalled } from "../../base/cancellation.js";
import { RegError } from "../../errors/errors.js";
import { createLessorClient } from "../../lessor/client.js";
import type { FleetSource, FleetSyncReport } from "../../lessor/sync/types.js";
import { resolveLinks } from "../../state/file.js";
import { CommandError, type OptionValues, type Terminal, UsageError } from "../command.js";
import { plural, withoutFullStop } from "../help.js";
import { parseJson, readText } from "../input-file.js";
import { OutputFile } from "../output-file.js";
import { loadPrintedAdapter, rejectedExitCode, rejectsCredentials, warnOfProxy } from "../service-options.js";
import { type ColumnMapping, parseMapping } from "./columns.js";
import { ContainedPlates } from "./contained.js";
import { readSettings, type SyncSettings } from "./options.js";
import { createProgressDisplay } from "./progress.js";
import { ItemLines, type ReadOptions, readChunks, readItems } from "./records.js";
import { RepeatedVehicles } from "./repeated.js";
import { describeProblems, describeReport, ListedResults, toReportText } from "./report.js";
import { UnlikelyPlates } from "./unlikely.js";

/**
 * Sends the fleet of a file or of standard input.
 *
 * @returns 0 if everything is done, 1 if something failed or the run ended early, 4 if it ended because the service does
 *   not accept the credentials
 * @throws UsageError for arguments or variables that cannot be used; CommandError with exit code 2 if the file, the
 *   columns, the state or the report cannot be used, and 3 if another run uses the state; then nothing was sent
 */
export async function runSync(values: OptionValues, terminal: Terminal, words: readonly string[]): Promise<number> {
  const path = await findReportPath(values, words);
  // Only the owner may read a report, because it contains license plates.
  const options = { mode: 0o600, removesEarlier: true };
  const file = path === undefined ? undefined : new OutputFile(path, options);
  const isDryRun = values.has("dry-run");
  const run = { file: words.join(" "), startedAt: new Date(), ...(isDryRun && { dryRun: true }) };
  const writeReport = async (content: object) =>
    file?.write(toReportText({ ...run, finishedAt: new Date() }, content), 1);
  try {
    const settings = readSettings(values, words, terminal.env);
    const { columns, isQuiet } = settings;
    const mapping = columns === undefined ? undefined : parseMapping(parseJson(await readText(columns), columns));
    await file?.check();
    // A process that is killed must not leave the report of an earlier run, whose `ok` may be true.
    const onLocked = async () => file?.begin(toReportText(run, { ok: false, isRunning: true }));
    warnOfProxy(terminal, settings.client.baseUrl);
    const adapter = await loadPrintedAdapter(settings.adapter, terminal);
    const lines = new ItemLines();
    const listed = new ListedResults(lines);
    const client = { ...settings.client, adapter };
    const unlikely = new UnlikelyPlates(settings.acceptPlates);
    const contained = new ContainedPlates();
    const outputs = { terminal, lines, listed, unlikely, contained, onLocked };
    const result = await sync({ ...settings, client }, mapping, outputs);
    const report = { ...result, ok: result.ok && unlikely.count === 0 };
    const { removed, removedByItems, keptOfItems } = listed;
    const { maxRemovals } = settings.sync;
    const found = { unlikely, contained: contained.missing };
    terminal.err(describeProblems(report, { isDryRun, lines, ...found, maxRemovals, keptOfItems }));
    if (!isQuiet || !report.ok || removed + removedByItems > 0)
      terminal.out(describeReport(report, { isDryRun, removed, removedByItems }));
    const unlikelyPlates = unlikely.count > 0 && { unlikelyPlates: unlikely.listed };
    const containedPlates = contained.missing.length > 0 && { containedPlates: contained.missing };
    await writeReport({ ...listed.addTo(report), ...unlikelyPlates, ...containedPlates });
    if (report.stopped === "stop-on" && RegError.is(report.error) && rejectsCredentials(report.error, "lessor"))
      return rejectedExitCode;
    return report.ok ? 0 : 1;
  } catch (error) {
    // A monitoring system must not read the report of an earlier run, unless that run is still active.
    const isOfAnotherRun = error instanceof CommandError && error.exitCode === lockedExitCode;
    if (!isOfAnotherRun) await writeReport({ ok: false, error }).catch(() => {});
    throw error;
  }
}

/**
 * Returns the path of the report; undefined without one.
 *
 * @throws UsageError if it is, or leads to, a file that the run uses
 */
async function findReportPath(values: OptionValues, words: readonly string[]): Promise<string | undefined> {
  const report = values.get("report");
  if (report === undefined) return undefined;
  const used = [...words, values.get("columns"), values.get("state")].filter((path) => path !== undefined);
  const [target, ...found] = await Promise.all([report, ...used].map((path) => resolveLinks(resolve(path))));
  if (found.some((path) => path === target || `${path}.lock` === target))
    throw new UsageError("--report would overwrite a file that the run uses.");
  return report;
}

interface Outputs {
  readonly terminal: Terminal;
  readonly lines: ItemLines;
  readonly listed: ListedResults;
  readonly unlikely: UnlikelyPlates;
  readonly contained: ContainedPlates;
  /** Called when this run has the lock of the state, before anything is sent. */
  readonly onLocked: () => Promise<void>;
}

/** The exit code of a run that found the state in use. */
const lockedExitCode = 3;

/** An active run is recognised within this time, in ms. Whoever waits longer waits for the lock of a killed run. */
const lockNoteMs = 2000;

async function sync(
  settings: SyncSettings,
  mapping: ColumnMapping | undefined,
  { terminal, lines, listed, unlikely, contained, onLocked }: Outputs,
): Promise<FleetSyncReport> {
  const { path, isQuiet } = settings;
  const display = createProgressDisplay(terminal);
  const { interrupted } = terminal;
  let lockTimer: NodeJS.Timeout | undefined;
  let unlisten = () => {};
  try {
    const client = createLessorClient(settings.client);
    unlisten = onAbort(interrupted, () => display.note(describeStopping(client.throttleStatistics()?.inFlight)));
    const repeated = new RepeatedVehicles();
    const check = (item: unknown, line: number) => repeated.check(item, line);
    const format = { ...settings, mapping, check };
    const count = path === undefined ? undefined : await readAhead(path, format, terminal);
    const reader = readItems(readChunks(path, terminal), {
      ...format,
      requiresLineEnd: settings.sync.removeMissing === true,
      onContained: (licensePlate, line) => contained.note(licensePlate, line),
      check: (item, line) => {
        lines.add(line);
        unlikely.note(item, line);
        return check(item, line);
      },
    });
    const items = await startReading(reader, { interrupted, onLocked });
    if (!isQuiet && existsSync(`${await resolveLinks(settings.sync.state)}.lock`))
      lockTimer = setTimeout(() => display.note("waiting for the lock of a run that may have been killed"), lockNoteMs);
    // The run checks every item.
    const report = await client.sync(items as FleetSource, {
      ...settings.sync,
      removeMissing: settings.sync.removeMissing && ((missing) => !contained.hasAny(missing) && unlikely.count === 0),
      expectItems: settings.sync.expectItems ?? count,
      signal: interrupted,
      onProgress: (progress) => {
        clearTimeout(lockTimer);
        if (!isQuiet) display.show(progress);
      },
      onResult: (result) => listed.add(result),
    });
    return report;
  } catch (error) {
    throw RegError.is(error)
      ? new CommandError(`${withoutFullStop(error.message)}.`, isLocked(error) ? lockedExitCode : 2)
      : error;
  } finally {
    clearTimeout(lockTimer);
    unlisten();
    display.end();
  }
}

/**
 * Reads a whole file, so that all lines of a vehicle are checked before the first one is sent. A pipe can be read only
 * once: of its lines of a vehicle, the first one is sent.
 *
 * @returns the number of its items; undefined for a pipe
 */
async function readAhead(path: string, options: ReadOptions, terminal: Terminal): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  let items = 0;
  try {
    for await (const _ of readItems(readChunks(path, terminal), options)) {
      items += 1;
      if (terminal.interrupted.aborted) break;
    }
  } catch {
    // The run itself says what cannot be read.
  }
  return items;
}

/**
 * Waits for the first item, so that no state is created if the file is empty or its columns cannot be used.
 *
 * @throws CommandError for such a file; any other error ends the run
 */
async function startReading(
  items: AsyncGenerator<unknown>,
  { interrupted, onLocked }: Pick<Outputs, "onLocked"> & Pick<Terminal, "interrupted">,
): Promise<AsyncIterable<unknown>> {
  const first = items.next();
  await unlessSignalled(first, interrupted).catch((error: unknown) => {
    if (error instanceof CommandError) throw error;
  });
  return (async function* () {
    // A run asks for the first item when it has the lock.
    await onLocked();
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* items;
  })();
}

const isLocked = (error: unknown) => RegError.is(error, "state") && error.reason === "locked";

function describeStopping(inFlight = 0): string {
  const requests = inFlight > 0 ? `: ${plural(inFlight, "request")} in flight will finish first` : "";
  return `stopping${requests}; another signal ends the run at once, which does no harm`;
}
