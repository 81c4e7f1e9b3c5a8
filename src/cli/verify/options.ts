import type { ApiName } from "../../document/apis.js";
import { lessorVariables, supplierVariables } from "../../errors/environment.js";
import { readVariable, wholeNumber } from "../args.js";
import { type OptionTable, type OptionValues, type Terminal, UsageError } from "../command.js";
import { adapterOption, readHeaders, readToken } from "../service-options.js";

/** The options of the command `verify`, in a file without the clients, so that the help does not load them. */
export const verifyOptions = {
  "base-url": {
    value: "url",
    about: `The address of the API. Default: ${supplierVariables.baseUrl} or ${lessorVariables.baseUrl}. Credentials are only read from the environment: ${supplierVariables.token} (or the file in REG_TOKEN_FILE), or ${lessorVariables.clientId} and ${lessorVariables.clientSecret}; and so are further headers: REG_HEADERS (JSON).`,
  },
  ...adapterOption,
  plan: { about: "Prints what would be sent, and sends nothing." },
  "license-plate": {
    value: "list",
    about: "Vehicles to begin with, separated by commas. The lessor API needs one, because it has no list.",
  },
  id: { value: "list", about: "Service requests to begin with, such as archived ones, separated by commas." },
  rate: { value: "number", about: "The most requests per second, from 0.1 to 80. Default 1." },
  "max-requests": {
    value: "count",
    about:
      "The most requests, those for tokens included. Default 60. With --write, finding and deleting the draft can take up to 24 more.",
  },
  write: {
    about:
      "Supplier API: also creates one draft for the license plate, tries what reading cannot show, and deletes the draft.",
  },
  name: {
    value: "list",
    about: "Names of fields to record although they look like values, such as rate30, separated by commas.",
  },
  baseline: {
    value: "file",
    about: "The report of an earlier run, from --out or --json: only what is new is printed.",
  },
  out: {
    value: "file",
    about:
      "Also writes the whole report as JSON, even with --baseline, whose file it may replace, and beside it a file .adapter.json that bridges the differences. If the run does not reach its end, both stay as they are.",
  },
  json: { about: "Prints the report as JSON." },
} as const satisfies OptionTable;

const apis = ["supplier", "lessor"] as const satisfies readonly ApiName[];

/** How the service is reached: the address, and a token or the credentials for one. */
export type Access =
  | { readonly baseUrl: string; readonly token: string }
  | { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };

/** The parsed arguments and environment variables of the command `verify`. */
export interface VerifySettings {
  readonly api: ApiName;
  /** Undefined: only the plan is printed. */
  readonly access: Access | undefined;
  /** Further headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path of the adapter. */
  readonly adapter?: string | undefined;
  readonly licensePlates: readonly string[];
  /** The ids of service requests of either kind. */
  readonly ids: readonly string[];
  /** Names of fields that are recorded although they look like values. */
  readonly names: readonly string[];
  /** The least time between two requests in milliseconds. */
  readonly intervalMs: number;
  readonly maxRequests: number;
  readonly write: boolean;
  /** The path of an earlier report. */
  readonly baseline: string | undefined;
  /** The path where the report is written, too. */
  readonly out: string | undefined;
  readonly format: "table" | "json";
}

/** The settings of a run, which sends requests. */
export interface RunSettings extends VerifySettings {
  readonly access: Access;
}

const defaultMaxRequests = 60;

/** The limit of the supplier API is 5000 requests a minute (supplier-api.md §8), which other programs share. */
const maxRate = 80;

const minRate = 0.1;

/** @throws UsageError that names the option or the variable, never a value of either */
export function readSettings(values: OptionValues, words: readonly string[], env: Terminal["env"]): VerifySettings {
  const [word, ...others] = words;
  const api = apis.find((each) => each === word);
  if (api === undefined || others.length > 0)
    throw new UsageError(`npx @reg/sdk verify takes one of ${apis.join(", ")}.`);
  const settings = {
    api,
    access: values.has("plan") ? undefined : readAccess(api, values, env),
    headers: readHeaders(env),
    adapter: values.get("adapter"),
    licensePlates: readList(values, "license-plate"),
    ids: readList(values, "id"),
    names: readList(values, "name"),
    intervalMs: 1000 / readRate(values.get("rate")),
    maxRequests: wholeNumber(values, "max-requests", { min: 1 }) ?? defaultMaxRequests,
    write: values.has("write"),
    baseline: values.get("baseline"),
    out: values.get("out"),
    format: values.has("json") ? "json" : "table",
  } as const;
  checkStart(settings);
  return settings;
}

/** The least limit with --write, of which a part is kept for what is tried. */
const minRequestsToWrite = 20;

function checkStart({ api, access, licensePlates, ids, write, maxRequests }: VerifySettings): void {
  if (api === "lessor") {
    if (licensePlates.length === 0 && access !== undefined)
      throw new UsageError(
        "npx @reg/sdk verify lessor needs --license-plate, because the API has no list of vehicles.",
      );
    if (ids.length > 0) throw new UsageError("--id is only for npx @reg/sdk verify supplier.");
    if (write)
      throw new UsageError(
        "--write is only for npx @reg/sdk verify supplier: a change of a vehicle could not be undone.",
      );
  }
  if (write && licensePlates.length !== 1)
    throw new UsageError("--write needs exactly one --license-plate, for which it creates a draft.");
  if (write && maxRequests < minRequestsToWrite)
    throw new UsageError(`--write needs --max-requests ${minRequestsToWrite} or more.`);
}

function readAccess(api: ApiName, values: OptionValues, env: Terminal["env"]): Access {
  const { baseUrl: address } = api === "supplier" ? supplierVariables : lessorVariables;
  const baseUrl = values.get("base-url") ?? readVariable(env, address, "use --base-url, or set it");
  if (api === "supplier") {
    const token = readToken(env);
    return { baseUrl, token: typeof token === "function" ? token() : token };
  }
  return {
    baseUrl,
    clientId: readVariable(env, lessorVariables.clientId),
    clientSecret: readVariable(env, lessorVariables.clientSecret),
  };
}

function readList(values: OptionValues, name: string): readonly string[] {
  const list = values.get(name)?.split(",") ?? [];
  return list.map((each) => each.trim()).filter((each) => each !== "");
}

function readRate(text: string | undefined): number {
  if (text === undefined) return 1;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (rate >= minRate && rate <= maxRate) return rate;
  throw new UsageError(`--rate must be a number from ${minRate} to ${maxRate}, not "${text}".`);
}
