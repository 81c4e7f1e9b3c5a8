import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Clock, systemClock } from "../../base/clock.js";
import { matchPath } from "../../base/path.js";
import { isSuccess } from "../../base/status.js";
import { toPrintableJson } from "../../base/text.js";
import type { OperationAdapters, ServiceAdapter } from "../../document/adapter.js";
import { routeAtService } from "../../document/conversion.js";
import type { OperationTable } from "../../document/operation.js";
import { createShapeRecorder } from "../../document/shapes/recorder.js";
import { RegError } from "../../errors/errors.js";
import { type ErrorSummary, summarize } from "../../errors/summary.js";
import { timesOf } from "../../http/authorization/bearer-token.js";
import type { Fetch } from "../../http/call/options.js";
import { createLessorClient } from "../../lessor/client.js";
import { createSupplierClient } from "../../supplier/client.js";
import { descriptions } from "../apis.js";
import { CommandError, type OptionValues, type Terminal } from "../command.js";
import { withoutFullStop } from "../help.js";
import { OutputFile } from "../output-file.js";
import { loadAdapter, rejectedExitCode, rejectsCredentials, warnOfProxy } from "../service-options.js";
import type { FoundBridges } from "./bridges.js";
import { Connection } from "./connection.js";
import { Observer } from "./observer.js";
import { type Access, type RunSettings, readSettings, type VerifySettings } from "./options.js";
import { readAll } from "./reads.js";
import { describePlan, describeReport, describeStatuses, isClean, onlyNew, readBaseline } from "./report.js";
import { type CallParameters, steps } from "./steps.js";
import type { Judgement, VerifyReport } from "./types.js";
import { tryWrites, writeRequests } from "./write.js";

interface VerifyParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Receives lines about the progress of the run. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  /** Undefined: the service has the form of the documents. */
  readonly adapter?: ServiceAdapter | undefined;
  /** Where the adapter has failed so far. */
  readonly adapterFailures?: ReadonlySet<string>;
}

interface VerifyResult {
  readonly report: VerifyReport;
  /** What bridges the differences of the report. */
  readonly bridges: FoundBridges;
  /** Why the run ended early. */
  readonly failure: string | undefined;
  /** That of a run with a failure. */
  readonly exitCode: number;
}

const couldNotRun = 2;

/**
 * Compares the service with the documents of this package.
 *
 * @returns 0 without differences, 1 with differences, 2 if the run ended early
 * @throws UsageError for arguments or variables that cannot be used; CommandError with exit code 2 if nothing could be
 *   read, or the report cannot be written, and with 4 if the service does not accept the credentials
 */
export async function runVerify(values: OptionValues, terminal: Terminal, words: readonly string[]): Promise<number> {
  const settings = readSettings(values, words, terminal.env);
  const baseline = settings.baseline === undefined ? undefined : await readBaseline(settings.baseline, settings.api);
  const file = settings.out === undefined ? undefined : new OutputFile(settings.out);
  const { access } = settings;
  if (access !== undefined) {
    await file?.check();
    warnOfProxy(terminal, access.baseUrl);
  }
  const adapterFailures = new Set<string>();
  const adapter = await loadAdapter(settings.adapter, ({ direction, error, description }) => {
    adapterFailures.add(description);
    // A response is compared as it came, so that the report shows where the service differs.
    if (direction === "request") throw error;
  });
  if (access === undefined) {
    terminal.out(describePlan(settings));
    return 0;
  }
  const { report, failure, exitCode, bridges } = await verify(
    { ...settings, access },
    {
      adapter,
      adapterFailures,
      fetch: (url, init) => globalThis.fetch(url, init),
      clock: systemClock,
      note: (text) => terminal.err(text),
      signal: terminal.abandoned,
    },
  );
  const shown = baseline === undefined ? report : onlyNew(report, baseline);
  terminal.out(formats[settings.format](shown));
  if (failure !== undefined) throw new CommandError(failure, exitCode);
  await file?.write(formats.json(report), couldNotRun);
  await writeAdapter(settings, { given: adapter, bridges }, terminal);
  return isClean(shown) ? 0 : 1;
}

/** Writes beside the report an adapter that bridges what was found. It overwrites only the one that was given. */
async function writeAdapter(
  { out, api, adapter: path }: VerifySettings,
  { given, bridges }: { readonly given: ServiceAdapter | undefined; readonly bridges: FoundBridges },
  { err }: Terminal,
): Promise<void> {
  if (out === undefined || bridges.isEmpty) return;
  const target = out.replace(/(\.json)?$/, ".adapter.json");
  const isGiven = path !== undefined && resolve(path) === resolve(target);
  if (existsSync(target) && !isGiven) {
    err(`reg: ${target} exists, and is not overwritten: remove it for an adapter of what this run has found.\n`);
    return;
  }
  // The functions of a module cannot be written.
  const known = path?.endsWith(".json") ? given : undefined;
  const adapter = { ...known, [api]: bridges.toAdapters(known?.[api] as OperationAdapters | undefined) };
  await new OutputFile(target, { name: target }).write(`${toPrintableJson(adapter, undefined, 2)}\n`, couldNotRun);
  err(`reg: ${target} bridges what this run has found. Try it: npx @reg/sdk verify ${api} --adapter ${target}\n`);
}

const formats: Readonly<Record<VerifySettings["format"], (report: VerifyReport) => string>> = {
  table: describeReport,
  json: (report) => `${toPrintableJson(report, undefined, 2)}\n`,
};

/**
 * Notes the plan, and reads what it can within the limits.
 *
 * @throws CommandError with exit code 2 if the options cannot be used or nothing could be read, and with 4 if the service
 *   does not accept the credentials
 */
export async function verify(settings: RunSettings, parts: VerifyParts): Promise<VerifyResult> {
  const { api, access, intervalMs, maxRequests, write } = settings;
  const isMovedRead = movedReads(parts.adapter?.[api] ?? {}, descriptions[api].operations);
  const limits = { intervalMs, maxRequests, mayWrite: write, isMovedRead };
  const connection = new Connection(parts.fetch, parts.clock, limits);
  const headers = Object.values(settings.headers ?? {});
  const values = new Set([...settings.licensePlates, ...settings.ids, ...secretsOf(access), ...headers]);
  const recorder = createShapeRecorder({ values, names: settings.names });
  const observer = new Observer({ ...descriptions[api], recorder, values });
  const client = connect(settings, { clock: parts.clock, connection, observer, adapter: parts.adapter });
  parts.note(describePlan(settings));
  try {
    const { error, notSent } = await readAll(steps[api], givenIn(settings), {
      client,
      operations: descriptions[api].operations,
      connection,
      observer,
      signal: parts.signal,
      reserved: write ? writeRequests : 0,
    });
    const ended = error === undefined ? undefined : summarize(error);
    const exitCode = RegError.is(error) && rejectsCredentials(error, api) ? rejectedExitCode : couldNotRun;
    const facts = { access, tokenStatus: connection.tokenStatus, now: parts.clock.now() };
    const end = ended?.kind === "token" ? describeTokenError(ended, facts) : ended && describeEnd(ended);
    const failuresOfAdapter = [...(parts.adapterFailures ?? [])].map((each) => `the adapter failed on the ${each}.`);
    if (!observer.hasSucceeded)
      throw new CommandError([end ?? describeNothing(settings, observer), ...failuresOfAdapter].join(" "), exitCode);
    const [plate] = settings.licensePlates;
    const written =
      write && ended === undefined && plate !== undefined && "serviceRequests" in client
        ? await tryWrites(plate, { client, connection, observer, note: parts.note, signal: parts.signal })
        : undefined;
    const failures = [
      end,
      parts.signal.aborted ? "interrupted: the report covers what was read until then." : undefined,
      written?.failure,
      ...failuresOfAdapter,
    ];
    const failure = failures.filter((each) => each !== undefined).join(" ") || undefined;
    const complete = failure === undefined;
    const judgements = written?.judgements ?? new Map();
    const report = createReport(settings, { connection, observer, complete, judgements, notSent });
    return { report, failure, exitCode, bridges: observer.collectBridges() };
  } finally {
    await client.close({ abort: true });
  }
}

function secretsOf(access: Access): readonly string[] {
  return "token" in access ? [access.token] : [access.clientId, access.clientSecret];
}

interface ConnectionParts {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly observer: Observer;
  readonly adapter: ServiceAdapter | undefined;
}

function connect({ access, intervalMs, headers }: RunSettings, parts: ConnectionParts) {
  const { clock, connection, observer, adapter } = parts;
  const options = {
    baseUrl: access.baseUrl,
    headers,
    adapter,
    fetch: connection.fetch,
    validateResponses: observer.inspector,
    on: connection.listen,
    clock,
    // The connection keeps the rate, and a request waits there for its turn.
    throttle: false,
    timeout: attemptTimeoutMs + intervalMs,
    retry: { retries: 1 },
  } as const;
  try {
    return "token" in access
      ? createSupplierClient({ ...options, token: access.token })
      : createLessorClient({ ...options, ...access });
  } catch (error) {
    throw RegError.is(error) ? new CommandError(`${withoutFullStop(error.message)}.`, couldNotRun) : error;
  }
}

const attemptTimeoutMs = 30_000;

/** Recognises the requests of reads, and for tokens, to which an adapter gives another method or path. */
function movedReads(adapters: object = {}, operations: OperationTable) {
  const moved = Object.values(operations).flatMap((operation) => {
    const adapter = (adapters as OperationAdapters)[operation.id];
    return operation.effects === "read" && (adapter?.method ?? adapter?.path)
      ? [routeAtService(adapter, operation)]
      : [];
  });
  return (url: string, method: string | undefined) =>
    moved.some((route) => {
      const segments = new URL(url).pathname.split("/").slice(1 - route.path.split("/").length);
      return route.method === method && matchPath(route.path, ["", ...segments].join("/")) !== undefined;
    });
}

function givenIn({ licensePlates, ids }: VerifySettings): Readonly<Record<string, readonly CallParameters[]>> {
  const requests = ids.map((id) => ({ id }));
  return {
    plates: licensePlates.map((licensePlate) => ({ licensePlate })),
    serviceRequests: requests,
    "serviceRequests.invoicing": requests,
    damageServiceRequests: requests,
    "damageServiceRequests.invoicing": requests,
  };
}

interface ReportParts {
  readonly connection: Connection;
  readonly observer: Observer;
  readonly complete: boolean;
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly notSent: readonly string[] | undefined;
}

function createReport({ api, access }: RunSettings, parts: ReportParts): VerifyReport {
  const { connection, observer, complete, judgements, notSent } = parts;
  const { differences, withoutSuccess, assumptions, operations, shapes } = observer.findings({
    api,
    notSent: notSent ?? [],
    judgements,
  });
  const tokenLifetimeMs = "token" in access ? lifetimeOf(access.token) : observer.tokenLifetimeMs;
  const service = { ...connection.facts(), ...(tokenLifetimeMs !== undefined && { tokenLifetimeMs }) };
  const { requests } = connection;
  const sent = { requests, ...(notSent !== undefined && { notSent }), operations };
  return { api, complete, differences, withoutSuccess, assumptions, ...sent, shapes, service };
}

/** The lifetime of a JWT in milliseconds; undefined if it does not say when it was issued and when it expires. */
function lifetimeOf(token: string): number | undefined {
  const { issuedAt, expiresAt } = timesOf(token);
  return issuedAt === undefined || expiresAt === undefined ? undefined : expiresAt - issuedAt;
}

function describeNothing({ api }: VerifySettings, { lacksJson, operations }: Observer): string {
  // A token is no response of the API.
  const { "token.create": _, ...calls } = operations;
  const statuses = describeStatuses(calls);
  if (lacksJson) return `no success response was JSON (${statuses}): this is probably not the address of the service.`;
  const isUnknown = Object.values(calls).every((each) => Object.keys(each).every((status) => status === "404"));
  const remedy =
    api === "lessor" && isUnknown && statuses !== ""
      ? "; if the address is right, name a vehicle that the service has"
      : "";
  return `no request succeeded (${statuses}), so that nothing can be compared${remedy}.`;
}

/** Explains without a text of the service why a run ended early. */
function describeEnd({ kind, status, code, oauthError }: ErrorSummary): string {
  if (status === 429) return "the service limits the rate (429): try again later, or with a lower --rate.";
  const details = oauthError ?? status;
  if (details !== undefined) return `the service does not accept the credentials (${details}).`;
  return `the service does not respond (${code ?? kind ?? "no response"}).`;
}

interface TokenFacts {
  readonly access: Access;
  readonly tokenStatus: number | undefined;
  readonly now: number;
}

function describeTokenError(error: ErrorSummary, { access, tokenStatus, now }: TokenFacts): string {
  if ("token" in access) {
    const isExpired = (timesOf(access.token).expiresAt ?? Number.POSITIVE_INFINITY) <= now;
    return isExpired ? "the token in REG_TOKEN has expired: supply a new one." : "the token cannot be used.";
  }
  if (tokenStatus === undefined) return describeEnd(error);
  if (tokenStatus === 429 || error.oauthError !== undefined) return describeEnd({ ...error, status: tokenStatus });
  return isSuccess(tokenStatus)
    ? `the response of POST /token has the status ${tokenStatus}, but no token: this is probably not the address of the service.`
    : `the service gives no token: POST /token has the status ${tokenStatus}.`;
}
