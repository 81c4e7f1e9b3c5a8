import { basename } from "node:path";
import { lessorVariables } from "../../errors/environment.js";
import type { RegErrorKind } from "../../errors/errors.js";
import type { LessorClientOptions } from "../../lessor/client.js";
import type { FleetSyncOptions } from "../../lessor/sync/types.js";
import { listOf, oneOf, readVariable, wholeNumber } from "../args.js";
import { type OptionTable, type OptionValues, type Terminal, UsageError } from "../command.js";
import { adapterOption, readHeaders } from "../service-options.js";

/**
 * The options of the command `sync`, in a file without the readers and the client, so that the help does not load them.
 */
export const syncOptions = {
  "base-url": {
    value: "url",
    about: `The address of the lessor API. Default: ${lessorVariables.baseUrl}. The credentials are only read from ${lessorVariables.clientId} and ${lessorVariables.clientSecret}, further headers from REG_HEADERS (JSON).`,
  },
  ...adapterOption,
  state: {
    value: "file",
    about: "Remembers between runs what the service has confirmed. It is created if it is missing.",
  },
  source: {
    value: "name",
    about:
      "The state is used for this source only. Default: the name of the file, with * for a date; for standard input, none.",
  },
  "previous-source": { value: "name", about: "The name that the state knows, if the source got another one." },
  format: { value: "name", about: "ndjson or csv. Default: by the extension of the file." },
  columns: {
    value: "file",
    about: 'For CSV: JSON with the field of each column, such as {"Kenteken": "licensePlate"}.',
  },
  delimiter: {
    value: "character",
    about: "For CSV: what separates the cells, such as ; or tab. Default: that of the line sep=;, or ,.",
  },
  "max-line": {
    value: "bytes",
    about: "The longest line of NDJSON, or record of CSV, in UTF-8. Default 1048576.",
  },
  encoding: { value: "name", about: "utf-8 (default), utf-16le or windows-1252." },
  "dry-run": { about: "Sends no changes and writes no state: counts what would be sent." },
  verify: { about: "Reads what has not changed, and sends it again if the service holds something else." },
  force: { about: "Sends everything, also what has not changed." },
  "remove-missing": {
    about: "Removes the vehicles that the state knows and the file no longer contains.",
  },
  "max-removals": {
    value: "limit",
    about: "How many known vehicles a run may remove, such as 50 or 5%. Default 1%, at least 1.",
  },
  "accept-plates": {
    value: "plates",
    about:
      "Unlikely license plates that are right, such as LENNY,4711: without it, nothing missing is removed. Can be repeated.",
    repeats: true,
  },
  "max-new-vehicles": { value: "count", about: "Stops before it sends more unknown vehicles. Default: no limit." },
  "expect-items": { value: "count", about: "Fails, and removes nothing, if the file has another number of items." },
  "max-failures": { value: "count", about: "Stops after so many failures. Default: never." },
  "stop-on": {
    value: "kinds",
    about: "Stops after an error of one of these kinds, separated by commas, or none. Default authentication,token.",
  },
  concurrency: { value: "count", about: "How many vehicles are processed at the same time. Default 8." },
  "rate-limit": { value: "count", about: "The most requests a minute. Default: no limit; after a 429, all wait." },
  timeout: { value: "ms", about: "The longest time for one request. Default 30000." },
  report: { value: "file", about: "Writes the report with up to 10,000 failures as JSON." },
  quiet: { about: "Prints no progress, and no summary if all is done and no vehicle was removed." },
} as const satisfies OptionTable;

const formats = ["ndjson", "csv"] as const;

const encodings = ["utf-8", "utf-16le", "windows-1252"] as const;

/** No vehicle is expected to need as many bytes. */
const defaultMaxLine = 1024 * 1024;

/** The kinds of errors that a run meets and that may concern more than one vehicle. */
const stopKinds = [
  "authentication",
  "token",
  "permission",
  "rate-limit",
  "server",
  "connection",
  "timeout",
  "response",
  "validation",
  "not-found",
  "conflict",
] as const satisfies readonly RegErrorKind[];

/** The parsed arguments and environment variables of the command `sync`. */
export interface SyncSettings {
  /** Undefined: standard input. */
  readonly path: string | undefined;
  readonly format: (typeof formats)[number];
  readonly encoding: (typeof encodings)[number];
  /** Undefined: that which the file names, or a comma. */
  readonly delimiter: string | undefined;
  readonly maxLine: number;
  /** The path of the column mapping. */
  readonly columns: string | undefined;
  /** Unlikely license plates that are right. */
  readonly acceptPlates: readonly string[];
  /** Whether only failures are printed. */
  readonly isQuiet: boolean;
  /** The path of the adapter. */
  readonly adapter: string | undefined;
  readonly client: Pick<
    LessorClientOptions,
    "baseUrl" | "clientId" | "clientSecret" | "throttle" | "timeout" | "headers" | "adapter"
  >;
  readonly sync: FleetSyncOptions & { readonly state: string };
}

/** @throws UsageError that names the option or the variable */
export function readSettings(values: OptionValues, words: readonly string[], env: Terminal["env"]): SyncSettings {
  const [file, ...others] = words;
  if (file === undefined || others.length > 0)
    throw new UsageError("npx @reg/sdk sync takes one file; - is standard input.");
  const state = values.get("state");
  if (state === undefined) throw new UsageError("--state is required, such as --state fleet.state.");
  const format = oneOf(values, "format", formats) ?? formatOf(file);
  const columns = values.get("columns");
  const delimiter = readDelimiter(values.get("delimiter"));
  if (format !== "csv" && (columns ?? delimiter) !== undefined)
    throw new UsageError("--columns and --delimiter are only for CSV.");
  const limit = wholeNumber(values, "rate-limit", { min: 1 });
  return {
    path: file === "-" ? undefined : file,
    format,
    encoding: oneOf(values, "encoding", encodings) ?? "utf-8",
    delimiter,
    maxLine: wholeNumber(values, "max-line", { min: 1 }) ?? defaultMaxLine,
    columns,
    acceptPlates: listOf(values, "accept-plates")
      .flatMap((plates) => plates.split(",").map((each) => each.trim()))
      .filter((each) => each !== ""),
    isQuiet: values.has("quiet"),
    adapter: values.get("adapter"),
    client: {
      baseUrl: values.get("base-url") ?? readVariable(env, lessorVariables.baseUrl, "use --base-url, or set it"),
      clientId: readVariable(env, lessorVariables.clientId),
      clientSecret: readVariable(env, lessorVariables.clientSecret),
      throttle: limit === undefined ? undefined : { limit, window: 60_000 },
      timeout: wholeNumber(values, "timeout", { min: 1 }),
      headers: readHeaders(env),
    },
    sync: {
      state,
      sourceName: values.get("source") ?? (file === "-" ? undefined : sourceNameOf(file)),
      previousSourceName: values.get("previous-source"),
      expectItems: wholeNumber(values, "expect-items", { min: 0 }),
      dryRun: values.has("dry-run"),
      verify: values.has("verify"),
      force: values.has("force"),
      removeMissing: values.has("remove-missing"),
      maxRemovals: readLimit(values),
      maxNewVehicles: wholeNumber(values, "max-new-vehicles", { min: 0 }),
      maxFailures: wholeNumber(values, "max-failures", { min: 1 }),
      stopOn: readKinds(values.get("stop-on")),
      concurrency: wholeNumber(values, "concurrency", { min: 1 }),
    },
  };
}

/**
 * A date of the form 2026-06-15 or 20260615, and a time after it. Other digits may tell one source from another: a
 * shorter pattern would give two fleets one name.
 */
const dateInName =
  /(?<!\d)20\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_.T ]?(?:[01]\d|2[0-3])[-_.]?[0-5]\d(?:[-_.]?[0-5]\d)?Z?)?(?!\d)/g;

/** The name of the file without its date: the file of each night is of the same source. */
function sourceNameOf(file: string): string {
  return basename(file).replace(dateInName, "*");
}

function formatOf(file: string): SyncSettings["format"] {
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  if (/\.csv$/i.test(file)) return "csv";
  throw new UsageError("the format is not clear: give --format ndjson or --format csv.");
}

/** Shells make it difficult to write a tab. */
function readDelimiter(text: string | undefined): string | undefined {
  const delimiter = text === "tab" ? "\t" : text;
  if (delimiter === undefined || (delimiter.length === 1 && !/["\r\n]/.test(delimiter))) return delimiter;
  throw new UsageError("--delimiter must be one character other than a quote, or tab.");
}

function readKinds(text: string | undefined): readonly RegErrorKind[] | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return [];
  return text.split(",").map((word) => {
    const kind = stopKinds.find((each) => each === word);
    if (kind === undefined)
      throw new UsageError(`--stop-on takes none, or kinds of ${stopKinds.join(", ")}, not "${word}".`);
    return kind;
  });
}

function readLimit(values: OptionValues): number | `${number}%` | undefined {
  const text = values.get("max-removals");
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?%$/.test(text)) return text as `${number}%`;
  if (/^\d+$/.test(text)) return wholeNumber(values, "max-removals");
  throw new UsageError(`--max-removals must be a whole number from 0, or a share such as 5%, not "${text}".`);
}
