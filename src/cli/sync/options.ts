import { resolve } from "node:path";
import type { LessorClientOptions } from "../../lessor/client.js";
import type { FleetSyncOptions } from "../../lessor/sync/types.js";
import { oneOf, readVariable, wholeNumber } from "../args.js";
import { type OptionTable, type OptionValues, type Terminal, UsageError } from "../command.js";
import { adapterOption, readHeaders } from "../service-options.js";

/** The options of `reg sync`, in a file without the readers and the client, so that the help does not load them. */
export const syncOptions = {
  "base-url": {
    value: "url",
    about:
      "The address of the lessor API. Default: REG_LESSOR_BASE_URL. The credentials are only read from REG_CLIENT_ID and REG_CLIENT_SECRET, further headers from REG_HEADERS (JSON).",
  },
  ...adapterOption,
  state: {
    value: "file",
    about: "Remembers between runs what the service has confirmed. It is created if it is missing.",
  },
  format: { value: "name", about: "ndjson or csv. Default: by the extension of the file." },
  columns: {
    value: "file",
    about: 'For CSV: JSON with the field of each column, such as {"Kenteken": "licensePlate"}.',
  },
  delimiter: { value: "character", about: "For CSV: what separates the cells, such as ; or tab. Default ,." },
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
  "max-failures": { value: "count", about: "Stops after so many failures. Default: never." },
  concurrency: { value: "count", about: "How many vehicles are processed at the same time. Default 8." },
  report: { value: "file", about: "Writes the report with up to 10,000 failures as JSON." },
  quiet: { about: "Prints failures only: no progress, and no summary if all is done and none was removed." },
} as const satisfies OptionTable;

const formats = ["ndjson", "csv"] as const;

const encodings = ["utf-8", "utf-16le", "windows-1252"] as const;

/** The parsed arguments and environment variables of `reg sync`. */
export interface SyncSettings {
  /** Undefined: standard input. */
  readonly path: string | undefined;
  readonly format: (typeof formats)[number];
  readonly encoding: (typeof encodings)[number];
  readonly delimiter: string;
  /** The path of the column mapping. */
  readonly columns: string | undefined;
  /** Whether only failures are printed. */
  readonly isQuiet: boolean;
  /** The path of the adapter. */
  readonly adapter: string | undefined;
  readonly client: Pick<LessorClientOptions, "baseUrl" | "clientId" | "clientSecret" | "headers" | "adapter">;
  readonly sync: Pick<
    FleetSyncOptions,
    "dryRun" | "verify" | "force" | "removeMissing" | "maxRemovals" | "maxFailures" | "concurrency"
  > & { readonly state: string };
}

/**
 * Returns the path of the report; undefined without one.
 *
 * @throws UsageError if it is a file that the run uses
 */
export function readReportPath(values: OptionValues, words: readonly string[]): string | undefined {
  const report = values.get("report");
  const state = values.get("state");
  const used = [...words, values.get("columns"), state, state && `${state}.lock`];
  if (report !== undefined && used.some((path) => path !== undefined && resolve(path) === resolve(report)))
    throw new UsageError("--report would overwrite a file that the run uses.");
  return report;
}

/** @throws UsageError that names the option or the variable */
export function readSettings(values: OptionValues, words: readonly string[], env: Terminal["env"]): SyncSettings {
  const [file, ...others] = words;
  if (file === undefined || others.length > 0) throw new UsageError("reg sync takes one file; - is standard input.");
  const state = values.get("state");
  if (state === undefined) throw new UsageError("--state is required, such as --state fleet.state.");
  const format = oneOf(values, "format", formats) ?? formatOf(file);
  const columns = values.get("columns");
  const delimiter = readDelimiter(values.get("delimiter"));
  if (format !== "csv" && (columns ?? delimiter) !== undefined)
    throw new UsageError("--columns and --delimiter are only for CSV.");
  return {
    path: file === "-" ? undefined : file,
    format,
    encoding: oneOf(values, "encoding", encodings) ?? "utf-8",
    delimiter: delimiter ?? ",",
    columns,
    isQuiet: values.has("quiet"),
    adapter: values.get("adapter"),
    client: {
      baseUrl: values.get("base-url") ?? readVariable(env, "REG_LESSOR_BASE_URL", "use --base-url, or set it"),
      clientId: readVariable(env, "REG_CLIENT_ID"),
      clientSecret: readVariable(env, "REG_CLIENT_SECRET"),
      headers: readHeaders(env),
    },
    sync: {
      state,
      dryRun: values.has("dry-run"),
      verify: values.has("verify"),
      force: values.has("force"),
      removeMissing: values.has("remove-missing"),
      maxRemovals: readLimit(values),
      maxFailures: wholeNumber(values, "max-failures", { min: 1 }),
      concurrency: wholeNumber(values, "concurrency", { min: 1 }),
    },
  };
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

function readLimit(values: OptionValues): number | `${number}%` | undefined {
  const text = values.get("max-removals");
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?%$/.test(text)) return text as `${number}%`;
  if (/^\d+$/.test(text)) return wholeNumber(values, "max-removals");
  throw new UsageError(`--max-removals must be a whole number from 0, or a share such as 5%, not "${text}".`);
}
