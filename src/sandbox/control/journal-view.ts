import { explain } from "../../errors/codes.js";
import { operations } from "../messages/router.js";
import type { Duplicate } from "../server/journal/creates.js";
import type { JournalEntry } from "../server/journal/entry.js";
import type { Exchange, Exchanges } from "../server/journal/exchanges.js";
import type { Journal } from "../server/journal/journal.js";
import { recordedResponse } from "../server/journal/redact.js";
import type { CodeView, JournalDetail, JournalPage, JournalRow } from "./views.js";

interface JournalQuery {
  /** An operationId; empty for all. */
  readonly operation: string;
  /** A status such as 404, a class such as 4xx, or `none` for requests without a response; empty for all. */
  readonly status: string;
  /** Whether requests are listed that change nothing. */
  readonly withReads: boolean;
  /** Only entries with lower numbers are listed; undefined: also the latest. */
  readonly before: number | undefined;
  /** The maximum number of rows. */
  readonly limit: number;
}

interface JournalSource {
  readonly journal: Journal;
  readonly exchanges: Exchanges;
  readonly duplicates: readonly Duplicate[];
}

/** Lists the entries that match, the latest first. */
export function listEntries(source: JournalSource, query: JournalQuery): JournalPage {
  const { operation, status, withReads, before = Number.POSITIVE_INFINITY, limit } = query;
  const found = source.journal.entries.filter(
    (entry) =>
      (operation === "" || entry.operationId === operation) &&
      hasStatus(entry, status.toLowerCase()) &&
      (withReads || !readMethods.has(entry.method)),
  );
  const older = found.filter(({ number }) => number < before);
  const marks = duplicateMarks(source.duplicates);
  const rows = older.slice(-limit).map((entry) => rowOf(entry, source.exchanges.of(entry), marks.get(entry.number)));
  return { count: found.length, newer: found.length - older.length, rows: rows.reverse() };
}

/** The methods that change nothing, by RFC 9110. */
const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

function hasStatus({ status }: JournalEntry, wanted: string): boolean {
  if (wanted === "") return true;
  if (wanted === "none") return typeof status === "string";
  return wanted.endsWith("xx") ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted;
}

/** Describes one entry; undefined if the journal does not have it any more. */
export function describeEntry(source: JournalSource, number: number): JournalDetail | undefined {
  const entry = source.journal.entries.find((each) => each.number === number);
  if (entry === undefined) return undefined;
  const exchange = source.exchanges.of(entry);
  const { caller, traceId, created, query, body } = entry;
  return {
    row: rowOf(entry, exchange, duplicateMarks(source.duplicates).get(number)),
    caller,
    traceId,
    created,
    query,
    requestBody: body,
    responseStatus: exchange?.response?.status,
    responseBody: responseBodyOf(entry, exchange),
    explanations: entry.codes.flatMap(explainCode),
    curl: curlOf(entry),
  };
}

function responseBodyOf({ operationId }: JournalEntry, exchange: Exchange | undefined): unknown {
  const operation = operations.find(({ id }) => id === operationId);
  if (operation === undefined || exchange?.response === undefined) return undefined;
  return recordedResponse(operation, exchange.response);
}

function explainCode(code: string): CodeView[] {
  const found = explain(code);
  if (found === undefined) return [];
  const { meaning, cause, action, source } = found;
  return [{ code, meaning, cause, action, source }];
}

function duplicateMarks(duplicates: readonly Duplicate[]): ReadonlyMap<number, string> {
  return new Map(
    duplicates.flatMap(({ what, entries }) =>
      entries.map(({ number }) => {
        const others = entries.filter((each) => each.number !== number).map((each) => `#${each.number}`);
        return [number, `${what} as ${others.slice(0, 5).join(", ")}`] as const;
      }),
    ),
  );
}

function rowOf(entry: JournalEntry, exchange: Exchange | undefined, duplicate: string | undefined): JournalRow {
  const { number, at, method, operationId, status, codes, fault } = entry;
  const durationMs = exchange === undefined ? undefined : Math.round(exchange.durationMs);
  return { number, at, method, path: pathOf(entry), operationId, status, durationMs, codes, fault, duplicate };
}

function pathOf({ path, params }: JournalEntry): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** A command that sends the request again. Its token and everything that is redacted are left to the person. */
function curlOf(entry: JournalEntry): string {
  const { api, operationId, method, query, body } = entry;
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) for (const value of values) search.append(name, value);
  const base = api === "lessor" ? "$REG_LESSOR_BASE_URL" : "$REG_BASE_URL";
  const token = api === "lessor" ? "$REG_LESSOR_TOKEN" : "$REG_TOKEN";
  return [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method === "(other)" ? "METHOD" : method}`]),
    ...(operationId === "token.create" ? tokenForm : [`-H "Authorization: Bearer ${token}"`, ...bodyOptions(body)]),
    // The path has no quote, because it is percent-encoded but for the apostrophe, which ends single quotes.
    `"${base}"${quoted(`${pathOf(entry)}${search.size > 0 ? `?${search}` : ""}`)}`,
  ].join(" ");
}

const tokenForm = [
  "-d grant_type=client_credentials",
  '--data-urlencode "client_id=$REG_CLIENT_ID"',
  '--data-urlencode "client_secret=$REG_CLIENT_SECRET"',
];

function bodyOptions(body: unknown): string[] {
  if (body === undefined) return [];
  const contentType: unknown = Reflect.get(Object(body), "contentType");
  const isFile = typeof Reflect.get(Object(body), "bytes") === "number" && Object.keys(Object(body)).length === 2;
  if (!isFile) return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
  if (contentType === "multipart/form-data") return ["-F file=@FILE"];
  return [`-H ${quoted(`Content-Type: ${String(contentType)}`)}`, "--data-binary @FILE"];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
